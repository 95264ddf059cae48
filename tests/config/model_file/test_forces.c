#include <criterion/criterion.h>

#include "reading.h"

#define MECHANISM                                                                             \
    "inputs: [{name: u}]\n"                                                                   \
    "tables: [{name: bump, points: [[0, 0], [1, 5]]}]\n" TWO_BODIES "joints:\n"               \
    "  - {name: turn, type: revolute, bodies: [ground, a], at: [0, 0, 1], axis: [1, 0, 0]}\n" \
    "  - {name: slide, type: prismatic, bodies: [a, b], at: [0, 0, 2]}\n"                     \
    "forces:\n"

static void expect_same_frame(const tac_frame *a, const tac_frame *b)
{
    cr_assert_eq(a->body, b->body);
    expect_vec3(a->s, b->s.x, b->s.y, b->s.z);
    expect_rotation(a->q, b->q.e0, b->q.e1, b->q.e2, b->q.e3);
}

Test(forces, a_spring_rests_where_it_starts)
{
    tac_model_file *f =
        read_good(MECHANISM "  - {name: s, type: spring, bodies: [a, b],\n"
                            "     at: [0, 0, 0], at2: [1, 0, 2 m], stiffness: 2 N/mm,\n"
                            "     damping: 3 kN*s/m, actuator: u, spring_table: bump}\n");
    const tac_spring_desc *s = &f->desc.spring[0];
    cr_assert_eq(s->coordinate, TAC_DISTANCE);
    expect_vec3(s->b.s, 0.0, 0.0, 2.0);
    cr_assert_eq(s->k, 2000.0);
    cr_assert_eq(s->c, 3000.0);
    cr_assert_eq(s->spring_table, 0);
    cr_assert_eq(s->damper_table, TAC_NONE);
    cr_assert_eq(s->implicit, 1);
    cr_assert_eq(f->desc.source[s->x0].kind, TAC_CONSTANT);
    cr_assert_float_eq(f->desc.source[s->x0].c[0], 2.23606797749978969641, ROUNDING);
    cr_assert_eq(f->desc.source[s->actuator].kind, TAC_INPUT);
    cr_assert_str_eq(f->spring_name[0], "s");
    tac_model_file_free(f);
}

Test(forces, springs_on_joints_act_between_the_joints_frames)
{
    tac_model_file *f = read_good(
        MECHANISM
        "  - {name: t, type: rotational_spring, joint: turn, stiffness: 1 N*m/deg,\n"
        "     free_angle: 10 deg, implicit: false}\n"
        "  - {name: l, type: sliding_spring, joint: slide, damping: 4, free_length: 0}\n");
    const tac_spring_desc *t = &f->desc.spring[0], *l = &f->desc.spring[1];
    cr_assert_eq(t->coordinate, TAC_ANGLE);
    cr_assert_float_eq(t->k, 57.295779513082320877, 1e-13);
    cr_assert_eq(t->implicit, 0);
    expect_same_frame(&t->a, &f->desc.joint[0].a);
    expect_same_frame(&t->b, &f->desc.joint[0].b);
    cr_assert_eq(l->coordinate, TAC_SLIDE);
    cr_assert_eq(l->x0, TAC_NONE);
    cr_assert_eq(l->c, 4.0);
    expect_same_frame(&l->b, &f->desc.joint[1].b);
    tac_model_file_free(f);
}

Test(forces, bushings_take_six_values_along_their_own_axes)
{
    tac_model_file *f = read_good(
        MECHANISM
        "  - {name: m, type: bushing, bodies: [ground, b], at: [1, 1, 1], axis: [1, 0, 0],\n"
        "     stiffness: [1 kN/m, 2, 3, 4, 5, 6 N*m/rad], damping: [6, 5, 4, 3, 2, 1]}\n");
    const tac_bushing_desc *b = &f->desc.bushing[0];
    const double k[6] = {1000, 2, 3, 4, 5, 6}, c[6] = {6, 5, 4, 3, 2, 1};
    for (int i = 0; i < 6; i++) {
        cr_assert_eq(b->k[i], k[i]);
        cr_assert_eq(b->c[i], c[i]);
    }
    expect_vec3(col3(rotation(b->a.q), 2), 1.0, 0.0, 0.0);
    expect_vec3(b->b.s, 0.0, 1.0, 1.0);
    tac_model_file_free(f);
}

Test(forces, friction_takes_the_joints_own_coordinate)
{
    tac_model_file *f =
        read_good(MECHANISM "  - {name: t, type: friction, joint: turn, coulomb: 2 N*m}\n"
                            "  - {name: l, type: friction, joint: slide, viscous: 3,\n"
                            "     coordinate: displacement, regularisation: 5 mm/s}\n");
    cr_assert_eq(f->desc.friction[0].coordinate, TAC_ANGLE);
    cr_assert_eq(f->desc.friction[0].v0, 1e-3);
    cr_assert_eq(f->desc.friction[1].coordinate, TAC_SLIDE);
    cr_assert_eq(f->desc.friction[1].v0, 5e-3);
    cr_assert_eq(f->desc.friction[1].viscous, 3.0);
    tac_model_file_free(f);
}

Test(forces, a_friction_holds_with_a_stiffness)
{
    tac_model_file *f = read_good(
        MECHANISM
        "  - {name: brake, type: friction, joint: turn, coulomb: u, hold_stiffness: 60e3,\n"
        "     damping: 3}\n"
        "  - {name: clamp, type: friction, joint: slide, coordinate: displacement,\n"
        "     coulomb: 2 kN, viscous: 4, hold_stiffness: 5000 N/mm}\n");
    const tac_friction_desc *brake = &f->desc.friction[0], *clamp = &f->desc.friction[1];
    cr_assert_eq(f->desc.source[brake->coulomb_by - 1].kind, TAC_INPUT);
    cr_assert_eq(brake->coulomb, 0.0);
    cr_assert_eq(brake->hold, 60e3);
    cr_assert_eq(brake->hold_damping, 3.0);
    cr_assert_eq(clamp->coulomb_by, 0);
    cr_assert_eq(clamp->coulomb, 2000.0);
    cr_assert_eq(clamp->hold, 5e6);
    cr_assert_lt(clamp->hold_damping, 0.0);
    tac_model_file_free(f);
}

Test(forces, a_contact_is_a_plane_and_a_sphere)
{
    tac_model_file *f = read_good(
        MECHANISM
        "  - {name: c, type: contact, bodies: [ground, b], at: [0, 0, -1], axis: [0, 0, 2],\n"
        "     at2: [1, 0, 0.5], radius: 10 cm, stiffness: 1e6, damping: 0.5 s/m, offset: u}\n");
    const tac_contact_desc *c = &f->desc.contact[0];
    expect_vec3(c->a.s, 0.0, 0.0, -1.0);
    expect_vec3(col3(rotation(c->a.q), 2), 0.0, 0.0, 1.0);
    expect_vec3(c->b.s, 0.0, 0.0, 0.5);
    cr_assert_eq(c->radius, 0.1);
    cr_assert_eq(c->damping, 0.5);
    cr_assert_eq(f->desc.source[c->offset].kind, TAC_INPUT);
    tac_model_file_free(f);
}

Test(forces, loads_take_a_source_per_component)
{
    tac_model_file *f = read_good(
        MECHANISM
        "  - {name: p, type: load, body: b, at: [1, 0, 1], axes: body,\n"
        "     force: [1 kN, u, {sine: {amplitude: 2, frequency: 3}}], torque: \"${[0, 0, 7]}\"}\n"
        "  - {name: q, type: load, body: a, force: [[0, 2, 0], kN]}\n");
    const tac_load_desc *p = &f->desc.load[0], *q = &f->desc.load[1];
    cr_assert_eq(p->in_body, 1);
    expect_vec3(p->at.s, 0.0, 0.0, 1.0);
    cr_assert_eq(f->desc.source[p->force[0]].c[0], 1000.0);
    cr_assert_eq(f->desc.source[p->force[1]].kind, TAC_INPUT);
    cr_assert_eq(f->desc.source[p->force[2]].kind, TAC_SINE);
    cr_assert_eq(p->torque[0], TAC_NONE);
    cr_assert_eq(f->desc.source[p->torque[2]].c[0], 7.0);
    cr_assert_eq(q->in_body, 0);
    expect_vec3(q->at.s, 0.0, 0.0, 0.0);
    cr_assert_eq(q->force[0], TAC_NONE);
    cr_assert_eq(f->desc.source[q->force[1]].c[0], 2000.0);
    cr_assert_eq(q->torque[1], TAC_NONE);
    cr_assert_str_eq(f->load_name[1], "q");
    tac_model_file_free(f);
}
