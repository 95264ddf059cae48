#include "pivots.h"

#include <string.h>

#include "feature/flexible/flexible.h"
#include "method/index3/stages.h"
#include "model/flexible_single.h"
#include "workspace/layers.h"
#include "workspace/single_access.h"

// The nodes are those of the tree by rows: a row that hangs on a carrier would look dependent where the carrier
// alone lets it move.
static const tac_model *nodes_of(const tac_workspace *w)
{
    return w->m->by_rows ? w->m->by_rows : w->m;
}

// Fronts here are plain: lower triangles, one node after the other, in the memory of the step's fronts.
static double *front_of(const tac_workspace *w, int node)
{
    return w->fronts.front + nodes_of(w)->nodes.front_at[node];
}

static double *scale_of(const tac_workspace *w, int row)
{
    return tac_row_field(w, row, R_RATE);
}

// Rank knows no masses and no shapes: every body counts as a ball of 1 kg as large as what meets it,
// so that neither grams between tonnes nor the axes of thin rods look dependent.
static double mobility(const tac_workspace *w, int body, const tac_slot *a, const tac_slot *b)
{
    const tac_body_tables *of = &w->m->bodies;
    const mat3 *J = &of->J[body];
    double gyration2 = 0.5 * of->mass_inv[body] * (J->x.x + J->y.y + J->z.z);
    double reach2 = of->arm[body] * of->arm[body];
    return dot3(a->l, b->l) + dot3(a->a, b->a) / (reach2 > gyration2 ? reach2 : gyration2);
}

// A row on a body: its slot, of a flexible one as if it were rigid, and what it is for its modes.
typedef struct row_on {
    tac_slot slot;
    double mode[TAC_MOST_MODES];
} row_on;

static row_on row_at(const tac_workspace *w, int row, int side)
{
    const tac_element *e = &w->m->element[w->m->rows.row_element[row]];
    row_on on = {.slot = tac_row_slot(w, row, side)};
    if (e->interface[side] == TAC_NONE) {
        return on;
    }
    const tac_flexible *f = &w->m->flex.flexible[w->m->flex.flexible_of[e->body[side]]];
    mat3 A = tac_body_pose(w, f->body).A;
    double q[TAC_MOST_MODES];
    tac_flex_now(w, w->m->flex.flexible_of[e->body[side]], q, NULL);
    interface_mapv at = tac_map_single(f->modes, e->interface[side] - f->interface, q);
    vec3 l = tmul3(A, on.slot.l), a = mul3(at.R, on.slot.a);
    tac_push_single(f->modes, &at, l, a, on.mode);
    on.slot.a = add3(a, cross3(at.s, l));
    return on;
}

static double mobility_of(const tac_workspace *w, int body, const row_on *a, const row_on *b)
{
    int i = tac_flexible_of(w->m, body);
    double sum = mobility(w, body, &a->slot, &b->slot);
    for (int j = 0; i != TAC_NONE && j < w->m->flex.flexible[i].n; j++) {
        sum += a->mode[j] * b->mode[j] / w->m->bodies.mass_inv[body];
    }
    return sum;
}

static void add_on(row_on *to, const row_on *more, int n_mode)
{
    to->slot.l = add3(to->slot.l, more->slot.l);
    to->slot.a = add3(to->slot.a, more->slot.a);
    for (int j = 0; j < n_mode; j++) {
        to->mode[j] += more->mode[j];
    }
}

// Of a coupler what all of its terms are on the body.
static row_on slot_on(const tac_workspace *w, int row, int body)
{
    const tac_element *e = &w->m->element[w->m->rows.row_element[row]];
    if (e->what != TAC_TERMS) {
        return row_at(w, row, e->body[1] == body);
    }
    int flexible = tac_flexible_of(w->m, body);
    int n_mode = flexible == TAC_NONE ? 0 : w->m->flex.flexible[flexible].n;
    row_on all = {0};
    for (int k = 0; k <= e->followers; k++) {
        for (int side = 0; side < 2; side++) {
            if (e[k].body[side] == body) {
                row_on one = row_at(w, e[k].row, side);
                add_on(&all, &one, n_mode);
            }
        }
    }
    return all;
}

// W of one body.
static void leaf_front(tac_workspace *w, int body)
{
    const tac_model *m = nodes_of(w);
    int n = m->nodes.n_e[body] + m->nodes.n_r[body];
    const int *row = m->nodes.node_row + m->nodes.row_at[body];
    double *F = front_of(w, body);
    for (int i = 0; i < n; i++) {
        row_on a = slot_on(w, row[i], body);
        for (int j = 0; j <= i; j++) {
            row_on b = slot_on(w, row[j], body);
            F[i * n + j] = mobility_of(w, body, &a, &b);
        }
    }
}

// Sum of the boundaries of both children.
static void join_fronts(tac_workspace *w, int node)
{
    const tac_model *m = nodes_of(w);
    int n = m->nodes.n_e[node] + m->nodes.n_r[node];
    double *F = front_of(w, node);
    memset(F, 0, (size_t)(n * n) * sizeof *F);
    for (int c = 0; c < 2; c++) {
        int child = m->nodes.child[2 * node + c],
            n_child = m->nodes.n_e[child] + m->nodes.n_r[child];
        const double *G = front_of(w, child);
        const int *map = m->nodes.map + m->nodes.row_at[child];
        for (int i = m->nodes.n_e[child]; i < n_child; i++) {
            for (int j = m->nodes.n_e[child]; j <= i; j++) {
                int high = map[i] > map[j] ? map[i] : map[j];
                F[high * n + map[i] + map[j] - high] += G[i * n_child + j];
            }
        }
    }
}

// The step's factorization, but with the largest pivot first, so that rounding stays small; it ends when the
// remaining rows depend on the ones before.
static void factor_dependent(tac_workspace *w, int node, tac_pivots *found)
{
    const tac_model *m = nodes_of(w);
    int n_e = m->nodes.n_e[node], n = n_e + m->nodes.n_r[node];
    const int *row = m->nodes.node_row + m->nodes.row_at[node];
    double *F = front_of(w, node),
           *column = w->fronts.b; // as long as a front that eliminates anything
    for (int taken = 0; taken < n_e; taken++) {
        int k = 0;
        for (int i = 1; i < n_e; i++) {
            k = F[i * n + i] * *scale_of(w, row[k]) > F[k * n + k] * *scale_of(w, row[i]) ? i : k;
        }
        double pivot = F[k * n + k];
        int dependent = !(pivot > found->cancelled * *scale_of(w, row[k]));
        double inv = dependent ? 0.0 : 1.0 / sqrt(pivot);
        for (int i = 0; i < n; i++) {
            column[i] = (i < k ? F[k * n + i] : F[i * n + k]) * inv;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                F[i * n + j] -= column[i] * column[j];
            }
        }
        // the row is done
        for (int i = 0; i < n; i++) {
            F[i < k ? k * n + i : i * n + k] = 0.0;
        }
        F[k * n + k] = -HUGE_VAL;
        if (dependent) {
            *tac_row_field(w, row[k], R_SIGMA) = 1.0;
            found->n++;
        } else if (pivot < found->weakest * *scale_of(w, row[k])) {
            found->weakest = pivot / *scale_of(w, row[k]);
            found->weakest_row = row[k];
        }
    }
}

// What a coupler's terms are on the body of one of them on a side, if no term or side before is on
// it.
static double coupled_scale(const tac_workspace *w, const tac_element *lead, int term, int side)
{
    int body = lead[term].body[side];
    bool counted = body == w->m->n_body;
    for (int i = 0; i < 2 * term + side; i++) {
        counted = counted || lead[i / 2].body[i % 2] == body;
    }
    if (counted) {
        return 0.0;
    }
    row_on J = slot_on(w, lead->row, body);
    return mobility_of(w, body, &J, &J);
}

// The row's own diagonal of W, of all its bodies: pivots are measured against it.
static void row_scale(tac_workspace *w, int row)
{
    const tac_element *e = &w->m->element[w->m->rows.row_element[row]];
    double sum = 0.0;
    for (int i = 0; i < 2 * (e->followers + 1) && e->what == TAC_TERMS; i++) {
        sum += coupled_scale(w, e, i / 2, i % 2);
    }
    for (int side = 0; side < 2 && e->what != TAC_TERMS; side++) {
        if (e->body[side] < w->m->n_body) {
            row_on J = row_at(w, row, side);
            sum += mobility_of(w, e->body[side], &J, &J);
        }
    }
    *scale_of(w, row) = sum;
}

void tac_find_pivots(tac_workspace *w, tac_pivots *p)
{
    const tac_model *m = nodes_of(w);
    tac_call_stage(w, TAC_ELEMENTS_VELOCITY, 0, w->plan->g->n_cell);
    for (int row = 0; row < m->n_row; row++) {
        *tac_row_field(w, row, R_SIGMA) = 0.0;
    }
    for (int row = 0; row < m->n_tree_row; row++) {
        if (tac_leads(&m->element[m->rows.row_element[row]])) {
            row_scale(w, row);
        }
    }
    *p = (tac_pivots){.cancelled = p->cancelled, .weakest = 1.0, .weakest_row = TAC_NONE};
    for (int k = 0; k < m->nodes.n_node; k++) {
        int node = m->nodes.node_order[k], n = m->nodes.n_e[node] + m->nodes.n_r[node];
        if (m->nodes.child[2 * node] == TAC_NONE) {
            leaf_front(w, node);
        } else {
            join_fronts(w, node);
        }
        // laws do not constrain: a huge compliance takes their rows out
        for (int e = 0; e < m->nodes.n_e[node]; e++) {
            int row = m->nodes.node_row[m->nodes.row_at[node] + e];
            front_of(w, node)[e * n + e] +=
                m->rows.row_compliant[row] ? 1e12 * *scale_of(w, row) : 0.0;
        }
        factor_dependent(w, node, p);
    }
    // was temporary; leaves that eliminate no rows rely on zeros
    memset(w->fronts.b, 0, w->plan->b * sizeof *w->fronts.b);
}
