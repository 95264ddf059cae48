#include "sweeps.h"

#include "walk.h"
#include "workspace/layers.h"

// ---- phases ------------------------------------------------------------------------------------

static inline void compute(tac_workspace *w, int stage, int first, int last, void *context)
{
    (void)context;
    if (first < last) {
        w->stage[stage].run(w, first, last);
    }
}

static inline void compute_layers(tac_workspace *w, int stage, int first, int last, void *context)
{
    (void)context;
    if (first < last) {
        tac_call_stage(w, stage, first, last);
    }
}

// Walks of workspaces without layers do not look for any.
static const tac_visitor step = {compute, NULL, true, true};
static const tac_visitor layered = {compute_layers, NULL, true, true};

static inline const tac_solve *solve_of(const tac_work *work)
{
    const tac_solve *last = work->up->in_last;
    return last && tac_is_last_iteration(work->space, work->iteration) ? last : work->up;
}

void tac_run_walk(tac_work *work, int first, int last)
{
    if (work->space->layered) {
        tac_walk_phase(work, solve_of(work), layered, first, last);
    } else {
        tac_walk_phase(work, solve_of(work), step, first, last);
    }
}

void tac_run_all(tac_work *work, int first, int last)
{
    const tac_solve *up = work->up;
    int is_last = up->in_last && tac_is_last_iteration(work->space, work->iteration);
    const tac_visit *visit = work->visit[is_last];
    if (visit) {
        for (; visit->run; visit++) {
            visit->run(work->space, visit->first, visit->last);
        }
    } else if (work->space->layered) {
        tac_walk_all(work->space, layered, solve_of(work), first, last);
    } else {
        tac_walk_all(work->space, step, solve_of(work), first, last);
    }
}

static int length_of(const unsigned char *list)
{
    int n = 0;
    for (int k = 0; k < TAC_MOST_BLOCK_STAGES; k++) {
        n += list[k] != TAC_NO_STAGE;
    }
    return n;
}

int tac_visit_count(const tac_solve *s)
{
    const tac_solve *last = s->in_last ? s->in_last : s;
    return length_of(s->up) + length_of(s->down) + length_of(last->up) + length_of(last->down) + 2;
}

static tac_visit *note_list(const tac_workspace *w, const unsigned char *list, tac_visit *to)
{
    for (; *list != TAC_NO_STAGE; list++) {
        const tac_stage_entry *stage = &w->stage[*list];
        if (stage->first[0] < stage->first[1]) {
            *to++ = (tac_visit){stage->run, stage->first[0], stage->first[1]};
        }
    }
    return to;
}

void tac_list_visits(tac_workspace *w)
{
    tac_visit *next = w->list.visit;
    for (tac_work *work = w->list.work; work < w->list.work + w->list.n; work++) {
        for (int is_last = 0; is_last < 2 && work->walk == TAC_ALL; is_last++) {
            const tac_solve *s = is_last && work->up->in_last ? work->up->in_last : work->up;
            work->visit[is_last] = s->block_done || w->layered ? NULL : next;
            next = note_list(w, s->down, note_list(w, s->up, next));
            *next++ = (tac_visit){NULL, 0, 0};
        }
    }
}

void tac_run_stage(tac_work *work, int first, int last)
{
    tac_workspace *w = work->space;
    tac_call_stage(w, work->stage, first, last);
}

// ---- where items begin -------------------------------------------------------------------------

static const int *first_items(tac_workspace *w, tac_over over)
{
    const tac_grouping *g = w->plan->g;
    const int *const first[TAC_OVERS] = {[TAC_OVER_BODIES] = g->block_body,
                                         [TAC_OVER_CELLS] = g->block_cell,
                                         [TAC_OVER_TREE_CELLS] = g->block_cell,
                                         [TAC_OVER_ENDS] = w->plan->block_joint_end,
                                         [TAC_OVER_UNITS] = g->block_unit};
    if (tac_one_block(g) && (over == TAC_OVER_CELLS || over == TAC_OVER_TREE_CELLS)) {
        w->sweep.one_block[over][0] = g->block_cell[0];
        w->sweep.one_block[over][1] = over == TAC_OVER_CELLS ? g->n_cell : g->n_tree_cell;
        return w->sweep.one_block[over];
    }
    return first[over];
}

void tac_set_first_items(tac_workspace *w, const tac_over over[TAC_MOST_STAGES])
{
    for (int stage = 0; stage < TAC_MOST_STAGES; stage++) {
        w->stage[stage].first = first_items(w, over[stage]);
    }
}

// ---- marks -------------------------------------------------------------------------------------

void tac_set_scratch(tac_workspace *w, int own)
{
    w->sweep.scratch[0] = w->fronts.front;
    w->sweep.scratch[1 + w->plan->g->n_block] = w->fields.element;
    for (int k = 0; k < w->plan->g->n_block; k++) {
        w->sweep.scratch[1 + k] = w->fronts.front + w->plan->scratch[own ? k : 0];
    }
}

void tac_forget_sweeps(tac_workspace *w)
{
    for (int kind = 0; kind < TAC_WAITS; kind++) {
        for (int i = 0; i < w->plan->waits[kind].n; i++) {
            w->sweep.done[kind][i] = 0;
        }
    }
}
