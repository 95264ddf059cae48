#include "rank.h"

#include <string.h>

#include "index3.h"

// Pivots below this share of their row's own W have cancelled: the row depends on earlier ones.
static const double cancelled = 1e-9;

// As tac_front_factor, but the largest pivot first, so that rounding stays small, and until the
// remaining rows depend on the ones before.
static void factor_dependent(tac_work *w, int node, int *redundant, int *n_redundant)
{
    const tac_model *m = w->m;
    int n_e = m->n_e[node], n = n_e + m->n_r[node];
    const int *row = m->node_row + m->row_at[node];
    double *F = w->front + m->front_at[node], *column = w->column + m->row_at[node];
    for (int taken = 0; taken < n_e; taken++) {
        int k = 0;
        for (int i = 1; i < n_e; i++) {
            k = F[i * n + i] * w->rate[row[k]] > F[k * n + k] * w->rate[row[i]] ? i : k;
        }
        double pivot = F[k * n + k];
        int dependent = !(pivot > cancelled * w->rate[row[k]]);
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
            redundant[m->row_element[row[k]]]++;
            *n_redundant += 1;
        }
    }
}

// The row's own diagonal of W, both bodies: what a pivot is measured against; kept in w->rate.
static void row_scale(tac_work *w, int row)
{
    const tac_model *m = w->m;
    const tac_element *e = &m->element[m->row_element[row]];
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        int slot = m->row_slot[2 * row + side];
        if (e->body[side] < m->n_body) {
            sum += tac_slot_dot(&w->J[slot], w->hJ[slot].l, w->hJ[slot].a);
        }
    }
    w->rate[row] = sum;
}

tac_rank tac_count_rank(tac_work *w, const tac_state *s, int *redundant)
{
    const tac_model *m = w->m;
    memset(redundant, 0, (size_t)m->n_element * sizeof *redundant);
    w->starting = 1;
    tac_latch(w, s, NULL, *s->step);
    for (int i = 0; i < m->n_body; i++) {
        w->pose[i] = (tac_pose){s->r[i], rotation(s->p[i]), s->p[i], s->v[i], s->w[i]};
    }
    tac_rows_velocity(w, 0, m->n_element);
    for (int i = 0; i < m->n_body; i++) {
        tac_leaf_front(w, i);
    }
    for (int row = 0; row < m->n_tree_row; row++) {
        row_scale(w, row);
    }
    int n_redundant = 0;
    for (int k = 0; k < m->n_node; k++) {
        int node = m->node_order[k], n = m->n_e[node] + m->n_r[node];
        if (m->child[2 * node] != TAC_NONE) {
            tac_join_fronts(w, node);
        }
        // laws do not constrain: a huge compliance takes their rows out
        for (int e = 0; e < m->n_e[node]; e++) {
            int row = m->node_row[m->row_at[node] + e];
            double *diagonal = w->front + m->front_at[node] + e * n + e;
            *diagonal += m->row_compliant[row] ? w->c[row] : 0.0;
        }
        factor_dependent(w, node, redundant, &n_redundant);
    }
    int rows = tac_model_constraint_rows(m);
    return (tac_rank){rows, rows - n_redundant, 6 * m->n_body - rows + n_redundant};
}
