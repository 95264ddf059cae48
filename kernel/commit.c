// Before and after the stages: signals in, results judged and taken over.
#include <string.h>

#include "index3.h"

// Inputs and signals at the end of the step that leads to the given index.
void tac_latch(tac_work *w, const tac_state *s, const double *input, int64_t step)
{
    const tac_model *m = w->m;
    w->from = s;
    for (int i = 0; i < m->n_input; i++) {
        double now = input ? input[i] : m->input0[i];
        double *u = w->input + 3 * i;
        u[2] = step > 0 ? s->input[3 * i + 1] : now;
        u[1] = step > 0 ? s->input[3 * i] : now;
        u[0] = now;
    }
    w->end = (double)step * w->o.dt;
    tac_signals(m, w->end, 0.0, w->o.dt, w->input, w->signal);
    if (m->n_row > 0) {
        memcpy(w->lambda, s->lambda, (size_t)m->n_row * sizeof *w->lambda);
    }
}

static double increment(const tac_work *w)
{
    double sum = 0.0;
    for (int i = 0; i < w->m->n_body; i++) {
        const tac_slot *d = &w->delta[i];
        sum += dot3(d->l, d->l) + 0.25 * dot3(d->a, d->a); // |dp| = |d_theta| / 2
    }
    return sqrt(sum);
}

// Energies and residual norms of the values just computed, summed in a fixed order.
void tac_measure(tac_work *w)
{
    const tac_model *m = w->m;
    tac_report r = {0};
    for (int row = 0; row < m->n_row; row++) {
        if (!m->row_compliant[row]) {
            r.position += w->phi[row] * w->phi[row];
            r.velocity += w->rate[row] * w->rate[row];
            r.acceleration += w->acc[row] * w->acc[row];
        }
    }
    for (int i = 0; i < m->n_body; i++) {
        const tac_pose *b = &w->pose[i];
        r.kinetic += 0.5 * (m->mass[i] * dot3(b->v, b->v) + dot3(b->w, mul3(m->J[i], b->w)));
        r.potential -= m->mass[i] * dot3(m->gravity, b->r);
    }
    for (int i = 0; i < m->n_element; i++) {
        r.potential += w->energy[i];
    }
    r.position = sqrt(r.position);
    r.velocity = sqrt(r.velocity);
    r.acceleration = sqrt(r.acceleration);
    r.increment = increment(w);
    for (int k = 0; k < w->n_sequence; k++) {
        double last = increment(w->sequence[k]);
        r.increment = last > r.increment ? last : r.increment;
    }
    w->report = r;
}

// Bounds of a step that went wrong, in rad and lengths of the model: the last Newton increment, any
// of them (the prediction was elsewhere altogether), an open joint.
static const double last_increment = 0.5, any_increment = 10.0, open_joint = 0.5;

tac_status tac_judge(const tac_work *w)
{
    const tac_model *m = w->m;
    for (int k = 0; k < w->n_sequence; k++) {
        tac_status status = tac_judge(w->sequence[k]);
        if (status.code != TAC_OK) {
            return status;
        }
    }
    tac_status worst = {TAC_OK, TAC_NOTHING, 0, 1.0}; // in units of the bounds
    for (int i = 0; i < m->n_body; i++) {
        const tac_pose *b = &w->pose[i];
        const tac_slot *d = &w->delta[i];
        double sum = norm3(b->r) + norm3(b->v) + norm3(b->w) + norm3(w->a[i]) + norm3(w->wd[i]) +
                     dotq(b->p, b->p);
        if (!isfinite(sum)) {
            return tac_fail(TAC_NOT_FINITE, TAC_BODY, i, sum);
        }
        double last = tac_increment_size(m, *d) / last_increment,
               any = w->travel[i] / any_increment;
        double size = last > any ? last : any;
        if (size > worst.value) {
            worst = tac_fail(TAC_DIVERGED, TAC_BODY, i, size);
        }
    }
    for (int row = 0; row < m->n_row; row++) {
        const tac_element *e = &m->element[m->row_element[row]];
        tac_subject subject = (tac_subject)(TAC_JOINT + (int)e->what);
        if (!isfinite(w->lambda[row])) {
            return tac_fail(TAC_NOT_FINITE, subject, e->index, w->lambda[row]);
        }
        double open = m->row_compliant[row] ? 0.0 : fabs(w->phi[row]) / (m->length * open_joint);
        if (open > worst.value) {
            worst = tac_fail(TAC_DIVERGED, subject, e->index, open);
        }
    }
    return worst;
}

void tac_commit(const tac_work *w, tac_state *s)
{
    const tac_model *m = w->m;
    for (int i = 0; i < m->n_body; i++) {
        s->r[i] = w->pose[i].r;
        s->p[i] = w->pose[i].p;
        s->v[i] = w->pose[i].v;
        s->w[i] = w->pose[i].w;
        s->a[i] = w->a[i];
        s->wd[i] = w->wd[i];
    }
    for (int row = 0; row < m->n_row; row++) {
        s->lambda[row] = w->lambda[row];
    }
    for (int i = 0; i < m->n_angle; i++) {
        s->angle[i] = w->angle[i];
    }
    for (int i = 0; i < 3 * m->n_input; i++) {
        s->input[i] = w->input[i];
    }
}
