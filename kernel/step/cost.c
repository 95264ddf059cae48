#include "cost.h"

#include <string.h>

#include "extrapolate.h"
#include "feature/submodel/part_stages.h"
#include "twin_sequences.h"
#include "walk.h"
#include "workspace/multirate_data.h"

// ---- sizes -------------------------------------------------------------------------------------

static void size_elements(const tac_workspace *w, int first, int last, double *size)
{
    for (int i = first; i < last; i++) {
        const tac_cell *c = &w->plan->cell[i];
        size[0] += 1.0;
        size[1] += c->like->n_row;
        size[2] += c->like->n_row - c->n_linear;
        size[3] += !c->holds;
    }
}

static void size_bodies(const tac_workspace *w, int first, int last, double *size)
{
    for (int i = first; i < last; i++) {
        size[0] += 1.0;
        size[1] += w->plan->body[i].n_side;
    }
}

// Vector operations of one unit: building and eliminating its front, or substituting.
static double operations(const tac_workspace *w, const tac_node_cell *u, int factor)
{
    double n = u->size, e = u->n_e;
    double across = u->wide ? (double)u->stride / w->plan->g->lanes : n; // vectors in a row
    if (!factor) {
        return (e + 1.0) * across;
    }
    return 0.5 * n * across * (u->leaf ? 6.0 : 2.0) + 0.5 * e * n * across;
}

static void size_units(const tac_workspace *w, int first, int last, int factor, double *size)
{
    for (int i = first; i < last; i++) {
        const tac_node_cell *u = &w->plan->unit[i];
        size[0] += 1.0;
        size[u->wide ? 3 : u->leaf ? 1 : 2] += operations(w, u, factor);
    }
}

static void size_others(const tac_workspace *w, int kind, int first, int last, double *size)
{
    const tac_model *m = w->m;
    size[0] = kind == TAC_COST_COMBINE ? last - first : 1.0;
    if (kind == TAC_COST_STEP) {
        size[1] = m->n_body;
        size[2] = m->n_row;
    } else if (kind == TAC_COST_MOMENTUM) {
        size[1] = m->isolated.isolated_first[last] - m->isolated.isolated_first[first];
    }
}

void tac_cost_sizes(const tac_workspace *w, int kind, int first, int last,
                    double size[TAC_COST_SIZES])
{
    memset(size, 0, TAC_COST_SIZES * sizeof *size);
    if (kind < TAC_METHOD_STAGES) {
        size_units(w, first, last, kind == TAC_UNITS_FACTOR, size);
    } else if (kind < TAC_BODIES_PREDICT) {
        size_elements(w, first, last, size);
    } else if (kind < TAC_COST_STEP) {
        size_bodies(w, first, last, size);
    } else {
        size_others(w, kind, first, last, size);
    }
}

static double price_of(const tac_workspace *w, int kind, const double *price, int first, int last)
{
    double size[TAC_COST_SIZES], sum = 0.0;
    tac_cost_sizes(w, kind, first, last, size);
    for (int k = 0; k < TAC_COST_SIZES; k++) {
        sum += size[k] * price[k];
    }
    return sum;
}

// ---- a visitor that adds up prices -------------------------------------------------------------

// The stage over whole cells that stages over ends of joints are priced by.
static const unsigned char priced_as[TAC_MOST_STAGES] = {
    [TAC_ENDS_PREDICT] = TAC_ELEMENTS_PREDICT,
    [TAC_ENDS_NEWTON] = TAC_ELEMENTS_NEWTON,
    [TAC_ENDS_AGAIN] = TAC_ELEMENTS_AGAIN,
    [TAC_ENDS_VELOCITY] = TAC_ELEMENTS_VELOCITY,
    [TAC_ENDS_ACCELERATION] = TAC_ELEMENTS_ACCELERATION,
    [TAC_ENDS_LOAD] = TAC_ELEMENTS_LOAD,
    [TAC_ENDS_RESIDUAL] = TAC_ELEMENTS_RESIDUAL,
    [TAC_ENDS_PUSH] = TAC_ELEMENTS_PUSH,
    [TAC_ENDS_PUSH_NEWTON] = TAC_ELEMENTS_PUSH_NEWTON,
    [TAC_ENDS_PUSH_OWN] = TAC_ELEMENTS_PUSH_OWN,
};

const double *tac_index3_price(int stage)
{
    if (stage < TAC_ENDS_PREDICT) {
        return tac_price[stage];
    }
    return tac_price[stage < TAC_SPLIT_NEWTON ? priced_as[stage] : TAC_ELEMENTS_LOAD];
}

// An end of a joint costs half of its cell, and so does what is left when both ends are done.
double tac_stage_cost(const tac_workspace *w, int stage, int first, int last)
{
    int kind = w->stage[stage].sized_as;
    const double *price = w->stage[stage].price;
    if (kind < TAC_ENDS_PREDICT) {
        double parts = w->m->objects.n_part > 0 ? tac_part_stage_cost(w, stage, first, last) : 0.0;
        return price_of(w, kind, price, first, last) + parts;
    }
    double sum = 0.0;
    for (int i = first; i < last; i++) {
        int cell = kind < TAC_SPLIT_NEWTON ? w->plan->joint_end[i].cell : i;
        sum += 0.5 * price_of(w, TAC_ELEMENTS_LOAD, price, cell, cell + 1);
    }
    return sum;
}

double tac_step_cost(const tac_workspace *w)
{
    return price_of(w, TAC_COST_STEP, tac_price[TAC_COST_STEP], 0, 1);
}

static void add_price(tac_workspace *w, int stage, int first, int last, void *context)
{
    double *sum = context;
    *sum += tac_stage_cost(w, stage, first, last);
}

// What walks do with the marks of what sweeps have done: leave them for an item, which is priced alone;
// set them for a stretch, as a step does.
typedef enum pricing { ITEM, STRETCH } pricing;

static double price_walk(const tac_work *work, int first, int last, pricing what)
{
    double sum = 0.0;
    const tac_visitor item = {add_price, &sum, false, false},
                      stretch = {add_price, &sum, false, true};
    if (what == ITEM) {
        tac_walk_phase(work, work->up, item, first, last);
    } else {
        tac_walk_phase(work, work->up, stretch, first, last);
    }
    return sum;
}

static double price_phase(const tac_phase *phase, int first, int last, pricing what);

static double price_list(const tac_workspace *sub, int first, pricing what)
{
    double sum = 0.0;
    for (int p = first; p < sub->list.n; p++) {
        const tac_phase *phase = &sub->list.phase[p];
        sum += price_phase(phase, phase->first, phase->first + phase->n, what);
    }
    return sum;
}

// Sequences are lists of phases of their own; a worker that has all of them makes most of them in the twin.
static double price_sequences(const tac_workspace *w, int first, int last, pricing what)
{
    int together = w->sequences.twin && last - first == w->sequences.n;
    double sum = together ? price_list(w->sequences.twin, 0, what) : 0.0;
    for (int k = first; k < last; k++) {
        int done =
            together ? tac_sequence_phase(w->sequences.space[k], tac_twin_substeps(w, k)) : 0;
        sum += price_list(w->sequences.space[k], done, what);
    }
    return sum;
}

static double price_multirate(const tac_workspace *w, int first, int last, pricing what)
{
    double sum = 0.0;
    for (int k = first; k < last; k++) {
        sum += price_list(w->multirate[k].space, 0, what);
    }
    return sum;
}

static double price_phase(const tac_phase *phase, int first, int last, pricing what)
{
    const tac_work *work = phase->work;
    switch (work->walk) {
    case TAC_NO_WALK:
        if (work->stage != TAC_NO_STAGE) {
            return tac_stage_cost(work->space, work->stage, first, last);
        }
        return price_of(work->space, work->cost, tac_price[work->cost], first, last);
    case TAC_LISTS:
        return price_sequences(work->space, first, last, what);
    case TAC_MULTIRATE_LISTS:
        return price_multirate(work->space, first, last, what);
    case TAC_ALL:
    case TAC_SWEEP:
    case TAC_LATE_ROWS:
    case TAC_LATE_BLOCKS:
    case TAC_LATE_LOADS:
    case TAC_LATE_UNITS:
    case TAC_ACROSS_BACKWARD:
    case TAC_ACROSS_PUSH:
        break;
    }
    return price_walk(work, first, last, what);
}

double tac_index3_cost(const tac_work *work, const tac_phase *phase, int item)
{
    return phase ? price_phase(phase, item, item + 1, ITEM) : tac_step_cost(work->space);
}

double tac_index3_stretch(const tac_work *work, const tac_phase *phase, int first, int last)
{
    (void)work;
    return price_phase(phase, first, last, STRETCH);
}

int tac_index3_subtree(const tac_work *work, int body)
{
    const tac_grouping *g = work->space->plan->g;
    int k = tac_block_of_body(g, body);
    return k < g->n_block ? k : TAC_NONE;
}
