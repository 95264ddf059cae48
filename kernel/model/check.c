// Whether a description makes sense: every number finite and in range, every index inside.
#include "check.h"

#include "element_types.h"
#include "flexible_check.h"
#include "part.h"
#include "sensor_types.h"
#include "substepped.h"
#include "tables.h"

static const tac_status good = {TAC_OK, TAC_NOTHING, 0, 0.0};

static bool finite3(vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static bool unit(quat q)
{
    return fabs(dotq(q, q) - 1.0) < 1e-9; // false for NaN
}

static bool frame_ok(const tac_frame *f)
{
    return finite3(f->s) && unit(f->q);
}

static bool source_ok(const tac_desc *d, int source)
{
    return source >= TAC_NONE && source < d->n_source;
}

static bool table_ok(const tac_desc *d, int table)
{
    return table >= TAC_NONE && table < d->n_table;
}

static bool nonnegative(const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        if (!(x[i] >= 0.0 && isfinite(x[i]))) {
            return false;
        }
    }
    return true;
}

static tac_status check_body(const tac_body_desc *b, int i)
{
    bool ok = b->mass > 0.0 && isfinite(b->mass) && finite3(b->r) && finite3(b->v) &&
              finite3(b->w) && unit(b->p);
    // positive definite by the leading minors
    const double *J = b->J;
    double minor = J[0] * J[1] - J[3] * J[3];
    double det = J[0] * (J[1] * J[2] - J[5] * J[5]) - J[3] * (J[3] * J[2] - J[5] * J[4]) +
                 J[4] * (J[3] * J[5] - J[1] * J[4]);
    ok = ok && J[0] > 0.0 && minor > 0.0 && det > 0.0 && isfinite(det);
    return ok ? good : tac_fail(TAC_BAD_VALUE, TAC_BODY, i, b->mass);
}

static tac_status check_joint(const tac_desc *d, int i)
{
    const tac_joint_desc *j = &d->joint[i];
    if (!source_ok(d, j->drive_angle) || !source_ok(d, j->drive_displacement)) {
        return tac_fail(TAC_BAD_INDEX, TAC_JOINT, i, 0.0);
    }
    bool ok = frame_ok(&j->a) && frame_ok(&j->b) && isfinite(j->lead) && isfinite(j->length);
    bool needs_length = tac_joint_type_has_row(tac_joint_type_of(j->kind), TAC_ROW_DISTANCE);
    ok = ok && (!needs_length || j->length > 0.0 || j->drive_displacement != TAC_NONE);
    return ok ? good : tac_fail(TAC_BAD_VALUE, TAC_JOINT, i, j->length);
}

static tac_status check_spring(const tac_desc *d, int i)
{
    const tac_spring_desc *s = &d->spring[i];
    if (!source_ok(d, s->x0) || !source_ok(d, s->actuator) || !table_ok(d, s->spring_table) ||
        !table_ok(d, s->damper_table)) {
        return tac_fail(TAC_BAD_INDEX, TAC_SPRING, i, 0.0);
    }
    bool ok = frame_ok(&s->a) && frame_ok(&s->b) && nonnegative(&s->k, 1) &&
              nonnegative(&s->c, 1) && s->coordinate < TAC_N_COORDINATE;
    return ok ? good : tac_fail(TAC_BAD_VALUE, TAC_SPRING, i, s->k);
}

static tac_status check_other_elements(const tac_desc *d)
{
    for (int i = 0; i < d->n_bushing; i++) {
        const tac_bushing_desc *b = &d->bushing[i];
        if (!frame_ok(&b->a) || !frame_ok(&b->b) || !nonnegative(b->k, 6) ||
            !nonnegative(b->c, 6)) {
            return tac_fail(TAC_BAD_VALUE, TAC_BUSHING, i, b->k[0]);
        }
        if (b->part < 0 || b->part > d->n_part) {
            return tac_fail(TAC_BAD_INDEX, TAC_BUSHING, i, b->part);
        }
    }
    for (int i = 0; i < d->n_friction; i++) {
        const tac_friction_desc *f = &d->friction[i];
        if (!frame_ok(&f->a) || !frame_ok(&f->b) || !nonnegative(&f->coulomb, 1) ||
            !nonnegative(&f->viscous, 1) || !(f->v0 > 0.0) || f->coordinate >= TAC_N_COORDINATE) {
            return tac_fail(TAC_BAD_VALUE, TAC_FRICTION, i, f->v0);
        }
    }
    for (int i = 0; i < d->n_contact; i++) {
        const tac_contact_desc *c = &d->contact[i];
        if (!source_ok(d, c->offset)) {
            return tac_fail(TAC_BAD_INDEX, TAC_CONTACT, i, c->offset);
        }
        if (!frame_ok(&c->a) || !frame_ok(&c->b) || !nonnegative(&c->radius, 1) ||
            !nonnegative(&c->k, 1) || !nonnegative(&c->damping, 1) || c->k == 0.0) {
            return tac_fail(TAC_BAD_VALUE, TAC_CONTACT, i, c->k);
        }
    }
    for (int i = 0; i < d->n_load; i++) {
        const tac_load_desc *l = &d->load[i];
        bool ok = l->at.body >= 0 && l->at.body < d->n_body;
        for (int k = 0; k < 3; k++) {
            ok = ok && source_ok(d, l->force[k]) && source_ok(d, l->torque[k]);
        }
        if (!ok) {
            return tac_fail(TAC_BAD_INDEX, TAC_LOAD, i, l->at.body);
        }
        if (!frame_ok(&l->at)) {
            return tac_fail(TAC_BAD_VALUE, TAC_LOAD, i, 0.0);
        }
    }
    return good;
}

static tac_status check_source(const tac_desc *d, int i)
{
    const tac_source_desc *s = &d->source[i];
    bool index_ok = s->kind < TAC_N_SOURCE_KIND;
    index_ok = index_ok && (s->kind != TAC_TABLE || (s->table >= 0 && s->table < d->n_table));
    index_ok = index_ok && (s->kind != TAC_INPUT || (s->input >= 0 && s->input < d->n_input));
    if (index_ok && s->kind == TAC_SUM) {
        index_ok =
            s->first_term >= 0 && s->n_term >= 0 && s->n_term <= d->n_source_term - s->first_term;
        for (int k = 0; index_ok && k < s->n_term; k++) {
            int term = d->source_term[s->first_term + k];
            index_ok = term >= 0 && term < i;
        }
    }
    if (!index_ok) {
        return tac_fail(TAC_BAD_INDEX, TAC_SOURCE, i, 0.0);
    }
    bool ok = (s->kind != TAC_RAMP || s->c[3] > s->c[2]) && (s->kind != TAC_CHIRP || s->c[5] > 0.0);
    for (int k = 0; k < 6; k++) {
        ok = ok && isfinite(s->c[k]);
    }
    return ok ? good : tac_fail(TAC_BAD_VALUE, TAC_SOURCE, i, s->c[0]);
}

static tac_status check_table(const tac_table_desc *t, int i)
{
    bool ok = t->n >= 2;
    for (int k = 0; ok && k < t->n; k++) {
        ok = isfinite(t->x[k]) && isfinite(t->y[k]) && (k == 0 || t->x[k] > t->x[k - 1]);
    }
    return ok ? good : tac_fail(TAC_BAD_VALUE, TAC_TABLE_SUBJECT, i, t->n);
}

static int class_count(const tac_desc *d, tac_element_class what)
{
    switch (what) {
    case TAC_JOINTS:
        return d->n_joint;
    case TAC_SPRINGS:
        return d->n_spring;
    case TAC_BUSHINGS:
        return d->n_bushing;
    case TAC_FRICTIONS:
        return d->n_friction;
    case TAC_CONTACTS:
        return d->n_contact;
    }
    return 0;
}

static bool on_a_body(const tac_desc *d, const tac_frame *f)
{
    return f->body >= TAC_GROUND && f->body < d->n_body && frame_ok(f);
}

static bool sensor_is_placed(const tac_desc *d, const tac_sensor_desc *s)
{
    switch (tac_sensor_type_of(s->kind)->type.placing) {
    case TAC_PLACED_ON_BODY:
    case TAC_PLACED_ON_FLEXIBLE:
        return on_a_body(d, &s->a);
    case TAC_PLACED_FROM_TO:
        return on_a_body(d, &s->a) && on_a_body(d, &s->b);
    case TAC_PLACED_AT_JOINT:
        return s->what == TAC_JOINTS && s->element >= 0 && s->element < d->n_joint;
    case TAC_PLACED_AT_FORCE:
        return s->what <= TAC_CONTACTS && s->element >= 0 && s->element < class_count(d, s->what);
    case TAC_PLACED_AT_PART:
        return s->element >= 0 && s->element < d->n_part && s->output >= 0 &&
               s->output < d->part[s->element].n_output;
    case TAC_PLACED_IN_FLEXIBLE: // flexible_check.h
    case TAC_PLACED_NOWHERE:
        return s->what <= TAC_CONTACTS;
    case TAC_PLACED_BETWEEN:
    case TAC_PLACED_BETWEEN_OR_BY:
    case TAC_PLACED_BY_JOINT:
    case TAC_PLACED_AT_LOAD:
    case TAC_N_PLACING:
        break;
    }
    return false;
}

static tac_status check_sensor(const tac_desc *d, int i)
{
    const tac_sensor_desc *s = &d->sensor[i];
    bool ok = (int)s->kind < tac_sensor_type_count() && sensor_is_placed(d, s);
    return ok ? good : tac_fail(TAC_BAD_INDEX, TAC_SENSOR, i, s->element);
}

static bool within(int n, int most)
{
    return n >= 0 && n <= most;
}

static tac_status check_parts(const tac_desc *d)
{
    int n = 0;
    for (int i = 0; i < d->n_bushing; i++) {
        n += d->bushing[i].part > 0;
    }
    if (n != d->n_part) {
        return tac_fail(TAC_BAD_INDEX, TAC_NOTHING, 0, n);
    }
    for (int i = 0; i < d->n_part; i++) {
        const tac_part_desc *p = &d->part[i];
        int bushing = p->bushing;
        bool ok = bushing >= 0 && bushing < d->n_bushing && d->bushing[bushing].part == 1 + i &&
                  within(p->n_state, p->table && !p->table->bodies ? TAC_PART_MOST_STATE
                                                                   : TAC_PART_MOST_KEPT) &&
                  within(p->n_output, TAC_PART_MOST_VALUES) &&
                  within(p->n_input, TAC_PART_MOST_VALUES) &&
                  within(p->n_parameter, TAC_PART_MOST_VALUES);
        for (int k = 0; ok && k < p->n_input; k++) {
            ok = source_ok(d, p->input[k]);
        }
        if (!ok) {
            return tac_fail(TAC_BAD_INDEX, TAC_NOTHING, 0, i);
        }
        for (int k = 0; k < p->n_parameter; k++) {
            if (!isfinite(p->parameter[k])) {
                return tac_fail(TAC_BAD_VALUE, TAC_BUSHING, bushing, p->parameter[k]);
            }
        }
    }
    return good;
}

tac_status tac_check_desc(const tac_desc *d)
{
    tac_status s = good;
    for (int i = 0; s.code == TAC_OK && i < d->n_body; i++) {
        s = check_body(&d->body[i], i);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_joint; i++) {
        s = check_joint(d, i);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_spring; i++) {
        s = check_spring(d, i);
    }
    if (s.code == TAC_OK) {
        s = check_other_elements(d);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_source; i++) {
        s = check_source(d, i);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_table; i++) {
        s = check_table(&d->table[i], i);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_sensor; i++) {
        s = check_sensor(d, i);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_input; i++) {
        s = isfinite(d->input[i].value) ? s : tac_fail(TAC_BAD_VALUE, TAC_INPUT_SUBJECT, i, 0.0);
    }
    if (s.code == TAC_OK && !finite3(d->gravity)) {
        s = tac_fail(TAC_BAD_VALUE, TAC_NOTHING, 0, 0.0);
    }
    s = s.code == TAC_OK ? check_parts(d) : s;
    s = s.code == TAC_OK ? tac_check_flexible(d) : s;
    return s.code == TAC_OK ? tac_check_substepped(d) : s;
}
