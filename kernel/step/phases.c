#include "phases.h"

#include "cost.h"
#include "momentum.h"
#include "solves.h"
#include "sweeps.h"
#include "workspace/stage_numbers.h"

// Items that are worth a second worker: a block, or some cells.
enum { WORTH_BLOCKS = 1, WORTH_CELLS = 16 };

// The cut that all sweeps over blocks have in common.
enum { CUT_OF_SWEEPS = 1 };

void tac_add_phase(tac_phase_list *list, const char *name, const tac_work *work, tac_run *run,
                   int first, int n)
{
    if (list->phase) {
        list->work[list->n] = *work;
        list->phase[list->n] = (tac_phase){
            name, &list->work[list->n], run, n, first, list->iteration, WORTH_CELLS, 0, 0};
    }
    list->n++;
}

// Items first .. last - 1.
typedef struct range {
    int first, last;
} range;

// A phase over items, unless there are none.
static void add(tac_phase_list *list, const char *name, const tac_work *work, range items,
                int worth)
{
    if (items.last > items.first) {
        tac_run *const runs[] = {[TAC_NO_WALK] = tac_run_stage, [TAC_ALL] = tac_run_all};
        tac_run *run = work->walk <= TAC_ALL ? runs[work->walk] : tac_run_walk;
        tac_add_phase(list, name, work, run, items.first, items.last - items.first);
        if (list->phase) {
            list->phase[list->n - 1].worth = worth;
        }
    }
}

// A sweep over all blocks, cut as all of them are, back from where the last one went.
static void add_sweep(tac_phase_list *list, tac_workspace *w, const char *name, const tac_solve *up)
{
    const tac_work work = {.space = w,
                           .walk = TAC_SWEEP,
                           .down = list->down,
                           .up = up,
                           .way = list->way,
                           .iteration = list->iteration};
    add(list, name, &work, (range){0, w->plan->g->n_block}, WORTH_BLOCKS);
    list->way = list->way == TAC_TO ? TAC_FRO : TAC_TO;
    if (list->phase) {
        list->phase[list->n - 1].cut = CUT_OF_SWEEPS;
    }
}

// Another walk through a solve.
static void add_walk(tac_phase_list *list, tac_workspace *w, const tac_solve *s, tac_walk walk,
                     range items)
{
    const tac_solve_names *name = &s->name;
    const char *const names[] = {
        [TAC_ALL] = name->all,
        [TAC_LATE_ROWS] = name->late,
        [TAC_LATE_BLOCKS] = name->late,
        [TAC_LATE_LOADS] = name->assembly,
        [TAC_LATE_UNITS] = name->assembly,
        [TAC_ACROSS_BACKWARD] = name->disassembly,
        [TAC_ACROSS_PUSH] = name->disassembly,
    };
    const tac_work work = {.space = w, .walk = walk, .up = s, .iteration = list->iteration};
    list->n_visit += walk == TAC_ALL ? tac_visit_count(s) : 0;
    int of_blocks = walk == TAC_ALL || walk == TAC_LATE_BLOCKS;
    add(list, names[walk], &work, items, of_blocks ? WORTH_BLOCKS : WORTH_CELLS);
}

void tac_add_solve(tac_phase_list *list, tac_workspace *w, const tac_solve *s)
{
    const tac_grouping *g = w->plan->g;
    int n_block = g->n_block, top = g->block_cell[n_block];
    if (tac_one_block(g)) {
        add_walk(list, w, s, TAC_ALL, (range){0, n_block});
        return;
    }
    add_sweep(list, w, s->name.blocks, s);
    add_walk(list, w, s, TAC_LATE_ROWS, (range){top, g->n_cell});
    add_walk(list, w, s, TAC_LATE_BLOCKS, (range){0, n_block});
    add_walk(list, w, s, TAC_LATE_LOADS, (range){top, g->n_tree_cell});
    for (int k = 0; k < g->n_level; k++) {
        add_walk(list, w, s, TAC_LATE_UNITS, (range){g->level_unit[k], g->level_unit[k + 1]});
    }
    for (int k = g->n_level - 1; k >= 0; k--) {
        add_walk(list, w, s, TAC_ACROSS_BACKWARD, (range){g->level_unit[k], g->level_unit[k + 1]});
    }
    add_walk(list, w, s, TAC_ACROSS_PUSH, (range){top, g->n_cell});
    list->down = s;
}

static void add_solve(tac_phase_list *list, tac_workspace *w, tac_index3_solve solve)
{
    tac_add_solve(list, w, &tac_index3_solves[solve]);
}

void tac_add_beginning(tac_phase_list *list, tac_workspace *w, const tac_solve *s, int above)
{
    const tac_grouping *g = w->plan->g;
    if (tac_one_block(g)) {
        add_walk(list, w, s, TAC_ALL, (range){0, g->n_block});
    } else if (above != TAC_NO_STAGE) {
        const tac_work work = {.space = w, .stage = above};
        add(list, s->name.all, &work, (range){g->block_cell[g->n_block], g->n_cell}, WORTH_CELLS);
    }
    list->down = s;
}

void tac_add_newton(tac_phase_list *list, tac_workspace *w, int iterations)
{
    tac_add_beginning(list, w, &tac_index3_solves[TAC_SOLVE_PREDICT], TAC_ELEMENTS_PREDICT);
    for (int k = 1; k <= iterations; k++) {
        list->iteration = k;
        int again = k > 1 && w->o.tangent == TAC_TANGENT_FIRST;
        int own = k < iterations && w->o.acceleration == TAC_INDEX1;
        static const tac_index3_solve solve[2][2] = {
            {TAC_SOLVE_NEWTON, TAC_SOLVE_NEWTON_OWN},
            {TAC_SOLVE_NEWTON_AGAIN, TAC_SOLVE_NEWTON_AGAIN_OWN}};
        add_solve(list, w, solve[again][own]);
    }
    list->iteration = 0;
}

void tac_add_position(tac_phase_list *list, tac_workspace *w)
{
    list->down = &tac_index3_solves[TAC_NO_SOLVE];
    add_solve(list, w, TAC_SOLVE_POSITION);
}

void tac_add_velocity(tac_phase_list *list, tac_workspace *w)
{
    const tac_solve *none = &tac_index3_solves[TAC_NO_SOLVE];
    add_solve(list, w, TAC_SOLVE_VELOCITY);
    if (w->m->isolated.n_isolated > 0) {
        if (!tac_one_block(w->plan->g)) {
            add_sweep(list, w, tac_index3_solves[TAC_SOLVE_VELOCITY].name.blocks, none);
        }
        const tac_work momentum = {.space = w, .cost = TAC_COST_MOMENTUM};
        tac_add_phase(list, "momentum", &momentum, tac_keep_momentum, 0, w->m->isolated.n_isolated);
        list->down = none;
    }
}

void tac_add_acceleration(tac_phase_list *list, tac_workspace *w)
{
    add_solve(list, w, tac_acceleration_solve(w->m, &w->o));
}

void tac_add_rows(tac_phase_list *list, tac_workspace *w, const tac_solve *s)
{
    const tac_grouping *g = w->plan->g;
    if (tac_one_block(g)) {
        add_walk(list, w, s, TAC_ALL, (range){0, g->n_block});
        return;
    }
    add_sweep(list, w, s->name.blocks, s);
    add_walk(list, w, s, TAC_LATE_ROWS, (range){g->block_cell[g->n_block], g->n_cell});
}

void tac_add_commit(tac_phase_list *list, tac_workspace *w)
{
    tac_add_rows(list, w, &tac_index3_solves[TAC_SOLVE_RESIDUAL]);
}

void tac_add_residual(tac_phase_list *list, tac_workspace *w)
{
    tac_add_commit(list, w);
    if (w->m->isolated.n_isolated > 0) {
        const tac_work momentum = {.space = w, .cost = TAC_COST_MOMENTUM};
        tac_add_phase(list, "momentum", &momentum, tac_turn_momentum, 0, w->m->isolated.n_isolated);
    }
}
