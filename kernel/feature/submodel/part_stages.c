#include "part_stages.h"

#include "carried.h"
#include "workspace/layers.h"
#include "workspace/stage_numbers.h"

typedef void part_work(tac_workspace *w, tac_part *p);

// What becomes of a stage in cells of sub-models apart: nothing of it lasts, as what is in another process or object
// makes it anew; or rows that are not in the tree push nothing.
typedef enum kept_cells { KEEPS_ALL, KEEPS_TREE, KEEPS_OTHERS } kept_cells;

// Of a law, and of a sub-model apart, which is asked in solves; NULL: it takes no part.
static const struct {
    part_work *work, *carry;
    kept_cells keeps;
    bool solves;
    tac_part_solve solve;
} works[TAC_INDEX3_STAGES] = {
    [TAC_ELEMENTS_PREDICT] = {tac_part_predict, tac_carry_predict, KEEPS_ALL, false, 0},
    [TAC_ELEMENTS_POSITION] = {NULL, NULL, KEEPS_ALL, true, TAC_PART_POSITION},
    [TAC_ELEMENTS_NEWTON] = {tac_part_newton, NULL, KEEPS_OTHERS, true, TAC_PART_NEWTON},
    [TAC_ELEMENTS_AGAIN] = {tac_part_again, NULL, KEEPS_OTHERS, true, TAC_PART_AGAIN},
    [TAC_ELEMENTS_VELOCITY] = {tac_part_velocity, NULL, KEEPS_OTHERS, true, TAC_PART_VELOCITY},
    [TAC_ELEMENTS_ACCELERATION] = {tac_part_acceleration, NULL, KEEPS_OTHERS, true,
                                   TAC_PART_ACCELERATION},
    [TAC_ELEMENTS_RESIDUAL] = {tac_part_residual, tac_carry_residual, KEEPS_OTHERS, false, 0},
    [TAC_ELEMENTS_COMMIT] = {tac_part_commit, tac_carry_commit, KEEPS_OTHERS, false, 0},
    [TAC_ELEMENTS_PUSH] = {NULL, NULL, KEEPS_TREE, false, 0},
    [TAC_ELEMENTS_PUSH_OWN] = {NULL, NULL, KEEPS_TREE, false, 0},
    [TAC_ELEMENTS_PUSH_NEWTON] = {NULL, NULL, KEEPS_TREE, false, 0},
    [TAC_ELEMENTS_PUSH_INDEX1] = {NULL, NULL, KEEPS_TREE, false, 0}};

static bool keeps(const tac_workspace *w, int stage, int cell)
{
    kept_cells kept = works[stage].keeps;
    tac_cell_apart apart = w->cell_apart[cell];
    return kept == KEEPS_ALL || apart == TAC_NOT_APART ||
           (kept == KEEPS_TREE && apart == TAC_APART_IN_TREE);
}

// Runs the stage as it is without parts, in the cells that keep it.
static void run_kept(tac_workspace *w, tac_stage_call at, int first, int last)
{
    for (int cell = first; cell <= last; cell++) {
        if (cell == last || !keeps(w, at.stage, cell)) {
            tac_call_below(w, at, first, cell);
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

// Asks sub-models that are elsewhere to begin, runs all other elements, then what parts make of it.
static void run_elements(tac_workspace *w, tac_stage_call at, int first, int last)
{
    int stage = at.stage;
    for (int cell = first; cell < last && works[stage].solves; cell++) {
        for (int l = 0; l < w->plan->cell[cell].n; l++) {
            tac_part *p = part_in(w, cell, l);
            if (p && p->has_bodies) {
                tac_carry_ahead(w, p, works[stage].solve);
            }
        }
    }
    run_kept(w, at, first, last);
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

typedef struct cells {
    int first, last;
} cells;

// The k-th batch if its carrier is in these cells; NULL.
static tac_part *carried_in(const tac_workspace *w, int k, cells c)
{
    tac_part *p = &w->part[w->carried[k]];
    int cell = w->plan->g->body_cell[w->m->element[p->element].body[1]];
    return cell >= c.first && cell < c.last ? p : NULL;
}

// Stages over bodies that take over a solution, of which solve, and whether it is the last of a step.
static const struct {
    bool takes, is_last;
    tac_part_solve solve;
} taken[TAC_INDEX3_STAGES] = {
    [TAC_BODIES_UPDATE_POSITION] = {true, false, TAC_PART_POSITION},
    [TAC_BODIES_UPDATE_OWN] = {true, false, TAC_PART_NEWTON},
    [TAC_BODIES_UPDATE_NEWTON] = {true, true, TAC_PART_NEWTON},
    [TAC_BODIES_UPDATE_VELOCITY] = {true, false, TAC_PART_VELOCITY},
    [TAC_BODIES_UPDATE_ACCELERATION] = {true, false, TAC_PART_ACCELERATION},
};

// Hands a solution to batches first, to all on one carrier at once, and after it where carriers are.
static void run_update(tac_workspace *w, tac_stage_call at, int first, int last)
{
    cells c = {first, last};
    for (int k = 0; k < w->n_carried; k++) {
        tac_part *p = carried_in(w, k, c);
        if (p && p->first == w->carried[k]) {
            tac_carry_down(w, p, taken[at.stage].solve, taken[at.stage].is_last);
        }
    }
    tac_call_below(w, at, first, last);
    for (int k = 0; k < w->n_carried; k++) {
        tac_part *p = carried_in(w, k, c);
        if (p) {
            tac_carry_moved(w, p);
        }
    }
}

static void run_check(tac_workspace *w, tac_stage_call at, int first, int last)
{
    tac_call_below(w, at, first, last);
    for (int k = 0; k < w->n_carried; k++) {
        tac_part *p = carried_in(w, k, (cells){first, last});
        if (p) {
            tac_carry_checked(w, p);
        }
    }
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
    bool costs = taken[stage].takes && stage != TAC_BODIES_UPDATE_POSITION;
    return costs ? c->down[taken[stage].solve] : 0.0;
}

// Of all on a carrier those over elements are where the first of them is.
double tac_part_stage_cost(const tac_workspace *w, int stage, int first, int last)
{
    double sum = 0.0;
    for (int k = 0; k < w->n_carried && stage < TAC_INDEX3_STAGES; k++) {
        const tac_part *p = &w->part[w->carried[k]];
        const tac_part_cost *c = tac_part_cost_of(w->m->objects.parts[w->carried[k]].table, p->n);
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

void tac_add_part_layers(tac_workspace *w)
{
    for (int stage = 0; stage < TAC_INDEX3_STAGES; stage++) {
        if (works[stage].work || works[stage].solves) {
            tac_add_layer(w, stage, run_elements);
        } else if (works[stage].keeps != KEEPS_ALL) {
            tac_add_layer(w, stage, run_kept);
        } else if (taken[stage].takes) {
            tac_add_layer(w, stage, run_update);
        }
    }
    tac_add_layer(w, TAC_BODIES_CHECK, run_check);
}
