// Fronts of one node, the columns of a row side by side in a vector: nodes that no other node is like.
//
// The operations on every number are those of fronts.h, in the same order: sums over pivots run upwards,
// and in the backward elimination boundary rows come first. Rows are padded to whole vectors (stride).
#ifndef TAC_WIDE_FRONTS_H
#define TAC_WIDE_FRONTS_H

#include "fronts.h"

TAC_STATIC int down(int k)
{
    return k / L * L;
}

// Rows of a side from row n on: the Jacobian by components.
TAC_INLINE void place_wide_rows(const tac_workspace *w, const tac_node_cell *u,
                                const tac_leaf_side *side, int n)
{
    double *J = w->fronts.dense + u->dense;
    const double *from = w->fields.J + side->slot.first;
    int padded = u->stride;
    for (int k = 0; k < side->n_row; k++, n++, from += 3 * L) {
        const double *linear = from + TAC_TO_LINEAR(side->n_row) * L;
        for (int f = 0; f < 3; f++) {
            J[f * padded + n] = linear[f * L];
            J[(3 + f) * padded + n] = from[f * L];
        }
    }
}

// Adds another term of the coupler that row n is of.
TAC_INLINE void add_to_wide_row(const tac_workspace *w, const tac_node_cell *u,
                                const tac_leaf_side *side, int n)
{
    double *J = w->fronts.dense + u->dense + n;
    const double *from = w->fields.J + side->slot.first;
    const double *linear = from + TAC_TO_LINEAR(1) * L;
    for (int f = 0; f < 3; f++) {
        J[f * u->stride] += side->n_linear > 0 ? linear[f * L] : 0.0;
        J[(3 + f) * u->stride] += from[f * L];
    }
}

// W of a Jacobian by components; h M^-1 J^T lies behind it.
TAC_INLINE void products_wide(tac_workspace *w, const tac_node_cell *u, int n)
{
    double *J = w->fronts.dense + u->dense, *T = J + 6 * u->stride;
    int padded = u->stride;
    const double *body = w->fields.body + u->body.first;
    lane h = lane_set(w->pace.h[u->body.first % L]), hm = h * lane_set(body[B_MASS_INV * L]);
    const double *k = body + B_LEAF_INV * L;
    mat3v J_inv = symmetric(lane_set(k[0]), lane_set(k[L]), lane_set(k[2 * L]), lane_set(k[3 * L]),
                            lane_set(k[4 * L]), lane_set(k[5 * L]));
    for (int j = 0; j < padded; j += L) {
        vec3v a = {lane_load(J + 3 * padded + j), lane_load(J + 4 * padded + j),
                   lane_load(J + 5 * padded + j)};
        vec3v t = scale3v(h, mul3v(J_inv, a));
        for (int f = 0; f < 3; f++) {
            lane_store(T + f * padded + j, hm * lane_load(J + f * padded + j));
        }
        lane_store(T + 3 * padded + j, t.x);
        lane_store(T + 4 * padded + j, t.y);
        lane_store(T + 5 * padded + j, t.z);
    }
    double *F = w->fronts.front + u->front;
    for (int i = 0; i < n; i++) {
        lane t[6];
        for (int f = 0; f < 6; f++) {
            t[f] = lane_set(T[f * padded + i]);
        }
        for (int j = down(i); j < padded; j += L) {
            lane c[6];
            for (int f = 0; f < 6; f++) {
                c[f] = lane_load(J + f * padded + j);
            }
            lane sum = t[0] * c[0];
            for (int f = 1; f < 6; f++) {
                sum = lane_fma(t[f], c[f], sum);
            }
            lane_store(F + i * padded + j, sum);
        }
    }
}

// As leaf_lanes for one body: Jacobian and h M^-1 J^T by components (12, stride).
TAC_STATIC void leaf_wide(tac_workspace *w, const tac_node_cell *u)
{
    int n = 0;
    for (int s = 0; s < u->n_side; s++) {
        if (u->side[s].adds) {
            add_to_wide_row(w, u, &u->side[s], n - 1);
            continue;
        }
        place_wide_rows(w, u, &u->side[s], n);
        n += u->side[s].n_row;
    }
    products_wide(w, u, n);
}

// ---- joined nodes -------------------------------------------------------------------------------

// What child c left on its boundary, and where its rows are in the front.
typedef struct boundary {
    view at;
    int n, keeps_order; // rows; they follow each other in both
    const int *map;
} boundary;

TAC_INLINE boundary boundary_of(const tac_workspace *w, const tac_node_cell *u, int c)
{
    const tac_model *m = w->m;
    view v = child_view(w, u, c, 0);
    int node = m->nodes.child[2 * u->node[0] + c];
    return (boundary){v, m->nodes.n_r[node], w->plan->unit[u->child[c]].keeps_order,
                      m->nodes.map + m->nodes.row_at[node] + m->nodes.n_e[node]};
}

// n numbers, wherever they start; the last vector may cover some that are done already.
TAC_INLINE void add_sum_group(double *to, const double *from, int n)
{
    int last = n - L;
    if (last >= 0) {
        lane rest = lane_load_any(to + last) + lane_load_any(from + last);
        for (int j = 0; j < last; j += L) {
            lane_store_any(to + j, lane_load_any(to + j) + lane_load_any(from + j));
        }
        lane_store_any(to + last, rest);
        return;
    }
    for (int j = 0; j < n; j++) {
        to[j] += from[j];
    }
}

// 0 + n numbers.
TAC_INLINE void copy_group(double *to, const double *from, int n)
{
    int last = n - L;
    for (int j = 0; j < last; j += L) {
        lane_store_any(to + j, 0.0 + lane_load_any(from + j));
    }
    if (last >= 0) {
        lane_store_any(to + last, 0.0 + lane_load_any(from + last));
        return;
    }
    for (int j = 0; j < n; j++) {
        to[j] = 0.0 + from[j];
    }
}

TAC_INLINE void add_scattered(double *to, const int *map, const double *from, int step, int n)
{
    for (int j = 0; j < n; j++, from += step) {
        to[map[j]] += *from;
    }
}

// The front as a child leaves it that has all its rows in the same order. Entries below the diagonal and
// behind the last column keep what was there; no function reads them.
TAC_STATIC void join_whole(double *F, int stride, const boundary *s)
{
    for (int i = 0; i < s->n; i++) {
        int first = down(i);
        copy_group(F + i * stride + first, s->at.F + i * s->at.stride + first, s->n - first);
    }
}

TAC_STATIC void join_zeros(double *F, int stride, int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = down(i); j < stride; j += L) {
            lane_store(F + i * stride + j, lane_set(0.0));
        }
    }
}

TAC_STATIC void join_boundary(double *F, int stride, const boundary *s)
{
    const double *from = s->at.F;
    for (int i = 0; i < s->n; i++, from += s->at.stride + s->at.step) {
        double *row = F + s->map[i] * stride;
        if (s->keeps_order) {
            add_sum_group(row + s->map[i], from, s->n - i);
        } else {
            add_scattered(row, s->map + i, from, s->at.step, s->n - i);
        }
    }
}

TAC_STATIC void join_wide(tac_workspace *w, const tac_node_cell *u)
{
    double *F = w->fronts.front + u->front;
    boundary s[2] = {boundary_of(w, u, 0), boundary_of(w, u, 1)};
    int most = s[1].n > s[0].n;
    if (s[most].keeps_order && s[most].n == u->size) {
        join_whole(F, u->stride, &s[most]);
    } else {
        join_zeros(F, u->stride, u->size);
        join_boundary(F, u->stride, &s[most]);
    }
    join_boundary(F, u->stride, &s[!most]);
}

// Right-hand sides of the eliminated rows and what the children left on their boundaries.
TAC_STATIC void load_wide(const tac_workspace *w, const tac_node_cell *u)
{
    double *b = w->fronts.b + u->b, *rest = b;
    for (int k = 0; k < u->stride; k += L) {
        lane_store(b + k, lane_set(0.0));
    }
    for (const tac_home *home = u->home; home < u->home + u->n_home; home++) {
        const double *rhs = w->fields.row + home->row.first + R_SIGMA * L;
        for (int i = 0, n = home->n_row; i < n; i++) {
            *rest++ = rhs[i * TAC_ROW_FIELDS * L];
        }
        for (int i = 0; i < home->n_more; i++) {
            rest[-1] += w->fields.row[home->more[i].first + R_SIGMA * L];
        }
    }
    for (int c = 0; c < 2 && !u->leaf; c++) {
        boundary s = boundary_of(w, u, c);
        if (s.keeps_order) {
            add_sum_group(b + s.map[0], s.at.b, s.n);
        } else {
            add_scattered(b, s.map, s.at.b, s.at.step, s.n);
        }
    }
}

// As read_boundary in units.c.
TAC_STATIC void read_wide(const tac_workspace *w, const tac_node_cell *u)
{
    const tac_model *m = w->m;
    const tac_node_cell *v = &w->plan->unit[u->parent_unit[0]];
    const double *from = w->fronts.b + v->b + u->parent_lane[0];
    const int *map = m->nodes.map + m->nodes.row_at[u->node[0]] + u->n_e;
    double *b = w->fronts.b + u->b + u->n_e;
    int n = u->size - u->n_e, apart = v->step;
    if (u->keeps_order) {
        from += map[0] * apart;
        for (int k = 0; k < n; k++, from += apart) {
            b[k] = *from;
        }
    } else {
        for (int k = 0; k < n; k++) {
            b[k] = from[map[k] * apart];
        }
    }
}

TAC_STATIC void add_compliance_wide(const tac_workspace *w, const tac_node_cell *u)
{
    double *diagonal = w->fronts.front + u->front;
    for (const tac_home *home = u->home; home < u->home + u->n_home; home++) {
        const double *c = w->fields.row + home->row.first + R_C * L;
        for (int i = 0, n = home->n_row; i < n; i++, diagonal += u->stride + 1) {
            *diagonal += c[i * TAC_ROW_FIELDS * L];
        }
    }
}

// The solution of the eliminated rows.
TAC_STATIC void give_wide(const tac_workspace *w, const tac_node_cell *u)
{
    const double *x = w->fronts.b + u->b;
    for (const tac_home *home = u->home; home < u->home + u->n_home; home++) {
        double *sigma = w->fields.row + home->row.first + R_SIGMA * L;
        for (int i = 0, n = home->n_row; i < n; i++) {
            sigma[i * TAC_ROW_FIELDS * L] = *x++;
        }
        for (int i = 0; i < home->n_more; i++) {
            w->fields.row[home->more[i].first + R_SIGMA * L] = x[-1];
        }
    }
}

// ---- elimination and substitution ---------------------------------------------------------------

// Pivots are done in stretches of up to this many, by code that knows their number.
enum { TOGETHER = 8 };

// Row i less its shares of the first `count` rows from `above` on.
TAC_INLINE void reduce_row(const double *above, double *row, int i, int stride, const lane *inv,
                           int count)
{
    lane share[TOGETHER];
    TAC_UNROLL
    for (int k = 0; k < count; k++) {
        share[k] = lane_set(above[k * stride + i]) * inv[k];
    }
    for (int j = down(i); j < stride; j += L) {
        lane sum = lane_load(row + j);
        TAC_UNROLL
        for (int k = 0; k < count; k++) {
            sum = lane_fnma(share[k], lane_load(above + k * stride + j), sum);
        }
        lane_store(row + j, sum);
    }
}

TAC_INLINE void factor_known(double *F, int n, int stride, int first, int count)
{
    double *above = F + first * stride;
    lane inv[TOGETHER];
    TAC_UNROLL
    for (int k = 0; k < count; k++) {
        double *row = above + k * stride, *pivot = row + first + k;
        if (k > 0) {
            reduce_row(above, row, first + k, stride, inv, k);
        }
        *pivot = 1.0 / *pivot;
        inv[k] = lane_set(*pivot);
    }
    for (int i = first + count; i < n; i++) {
        reduce_row(above, F + i * stride, i, stride, inv, count);
    }
}

// One stretch: up to TOGETHER pivots from `first` on.
TAC_INLINE void factor_stretch(double *F, int n, int stride, int first, int n_e)
{
    switch (n_e - first) {
    case 1:
        factor_known(F, n, stride, first, 1);
        break;
    case 2:
        factor_known(F, n, stride, first, 2);
        break;
    case 3:
        factor_known(F, n, stride, first, 3);
        break;
    case 4:
        factor_known(F, n, stride, first, 4);
        break;
    case 5:
        factor_known(F, n, stride, first, 5);
        break;
    case 6:
        factor_known(F, n, stride, first, 6);
        break;
    case 7:
        factor_known(F, n, stride, first, 7);
        break;
    default:
        factor_known(F, n, stride, first, 8);
    }
}

TAC_STATIC void factor_wide(double *F, int n, int n_e, int stride)
{
    for (int first = 0; first < n_e; first += TOGETHER) {
        factor_stretch(F, n, stride, first, n_e);
    }
}

TAC_INLINE void forward_known(const double *F, int n, ptrdiff_t stride, double *b, int first,
                              int count)
{
    const double *above = F + first * stride;
    double y[TOGETHER];
    TAC_UNROLL
    for (int k = 0; k < count; k++) {
        double sum = b[first + k];
        TAC_UNROLL
        for (int i = 0; i < k; i++) {
            sum = fma(-above[i * stride + first + k], y[i], sum);
        }
        y[k] = sum * above[k * stride + first + k];
        b[first + k] = y[k];
    }
    int j = first + count;
    for (; j % L != 0 && j < n; j++) {
        double sum = b[j];
        TAC_UNROLL
        for (int k = 0; k < count; k++) {
            sum = fma(-above[k * stride + j], y[k], sum);
        }
        b[j] = sum;
    }
    for (; j < n; j += L) {
        lane sum = lane_load(b + j);
        TAC_UNROLL
        for (int k = 0; k < count; k++) {
            sum = lane_fnma(lane_load(above + k * stride + j), lane_set(y[k]), sum);
        }
        lane_store(b + j, sum);
    }
}

// Not inlined: or else addresses for eight pivots are computed where there is one.
__attribute__((noinline)) TAC_STATIC void forward_stretch(const double *F, int n, int stride,
                                                          double *b, int first, int n_e)
{
    switch (n_e - first) {
    case 1:
        forward_known(F, n, stride, b, first, 1);
        break;
    case 2:
        forward_known(F, n, stride, b, first, 2);
        break;
    case 3:
        forward_known(F, n, stride, b, first, 3);
        break;
    case 4:
        forward_known(F, n, stride, b, first, 4);
        break;
    case 5:
        forward_known(F, n, stride, b, first, 5);
        break;
    case 6:
        forward_known(F, n, stride, b, first, 6);
        break;
    case 7:
        forward_known(F, n, stride, b, first, 7);
        break;
    default:
        forward_known(F, n, stride, b, first, 8);
    }
}

TAC_STATIC void forward_wide(const double *F, int n, int n_e, int stride, double *b)
{
    for (int first = 0; first < n_e; first += TOGETHER) {
        forward_stretch(F, n, stride, b, first, n_e);
    }
}

TAC_INLINE void backward_known(const double *F, int n, int n_e, ptrdiff_t stride, double *b,
                               int first, int count)
{
    const double *row = F + first * stride;
    double sum[TOGETHER] = {0.0}, x[TOGETHER];
    for (int i = n_e; i < n; i++) {
        TAC_UNROLL
        for (int k = 0; k < count; k++) {
            sum[k] = fma(row[k * stride + i], b[i], sum[k]);
        }
    }
    TAC_UNROLL
    for (int k = count - 1; k >= 0; k--) {
        TAC_UNROLL
        for (int i = k + 1; i < count; i++) {
            sum[k] = fma(row[k * stride + first + i], x[i], sum[k]);
        }
        for (int i = first + count; i < n_e; i++) {
            sum[k] = fma(row[k * stride + i], b[i], sum[k]);
        }
        x[k] = fma(-row[k * stride + first + k], sum[k], b[first + k]);
        b[first + k] = x[k];
    }
}

__attribute__((noinline)) TAC_STATIC void backward_stretch(const double *F, int n, int stride,
                                                           double *b, int first, int n_e)
{
    switch (n_e - first) {
    case 1:
        backward_known(F, n, n_e, stride, b, first, 1);
        break;
    case 2:
        backward_known(F, n, n_e, stride, b, first, 2);
        break;
    case 3:
        backward_known(F, n, n_e, stride, b, first, 3);
        break;
    case 4:
        backward_known(F, n, n_e, stride, b, first, 4);
        break;
    case 5:
        backward_known(F, n, n_e, stride, b, first, 5);
        break;
    case 6:
        backward_known(F, n, n_e, stride, b, first, 6);
        break;
    case 7:
        backward_known(F, n, n_e, stride, b, first, 7);
        break;
    default:
        backward_known(F, n, n_e, stride, b, first, 8);
    }
}

TAC_STATIC void backward_wide(const double *F, int n, int n_e, int stride, double *b)
{
    for (int first = (n_e + TOGETHER - 1) / TOGETHER * TOGETHER; first > 0;) {
        first -= TOGETHER;
        backward_stretch(F, n, stride, b, first, n_e);
    }
}

#endif
