// The row stages: what every element contributes to a solve. Numbers in parentheses are equations of
// [004].
#include <string.h>

#include "index3.h"

static double row_product(const tac_work *w, const tac_element *e, int k, vec3 la, vec3 aa, vec3 lb,
                          vec3 ab) // Phi_q times a quantity of both bodies
{
    return tac_slot_dot(&w->J[e->slot[0] + k], la, aa) +
           tac_slot_dot(&w->J[e->slot[1] + k], lb, ab);
}

static void element_position(tac_work *w, const tac_element *e)
{
    const tac_pose *pa = &w->pose[e->body[0]], *pb = &w->pose[e->body[1]];
    const double *turns = w->starting ? w->angle : w->from->angle; // no step to continue from
    double before = e->angle == TAC_NONE ? 0.0 : turns[e->angle];
    double angle = tac_rows_position(e, pa, pb, w->signal, before, &w->J[e->slot[0]],
                                     &w->J[e->slot[1]], &w->phi[e->row], &w->phi_t[e->row]);
    if (e->angle != TAC_NONE) {
        w->angle[e->angle] = angle;
    }
}

static void element_rate(tac_work *w, const tac_element *e)
{
    const tac_pose *pa = &w->pose[e->body[0]], *pb = &w->pose[e->body[1]];
    for (int k = 0; k < e->n_row; k++) {
        w->rate[e->row + k] =
            row_product(w, e, k, pa->v, pa->w, pb->v, pb->w) + w->phi_t[e->row + k];
    }
}

// Compliances of a row are bounded by this many times its share of W: a law without slope at the
// moment (an open contact) then leaves the row free.
static const double no_stiffness = 1e12;
static const double start_penalty = 1e8; // the start has time for full accuracy

static double constraint_compliance(const tac_work *w, int row)
{
    if (w->starting) {
        return w->h * w->m->row_w[row] / start_penalty;
    }
    return w->o.alpha > 0.0 ? 1.0 / w->o.alpha : w->h * w->m->row_w[row] / w->o.penalty;
}

// Force and compliance of a law: lambda = f, C = 1 / (df/dx + 2/dt df/dxd), [solver] section 2a.
static void element_law(tac_work *w, const tac_element *e, double *f)
{
    double dfdx[TAC_MAX_ROWS], dfdxd[TAC_MAX_ROWS];
    int row = e->row;
    w->energy[e - w->m->element] =
        tac_law(w->m, e, w->signal, &w->phi[row], &w->rate[row], f, dfdx, dfdxd);
    for (int k = 0; k < e->n_row; k++) {
        double stiffness = dfdx[k] + 2.0 / w->o.dt * dfdxd[k];
        double most = w->h * w->m->row_w[row + k] * no_stiffness;
        double c = 1.0 / stiffness;
        w->c[row + k] = !w->starting && c > 0.0 && c < most ? c : most;
    }
}

void tac_rows_newton(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_element *e = &w->m->element[i];
        double f[TAC_MAX_ROWS];
        element_position(w, e);
        if (e->what != TAC_JOINTS) {
            element_rate(w, e);
            element_law(w, e, f);
        }
        for (int k = 0; k < e->n_row; k++) {
            int row = e->row + k;
            if (e->what == TAC_JOINTS) {
                w->c[row] = constraint_compliance(w, row);
                w->add[row] = w->phi[row]; // (34)
            } else if (e->implicit) {
                w->add[row] = (f[k] - w->lambda[row]) * w->c[row];
            } else {
                w->lambda[row] = f[k];
            }
        }
    }
}

// Constraints alone: the smallest mass-weighted displacement that closes them.
void tac_rows_position_only(tac_work *w, int first, int last)
{
    tac_rows_velocity(w, first, last); // Jacobians and compliances
    for (int i = first; i < last; i++) {
        const tac_element *e = &w->m->element[i];
        for (int k = 0; k < e->n_row; k++) {
            w->add[e->row + k] = e->what == TAC_JOINTS ? w->phi[e->row + k] : 0.0;
        }
    }
}

void tac_rows_velocity(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_element *e = &w->m->element[i];
        double f[TAC_MAX_ROWS];
        element_position(w, e);
        element_rate(w, e);
        if (e->what != TAC_JOINTS) {
            element_law(w, e, f);
        }
        for (int k = 0; k < e->n_row; k++) {
            int row = e->row + k;
            if (e->what == TAC_JOINTS) {
                w->c[row] = constraint_compliance(w, row);
                w->add[row] = w->phi_t[row]; // (52)
            } else {
                w->add[row] = -w->rate[row]; // keeps its rate
            }
        }
    }
}

void tac_rows_acceleration(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_element *e = &w->m->element[i];
        int a = e->body[0], b = e->body[1];
        double f[TAC_MAX_ROWS], c[TAC_MAX_ROWS];
        element_rate(w, e); // with the projected velocities
        if (e->what == TAC_JOINTS) {
            tac_rows_gamma(e, &w->pose[a], &w->pose[b], w->signal, &w->gamma[e->row]);
        } else {
            memcpy(c, &w->c[e->row], sizeof(double) * (size_t)e->n_row);
            element_law(w, e, f);
            memcpy(&w->c[e->row], c, sizeof(double) * (size_t)e->n_row); // as factorized
        }
        for (int k = 0; k < e->n_row; k++) {
            int row = e->row + k;
            if (e->what == TAC_JOINTS) {
                w->add[row] = -w->gamma[row]; // (65)
            } else if (tac_laws_refactored(w->m, &w->o)) {
                w->add[row] = 0.0;
                w->c[row] = w->h * w->m->row_w[row] * no_stiffness; // the law's force is given
                w->lambda[row] = f[k];
            } else {
                w->add[row] = -row_product(w, e, k, w->a[a], w->wd[a], w->a[b], w->wd[b]);
                int from_law = w->o.acceleration == TAC_INDEX1 || w->starting || !e->implicit;
                w->lambda[row] = from_law ? f[k] : w->lambda[row];
            }
        }
    }
}

void tac_rows_residual(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_element *e = &w->m->element[i];
        int a = e->body[0], b = e->body[1];
        for (int k = 0; k < e->n_row && e->what == TAC_JOINTS; k++) {
            w->acc[e->row + k] =
                row_product(w, e, k, w->a[a], w->wd[a], w->a[b], w->wd[b]) - w->gamma[e->row + k];
        }
    }
}
