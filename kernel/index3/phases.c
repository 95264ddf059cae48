// The list of phases of a step, solve by solve; the stages are in stages.c.
#include "sweeps.h"

// Items that are worth a second worker: a block, or some cells.
enum { WORTH_BLOCKS = 1, WORTH_CELLS = 16 };

// The cut that all sweeps over blocks have in common.
enum { CUT_OF_SWEEPS = 1 };

static void add(tac_phase_list *list, tac_work *w, const char *name, tac_stage *stage, int first,
                int last, int worth)
{
    if (last > first) {
        tac_add_phase(list, w, name, stage, first, last - first);
        if (list->phase) {
            list->phase[list->n - 1].worth = worth;
        }
    }
}

// A sweep over all blocks, cut as all of them are, back from where the last one went.
static void add_sweep(tac_phase_list *list, tac_work *w, const char *name, tac_stage *const *stage)
{
    add(list, w, name, stage[list->way], 0, w->plan->g->n_block, WORTH_BLOCKS);
    list->way = list->way == TAC_TO ? TAC_FRO : TAC_TO;
    if (list->phase) {
        list->phase[list->n - 1].cut = CUT_OF_SWEEPS;
    }
}

void tac_add_phase(tac_phase_list *list, tac_work *w, const char *name, tac_stage *stage, int first,
                   int n)
{
    if (list->phase) {
        list->phase[list->n] =
            (tac_phase){name, w, stage, n, first, list->iteration, WORTH_CELLS, 0, 0};
    }
    list->n++;
}

static void add_solve(tac_phase_list *list, tac_work *w, const tac_solve_phases *p)
{
    const tac_grouping *g = w->plan->g;
    int n_block = g->n_block, top = g->block_cell[n_block];
    if (tac_one_block(g)) {
        add(list, w, p->name.all, p->run_all, 0, n_block, WORTH_BLOCKS);
        return;
    }
    add_sweep(list, w, p->name.blocks, p->sweep[list->down]);
    add(list, w, p->name.rest, p->run_rest_rows, top, g->n_cell, WORTH_CELLS);
    add(list, w, p->name.rest, p->run_rest, 0, n_block, WORTH_BLOCKS);
    add(list, w, p->name.assembly, p->run_rest_loads, top, g->n_tree_cell, WORTH_CELLS);
    for (int k = 0; k < g->n_level; k++) {
        add(list, w, p->name.assembly, p->run_rest_units, g->level_unit[k], g->level_unit[k + 1],
            WORTH_CELLS);
    }
    for (int k = g->n_level - 1; k >= 0; k--) {
        add(list, w, p->name.disassembly, tac_across_backward, g->level_unit[k],
            g->level_unit[k + 1], WORTH_CELLS);
    }
    add(list, w, p->name.disassembly, p->run_across, top, g->n_cell, WORTH_CELLS);
    list->down = p->down;
}

void tac_add_newton(tac_phase_list *list, tac_work *w, int iterations)
{
    const tac_grouping *g = w->plan->g;
    if (tac_one_block(g)) {
        add(list, w, "predict", tac_predict_down, 0, g->n_block, WORTH_BLOCKS);
    } else {
        add(list, w, "predict", w->stages->elements->predict, g->block_cell[g->n_block], g->n_cell,
            WORTH_CELLS);
    }
    list->down = PREDICT_DOWN;
    for (int k = 1; k <= iterations; k++) {
        list->iteration = k;
        int again = k > 1 && w->o.tangent == TAC_TANGENT_FIRST;
        add_solve(list, w, again ? &tac_again_phases : &tac_newton_phases);
    }
    list->iteration = 0;
}

void tac_add_position(tac_phase_list *list, tac_work *w)
{
    list->down = NO_DOWN;
    add_solve(list, w, &tac_position_phases);
}

void tac_add_velocity(tac_phase_list *list, tac_work *w)
{
    add_solve(list, w, &tac_velocity_phases);
    if (w->m->n_isolated > 0) {
        if (!tac_one_block(w->plan->g)) {
            add_sweep(list, w, "velocity blocks", tac_only_velocity);
        }
        add(list, w, "momentum", tac_keep_momentum, 0, w->m->n_isolated, WORTH_CELLS);
        list->down = NO_DOWN;
    }
}

void tac_add_acceleration(tac_phase_list *list, tac_work *w)
{
    add_solve(list, w, &tac_acceleration_phases);
}

void tac_add_residual(tac_phase_list *list, tac_work *w)
{
    const tac_grouping *g = w->plan->g;
    if (tac_one_block(g)) {
        add(list, w, "residuals", tac_residual_down, 0, g->n_block, WORTH_BLOCKS);
        return;
    }
    add_sweep(list, w, "residuals", tac_acceleration_residual);
    add(list, w, "residuals rest", tac_residual_rest_rows, g->block_cell[g->n_block], g->n_cell,
        WORTH_CELLS);
}
