#include "linear.h"

#include "step/sweeps.h"
#include "workspace/layers.h"
#include "workspace/single_access.h"

// Passes: the second takes away what the compliances leave, more are for long chains, where that is little.
enum { LEAST_PASSES = 2, MOST_PASSES = 8 };

// Compliance of the row of a law: no impulse goes through it.
static const double of_law = 1e30;

void tac_linear_layout(tac_linear *p, const tac_model *m, tac_arena *a)
{
    size_t n = (size_t)m->n_row;
    p->m = m;
    p->slot = tac_take(a, 2 * n, sizeof *p->slot);
    p->phi = tac_take(a, n, sizeof *p->phi);
    p->phi_t = tac_take(a, n, sizeof *p->phi_t);
    p->left = tac_take(a, n, sizeof *p->left);
    p->change = tac_take(a, n, sizeof *p->change);
}

// Jacobian of a row of the tree on a side: where fronts read it.
static void set_slot(const tac_linear *p, const tac_element *e, int k, int side)
{
    tac_workspace *w = p->w;
    int row = e->row + k, i = p->m->rows.row_element[row], lanes = w->plan->g->lanes;
    const tac_cell *c = &w->plan->cell[w->plan->g->element_cell[i]];
    double *a =
        w->fields.J + (size_t)((c->slot[side] + 3 * k) * lanes) + w->plan->g->element_lane[i];
    double *l = a + TAC_TO_LINEAR(e->n_row) * lanes;
    const tac_slot *s = &p->slot[2 * row + side];
    const double angular[3] = {s->a.x, s->a.y, s->a.z}, linear[3] = {s->l.x, s->l.y, s->l.z};
    for (int n = 0; n < 3; n++) {
        a[n * lanes] = angular[n];
        l[n * lanes] = linear[n];
    }
}

void tac_linear_place(tac_linear *p, const tac_pose *pose, const tac_signal *signal,
                      const double *angle)
{
    const tac_model *m = p->m;
    for (int i = 0; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        const tac_pose *pa = &pose[e->body[0]], *pb = &pose[e->body[1]];
        tac_slot sa[TAC_MAX_ROWS], sb[TAC_MAX_ROWS];
        double turned = e->angle == TAC_NONE ? 0.0 : tac_element_angle(e, pa, pb, angle[e->angle]);
        tac_rows_position(e, pa, pb, signal, turned, sa, sb, p->phi + e->row, p->phi_t + e->row);
        for (int k = 0; k < e->n_row; k++) {
            int row = e->row + k;
            p->slot[2 * row] = sa[k];
            p->slot[2 * row + 1] = sb[k];
            if (row < m->n_tree_row) {
                set_slot(p, e, k, 0);
                set_slot(p, e, k, 1);
            }
            if (m->rows.row_compliant[row]) {
                *tac_row_field(p->w, row, R_C) = of_law;
            }
        }
    }
    p->factored = false;
}

double tac_linear_rate(const tac_linear *p, const tac_slot *x, int row)
{
    const tac_element *e = &p->m->element[p->m->rows.row_element[row]];
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        int body = e->body[side];
        sum += body < p->m->n_body ? tac_slot_dot(&p->slot[2 * row + side], x[body].l, x[body].a)
                                   : 0.0;
    }
    return sum;
}

double tac_linear_open(const tac_linear *p, const tac_element *e, int k)
{
    double sum = p->phi[e->row + k];
    if (e->what != TAC_TERMS) {
        return fabs(sum);
    }
    for (int i = 1; i <= e->followers; i++) {
        sum += p->phi[e[i].row];
    }
    return fabs(e->unit * sum);
}

// x -= M^-1 Phi^T sigma
static void push(const tac_linear *p, const double *sigma, tac_slot *x)
{
    const tac_model *m = p->m;
    for (int row = 0; row < m->n_tree_row; row++) {
        const tac_element *e = &m->element[m->rows.row_element[row]];
        for (int side = 0; side < 2 && !m->rows.row_compliant[row]; side++) {
            int body = e->body[side];
            const tac_slot *s = &p->slot[2 * row + side];
            if (body < m->n_body) {
                x[body].l = axpy3(-sigma[row] * m->bodies.mass_inv[body], s->l, x[body].l);
                x[body].a = axpy3(-sigma[row], mul3(m->bodies.J_inv[body], s->a), x[body].a);
            }
        }
    }
}

// One pass: the change of sigma for what is left of the constraints.
static void pass(tac_linear *p)
{
    tac_workspace *w = p->w;
    int n_unit = w->plan->g->n_unit;
    double h = w->pace.h[0]; // fronts hold C + h W, with C as much smaller
    for (int row = 0; row < p->m->n_tree_row; row++) {
        *tac_row_field(w, row, R_SIGMA) = p->left[row];
    }
    tac_call_stage(w, p->factored ? TAC_UNITS_FORWARD : TAC_UNITS_FACTOR, 0, n_unit);
    tac_call_stage(w, TAC_UNITS_BACKWARD, 0, n_unit);
    p->factored = true;
    for (int row = 0; row < p->m->n_tree_row; row++) {
        p->change[row] = h * *tac_row_field(w, row, R_SIGMA);
    }
}

// What is left of the constraints, to `left`; its norm.
static double find_left(tac_linear *p, const double *add, const tac_slot *x)
{
    const tac_model *m = p->m;
    double sum = 0.0;
    for (int row = 0; row < m->n_tree_row; row++) {
        p->left[row] = m->rows.row_compliant[row] ? 0.0 : add[row] + tac_linear_rate(p, x, row);
    }
    for (int i = m->couplers.first_term; i < m->n_element;
         i++) { // of a coupler what all of its terms leave
        const tac_element *e = &m->element[i];
        if (!tac_leads(e)) {
            p->left[tac_lead(m, e)->row] += p->left[e->row];
            p->left[e->row] = 0.0;
        }
    }
    for (int row = 0; row < m->n_tree_row; row++) {
        sum += p->left[row] * p->left[row];
    }
    return sqrt(sum);
}

void tac_linear_solve(tac_linear *p, const double *add, tac_slot *x, double *sigma)
{
    static const double helps = 0.1, rounding = 1e-14; // of the last pass, of the first
    const tac_model *m = p->m;
    double first = find_left(p, add, x), last = first;
    tac_set_scratch(p->w, 1); // a stage runs over all blocks before the next one
    for (int k = 0; k < MOST_PASSES; k++) {
        pass(p);
        push(p, p->change, x);
        for (int row = 0; row < m->n_tree_row; row++) {
            double before = k == 0 ? 0.0 : sigma[row];
            sigma[row] = m->rows.row_compliant[row] ? sigma[row] : before + p->change[row];
        }
        double now = find_left(p, add, x);
        if (k + 1 >= LEAST_PASSES && !(now < helps * last && now > rounding * first)) {
            break;
        }
        last = now;
    }
    tac_set_scratch(p->w, 0);
}
