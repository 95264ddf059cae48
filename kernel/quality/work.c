#include "work.h"

#include <math.h>
#include <string.h>

#include "doubt.h"
#include "element_types.h"
#include "elementary.h"
#include "model/flexible.h"
#include "model/law.h"
#include "model/law_lane.h"
#include "query/plain_rows.h"

bool tac_is_constant(const tac_model *m, int source)
{
    return source == TAC_NONE || tac_source_type_of(m->signals.source[source].kind)->never_changes;
}

bool tac_spring_damps(const tac_spring_desc *s)
{
    return s->c > 0.0 || s->c_by != 0 || s->damper_table != TAC_NONE;
}

bool tac_bushing_damps(const tac_bushing_desc *b)
{
    bool does = false;
    for (int k = 0; k < 6; k++) {
        does = does || b->c[k] > 0.0 || b->c_by[k] != 0;
    }
    return does;
}

bool tac_coupler_damps(const tac_model *m, const tac_element *e)
{
    return e->law && m->couplers.coupler[e->coupler].c > 0.0;
}

// The element of a law.
static const tac_element *law_of(const tac_model *m, tac_element_class what, int i)
{
    return &m->element[m->element_first[what] + i];
}

// ---- constants ---------------------------------------------------------------------------------

static bool load_is_constant(const tac_model *m, const tac_load_desc *l)
{
    bool is = true;
    for (int k = 0; k < 3; k++) {
        is = is && tac_is_constant(m, l->force[k]) && tac_is_constant(m, l->torque[k]);
    }
    return is;
}

static vec3 value_of(const tac_signal *now, const int source[3])
{
    double x[3];
    for (int k = 0; k < 3; k++) {
        x[k] = source[k] == TAC_NONE ? 0.0 : now[source[k]].x;
    }
    return (vec3){x[0], x[1], x[2]};
}

static tac_pushed pushed_at(const tac_load_desc *l, const tac_pose *at, const tac_signal *now)
{
    vec3 force = value_of(now, l->force), torque = value_of(now, l->torque);
    if (l->in_body) {
        mat3 X = mulm3(at->A, rotation(l->at.q));
        force = mul3(X, force);
        torque = mul3(X, torque);
    }
    return (tac_pushed){add3(at->r, mul3(at->A, l->at.s)), at->p, force, torque};
}

// World axes.
static vec3 rotation_between(quat from, quat to)
{
    quat q = mulq(to, conjq(from));
    q = q.e0 < 0.0 ? scaleq(-1.0, q) : q;
    vec3 v = {q.e1, q.e2, q.e3};
    double sine = norm3(v);
    return scale3(sine > 1e-8 ? 2.0 * tac_atan2(sine, q.e0) / sine : 2.0, v);
}

double tac_work_of_constants(const tac_model *m, const tac_state *s, const tac_signal *now,
                             bool begins, tac_pushed *last)
{
    double sum = 0.0;
    for (int i = 0; i < m->laws.n_load; i++) {
        const tac_load_desc *l = &m->laws.load[i];
        if (load_is_constant(m, l)) {
            tac_pose at = tac_state_pose_of(m, s, l->at.body, l->at.interface);
            tac_pushed is = pushed_at(l, &at, now), *was = &last[i];
            if (!begins) {
                vec3 force = add3(was->force, is.force), torque = add3(was->torque, is.torque);
                sum += 0.5 * dot3(force, sub3(is.r, was->r)) +
                       0.5 * dot3(torque, rotation_between(was->p, is.p));
            }
            *was = is;
        }
    }
    return sum;
}

double tac_stored_by_actuators(const tac_model *m, const tac_state *s)
{
    double sum = 0.0;
    for (int i = 0; i < m->laws.n_spring; i++) {
        int actuator = m->laws.spring[i].actuator;
        if (actuator != TAC_NONE && tac_is_constant(m, actuator)) {
            tac_slot sb[TAC_MAX_ROWS];
            double x[TAC_MAX_ROWS], xd[TAC_MAX_ROWS];
            tac_plain_rows(m, s, law_of(m, TAC_SPRINGS, i), sb, x, xd);
            sum -= m->signals.source[actuator].c[0] * x[0];
        }
    }
    return sum;
}

// ---- what goes in ------------------------------------------------------------------------------

static double of_load(const tac_model *m, const tac_state *s, const tac_load_desc *l,
                      const tac_signal *now)
{
    tac_pose at = tac_state_pose_of(m, s, l->at.body, l->at.interface);
    tac_pushed is = pushed_at(l, &at, now);
    vec3 w = mul3(at.A, at.w), v = add3(at.v, cross3(w, mul3(at.A, l->at.s)));
    return dot3(is.force, v) + dot3(is.torque, w);
}

// Of sources that add to numbers of laws.
static double of_numbers(const tac_model *m, const tac_state *s, const tac_signal *now)
{
    double sum = 0.0;
    for (int i = m->n_joint; m->laws.moved && i < m->couplers.first_term; i++) {
        tac_slot sb[TAC_MAX_ROWS];
        double x[TAC_MAX_ROWS], xd[TAC_MAX_ROWS];
        tac_plain_rows(m, s, &m->element[i], sb, x, xd);
        sum += tac_power_of_numbers(m, &m->element[i], now, x, xd);
    }
    return sum;
}

static double stiffness_of(const tac_spring_desc *d, const tac_signal *now)
{
    return d->k_by ? fmax(d->k + now[d->k_by - 1].x, 0.0) : d->k;
}

// An actuator pushes along the rate; a free length that grows takes from the potential what it would have given.
static double of_spring(const tac_model *m, const tac_state *s, int i, const tac_signal *now)
{
    tac_slot sb[TAC_MAX_ROWS];
    double x[TAC_MAX_ROWS], xd[TAC_MAX_ROWS];
    const tac_spring_desc *d = &m->laws.spring[i];
    if (tac_is_constant(m, d->actuator) && tac_is_constant(m, d->x0)) {
        return 0.0;
    }
    tac_plain_rows(m, s, law_of(m, TAC_SPRINGS, i), sb, x, xd);
    double push = tac_is_constant(m, d->actuator) ? 0.0 : now[d->actuator].x, elastic = 0.0;
    if (!tac_is_constant(m, d->x0)) {
        double u = x[0] - now[d->x0].x;
        elastic =
            stiffness_of(d, now) * u +
            (d->spring_table == TAC_NONE ? 0.0
                                         : tac_curve_eval(&m->signals.table[d->spring_table], u).y);
    }
    return push * xd[0] - (elastic == 0.0 ? 0.0 : elastic * now[d->x0].xd);
}

static bool is_driven(const tac_model *m, const tac_element *e, int k)
{
    return !tac_is_constant(m, e->rows[k].drive);
}

static bool has_drive(const tac_model *m, const tac_element *e)
{
    bool has = false;
    for (int k = 0; k < e->n_row; k++) {
        has = has || is_driven(m, e, k);
    }
    return has;
}

// Multipliers of driven rows along their rates.
static double of_drives(const tac_model *m, const tac_state *s, const tac_element *e)
{
    tac_slot sb[TAC_MAX_ROWS];
    double x[TAC_MAX_ROWS], xd[TAC_MAX_ROWS], sum = 0.0;
    if (has_drive(m, e)) {
        tac_plain_rows(m, s, e, sb, x, xd);
        for (int k = 0; k < e->n_row; k++) {
            sum -= is_driven(m, e, k) ? s->lambda[e->row + k] * xd[k] : 0.0;
        }
    }
    return sum;
}

// Whether a law is a source of power, which counts with drives and loads.
static bool gives(const tac_model *m, int law)
{
    return (tac_type_of_law(&m->laws.law[law])->law->flags & TAC_LAW_GIVES) != 0;
}

static double of_law(const tac_model *m, const tac_state *s, const tac_element *e,
                     const tac_signal *now);

double tac_power_given(const tac_model *m, const tac_state *s, const tac_signal *now)
{
    double sum = 0.0;
    for (int i = 0; i < m->laws.n_load; i++) {
        sum += load_is_constant(m, &m->laws.load[i]) ? 0.0 : of_load(m, s, &m->laws.load[i], now);
    }
    for (int i = 0; i < m->laws.n_spring; i++) {
        sum += of_spring(m, s, i, now);
    }
    sum += of_numbers(m, s, now);
    for (int i = 0; i < m->n_joint; i++) {
        sum += of_drives(m, s, &m->element[i]);
    }
    for (int i = m->couplers.first_term; i < m->n_element; i++) { // what moves the sum of a coupler
        const tac_element *e = &m->element[i];
        sum -= is_driven(m, e, 0) ? s->lambda[e->row] * now[e->rows[0].drive].xd : 0.0;
    }
    for (int i = 0; i < m->laws.n_law; i++) {
        sum -= gives(m, i) ? of_law(m, s, law_of(m, TAC_LAWS, i), now) : 0.0;
    }
    return sum;
}

double tac_prescribed_kinetic(const tac_model *m, const tac_state *s)
{
    double sum = 0.0;
    for (int j = 0; j < m->n_joint; j++) {
        const tac_element *e = &m->element[j];
        int body = e->body[0] == m->n_body ? e->body[1] : e->body[0];
        bool on_ground = e->body[0] == m->n_body || e->body[1] == m->n_body;
        if (on_ground && e->n_row == 6 && has_drive(m, e)) {
            vec3 v = s->body[body].v, w = s->body[body].w;
            sum +=
                0.5 * m->bodies.mass[body] * dot3(v, v) + 0.5 * dot3(w, mul3(m->bodies.J[body], w));
        }
    }
    return sum;
}

// ---- what goes out -----------------------------------------------------------------------------

// Of a law that says so by what it carries.
static double by_memory(const tac_model *m, const tac_state *s, const tac_element *e,
                        const tac_signal *now)
{
    tac_slot sb[TAC_MAX_ROWS];
    tac_law_ask q;
    tac_sig in[TAC_LAW_SOURCES];
    double x[TAC_MAX_ROWS], xd[TAC_MAX_ROWS], source[TAC_LAW_SOURCES];
    tac_plain_rows(m, s, e, sb, x, xd);
    ask_law(m, e, &q);
    move_law(m, &q, now, now);
    ask_sources(&q, now, in);
    for (int k = 0; k < e->law->n_source; k++) {
        source[k] = in[k].x;
    }
    double force[TAC_MAX_ROWS], slope[2][TAC_MAX_ROWS];
    memcpy(force, s->lambda + e->row, (size_t)e->n_row * sizeof *force);
    if (e->n_memory == 0) { // whose multiplier is not of every method
        (void)tac_law(m, e, now, x, xd, force, slope[0], slope[1]);
    }
    return e->law->taken(q.numbers.number, source, tac_memory_of(s, e), force, xd);
}

// Of a law, by what it has more than at rest.
static double of_law(const tac_model *m, const tac_state *s, const tac_element *e,
                     const tac_signal *now)
{
    static const double rest[TAC_MAX_ROWS];
    tac_slot sb[TAC_MAX_ROWS];
    double x[TAC_MAX_ROWS], xd[TAC_MAX_ROWS], slope[2][TAC_MAX_ROWS];
    double moving[TAC_MAX_ROWS], still[TAC_MAX_ROWS], sum = 0.0;
    if (e->law->taken) {
        return by_memory(m, s, e, now);
    }
    tac_plain_rows(m, s, e, sb, x, xd);
    if (e->what == TAC_FRICTIONS && m->laws.friction[e->index].loaded_by > 0) {
        return s->lambda[e->row] * xd[0]; // no instant knows what its joint carried a step before
    }
    (void)tac_law(m, e, now, x, xd, moving, slope[0], slope[1]);
    (void)tac_law(m, e, now, x, rest, still, slope[0], slope[1]);
    for (int k = 0; k < e->n_row; k++) {
        sum += (moving[k] - still[k]) * xd[k];
    }
    return sum;
}

// The same of a coupler, by its first term.
static double of_coupler(const tac_model *m, const tac_state *s, const tac_element *lead,
                         const tac_signal *now)
{
    double x, xd, rest = 0.0, moving, still, slope[2];
    tac_coupled_coordinate(m, s, lead, now, &x, &xd);
    (void)tac_law(m, lead, now, &x, &xd, &moving, &slope[0], &slope[1]);
    (void)tac_law(m, lead, now, &x, &rest, &still, &slope[0], &slope[1]);
    return (moving - still) * xd;
}

static double of_modes(const tac_model *m, const tac_state *s, const tac_flexible *f)
{
    const double *rate = s->mode + m->flex.n_mode + f->first;
    double sum = 0.0;
    for (int k = 0; k < f->n; k++) {
        sum += 2.0 * f->modes->zeta[k] * f->modes->omega[k] * rate[k] * rate[k];
    }
    return sum;
}

double tac_power_taken(const tac_model *m, const tac_state *s, const tac_signal *now)
{
    double sum = 0.0;
    for (int i = 0; i < m->laws.n_spring; i++) {
        sum += tac_spring_damps(&m->laws.spring[i]) ? of_law(m, s, law_of(m, TAC_SPRINGS, i), now)
                                                    : 0.0;
    }
    for (int i = 0; i < m->laws.n_bushing; i++) {
        sum += tac_bushing_damps(&m->laws.bushing[i])
                   ? of_law(m, s, law_of(m, TAC_BUSHINGS, i), now)
                   : 0.0;
    }
    for (int i = 0; i < m->laws.n_friction; i++) {
        sum += of_law(m, s, law_of(m, TAC_FRICTIONS, i), now);
    }
    for (int i = 0; i < m->laws.n_law; i++) {
        sum += gives(m, i) ? 0.0 : of_law(m, s, law_of(m, TAC_LAWS, i), now);
    }
    for (int i = m->couplers.first_term; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        sum += tac_coupler_damps(m, e) ? of_coupler(m, s, e, now) : 0.0;
    }
    for (int i = 0; i < m->flex.n_flexible; i++) {
        sum += of_modes(m, s, &m->flex.flexible[i]);
    }
    return sum;
}

// ---- what no instant tells ---------------------------------------------------------------------

// Whether y goes otherwise than a smooth source with these rates does.
static bool is_broken(double dt, double y0, double y1, double rate0, double rate1)
{
    double off = fabs(y1 - y0 - 0.5 * dt * (rate0 + rate1));
    double allowed = tac_limit_value(TAC_LIMIT_SMOOTH) * 0.5 * dt * (fabs(rate0) + fabs(rate1));
    return off > allowed + tac_limit_value(TAC_LIMIT_ROUNDED) * (fabs(y0) + fabs(y1));
}

static bool breaks(double dt, const tac_signal *a, const tac_signal *b)
{
    return is_broken(dt, a->x, b->x, a->xd, b->xd) || is_broken(dt, a->xd, b->xd, a->xdd, b->xdd);
}

// How far a source goes beyond what a corner between its rates explains.
static double jump_of(double dt, const tac_signal *a, const tac_signal *b)
{
    double slack = dt * dt * (fabs(a->xdd) + fabs(b->xdd)) +
                   tac_limit_value(TAC_LIMIT_ROUNDED) * (fabs(a->x) + fabs(b->x)) +
                   tac_limit_value(TAC_LIMIT_INFLECTED) * dt * (fabs(a->xd) + fabs(b->xd));
    double way = b->x - a->x;
    double above = way - dt * fmax(a->xd, b->xd), below = dt * fmin(a->xd, b->xd) - way;
    return fmax(0.0, fmax(above, below) - slack);
}

static bool load_breaks(const tac_model *m, double dt, const tac_load_desc *l,
                        const tac_signal *before, const tac_signal *now)
{
    bool any = false;
    for (int k = 0; k < 3; k++) {
        const int source[] = {l->force[k], l->torque[k]};
        for (int i = 0; i < 2; i++) {
            any = any || (!tac_is_constant(m, source[i]) &&
                          breaks(dt, &before[source[i]], &now[source[i]]));
        }
    }
    return any;
}

static bool numbers_break(const tac_model *m, double dt, const tac_signal *before,
                          const tac_signal *now)
{
    bool any = false;
    for (int i = m->n_joint; m->laws.moved && i < m->couplers.first_term; i++) {
        const tac_element *e = &m->element[i];
        for (int k = 0; k < e->law->n_number; k++) {
            int source = tac_source_of_number(m, e, k);
            any = any || (!tac_is_constant(m, source) && breaks(dt, &before[source], &now[source]));
        }
    }
    return any;
}

// Free lengths, actuators, numbers of laws and loads.
static bool others_break(const tac_model *m, double dt, const tac_signal *before,
                         const tac_signal *now)
{
    bool any = false;
    for (int i = 0; i < m->laws.n_spring; i++) {
        const int source[] = {m->laws.spring[i].x0, m->laws.spring[i].actuator};
        for (int k = 0; k < 2; k++) {
            any = any || (!tac_is_constant(m, source[k]) &&
                          breaks(dt, &before[source[k]], &now[source[k]]));
        }
    }
    for (int i = 0; i < m->laws.n_load; i++) {
        any = load_breaks(m, dt, &m->laws.load[i], before, now) || any;
    }
    any = numbers_break(m, dt, before, now) || any;
    for (int i = 0; i < m->couplers.n_coupler; i++) {
        int source = m->couplers.coupler[i].offset;
        any = any || (!tac_is_constant(m, source) && breaks(dt, &before[source], &now[source]));
    }
    return any;
}

tac_break tac_find_break(const tac_model *m, double dt, const tac_signal *before,
                         const tac_signal *now)
{
    tac_break found = {.any = others_break(m, dt, before, now)};
    for (int j = 0; j < m->n_joint; j++) {
        const tac_element *e = &m->element[j];
        for (int k = 0; k < e->n_row; k++) {
            if (is_driven(m, e, k)) {
                const tac_signal *a = &before[e->rows[k].drive], *b = &now[e->rows[k].drive];
                double jump = jump_of(dt, a, b);
                int unit = tac_row_turns(&e->rows[k]);
                found.any = found.any || breaks(dt, a, b);
                if (jump > found.jump[unit]) {
                    found.jump[unit] = jump;
                    found.joint[unit] = e->index;
                }
            }
        }
    }
    return found;
}
