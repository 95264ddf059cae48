// The linear problem of index3.h over the assembly tree, one node at a time.
//
// A node's front is the symmetric matrix over the rows it eliminates, then its boundary rows. A
// leaf's front is W = h Phi M^-1 Phi^T of its body, [004] (26) in joint space; a joined front is the
// sum of what its children left on their boundaries, and eliminating is [004] (36)-(39). Sums always
// run in the order of the tree, so the bits do not depend on who computes which node.
#include "index3.h"

void tac_leaf_front(tac_work *w, int body)
{
    const tac_model *m = w->m;
    int n = m->n_e[body] + m->n_r[body], first = m->slot_first[body];
    double *F = w->front + m->front_at[body];
    for (int i = 0; i < n; i++) {
        const tac_slot *row = &w->J[first + i];
        tac_slot scaled = {scale3(w->h * m->mass_inv[body], row->l),
                           scale3(w->h, mul3(m->J_inv[body], row->a))};
        w->hJ[first + i] = scaled;
        for (int j = 0; j <= i; j++) {
            F[i * n + j] = tac_slot_dot(&w->J[first + j], scaled.l, scaled.a);
        }
    }
}

static void extend_add(tac_work *w, int child, int node)
{
    const tac_model *m = w->m;
    int n = m->n_e[node] + m->n_r[node];
    int skip = m->n_e[child], n_child = skip + m->n_r[child];
    double *F = w->front + m->front_at[node];
    const double *G = w->front + m->front_at[child];
    const int *map = m->map + m->row_at[child];
    for (int i = skip; i < n_child; i++) {
        for (int j = skip; j <= i; j++) { // the map keeps the order: lower stays lower
            F[map[i] * n + map[j]] += G[i * n_child + j];
        }
    }
}

void tac_join_fronts(tac_work *w, int node)
{
    const tac_model *m = w->m;
    int n = m->n_e[node] + m->n_r[node];
    double *F = w->front + m->front_at[node];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            F[i * n + j] = 0.0;
        }
    }
    extend_add(w, m->child[2 * node], node);
    extend_add(w, m->child[2 * node + 1], node);
}

void tac_node_factor(tac_work *w, int node)
{
    const tac_model *m = w->m;
    int n_e = m->n_e[node], n = n_e + m->n_r[node];
    double *F = w->front + m->front_at[node];
    const int *row = m->node_row + m->row_at[node];
    for (int k = 0; k < n_e; k++) {
        F[k * n + k] += w->c[row[k]];
    }
    tac_front_factor(F, n, n_e, w->column + m->row_at[node]);
}

// Right-hand side of one eliminated row: add + Phi_q x over both its bodies.
static double row_load(const tac_work *w, int row)
{
    const tac_model *m = w->m;
    const tac_element *e = &m->element[m->row_element[row]];
    const tac_slot *xa = &w->x[e->body[0]], *xb = &w->x[e->body[1]];
    return w->add[row] + tac_slot_dot(&w->J[m->row_slot[2 * row]], xa->l, xa->a) +
           tac_slot_dot(&w->J[m->row_slot[2 * row + 1]], xb->l, xb->a);
}

static void pass_up(tac_work *w, int child, double *b)
{
    const tac_model *m = w->m;
    const int *map = m->map + m->row_at[child];
    const double *from = w->b + m->row_at[child];
    for (int k = m->n_e[child]; k < m->n_e[child] + m->n_r[child]; k++) {
        b[map[k]] += from[k];
    }
}

void tac_node_forward(tac_work *w, int node)
{
    const tac_model *m = w->m;
    int n_e = m->n_e[node], n = n_e + m->n_r[node];
    const int *row = m->node_row + m->row_at[node];
    double *b = w->b + m->row_at[node];
    for (int k = 0; k < n; k++) {
        b[k] = k < n_e ? row_load(w, row[k]) : 0.0;
    }
    if (m->child[2 * node] != TAC_NONE) {
        pass_up(w, m->child[2 * node], b);
        pass_up(w, m->child[2 * node + 1], b);
    }
    tac_front_forward(w->front + m->front_at[node], n, n_e, b);
}

void tac_node_backward(tac_work *w, int node)
{
    const tac_model *m = w->m;
    int n_e = m->n_e[node], n = n_e + m->n_r[node];
    const int *row = m->node_row + m->row_at[node];
    double *b = w->b + m->row_at[node];
    for (int k = n_e; k < n; k++) {
        b[k] = w->sigma[row[k]];
    }
    tac_front_backward(w->front + m->front_at[node], n, n_e, b);
    for (int k = 0; k < n_e; k++) {
        w->sigma[row[k]] = b[k];
    }
}

tac_slot tac_body_reaction(const tac_work *w, int body, const double *y)
{
    const tac_model *m = w->m;
    tac_slot sum = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int k = m->slot_first[body]; k < m->slot_first[body + 1]; k++) {
        double value = y[m->slot_row[k]];
        sum.l = axpy3(value, w->J[k].l, sum.l);
        sum.a = axpy3(value, w->J[k].a, sum.a);
    }
    return sum;
}

tac_slot tac_body_solution(const tac_work *w, int body)
{
    const tac_model *m = w->m;
    tac_slot x = w->x[body];
    int first = m->slot_first[body], n = m->n_e[body] + m->n_r[body];
    for (int k = first; k < first + n; k++) { // explicit rows come after those of the tree
        double value = -w->sigma[m->slot_row[k]];
        x.l = axpy3(value, w->hJ[k].l, x.l);
        x.a = axpy3(value, w->hJ[k].a, x.a);
    }
    return x;
}
