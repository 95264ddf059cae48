#include "apart_cost.h"

#include "step/cost.h"

// Over everything but what is the carrier's.
static double of_elements(const tac_apart *a, int stage)
{
    return tac_stage_cost(a->w, stage, 0, a->w->plan->g->n_cell);
}

static double of_bodies(const tac_apart *a, int stage)
{
    int n = a->w->plan->g->n_body_cell, behind = a->own + 1 < n ? a->own + 1 : n;
    return tac_stage_cost(a->w, stage, 0, a->own) + tac_stage_cost(a->w, stage, behind, n);
}

static double of_all_bodies(const tac_apart *a, int stage)
{
    return tac_stage_cost(a->w, stage, 0, a->w->plan->g->n_body_cell);
}

static double of_units(const tac_apart *a, int stage)
{
    int n = a->w->plan->g->n_unit, behind = a->top < n ? a->top + 1 : n;
    return tac_stage_cost(a->w, stage, 0, a->top) + tac_stage_cost(a->w, stage, behind, n);
}

static double up(const tac_apart *a, const tac_apart_stages *s)
{
    const tac_workspace *w = a->w;
    return of_elements(a, s->rows) + of_bodies(a, s->bodies) +
           tac_stage_cost(w, TAC_ELEMENTS_LOAD, 0, w->plan->g->n_tree_cell) +
           of_units(a, s->fresh ? TAC_UNITS_FACTOR : TAC_UNITS_FORWARD);
}

static double down(const tac_apart *a, tac_part_solve solve)
{
    const tac_apart_stages *s = &tac_apart_solves[solve];
    bool newton = solve == TAC_PART_NEWTON || solve == TAC_PART_AGAIN;
    double twice = newton && a->w->m->n_unilateral > 0 ? of_elements(a, TAC_ELEMENTS_PUSH) : 0.0;
    return of_units(a, TAC_UNITS_BACKWARD) + twice + of_elements(a, s->push) +
           of_bodies(a, s->update);
}

void tac_apart_cost(const tac_apart *a, tac_part_cost *cost)
{
    *cost = (tac_part_cost){
        .begin = of_elements(a, TAC_ELEMENTS_PREDICT) + of_all_bodies(a, TAC_BODIES_PREDICT),
        .end = of_elements(a, TAC_ELEMENTS_RESIDUAL) + of_elements(a, TAC_ELEMENTS_COMMIT) +
               of_bodies(a, TAC_BODIES_CHECK) + of_all_bodies(a, TAC_BODIES_COMMIT) +
               tac_step_cost(a->w)};
    for (int solve = 0; solve < TAC_PART_SOLVES; solve++) {
        cost->up[solve] = up(a, &tac_apart_solves[solve]);
        cost->down[solve] = down(a, (tac_part_solve)solve);
    }
}
