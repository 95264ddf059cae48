// Every way a description can be wrong is refused with its code, its subject and its index.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "element/law.h"
#include "element_types.h"
#include "prepared.h"
#include "sensor_types.h"

static const double bad = (double)NAN;

// Two of everything, all valid; the second of each is spoilt below.
static mechanism *complete(void)
{
    static const double x[3] = {0.0, 1.0, 2.0}, y[3] = {0.0, 1.0, 4.0};
    mechanism *m = mechanism_new();
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    spot s = {origin, upright}, far = {{1.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    for (int i = 0; i < 2; i++) {
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, origin, upright);
    }
    for (int i = 0; i < 2; i++) {
        add_joint_between(m, TAC_ROD, TAC_GROUND, s, i, far);
        add_spring(m, TAC_DISTANCE, TAC_GROUND, s, i, far, 10.0, 1.0);
        tac_frame a = frame_at(m, TAC_GROUND, s), b = frame_at(m, i, far);
        m->bushing[i] =
            (tac_bushing_desc){.a = a, .b = b, .k = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0}, .implicit = 1};
        m->friction[i] = (tac_friction_desc){
            .coordinate = TAC_ANGLE, .a = a, .b = b, .coulomb = 1.0, .viscous = 1.0, .v0 = 0.1};
        m->contact[i] = (tac_contact_desc){a, b, 0.1, 100.0, 0.1, TAC_NONE, 0};
        add_load(m, i, origin);
        add_constant(m, 1.0);
        m->source_term[i] = 0;
        add_table(m, 3, x, y, 1);
        m->input[i].value = 0.0;
        add_sensor(m, TAC_POSE, b, 0);
    }
    m->d.n_bushing = m->d.n_friction = m->d.n_contact = m->d.n_source_term = m->d.n_input = 2;
    return m;
}

static tac_status outcome(const mechanism *m)
{
    size_t size = tac_tree_size(&m->d);
    void *tree_block = aligned_block(size);
    tac_tree *t = NULL;
    tac_status status = tac_tree_init(&t, &m->d, tree_block, size);
    if (status.code == TAC_OK) {
        size = tac_model_size(&m->d, t);
        void *block = aligned_block(size);
        tac_model *model;
        status = tac_model_init(&model, &m->d, t, block, size);
        free(block);
    }
    free(tree_block);
    return status;
}

static void expect(mechanism *m, tac_code code, tac_subject subject, int index, int line)
{
    tac_status s = outcome(m);
    cr_expect(s.code == code && s.subject == subject && (code == TAC_OK || s.index == index),
              "line %d: code %d subject %d index %d", line, (int)s.code, (int)s.subject, s.index);
}

// Spoils one place of the complete description and puts it back.
#define REFUSED(place, value, code, subject)   \
    do {                                       \
        mechanism *keep_ = mechanism_new();    \
        *keep_ = *m;                           \
        m->place = (value);                    \
        expect(m, code, subject, 1, __LINE__); \
        *m = *keep_;                           \
        mechanism_free(keep_);                 \
    } while (0)
#define BAD_VALUE(place, value, subject) REFUSED(place, value, TAC_BAD_VALUE, subject)
#define BAD_INDEX(place, value, subject) REFUSED(place, value, TAC_BAD_INDEX, subject)

Test(check, complete_description_is_valid)
{
    mechanism *m = complete();
    expect(m, TAC_OK, TAC_NOTHING, 0, __LINE__);
    mechanism_free(m);
}

Test(check, bodies)
{
    mechanism *m = complete();
    BAD_VALUE(body[1].mass, bad, TAC_BODY);
    BAD_VALUE(body[1].mass, -1.0, TAC_BODY);
    BAD_VALUE(body[1].mass, 0.0, TAC_BODY);
    BAD_VALUE(body[1].mass, HUGE_VAL, TAC_BODY);
    BAD_VALUE(body[1].J[0], -1.0, TAC_BODY);
    BAD_VALUE(body[1].J[2], 0.0, TAC_BODY);
    BAD_VALUE(body[1].J[3], 1.5, TAC_BODY);
    BAD_VALUE(body[1].J[5], -1.1, TAC_BODY);
    BAD_VALUE(body[1].J[4], bad, TAC_BODY);
    BAD_VALUE(body[1].r.y, bad, TAC_BODY);
    BAD_VALUE(body[1].v.z, HUGE_VAL, TAC_BODY);
    BAD_VALUE(body[1].w.x, bad, TAC_BODY);
    BAD_VALUE(body[1].p.e0, 1.001, TAC_BODY);
    BAD_VALUE(body[1].p.e3, bad, TAC_BODY);
    mechanism_free(m);
}

// Indefinite matrices whose diagonal is positive, definite ones with large products of inertia.
Test(check, inertia_is_positive_definite)
{
    mechanism *m = complete();
    for (int k = 0; k < 6; k++) {
        m->body[1].J[k] = k < 3 ? 2.0 : 0.9;
    }
    expect(m, TAC_OK, TAC_NOTHING, 0, __LINE__);
    m->body[1].J[3] = m->body[1].J[4] = m->body[1].J[5] = -1.1; // eigenvalue 2 - 2.2
    expect(m, TAC_BAD_VALUE, TAC_BODY, 1, __LINE__);
    mechanism_free(m);
}

Test(check, joints)
{
    mechanism *m = complete();
    BAD_INDEX(joint[1].a.body, 2, TAC_JOINT);
    BAD_INDEX(joint[1].b.body, -3, TAC_JOINT);
    BAD_INDEX(joint[1].drive_angle, 2, TAC_JOINT);
    BAD_INDEX(joint[1].drive_displacement, -2, TAC_JOINT);
    BAD_VALUE(joint[1].b.body, TAC_GROUND, TAC_JOINT);
    BAD_VALUE(joint[1].kind, (tac_joint_kind)tac_joint_type_count(), TAC_JOINT);
    BAD_VALUE(joint[1].length, 0.0, TAC_JOINT);
    BAD_VALUE(joint[1].length, bad, TAC_JOINT);
    BAD_VALUE(joint[1].lead, HUGE_VAL, TAC_JOINT);
    BAD_VALUE(joint[1].a.s.x, bad, TAC_JOINT);
    BAD_VALUE(joint[1].b.q.e1, 0.1, TAC_JOINT);
    mechanism_free(m);
}

Test(check, springs)
{
    mechanism *m = complete();
    BAD_INDEX(spring[1].b.body, 2, TAC_SPRING);
    BAD_INDEX(spring[1].x0, 2, TAC_SPRING);
    BAD_INDEX(spring[1].actuator, -2, TAC_SPRING);
    BAD_INDEX(spring[1].spring_table, 2, TAC_SPRING);
    BAD_INDEX(spring[1].damper_table, 9, TAC_SPRING);
    BAD_VALUE(spring[1].k, -1.0, TAC_SPRING);
    BAD_VALUE(spring[1].c, bad, TAC_SPRING);
    BAD_VALUE(spring[1].coordinate, TAC_N_COORDINATE, TAC_SPRING);
    BAD_VALUE(spring[1].a.q.e0, 0.9, TAC_SPRING);
    mechanism_free(m);
}

Test(check, other_laws)
{
    mechanism *m = complete();
    BAD_INDEX(bushing[1].a.body, 2, TAC_BUSHING);
    BAD_VALUE(bushing[1].k[5], -1.0, TAC_BUSHING);
    BAD_VALUE(bushing[1].c[0], bad, TAC_BUSHING);
    BAD_VALUE(bushing[1].b.s.z, HUGE_VAL, TAC_BUSHING);
    BAD_INDEX(friction[1].b.body, 2, TAC_FRICTION);
    BAD_VALUE(friction[1].coulomb, -1.0, TAC_FRICTION);
    BAD_VALUE(friction[1].viscous, bad, TAC_FRICTION);
    BAD_VALUE(friction[1].v0, 0.0, TAC_FRICTION);
    BAD_VALUE(friction[1].v0, bad, TAC_FRICTION);
    BAD_VALUE(friction[1].coordinate, TAC_N_COORDINATE, TAC_FRICTION);
    BAD_INDEX(contact[1].b.body, 2, TAC_CONTACT);
    BAD_INDEX(contact[1].offset, 2, TAC_CONTACT);
    BAD_VALUE(contact[1].k, -1.0, TAC_CONTACT);
    BAD_VALUE(contact[1].radius, bad, TAC_CONTACT);
    BAD_VALUE(contact[1].damping, -0.1, TAC_CONTACT);
    mechanism_free(m);
}

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    (void)s;
    (void)i;
    *out = (tac_law_force){.energy = 0.0};
}

static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)number;
    (void)table;
    (void)row;
    return (tac_law_bounds){.stiffest = 0.0};
}

static double left(const tac_law_self *s, double rate, double lack)
{
    (void)s;
    return rate + lack;
}

// A law that steps have no place for is refused before any step: one that rubs, one that tells what iterations have left,
// one of several rows over the step.
Test(check, laws_without_a_description_of_their_own)
{
    static const tac_law_lanes plain = {.at = at}, telling = {.at = at, .left = left};
    mechanism *m = complete();
    tac_law_type law = {.n_row = 1, .bounds = bounds, .on = {&plain, &plain, &plain}};
    tac_force_type type = {.type = {.word = "own"}, .is = TAC_LAWS, .law = &law};
    tac_law_desc one = {.own = &type,
                        .a = m->spring[0].a,
                        .b = m->spring[0].b,
                        .source = {TAC_NONE, TAC_NONE},
                        .table = {TAC_NONE, TAC_NONE}};
    m->d.law = &one;
    m->d.n_law = 1;
    expect(m, TAC_OK, TAC_NOTHING, 0, __LINE__);
    law.flags = TAC_LAW_RESISTS;
    expect(m, TAC_BAD_INDEX, TAC_LAW, 0, __LINE__);
    law.flags = 0;
    law.on[0] = &telling;
    expect(m, TAC_BAD_INDEX, TAC_LAW, 0, __LINE__);
    law.on[0] = &plain;
    type.is = TAC_SPRINGS;
    expect(m, TAC_BAD_INDEX, TAC_LAW, 0, __LINE__);
    type.is = TAC_LAWS;
    one.coordinate = TAC_N_COORDINATE;
    expect(m, TAC_BAD_VALUE, TAC_LAW, 0, __LINE__);
    one.coordinate = TAC_DISTANCE;
    one.own = NULL; // of the registry the first one, which has a description of its own; then none
    expect(m, TAC_BAD_INDEX, TAC_LAW, 0, __LINE__);
    one.type = tac_force_type_count();
    expect(m, TAC_BAD_VALUE, TAC_LAW, 0, __LINE__);
    mechanism_free(m);
}

Test(check, loads)
{
    mechanism *m = complete();
    BAD_INDEX(load[1].at.body, 2, TAC_LOAD);
    BAD_INDEX(load[1].at.body, TAC_GROUND, TAC_LOAD);
    BAD_INDEX(load[1].force[2], 2, TAC_LOAD);
    BAD_INDEX(load[1].torque[0], -2, TAC_LOAD);
    BAD_VALUE(load[1].at.s.x, bad, TAC_LOAD);
    BAD_VALUE(load[1].at.q.e2, 1.0, TAC_LOAD);
    mechanism_free(m);
}

Test(check, sources)
{
    mechanism *m = complete();
    BAD_VALUE(source[1].c[0], bad, TAC_SOURCE);
    BAD_INDEX(source[1].kind, (tac_source_kind)tac_source_type_count(), TAC_SOURCE);
    m->source[1] = (tac_source_desc){.kind = TAC_RAMP, .c = {0.0, 1.0, 1.0, 2.0}};
    expect(m, TAC_OK, TAC_NOTHING, 0, __LINE__);
    BAD_VALUE(source[1].c[3], 1.0, TAC_SOURCE);
    m->source[1] = (tac_source_desc){.kind = TAC_CHIRP, .c = {0.0, 1.0, 1.0, 2.0, 0.0, 1.0}};
    expect(m, TAC_OK, TAC_NOTHING, 0, __LINE__);
    BAD_VALUE(source[1].c[5], 0.0, TAC_SOURCE);
    m->source[1] = (tac_source_desc){.kind = TAC_TABLE, .table = 1};
    expect(m, TAC_OK, TAC_NOTHING, 0, __LINE__);
    BAD_INDEX(source[1].table, 2, TAC_SOURCE);
    BAD_INDEX(source[1].table, TAC_NONE, TAC_SOURCE);
    m->source[1] = (tac_source_desc){.kind = TAC_INPUT, .input = 1};
    expect(m, TAC_OK, TAC_NOTHING, 0, __LINE__);
    BAD_INDEX(source[1].input, 2, TAC_SOURCE);
    BAD_INDEX(source[1].input, -1, TAC_SOURCE);
    mechanism_free(m);
}

Test(check, sums_refer_backward)
{
    mechanism *m = complete();
    m->source[1] = (tac_source_desc){.kind = TAC_SUM, .first_term = 0, .n_term = 2};
    expect(m, TAC_OK, TAC_NOTHING, 0, __LINE__);
    BAD_INDEX(source_term[1], 1, TAC_SOURCE); // itself
    BAD_INDEX(source_term[1], 2, TAC_SOURCE);
    BAD_INDEX(source_term[1], -1, TAC_SOURCE);
    BAD_INDEX(source[1].n_term, 3, TAC_SOURCE);
    BAD_INDEX(source[1].n_term, -1, TAC_SOURCE);
    BAD_INDEX(source[1].first_term, -1, TAC_SOURCE);
    BAD_INDEX(source[1].first_term, 1, TAC_SOURCE);
    m->source[1].n_term = 0;
    m->source[1].first_term = 2; // an empty sum at the end of the list
    expect(m, TAC_OK, TAC_NOTHING, 0, __LINE__);
    mechanism_free(m);
}

Test(check, tables)
{
    mechanism *m = complete(); // points 3 to 5 belong to the second table
    BAD_VALUE(x[4], 0.0, TAC_TABLE_SUBJECT);
    BAD_VALUE(x[5], 0.5, TAC_TABLE_SUBJECT);
    BAD_VALUE(x[5], bad, TAC_TABLE_SUBJECT);
    BAD_VALUE(y[3], bad, TAC_TABLE_SUBJECT);
    BAD_VALUE(table[1].n, 1, TAC_TABLE_SUBJECT);
    BAD_VALUE(table[1].n, 0, TAC_TABLE_SUBJECT);
    BAD_VALUE(table[1].n, -5, TAC_TABLE_SUBJECT);
    mechanism_free(m);
}

Test(check, sensors)
{
    mechanism *m = complete();
    BAD_INDEX(sensor[1].kind, (tac_sensor_kind)tac_sensor_type_count(), TAC_SENSOR);
    BAD_INDEX(sensor[1].a.body, 2, TAC_SENSOR);
    BAD_INDEX(sensor[1].a.body, -2, TAC_SENSOR);
    m->sensor[1].kind = TAC_SPAN;
    m->sensor[1].b = m->sensor[1].a;
    expect(m, TAC_OK, TAC_NOTHING, 0, __LINE__);
    BAD_INDEX(sensor[1].b.body, 2, TAC_SENSOR);
    m->sensor[1] = (tac_sensor_desc){.kind = TAC_COORDINATES, .what = TAC_JOINTS, .element = 1};
    expect(m, TAC_OK, TAC_NOTHING, 0, __LINE__);
    BAD_INDEX(sensor[1].element, 2, TAC_SENSOR);
    BAD_INDEX(sensor[1].element, -1, TAC_SENSOR);
    BAD_INDEX(sensor[1].what, TAC_SPRINGS, TAC_SENSOR);
    m->sensor[1].kind = TAC_SPRING_FORCE;
    for (int what = TAC_SPRINGS; what <= TAC_CONTACTS; what++) {
        m->sensor[1].what = (tac_element_class)what;
        expect(m, TAC_OK, TAC_NOTHING, 0, __LINE__);
        BAD_INDEX(sensor[1].element, 2, TAC_SENSOR);
    }
    BAD_INDEX(sensor[1].what, TAC_CONTACTS + 1, TAC_SENSOR);
    mechanism_free(m);
}

Test(check, gravity)
{
    mechanism *m = complete();
    m->d.gravity.y = bad;
    expect(m, TAC_BAD_VALUE, TAC_NOTHING, 0, __LINE__);
    mechanism_free(m);
}
