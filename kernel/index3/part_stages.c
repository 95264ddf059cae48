#include "part_stages.h"

#include "carried.h"
#include "stages.h"

typedef void part_work(tac_workspace *w, tac_part *p);

// Of a law, and of a sub-model apart, which is asked in solves; NULL: it takes no part.
static const struct {
    part_work *work, *carry;
    bool solves;
    tac_part_solve solve;
} works[TAC_INDEX3_STAGES] = {
    [TAC_ELEMENTS_PREDICT] = {tac_part_predict, tac_carry_predict, false, 0},
    [TAC_ELEMENTS_POSITION] = {NULL, NULL, true, TAC_PART_POSITION},
    [TAC_ELEMENTS_NEWTON] = {tac_part_newton, NULL, true, TAC_PART_NEWTON},
    [TAC_ELEMENTS_AGAIN] = {tac_part_again, NULL, true, TAC_PART_AGAIN},
    [TAC_ELEMENTS_VELOCITY] = {tac_part_velocity, NULL, true, TAC_PART_VELOCITY},
    [TAC_ELEMENTS_ACCELERATION] = {tac_part_acceleration, NULL, true, TAC_PART_ACCELERATION},
    [TAC_ELEMENTS_RESIDUAL] = {tac_part_residual, tac_carry_residual, false, 0},
    [TAC_ELEMENTS_COMMIT] = {tac_part_commit, tac_carry_commit, false, 0}};

// Whether a stage makes nothing of a cell that lasts: what is in another process or object makes it anew, and rows that are
// not in the tree push nothing.
static bool leaves_out(const tac_workspace *w, tac_index3_stage stage, int cell)
{
    switch (stage) {
    case TAC_ELEMENTS_PREDICT:
    case TAC_ELEMENTS_POSITION:
        return false;
    case TAC_ELEMENTS_PUSH:
    case TAC_ELEMENTS_PUSH_OWN:
    case TAC_ELEMENTS_PUSH_NEWTON:
    case TAC_ELEMENTS_PUSH_INDEX1:
        return w->cell_apart[cell] == TAC_APART_OUT_OF_TREE;
    default:
        return w->cell_apart[cell] != TAC_NOT_APART;
    }
}

// The stage as it is without parts.
static void run_under(tac_workspace *w, int first, int last, tac_index3_stage stage)
{
    for (int cell = first; cell <= last; cell++) {
        if (cell == last || leaves_out(w, stage, cell)) {
            w->under_parts[stage](w, first, cell);
            first = cell + 1;
        }
    }
}

// The part in a place of a cell, NULL: it is another element.
static tac_part *part_in(const tac_workspace *w, int cell, int place)
{
    int k = tac_element_part(w->m, &w->m->element[w->plan->cell[cell].element[place]]);
    return k == TAC_NONE ? NULL : &w->part[k];
}

// Sub-models that are elsewhere begin, then all other elements, then what parts make of it.
static void run(tac_workspace *w, int first, int last, tac_index3_stage stage)
{
    for (int cell = first; cell < last && works[stage].solves; cell++) {
        for (int l = 0; l < w->plan->cell[cell].n; l++) {
            tac_part *p = part_in(w, cell, l);
            if (p && p->has_bodies) {
                tac_carry_ahead(w, p, works[stage].solve);
            }
        }
    }
    run_under(w, first, last, stage);
    for (int cell = first; cell < last; cell++) {
        for (int l = 0; l < w->plan->cell[cell].n; l++) {
            tac_part *p = part_in(w, cell, l);
            part_work *work = !p ? NULL : p->has_bodies ? works[stage].carry : works[stage].work;
            if (work) {
                work(w, p);
            } else if (p && p->has_bodies && works[stage].solves) {
                tac_carry_up(w, p, works[stage].solve);
            }
        }
    }
}

static void run_predict(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_ELEMENTS_PREDICT);
}

static void run_newton(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_ELEMENTS_NEWTON);
}

static void run_again(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_ELEMENTS_AGAIN);
}

static void run_velocity(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_ELEMENTS_VELOCITY);
}

static void run_acceleration(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_ELEMENTS_ACCELERATION);
}

static void run_residual(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_ELEMENTS_RESIDUAL);
}

static void run_commit(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_ELEMENTS_COMMIT);
}

static void run_position(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_ELEMENTS_POSITION);
}

static void run_push(tac_workspace *w, int first, int last)
{
    run_under(w, first, last, TAC_ELEMENTS_PUSH);
}

static void run_push_own(tac_workspace *w, int first, int last)
{
    run_under(w, first, last, TAC_ELEMENTS_PUSH_OWN);
}

static void run_push_newton(tac_workspace *w, int first, int last)
{
    run_under(w, first, last, TAC_ELEMENTS_PUSH_NEWTON);
}

static void run_push_index1(tac_workspace *w, int first, int last)
{
    run_under(w, first, last, TAC_ELEMENTS_PUSH_INDEX1);
}

typedef struct cells {
    int first, last;
} cells;

// The k-th compound if its carrier is in these cells; NULL.
static tac_part *carried_in(const tac_workspace *w, int k, cells c)
{
    tac_part *p = &w->part[w->carried[k]];
    int cell = w->plan->g->body_cell[w->m->element[p->element].body[1]];
    return cell >= c.first && cell < c.last ? p : NULL;
}

// A stage over bodies that takes over a solution: compounds first, of all on one carrier at once, and after it where
// carriers are.
static void take(tac_workspace *w, cells c, tac_index3_stage stage, tac_part_solve solve,
                 int is_last)
{
    for (int k = 0; k < w->n_carried; k++) {
        tac_part *p = carried_in(w, k, c);
        if (p && p->first == w->carried[k]) {
            tac_carry_down(w, p, solve, is_last);
        }
    }
    w->under_parts[stage](w, c.first, c.last);
    for (int k = 0; k < w->n_carried; k++) {
        tac_part *p = carried_in(w, k, c);
        if (p) {
            tac_carry_moved(w, p);
        }
    }
}

static void check(tac_workspace *w, int first, int last)
{
    w->under_parts[TAC_BODIES_CHECK](w, first, last);
    for (int k = 0; k < w->n_carried; k++) {
        tac_part *p = carried_in(w, k, (cells){first, last});
        if (p) {
            tac_carry_checked(w, p);
        }
    }
}

static void take_position(tac_workspace *w, int first, int last)
{
    take(w, (cells){first, last}, TAC_BODIES_UPDATE_POSITION, TAC_PART_POSITION, 0);
}

static void take_own(tac_workspace *w, int first, int last)
{
    take(w, (cells){first, last}, TAC_BODIES_UPDATE_OWN, TAC_PART_NEWTON, 0);
}

static void take_newton(tac_workspace *w, int first, int last)
{
    take(w, (cells){first, last}, TAC_BODIES_UPDATE_NEWTON, TAC_PART_NEWTON, 1);
}

static void take_velocity(tac_workspace *w, int first, int last)
{
    take(w, (cells){first, last}, TAC_BODIES_UPDATE_VELOCITY, TAC_PART_VELOCITY, 0);
}

static void take_acceleration(tac_workspace *w, int first, int last)
{
    take(w, (cells){first, last}, TAC_BODIES_UPDATE_ACCELERATION, TAC_PART_ACCELERATION, 0);
}

// ---- what they take -----------------------------------------------------------------------------

static double cost_over_elements(const tac_part_cost *c, int stage)
{
    bool begins = stage == TAC_ELEMENTS_PREDICT, ends = stage == TAC_ELEMENTS_RESIDUAL;
    return begins                ? c->begin
           : ends                ? c->end
           : works[stage].solves ? c->up[works[stage].solve]
                                 : 0.0;
}

static double cost_over_bodies(const tac_part_cost *c, int stage)
{
    switch (stage) {
    case TAC_BODIES_UPDATE_OWN:
    case TAC_BODIES_UPDATE_NEWTON:
        return c->down[TAC_PART_NEWTON];
    case TAC_BODIES_UPDATE_VELOCITY:
        return c->down[TAC_PART_VELOCITY];
    case TAC_BODIES_UPDATE_ACCELERATION:
        return c->down[TAC_PART_ACCELERATION];
    default:
        return 0.0;
    }
}

// Of all on a carrier those over elements are where the first of them is.
double tac_part_stage_cost(const tac_workspace *w, int stage, int first, int last)
{
    double sum = 0.0;
    for (int k = 0; k < w->n_carried && stage < TAC_INDEX3_STAGES; k++) {
        const tac_part *p = &w->part[w->carried[k]];
        const tac_part_cost *c = tac_part_cost_of(w->m->parts[w->carried[k]].table, p->n);
        int cell = w->plan->g->element_cell[w->part[p->first].element];
        if (c && cell >= first && cell < last) {
            sum += cost_over_elements(c, stage);
        }
        if (c && carried_in(w, k, (cells){first, last})) {
            sum += cost_over_bodies(c, stage);
        }
    }
    return sum;
}

void tac_set_part_stages(tac_workspace *w)
{
    static const struct {
        tac_index3_stage stage;
        tac_stage *run;
    } runs[] = {{TAC_ELEMENTS_PREDICT, run_predict},
                {TAC_ELEMENTS_NEWTON, run_newton},
                {TAC_ELEMENTS_AGAIN, run_again},
                {TAC_ELEMENTS_VELOCITY, run_velocity},
                {TAC_ELEMENTS_ACCELERATION, run_acceleration},
                {TAC_ELEMENTS_RESIDUAL, run_residual},
                {TAC_ELEMENTS_COMMIT, run_commit},
                {TAC_ELEMENTS_POSITION, run_position},
                {TAC_ELEMENTS_PUSH, run_push},
                {TAC_ELEMENTS_PUSH_OWN, run_push_own},
                {TAC_ELEMENTS_PUSH_NEWTON, run_push_newton},
                {TAC_ELEMENTS_PUSH_INDEX1, run_push_index1},
                {TAC_BODIES_UPDATE_POSITION, take_position},
                {TAC_BODIES_UPDATE_OWN, take_own},
                {TAC_BODIES_UPDATE_NEWTON, take_newton},
                {TAC_BODIES_UPDATE_VELOCITY, take_velocity},
                {TAC_BODIES_UPDATE_ACCELERATION, take_acceleration},
                {TAC_BODIES_CHECK, check}};
    for (int i = 0; i < (int)(sizeof runs / sizeof *runs); i++) {
        w->under_parts[runs[i].stage] = w->stage[runs[i].stage].run;
        w->stage[runs[i].stage].run = runs[i].run;
    }
}
