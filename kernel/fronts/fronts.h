// Fronts of the tree with a node per lane: what a leaf and a joined node start from, elimination, and
// substitution.
//
// A front is the symmetric matrix over the rows that its node eliminates, then its boundary rows; its upper
// triangle is kept, row by row. Of a unit (tac_node_cell) every entry is L doubles, one of each node.
// Eliminating writes F = U^T D^-1 U, [004] (36)-(39), with 1 / D on the diagonal. The functions named
// `few` are compiled for a known number of pivots, which then stay in registers, those named `many` for
// any; both do the same operations in the same order.
#ifndef TAC_FRONTS_H
#define TAC_FRONTS_H

#include "chain.h"
#include "chain_ops.h"
#include "workspace/fields_lane.h"

enum { MOST_LEAF_ROWS = TAC_LANE_ROWS };

// First entry of what a unit leaves its parent.
TAC_INLINE double *left_of(const tac_workspace *w, const tac_node_cell *u)
{
    return w->sweep.scratch[u->scratch] + u->left;
}

// The front of a unit with a node per lane: an eliminated row i starts at kept + i * stride, any other
// at left + i * stride.
typedef struct front {
    double *kept, *left;
    int n_e, stride;
} front;

TAC_INLINE front front_at(const tac_workspace *w, const tac_node_cell *u)
{
    return (front){w->fronts.front + u->front, left_of(w, u) - u->n_e * (u->stride + L), u->n_e,
                   u->stride};
}

TAC_INLINE double *front_row(const front *F, int i)
{
    return (i < F->n_e ? F->kept : F->left) + i * F->stride;
}

// ---- leaves -------------------------------------------------------------------------------------

// Rows on the body of a leaf: where they are in its front, in doubles of a row, and their Jacobians.
typedef struct leaf_rows {
    int n, row[MOST_LEAF_ROWS], column[MOST_LEAF_ROWS];
    bool is_linear[MOST_LEAF_ROWS];
    vec3v l[MOST_LEAF_ROWS], a[MOST_LEAF_ROWS];
} leaf_rows;

// Another term of the coupler that row n is of.
TAC_INLINE void add_to_row(const tac_workspace *w, const tac_leaf_side *side, int n, leaf_rows *r)
{
    r->a[n] = add3v(r->a[n], fetch3(w->fields.J, &side->slot));
    if (side->n_linear > 0) {
        vec3v l = fetch3(w->fields.J + TAC_TO_LINEAR(1) * L, &side->slot);
        r->l[n] = r->is_linear[n] ? add3v(r->l[n], l) : l;
        r->is_linear[n] = true;
    }
}

// In their order; where carriers are, not all rows of the front are rows on the body.
TAC_INLINE void collect_rows(const tac_workspace *w, const tac_node_cell *u, int with_columns,
                             leaf_rows *r)
{
    int n = 0;
    for (int s = 0; s < u->n_side; s++) {
        const tac_leaf_side *side = &u->side[s];
        if (side->adds) {
            add_to_row(w, side, n - 1, r);
            continue;
        }
        int first = with_columns ? u->hung[s].row : n;
        for (int k = 0; k < side->n_row; k++, n++) {
            const double *J = w->fields.J + 3 * k * L;
            r->row[n] = first + k;
            r->column[n] = (first + k) * L;
            r->is_linear[n] = k < side->n_linear;
            r->a[n] = fetch3(J, &side->slot);
            r->l[n] = (vec3v){lane_set(0.0), lane_set(0.0), lane_set(0.0)};
            if (r->is_linear[n]) {
                r->l[n] = fetch3(J + TAC_TO_LINEAR(side->n_row) * L, &side->slot);
            }
        }
    }
    r->n = n;
}

// W of a body per lane: h (l_i . l_j / m + a_i . J^-1 a_j).
TAC_INLINE void put_products(const tac_workspace *w, const tac_node_cell *u, const front *F,
                             const leaf_rows *r)
{
    lane h = lane_load(w->pace.h), hm = h * fetch(w->fields.body + B_MASS_INV * L, &u->body);
    lane zero = lane_set(0.0);
    mat3v J_inv = fetch_symmetric(w->fields.body + B_LEAF_INV * L, &u->body);
    for (int i = 0; i < r->n; i++) {
        vec3v t = scale3v(h, mul3v(J_inv, r->a[i])), l = scale3v(hm, r->l[i]);
        double *row = front_row(F, r->row[i]);
        if (r->is_linear[i]) {
            for (int j = i; j < r->n; j++) {
                lane linear = plus_dot3v(zero, l, r->l[j]);
                lane_store(row + r->column[j], plus_dot3v(linear, t, r->a[j]));
            }
        } else {
            for (int j = i; j < r->n; j++) {
                lane_store(row + r->column[j], plus_dot3v(zero, t, r->a[j]));
            }
        }
    }
}

TAC_STATIC void leaf_many(tac_workspace *w, const tac_node_cell *u)
{
    leaf_rows r;
    front F = front_at(w, u);
    collect_rows(w, u, 0, &r);
    put_products(w, u, &F, &r);
}

// Angular parts of n rows: where they are if lanes lie side by side, else collected.
TAC_INLINE const double *find_slots(const double *J, const tac_ref *slot, int n, double *collected)
{
    if (slot->aligned) {
        return J + slot->first;
    }
    for (int k = 0; k < n; k++) {
        store3(collected + 3 * k * L, fetch3(J + 3 * k * L, slot));
    }
    return collected;
}

// As leaf_many for a link of a chain: joints of three or five rows, a point's first, the others without
// linear part; n_1 is 0 at an end.
TAC_INLINE void leaf_link(tac_workspace *w, const tac_node_cell *u, int n_0, int n_1)
{
    _Alignas(64) double collected[2][3 * CHAIN_ROWS * L];
    const tac_leaf_side *side = u->side;
    const double *slots[2] = {find_slots(w->fields.J, &side[0].slot, n_0, collected[0]), NULL};
    if (n_1 > 0) {
        slots[1] = find_slots(w->fields.J, &side[1].slot, n_1, collected[1]);
    }
    int n = n_0 + n_1;
    lane h = lane_load(w->pace.h), hm = h * fetch(w->fields.body + B_MASS_INV * L, &u->body);
    lane across = n_1 > 0 && side[1].point == side[0].point ? hm : -hm;
    mat3v J_inv = fetch_symmetric(w->fields.body + B_LEAF_INV * L, &u->body);
    front F = front_at(w, u);
    TAC_UNROLL
    for (int i = 0; i < n; i++) {
        double *row = (i < F.n_e ? F.kept : F.left) + i * n * L;
        int axis = i < n_0 ? i : i - n_0;
        vec3v a = load3(slots[i >= n_0] + 3 * axis * L);
        vec3v t = scale3v(h, mul3v(J_inv, a));
        TAC_UNROLL
        for (int j = i; j < n; j++) {
            int other = j < n_0 ? j : j - n_0, same = axis < 3 && axis == other;
            lane linear = !same ? lane_set(0.0) : i == j ? hm : across;
            vec3v c = load3(slots[j >= n_0] + 3 * other * L);
            lane_store(row + j * L, plus_dot3v(linear, t, c));
        }
    }
}

// A point's rows, then rows without linear part.
TAC_STATIC int is_link_side(const tac_leaf_side *s)
{
    return (s->n_row == 3 || s->n_row == 5) && s->point != 0 && s->n_linear == 3;
}

TAC_STATIC void leaf_lanes(tac_workspace *w, const tac_node_cell *u)
{
    int n_0 = u->n_side >= 1 && is_link_side(&u->side[0]) ? u->side[0].n_row : 0;
    int n_1 = u->n_side == 2 && is_link_side(&u->side[1]) ? u->side[1].n_row : 0;
    switch (n_0 + n_1 == u->size ? TAC_CHAIN(0, n_0, n_1) : 0) {
    case TAC_CHAIN(0, 3, 0):
        leaf_link(w, u, 3, 0);
        break;
    case TAC_CHAIN(0, 3, 3):
        leaf_link(w, u, 3, 3);
        break;
    case TAC_CHAIN(0, 5, 0):
        leaf_link(w, u, 5, 0);
        break;
    case TAC_CHAIN(0, 5, 5):
        leaf_link(w, u, 5, 5);
        break;
    default:
        leaf_many(w, u);
    }
}

// ---- joined nodes -------------------------------------------------------------------------------

// Where child c of one lane keeps what it left: front and right-hand side of its boundary.
typedef struct view {
    const double *F, *b;
    int stride, step; // doubles from row to row, from column to column
} view;

TAC_STATIC view child_view(const tac_workspace *w, const tac_node_cell *u, int c, int l)
{
    const tac_node_cell *v = &w->plan->unit[u->child_unit[c][l]];
    int at = u->child_lane[c][l];
    return (view){left_of(w, v) + at, w->fronts.b + v->left_b + at, v->stride, v->step};
}

// Of children in one unit, in the same lanes or mixed.
TAC_INLINE void add_unit(tac_workspace *w, const tac_node_cell *u, int c, const int *map, int n,
                         int mixed)
{
    const tac_node_cell *v = &w->plan->unit[u->child[c]];
    lane_order order = lane_order_of(u->child_lane[c]);
    front F = front_at(w, u);
    const double *G = left_of(w, v);
    // upper stays upper: the map keeps the order but for children of chains, which chain_fronts.h joins
    for (int i = 0; i < n; i++) {
        double *to = front_row(&F, map[i]);
        const double *from = G + i * v->stride;
        for (int j = i; j < n; j++) {
            lane x = lane_load(from + j * L);
            double *entry = to + map[j] * L;
            lane_store(entry, lane_load(entry) + (mixed ? lane_reorder(x, order) : x));
        }
    }
}

TAC_STATIC void add_child(tac_workspace *w, const tac_node_cell *u, int c)
{
    const tac_model *m = w->m;
    int child = m->nodes.child[2 * u->node[0] + c], n = m->nodes.n_r[child];
    const int *map = m->nodes.map + m->nodes.row_at[child] + m->nodes.n_e[child];
    front F = front_at(w, u);
    if (u->child_beside[c] == TAC_ALIGNED) {
        add_unit(w, u, c, map, n, 0);
        return;
    }
    if (u->child_beside[c] == TAC_MIXED) {
        add_unit(w, u, c, map, n, 1);
        return;
    }
    for (int l = 0; l < L; l++) {
        view v = child_view(w, u, c, l);
        for (int i = 0; i < n; i++) {
            double *to = front_row(&F, map[i]) + l;
            const double *from = v.F + i * (v.stride + v.step);
            for (int j = i; j < n; j++, from += v.step) {
                to[map[j] * L] += *from;
            }
        }
    }
}

TAC_STATIC void add_compliance(tac_workspace *w, const tac_node_cell *u)
{
    double *F = w->fronts.front + u->front;
    for (int e = 0, k = 0; e < u->n_home; e++) {
        const tac_home *home = &u->home[e];
        for (int i = 0; i < home->n_row; i++, k++) {
            const double *c = w->fields.row + (i * TAC_ROW_FIELDS + R_C) * L;
            double *d = F + k * u->stride + k * L;
            lane_store(d, lane_load(d) + fetch(c, &home->row));
        }
    }
}

// ---- elimination and substitution ---------------------------------------------------------------

enum { MOST_PIVOTS = 16 }; // pivots are done in stretches of this many

// Row i of U: F_ij - sum over k of (U_ki / D_k) U_kj; afterwards the diagonal holds 1 / D.
TAC_STATIC void factor_many(const front *f, int n, int n_e)
{
    const double *F = f->kept;
    int stride = n * L;
    lane share[MOST_PIVOTS];
    for (int k = 0; k < MOST_PIVOTS; k++) {
        share[k] = lane_set(0.0);
    }
    for (int first = 0; first < n_e; first += MOST_PIVOTS) {
        int last = n_e - first < MOST_PIVOTS ? n_e : first + MOST_PIVOTS;
        for (int i = first; i < n; i++) {
            double *row = front_row(f, i);
            int pivots = i < last ? i : last;
            for (int k = first; k < pivots; k++) {
                const double *above = F + k * stride;
                share[k - first] = lane_load(above + i * L) * lane_load(above + k * L);
            }
            for (int j = i; j < n; j++) {
                lane sum = lane_load(row + j * L);
                for (int k = first; k < pivots; k++) {
                    sum = lane_fnma(share[k - first], lane_load(F + k * stride + j * L), sum);
                }
                lane_store(row + j * L, sum);
            }
            if (i < last) {
                lane_store(row + i * L, 1.0 / lane_load(row + i * L));
            }
        }
    }
}

// Few pivots stay in registers.
enum { FEW_PIVOTS = 6 };

// Fronts of two children in the same lanes.
typedef struct children {
    const double *G[2];
    int stride[2];
    const int *from[2];
} children;

TAC_INLINE lane joined(const children *c, int i, int j)
{
    lane sum = lane_set(0.0);
    for (int k = 0; k < 2; k++) {
        if (c->from[k][i] >= 0 && c->from[k][j] >= 0) {
            sum += lane_load(c->G[k] + c->from[k][i] * c->stride[k] + c->from[k][j] * L);
        }
    }
    return sum;
}

// factor_many for a known number of pivots. With c the front is joined on the way, compliance c_e of
// the eliminated rows added.
TAC_INLINE void factor_few(const front *f, int n, int n_e, const children *c, const lane *c_e)
{
    double *F = f->kept;
    int stride = n * L;
    lane inv[FEW_PIVOTS];
    for (int i = 0; i < n_e; i++) {
        double *row = F + i * stride;
        for (int j = i; j < n; j++) {
            lane sum = c ? joined(c, i, j) : lane_load(row + j * L);
            if (c && j == i) {
                sum += c_e[i];
            }
            for (int k = 0; k < i; k++) {
                lane share = lane_load(F + k * stride + i * L) * inv[k];
                sum = lane_fnma(share, lane_load(F + k * stride + j * L), sum);
            }
            lane_store(row + j * L, sum);
        }
        inv[i] = 1.0 / lane_load(row + i * L);
        lane_store(row + i * L, inv[i]);
    }
    for (int i = n_e; i < n; i++) {
        double *row = f->left + i * stride;
        lane share[FEW_PIVOTS];
        for (int k = 0; k < n_e; k++) {
            share[k] = lane_load(F + k * stride + i * L) * inv[k];
        }
        for (int j = i; j < n; j++) {
            lane sum = c ? joined(c, i, j) : lane_load(row + j * L);
            for (int k = 0; k < n_e; k++) {
                sum = lane_fnma(share[k], lane_load(F + k * stride + j * L), sum);
            }
            lane_store(row + j * L, sum);
        }
    }
}

TAC_INLINE void forward_few(const double *F, int n, int n_e, double *b)
{
    lane y[FEW_PIVOTS];
    for (int k = 0; k < n_e; k++) {
        lane sum = lane_load(b + k * L);
        for (int i = 0; i < k; i++) {
            sum = lane_fnma(lane_load(F + (i * n + k) * L), y[i], sum);
        }
        y[k] = sum * lane_load(F + (k * n + k) * L);
        lane_store(b + k * L, y[k]);
    }
    for (int i = n_e; i < n; i++) {
        lane sum = lane_load(b + i * L);
        for (int k = 0; k < n_e; k++) {
            sum = lane_fnma(lane_load(F + (k * n + i) * L), y[k], sum);
        }
        lane_store(b + i * L, sum);
    }
}

TAC_INLINE void forward_many(const double *F, int n, int n_e, double *b)
{
    for (int k = 0; k < n_e; k++) {
        const double *row = F + k * n * L;
        lane y = lane_load(b + k * L) * lane_load(row + k * L);
        lane_store(b + k * L, y);
        for (int i = k + 1; i < n; i++) {
            lane_store(b + i * L, lane_fnma(lane_load(row + i * L), y, lane_load(b + i * L)));
        }
    }
}

TAC_INLINE void backward_few(const double *F, int n, int n_e, double *b)
{
    lane sum[FEW_PIVOTS];
    for (int k = 0; k < n_e; k++) {
        sum[k] = lane_set(0.0);
    }
    for (int i = n_e; i < n; i++) {
        lane x = lane_load(b + i * L);
        for (int k = 0; k < n_e; k++) {
            sum[k] = lane_fma(lane_load(F + (k * n + i) * L), x, sum[k]);
        }
    }
    for (int k = n_e - 1; k >= 0; k--) {
        for (int i = k + 1; i < n_e; i++) {
            sum[k] = lane_fma(lane_load(F + (k * n + i) * L), lane_load(b + i * L), sum[k]);
        }
        lane_store(b + k * L,
                   lane_fnma(lane_load(F + (k * n + k) * L), sum[k], lane_load(b + k * L)));
    }
}

TAC_INLINE void backward_many(const double *F, int n, int n_e, double *b)
{
    for (int k = n_e - 1; k >= 0; k--) {
        const double *row = F + k * n * L;
        lane sum = lane_set(0.0);
        for (int i = n_e; i < n; i++) {
            sum = lane_fma(lane_load(row + i * L), lane_load(b + i * L), sum);
        }
        for (int i = k + 1; i < n_e; i++) {
            sum = lane_fma(lane_load(row + i * L), lane_load(b + i * L), sum);
        }
        lane_store(b + k * L, lane_fnma(lane_load(row + k * L), sum, lane_load(b + k * L)));
    }
}

// ---- right-hand sides ---------------------------------------------------------------------------

// Right-hand sides of the eliminated rows and what the children left on their boundaries.
TAC_STATIC void load_front(tac_workspace *w, const tac_node_cell *u)
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
        for (int i = 0; i < home->n_more; i++) {
            const double *rhs = w->fields.row + R_SIGMA * L;
            double *sum = b + (k - 1) * L;
            lane_store(sum, lane_load(sum) + fetch(rhs, &home->more[i]));
        }
    }
    for (; k < u->size; k++) {
        lane_store(b + k * L, lane_set(0.0));
    }
    for (int c = 0; c < 2 && !u->leaf; c++) {
        int child = m->nodes.child[2 * u->node[0] + c], n = m->nodes.n_r[child];
        const int *map = m->nodes.map + m->nodes.row_at[child] + m->nodes.n_e[child];
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

// Solution on the boundary, which is part of the parent's.
TAC_STATIC void read_boundary(const tac_workspace *w, const tac_node_cell *u)
{
    const tac_model *m = w->m;
    double *b = w->fronts.b + u->b;
    const int *map = m->nodes.map + m->nodes.row_at[u->node[0]];
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
        map = m->nodes.map + m->nodes.row_at[u->node[l]];
        for (int k = u->n_e; k < u->rows[l]; k++) {
            b[k * L + l] = from[map[k] * apart];
        }
        for (int k = u->rows[l]; k < u->size; k++) {
            b[k * L + l] = 0.0;
        }
    }
}

// The solution of the eliminated rows.
TAC_INLINE void give_front(const tac_workspace *w, const tac_node_cell *u)
{
    const double *b = w->fronts.b + u->b;
    for (int e = 0, k = 0; e < u->n_home; e++) {
        const tac_home *home = &u->home[e];
        for (int i = 0; i < home->n_row; i++, k++) {
            double *sigma = w->fields.row + (i * TAC_ROW_FIELDS + R_SIGMA) * L;
            give(sigma, &home->row, lane_load(b + k * L));
        }
        for (int i = 0; i < home->n_more; i++) {
            give(w->fields.row + R_SIGMA * L, &home->more[i], lane_load(b + (k - 1) * L));
        }
    }
}

// ---- loops of known length for the joints that chains are made of ------------------------------

// With children the front is joined on the way.
TAC_STATIC void factor_lanes(const front *F, int n, const children *c, const lane *c_e)
{
    switch (F->n_e) {
    case 0:
        break;
    case 3:
        factor_few(F, n, 3, c, c_e);
        break;
    case 5:
        factor_few(F, n, 5, c, c_e);
        break;
    case 6:
        factor_few(F, n, 6, c, c_e);
        break;
    default:
        factor_many(F, n, F->n_e);
    }
}

TAC_STATIC void forward_lanes(const double *F, int n, int n_e, double *b)
{
    switch (n_e) {
    case 0:
        break;
    case 3:
        forward_few(F, n, 3, b);
        break;
    case 5:
        forward_few(F, n, 5, b);
        break;
    case 6:
        forward_few(F, n, 6, b);
        break;
    default:
        forward_many(F, n, n_e, b);
    }
}

TAC_STATIC void backward_lanes(const double *F, int n, int n_e, double *b)
{
    switch (n_e) {
    case 0:
        break;
    case 3:
        backward_few(F, n, 3, b);
        break;
    case 5:
        backward_few(F, n, 5, b);
        break;
    case 6:
        backward_few(F, n, 6, b);
        break;
    default:
        backward_many(F, n, n_e, b);
    }
}

#endif
