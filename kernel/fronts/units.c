// The linear problem of a solve over the units of the plan: children first, and back.
//
// A node's front is the symmetric matrix over the rows it eliminates, then its boundary rows. A leaf's
// front is W = h Phi M^-1 Phi^T of its body, [004] (26) in joint space; a joined front is the sum of what
// its children left on their boundaries, and eliminating is [004] (36)-(39). A failed pivot turns into
// NaN and is found by the step's final check, never by a branch here.
//
// A unit is a node per lane (fronts.h), a wide node (wide_fronts.h), or either of them in a chain
// (chain_fronts.h). All do the same operations on every number in the same order: sums over pivots run
// upwards, and in the backward elimination boundary rows come first.
#include "units.h"

#include "chain_fronts.h"
#include "workspace/coupled.h"

static void join(tac_workspace *w, const tac_node_cell *u)
{
    front F = front_at(w, u);
    for (int i = 0; i < u->size; i++) {
        double *row = front_row(&F, i);
        for (int j = i; j < u->size; j++) {
            lane_store(row + j * L, lane_set(0.0));
        }
    }
    add_child(w, u, 0);
    add_child(w, u, 1);
}

static void factor_front(tac_workspace *w, const tac_node_cell *u)
{
    if (u->couples) {
        tac_ask_couplers(w, u);
    }
    if (u->wide) {
        (u->leaf ? leaf_wide : join_wide)(w, u);
        add_compliance_wide(w, u);
        factor_wide(w->fronts.front + u->front, u->size, u->n_e, u->stride);
        return;
    }
    front F = front_at(w, u);
    int few = u->n_e == 3 || u->n_e == 5 || u->n_e == 6;
    if (few && !u->leaf && u->child_beside[0] == TAC_ALIGNED && u->child_beside[1] == TAC_ALIGNED) {
        const tac_node_cell *a = &w->plan->unit[u->child[0]];
        const tac_node_cell *b = &w->plan->unit[u->child[1]];
        children c = {{front_at(w, a).left, front_at(w, b).left},
                      {a->stride, b->stride},
                      {u->from[0], u->from[1]}};
        lane c_e[FEW_PIVOTS] = {lane_set(0.0)};
        for (int e = 0, k = 0; e < u->n_home; e++) {
            for (int i = 0; i < u->home[e].n_row; i++, k++) {
                const double *compliance = w->fields.row + (i * TAC_ROW_FIELDS + R_C) * L;
                c_e[k] = fetch(compliance, &u->home[e].row);
            }
        }
        factor_lanes(&F, u->size, &c, c_e);
        return;
    }
    (u->leaf ? leaf_lanes : join)(w, u);
    add_compliance(w, u);
    factor_lanes(&F, u->size, NULL, NULL);
}

// The right-hand side of a unit that is no node of a chain.
static void forward_front(tac_workspace *w, const tac_node_cell *u)
{
    if (u->couples) {
        tac_ask_couplers(w, u);
    }
    if (u->wide) {
        load_wide(w, u);
        forward_wide(w->fronts.front + u->front, u->size, u->n_e, u->stride, w->fronts.b + u->b);
    } else {
        load_front(w, u);
        forward_lanes(w->fronts.front + u->front, u->size, u->n_e, w->fronts.b + u->b);
    }
}

static void units_forward(tac_workspace *w, int first, int last)
{
    const tac_node_cell *end = w->plan->unit + last;
    for (const tac_node_cell *u = w->plan->unit + first; u < end; u++) {
        if (tac_is_silent(u)) {
            continue;
        }
        if (!u->chain) {
            forward_front(w, u);
        } else if (u->wide) {
            single_forward(w, u);
        } else {
            chain_forward(w, u);
        }
    }
}

static void units_factor(tac_workspace *w, int first, int last)
{
    const tac_node_cell *end = w->plan->unit + last;
    for (const tac_node_cell *u = w->plan->unit + first; u < end; u++) {
        if (tac_is_silent(u) && !u->wide) {
            leaf_lanes(w, u);
        } else if (!u->chain) {
            factor_front(w, u);
            if (!tac_is_silent(u)) {
                forward_front(w, u);
            }
        } else if (u->wide) {
            single_factor(w, u);
            single_forward(w, u);
        } else {
            chain_factor(w, u);
            chain_forward(w, u);
        }
    }
}

// sigma of the eliminated rows of a unit that is no node of a chain.
static void backward_front(tac_workspace *w, const tac_node_cell *u)
{
    double *b = w->fronts.b + u->b;
    if (u->size > u->n_e) {
        read_boundary(w, u);
    }
    backward_lanes(w->fronts.front + u->front, u->size, u->n_e, b);
    give_front(w, u);
}

// The same of a wide unit.
static void backward_wide_unit(tac_workspace *w, const tac_node_cell *u)
{
    if (u->size > u->n_e) {
        read_wide(w, u);
    }
    backward_wide(w->fronts.front + u->front, u->size, u->n_e, u->stride, w->fronts.b + u->b);
    give_wide(w, u);
}

// Units from the last to the first.
static void units_backward(tac_workspace *w, int first, int last)
{
    const tac_node_cell *begin = w->plan->unit + first;
    for (const tac_node_cell *u = w->plan->unit + last; u > begin;) {
        u--;
        if (tac_is_silent(u)) {
            continue;
        }
        if (!u->chain) {
            (u->wide ? backward_wide_unit : backward_front)(w, u);
        } else if (u->wide) {
            single_backward(w, u);
        } else {
            chain_backward(w, u);
        }
    }
}

#if TAC_LANES == 1
#define STAGES tac_unit_stages_1
#elif TAC_LANES == 4
#define STAGES tac_unit_stages_4
#else
#define STAGES tac_unit_stages_8
#endif

tac_stage *const STAGES[TAC_METHOD_STAGES] = {
    [TAC_UNITS_FACTOR] = units_factor,
    [TAC_UNITS_FORWARD] = units_forward,
    [TAC_UNITS_BACKWARD] = units_backward,
};
