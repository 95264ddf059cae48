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

// Solution on the boundary, which is part of the parent's.
static void read_boundary(const tac_workspace *w, const tac_node_cell *u)
{
    const tac_model *m = w->m;
    double *b = w->fronts.b + u->b;
    const int *map = m->map + m->row_at[u->node[0]];
    if (u->parent_aligned) {
        const double *from = w->fronts.b + w->plan->unit[u->parent_unit[0]].b;
        for (int k = u->n_e; k < u->size; k++) {
            lane_store(b + k * L, lane_load(from + map[k] * L));
        }
        return;
    }
    for (int l = 0; l < L; l++) {
        const tac_node_cell *v = &w->plan->unit[u->parent_unit[l]];
        const double *from = w->fronts.b + v->b + u->parent_lane[l];
        int apart = v->step;
        map = m->map + m->row_at[u->node[l]];
        for (int k = u->n_e; k < u->rows[l]; k++) {
            b[k * L + l] = from[map[k] * apart];
        }
        for (int k = u->rows[l]; k < u->size; k++) {
            b[k * L + l] = 0.0;
        }
    }
}

static void factor_front(tac_workspace *w, const tac_node_cell *u)
{
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

// Right-hand sides of the eliminated rows and what the children left on their boundaries.
static void load_front(tac_workspace *w, const tac_node_cell *u)
{
    const tac_model *m = w->m;
    double *b = w->fronts.b + u->b;
    int k = 0;
    for (int e = 0; e < u->n_home; e++) {
        const tac_home *home = &u->home[e];
        for (int i = 0; i < home->n_row; i++, k++) {
            const double *rhs = w->fields.row + (i * TAC_ROW_FIELDS + R_SIGMA) * L;
            lane_store(b + k * L, fetch(rhs, &home->row));
        }
    }
    for (; k < u->size; k++) {
        lane_store(b + k * L, lane_set(0.0));
    }
    for (int c = 0; c < 2 && !u->leaf; c++) {
        int child = m->child[2 * u->node[0] + c], n = m->n_r[child];
        const int *map = m->map + m->row_at[child] + m->n_e[child];
        if (u->child_beside[c] != TAC_APART) {
            int mixed = u->child_beside[c] == TAC_MIXED;
            lane_order order = lane_order_of(u->child_lane[c]);
            const double *from = w->fronts.b + w->plan->unit[u->child[c]].left_b;
            for (int i = 0; i < n; i++) {
                lane x = lane_load(from + i * L);
                double *to = b + map[i] * L;
                lane_store(to, lane_load(to) + (mixed ? lane_reorder(x, order) : x));
            }
            continue;
        }
        for (int l = 0; l < L; l++) {
            view v = child_view(w, u, c, l);
            for (int i = 0; i < n; i++) {
                b[map[i] * L + l] += v.b[i * v.step];
            }
        }
    }
}

// The right-hand side of a unit that is no node of a chain.
static void forward_front(tac_workspace *w, const tac_node_cell *u)
{
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
    for (int e = 0, k = 0; e < u->n_home; e++) {
        const tac_home *home = &u->home[e];
        for (int i = 0; i < home->n_row; i++, k++) {
            double *sigma = w->fields.row + (i * TAC_ROW_FIELDS + R_SIGMA) * L;
            give(sigma, &home->row, lane_load(b + k * L));
        }
    }
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
