#include "internal.h"

#include "model/flexible.h"
#include "model/flexible_single.h"
#include "model/rows.h"
#include "model/source.h"

typedef struct wrench { // force, and torque about a point, world
    vec3 at, force, torque;
} wrench;

static void add(wrench *w, vec3 at, vec3 force, vec3 torque)
{
    w->force = add3(w->force, force);
    w->torque = add3(w->torque, add3(torque, cross3(sub3(at, w->at), force)));
}

// ---- what acts at interfaces -------------------------------------------------------------------

static void add_element(const tac_model *m, const tac_state *s, const tac_flexible_side *on,
                        wrench *w)
{
    const tac_element *e = &m->element[on->element];
    tac_element plain = *e;
    for (int k = 0; k < plain.n_row; k++) {
        plain.rows[k].drive = TAC_NONE;
    }
    const tac_pose pose[2] = {tac_state_pose(m, s, e, 0), tac_state_pose(m, s, e, 1)};
    tac_slot slot[2][TAC_MAX_ROWS];
    double x[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS];
    double angle =
        tac_element_angle(e, &pose[0], &pose[1], e->angle == TAC_NONE ? 0.0 : s->angle[e->angle]);
    tac_rows_position(&plain, &pose[0], &pose[1], NULL, angle, slot[0], slot[1], x, phi_t);
    vec3 force = {0.0, 0.0, 0.0}, torque = force; // about the interface, its axes
    for (int k = 0; k < e->n_row; k++) {
        double lambda = -s->lambda[e->row + k];
        force = axpy3(lambda, slot[on->side][k].l, force);
        torque = axpy3(lambda, slot[on->side][k].a, torque);
    }
    add(w, pose[on->side].r, force, mul3(pose[on->side].A, torque));
}

// A source that never changes.
static tac_source_kind constant_kind(void)
{
    int kind = 0;
    while (!tac_source_type_of((tac_source_kind)kind)->never_changes) {
        kind++;
    }
    return (tac_source_kind)kind;
}

// Terms come before what has them, so that this ends.
double tac_source_in(const tac_model *m, const tac_state *s, int i) // NOLINT(misc-no-recursion)
{
    if (i == TAC_NONE) {
        return 0.0;
    }
    const tac_source_desc *source = &m->signals.source[i];
    if (tac_source_has(source->kind, TAC_KEY_TERMS)) {
        double sum = 0.0;
        for (int k = 0; k < source->n_term; k++) {
            sum += tac_source_in(m, s, m->signals.source_term[source->first_term + k]);
        }
        return source->c[0] + source->c[1] * sum;
    }
    enum { OWN_TERMS = 2 }; // of a road
    int in_place[OWN_TERMS] = {0, 1};
    tac_model one = *m;
    tac_signal signal[OWN_TERMS + 1];
    tac_source_desc with[OWN_TERMS + 1];
    int n = source->n_term < OWN_TERMS ? source->n_term : OWN_TERMS;
    for (int k = 0; k < n; k++) {
        with[k] = (tac_source_desc){
            .kind = constant_kind(),
            .c = {tac_source_in(m, s, m->signals.source_term[source->first_term + k])}};
    }
    with[n] = *source;
    with[n].first_term = 0;
    one.signals.source = with;
    one.signals.source_term = in_place;
    one.signals.n_source = n + 1;
    tac_signals(&one, (double)*s->step * *s->dt, 0.0, *s->dt, s->input, signal);
    return signal[n].x;
}

static void add_load(const tac_model *m, const tac_state *s, const tac_load_desc *l, wrench *w)
{
    tac_pose pose = tac_state_pose_of(m, s, l->at.body, l->at.interface);
    vec3 force = {tac_source_in(m, s, l->force[0]), tac_source_in(m, s, l->force[1]),
                  tac_source_in(m, s, l->force[2])};
    vec3 torque = {tac_source_in(m, s, l->torque[0]), tac_source_in(m, s, l->torque[1]),
                   tac_source_in(m, s, l->torque[2])};
    if (l->in_body) {
        mat3 X = mulm3(pose.A, rotation(l->at.q));
        force = mul3(X, force);
        torque = mul3(X, torque);
    }
    add(w, add3(pose.r, mul3(pose.A, l->at.s)), force, torque);
}

// ---- the part beyond ---------------------------------------------------------------------------

// Takes away what moves it, against gravity.
static void take_inertia(const tac_model *m, const tac_state *s, const tac_flexible *f,
                         const tac_flexible_part *part, wrench *w)
{
    const tac_body_state *b = &s->body[f->body];
    const double *modes = tac_modes_of(s->mode, f);
    double q[TAC_MOST_MODES], qd[TAC_MOST_MODES];
    tac_whole_fours(f->n, modes, q);
    tac_whole_fours(f->n, modes + f->n, qd);
    mat3 A = rotation(b->p);
    vec3 l = tmul3(A, sub3(b->a, m->gravity));
    flexv a, inertial;
    inertiav at;
    put_six(a.six, l, b->wd);
    tac_whole_fours(f->n, modes + 2 * f->n, (double *)a.mode);
    tac_inertia_single(&part->modes, &part->J, q, &at);
    at.c = add3(at.c, part->first);
    tac_inertial_single(&part->modes, &at, part->mass, &a, b->w, qd, &inertial);
    add(w, b->r, neg3(mul3(A, firstv(inertial.six))), neg3(mul3(A, secondv(inertial.six))));
}

void tac_sense_internal(const tac_model *m, const tac_state *s, const tac_sensor_desc *d,
                        vec3 *force, vec3 *torque)
{
    const tac_flexible *f = &m->flex.flexible[m->flex.flexible_of[d->a.body]];
    int first = d->a.interface, last = first + d->internal.n;
    tac_pose here = tac_state_pose_of(m, s, d->a.body, first);
    const vec3 zero = {0.0, 0.0, 0.0};
    wrench w = {add3(here.r, mul3(here.A, d->a.s)), zero, zero};
    for (int i = 0; i < f->n_side; i++) {
        const tac_flexible_side *on = &m->flex.flexible_side[f->side + i];
        if (on->interface >= first && on->interface < last) {
            add_element(m, s, on, &w);
        }
    }
    for (int k = m->bodies.load_first[f->body]; k < m->bodies.load_first[f->body + 1]; k++) {
        const tac_load_desc *load = &m->laws.load[m->bodies.load_of[k]];
        if (load->at.interface >= first && load->at.interface < last) {
            add_load(m, s, load, &w);
        }
    }
    if (d->element != TAC_NONE) {
        take_inertia(m, s, f, &m->flex.part[d->element], &w);
    }
    double sign = d->internal.other_way ? -1.0 : 1.0;
    *force = scale3(sign, w.force);
    *torque = scale3(sign, w.torque);
}
