// Nodes of chains: a node per lane with the operations of chain_ops.h, and a node alone through chain.h.
#ifndef TAC_CHAIN_FRONTS_H
#define TAC_CHAIN_FRONTS_H

#include "wide_fronts.h"

// What a child left on its boundary: where it is if it lies in the same lanes, else collected here.
typedef struct tile {
    _Alignas(64) double F[4 * CHAIN_ROWS * CHAIN_ROWS * L], b[2 * CHAIN_ROWS * L];
} tile;

TAC_INLINE const tac_node_cell *child_of(const tac_workspace *w, const tac_node_cell *u, int c)
{
    return &w->plan->unit[u->child[c]];
}

// Of children in other lanes of one unit.
TAC_STATIC int reorder_front(const tac_workspace *w, const tac_node_cell *u, int c, int n, tile *t)
{
    const tac_node_cell *v = child_of(w, u, c);
    lane_order order = lane_order_of(u->child_lane[c]);
    const double *from = left_of(w, v);
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++) {
            lane_store(t->F + (i * n + j) * L,
                       lane_reorder(lane_load(from + i * v->stride + j * L), order));
        }
    }
    return n * L;
}

TAC_STATIC void reorder_rhs(const tac_workspace *w, const tac_node_cell *u, int c, int n, tile *t)
{
    const double *b = w->fronts.b + child_of(w, u, c)->left_b;
    lane_order order = lane_order_of(u->child_lane[c]);
    for (int i = 0; i < n; i++) {
        lane_store(t->b + i * L, lane_reorder(lane_load(b + i * L), order));
    }
}

TAC_STATIC int collect_front(const tac_workspace *w, const tac_node_cell *u, int c, tile *t)
{
    int n = w->m->nodes.n_r[w->m->nodes.child[2 * u->node[0] + c]], stride[L], step[L];
    if (u->child_beside[c] == TAC_MIXED) {
        return reorder_front(w, u, c, n, t);
    }
    const double *diagonal[L], *from[L];
    for (int l = 0; l < L; l++) {
        view v = child_view(w, u, c, l);
        stride[l] = v.stride;
        step[l] = v.step;
        diagonal[l] = v.F;
    }
    for (int i = 0; i < n; i++) {
        for (int l = 0; l < L; l++) {
            from[l] = diagonal[l];
            diagonal[l] += stride[l] + step[l];
        }
        for (int j = i; j < n; j++) {
            lane_store(t->F + (i * n + j) * L, lane_collect(from));
            for (int l = 0; l < L; l++) {
                from[l] += step[l];
            }
        }
    }
    return n * L;
}

TAC_STATIC void collect_rhs(const tac_workspace *w, const tac_node_cell *u, int c, tile *t)
{
    int n = w->m->nodes.n_r[w->m->nodes.child[2 * u->node[0] + c]], step[L];
    if (u->child_beside[c] == TAC_MIXED) {
        reorder_rhs(w, u, c, n, t);
        return;
    }
    const double *from[L];
    for (int l = 0; l < L; l++) {
        view v = child_view(w, u, c, l);
        step[l] = v.step;
        from[l] = v.b;
    }
    for (int i = 0; i < n; i++) {
        lane_store(t->b + i * L, lane_collect(from));
        for (int l = 0; l < L; l++) {
            from[l] += step[l];
        }
    }
}

// Where the boundary of a child starts, and from row to row.
TAC_INLINE const double *front_of(const tac_workspace *w, const tac_node_cell *u, int c, tile *t,
                                  int *stride)
{
    if (u->child_beside[c] == TAC_ALIGNED) {
        const tac_node_cell *v = child_of(w, u, c);
        *stride = v->stride;
        return left_of(w, v);
    }
    *stride = collect_front(w, u, c, t);
    return t->F;
}

TAC_INLINE const double *rhs_of(const tac_workspace *w, const tac_node_cell *u, int c, tile *t)
{
    if (u->child_beside[c] == TAC_ALIGNED) {
        return w->fronts.b + child_of(w, u, c)->left_b;
    }
    collect_rhs(w, u, c, t);
    return t->b;
}

// A field of the n rows eliminated.
TAC_INLINE void home_rows(const tac_workspace *w, const tac_node_cell *u, int f, int n, lane *out)
{
    const tac_ref *r = &u->home->row;
    const double *p = w->fields.row + f * L;
    if (r->aligned) {
        TAC_UNROLL
        for (int k = 0; k < n; k++) {
            out[k] = lane_load(p + r->first + k * TAC_ROW_FIELDS * L);
        }
    } else {
        for (int k = 0; k < n; k++) {
            out[k] = lane_gather(p + k * TAC_ROW_FIELDS * L, r->at);
        }
    }
}

// A node per lane and what its children left: fronts by part, right-hand sides by child.
typedef struct chain_node {
    tac_workspace *w;
    const tac_node_cell *u;
    part part[2];
    const double *rhs[2];
} chain_node;

TAC_INLINE void chain_factor_known(const void *node, int n_e, int n_0, int n_1)
{
    const chain_node *c = node;
    front F = front_at(c->w, c->u);
    lane compliance[CHAIN_ROWS];
    home_rows(c->w, c->u, R_C, n_e, compliance);
    factor_chain(F.kept, F.left, (n_e + n_0 + n_1) * L, c->part, compliance, n_e, n_0, n_1);
}

TAC_INLINE void chain_factor_ordered(const void *node, int own_first_0, int own_first_1)
{
    chain_node c = *(const chain_node *)node;
    c.part[0].own_first = own_first_0;
    c.part[1].own_first = own_first_1;
    by_chain(c.u->chain, chain_factor_known, &c);
}

TAC_STATIC void chain_factor(tac_workspace *w, const tac_node_cell *u)
{
    tile t[2];
    int stride[2], a = u->first_part, b = !a;
    const double *from[2] = {front_of(w, u, 0, &t[0], &stride[0]),
                             front_of(w, u, 1, &t[1], &stride[1])};
    chain_node c = {
        .w = w, .u = u, .part = {{from[a], stride[a], L, 0}, {from[b], stride[b], L, 0}}};
    by_order(u->own_first[a], u->own_first[b], chain_factor_ordered, &c);
}

TAC_INLINE void chain_forward_known(const void *node, int n_e, int n_0, int n_1)
{
    const chain_node *c = node;
    const tac_node_cell *u = c->u;
    const double *F = c->w->fronts.front + u->front;
    lane rhs[CHAIN_ROWS];
    const part_rhs p =
        rhs_at(c->rhs, (const int[2]){L, L}, u->own_first, u->first_part, n_e, n_0, n_1);
    home_rows(c->w, u, R_SIGMA, n_e, rhs);
    forward_chain(F, (n_e + n_0 + n_1) * L, c->w->fronts.b + u->b, rhs, &p, n_e, n_0, n_1);
}

TAC_STATIC void chain_forward(tac_workspace *w, const tac_node_cell *u)
{
    tile t[2];
    chain_node c = {.w = w, .u = u, .rhs = {rhs_of(w, u, 0, &t[0]), rhs_of(w, u, 1, &t[1])}};
    by_chain(u->chain, chain_forward_known, &c);
}

// The n rows of one of the joints on the boundary, which follow each other in the parent as well.
TAC_INLINE void collect_joint(const tac_workspace *w, const tac_node_cell *u, int joint, int n,
                              lane *out)
{
    const tac_above *above = w->plan->above + (u - w->plan->unit);
    static const double none[TAC_MAX_ROWS * L] = {0.0};
    const double *from[L];
    for (int l = 0; l < L; l++) {
        int at = above->row[joint][l];
        from[l] = at == TAC_NONE ? none : w->fronts.b + at;
    }
    TAC_UNROLL
    for (int i = 0; i < n; i++) {
        out[i] = lane_collect(from);
        for (int l = 0; l < L; l++) {
            from[l] += above->step[l];
        }
    }
}

// As read_boundary in units.c: after the n_e eliminated rows n_0 of one joint, then n_1 of another.
TAC_INLINE void chain_boundary(const tac_workspace *w, const tac_node_cell *u, double *b, int n_e,
                               int n_0, int n_1, lane *above)
{
    if (u->parent_aligned) {
        TAC_UNROLL
        for (int k = 0; k < n_0 + n_1; k++) {
            const double *from = w->fronts.b + u->above[k >= n_0];
            above[k] = lane_load(from + (k < n_0 ? k : k - n_0) * L);
        }
    } else {
        if (n_0 > 0) {
            collect_joint(w, u, 0, n_0, above);
        }
        if (n_1 > 0) {
            collect_joint(w, u, 1, n_1, above + n_0);
        }
    }
    TAC_UNROLL
    for (int k = 0; k < n_0 + n_1; k++) {
        lane_store(b + (n_e + k) * L, above[k]);
    }
}

// The solution of the n rows eliminated.
TAC_INLINE void give_home(const tac_workspace *w, const tac_node_cell *u, int n, const lane *x)
{
    const tac_ref *r = &u->home->row;
    double *sigma = w->fields.row + R_SIGMA * L;
    if (r->aligned) {
        TAC_UNROLL
        for (int k = 0; k < n; k++) {
            lane_store(sigma + r->first + k * TAC_ROW_FIELDS * L, x[k]);
        }
    } else {
        for (int k = 0; k < n; k++) {
            lane_scatter(sigma + k * TAC_ROW_FIELDS * L, r->at, x[k]);
        }
    }
}

TAC_INLINE void chain_backward_known(const void *node, int n_e, int n_0, int n_1)
{
    const chain_node *c = node;
    const double *F = c->w->fronts.front + c->u->front;
    double *b = c->w->fronts.b + c->u->b;
    lane x[CHAIN_ROWS], above[2 * CHAIN_ROWS];
    chain_boundary(c->w, c->u, b, n_e, n_0, n_1, above);
    backward_chain(F, (n_e + n_0 + n_1) * L, b, above, x, n_e, n_0, n_1);
    give_home(c->w, c->u, n_e, x);
}

TAC_STATIC void chain_backward(tac_workspace *w, const tac_node_cell *u)
{
    chain_node c = {.w = w, .u = u};
    by_chain(u->chain, chain_backward_known, &c);
}

// ---- a node alone ------------------------------------------------------------------------------

TAC_STATIC void single_children(const tac_workspace *w, const tac_node_cell *u,
                                tac_chain_child child[2])
{
    for (int c = 0; c < 2; c++) {
        view v = child_view(w, u, c, 0);
        child[c] = (tac_chain_child){v.F, v.b, v.stride, v.step, u->own_first[c]};
    }
}

TAC_STATIC void single_factor(tac_workspace *w, const tac_node_cell *u)
{
    tac_chain_child child[2];
    double compliance[CHAIN_ROWS];
    const double *row = w->fields.row + u->home->row.first + R_C * L;
    single_children(w, u, child);
    for (int k = 0; k < u->n_e; k++) {
        compliance[k] = row[k * TAC_ROW_FIELDS * L];
    }
    tac_chain_factor(u->chain, w->fronts.front + u->front, u->stride, child, u->first_part,
                     compliance);
}

TAC_STATIC void single_forward(tac_workspace *w, const tac_node_cell *u)
{
    tac_chain_child child[2];
    double rhs[CHAIN_ROWS];
    const double *row = w->fields.row + u->home->row.first + R_SIGMA * L;
    single_children(w, u, child);
    for (int k = 0; k < u->n_e; k++) {
        rhs[k] = row[k * TAC_ROW_FIELDS * L];
    }
    tac_chain_forward(u->chain, w->fronts.front + u->front, u->stride, w->fronts.b + u->b, rhs,
                      child, u->first_part);
}

TAC_STATIC void single_backward(tac_workspace *w, const tac_node_cell *u)
{
    double *b = w->fronts.b + u->b, *sigma = w->fields.row + u->home->row.first + R_SIGMA * L;
    read_wide(w, u);
    tac_chain_backward(u->chain, w->fronts.front + u->front, u->stride, b);
    for (int k = 0; k < u->n_e; k++) {
        sigma[k * TAC_ROW_FIELDS * L] = b[k];
    }
}

#endif
