#include <criterion/criterion.h>
#include <math.h>

#include "elementary.h"
#include "reading.h"

static tac_model_file *read_joint(const char *keys)
{
    char model[1000];
    (void)snprintf(model, sizeof model,
                   "bodies:\n"
                   "  - {name: a, position: [1, 2, 3], orientation: {rpy: [0.3, 0.2, 0.1]},\n"
                   "     center_of_mass: [0.1, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
                   "  - {name: b, position: [-1, 0, 2], orientation: {rpy: [1, 2, 3]},\n"
                   "     center_of_mass: [0, 0.2, 0], mass: 1, inertia: [1, 1, 1]}\n"
                   "joints:\n  - {name: j, %s}\n",
                   keys);
    return read_good(model);
}

Test(joints, every_type_has_its_kind)
{
    static const char *const types[TAC_N_JOINT_KIND] = {
        "fixed",         "revolute",      "prismatic",
        "cylindrical",   "spherical",     "universal, axis2: [1, 0, 0]",
        "planar",        "point_on_line", "rod, at2: [1, 0, 0]",
        "screw, lead: 1"};
    for (int k = 0; k < TAC_N_JOINT_KIND; k++) {
        char keys[200];
        (void)snprintf(keys, sizeof keys, "bodies: [a, b], at: [0, 0, 0], type: %s", types[k]);
        tac_model_file *f = read_joint(keys);
        cr_assert_eq(f->desc.joint[0].kind, (tac_joint_kind)k);
        cr_assert_eq(f->desc.joint[0].a.body, 0);
        cr_assert_eq(f->desc.joint[0].b.body, 1);
        cr_assert_eq(f->desc.joint[0].drive_angle, TAC_NONE);
        cr_assert_eq(f->desc.joint[0].drive_displacement, TAC_NONE);
        cr_assert_eq(f->desc.joint[0].group, TAC_NONE);
        tac_model_file_free(f);
    }
}

Test(joints, placed_by_point_and_axis_both_frames_coincide)
{
    tac_model_file *f =
        read_joint("type: revolute, bodies: [a, b], at: [0.5, 0.6, 0.7], axis: [1, 2, 2]");
    const tac_joint_desc *j = &f->desc.joint[0];
    quat qa = axes_of(f, &j->a), qb = axes_of(f, &j->b);
    expect_vec3(origin_of(f, &j->a), 0.5, 0.6, 0.7);
    expect_vec3(origin_of(f, &j->b), 0.5, 0.6, 0.7);
    expect_rotation(qa, qb.e0, qb.e1, qb.e2, qb.e3);
    expect_vec3(col3(rotation(qa), 2), 1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0);
    tac_model_file_free(f);
}

Test(joints, ground_frames_are_in_world_axes)
{
    tac_model_file *f = read_joint("type: revolute, bodies: [ground, b], at: [1, 2, 3]");
    const tac_joint_desc *j = &f->desc.joint[0];
    cr_assert_eq(j->a.body, TAC_GROUND);
    expect_vec3(j->a.s, 1.0, 2.0, 3.0);
    expect_rotation(j->a.q, 1.0, 0.0, 0.0, 0.0);
    tac_model_file_free(f);
}

Test(joints, frames_are_given_in_body_frames)
{
    tac_model_file *f =
        read_joint("type: revolute, bodies: [a, b],\n"
                   "     frames: [{position: [1, 0, 0]}, {orientation: {x_axis: [0, 1, 0]}}]");
    const tac_joint_desc *j = &f->desc.joint[0];
    expect_vec3(j->a.s, 0.9, 0.0, 0.0); // from the centre of mass
    expect_vec3(j->b.s, 0.0, -0.2, 0.0);
    expect_rotation(j->a.q, 1.0, 0.0, 0.0, 0.0);
    expect_rotation(j->b.q, 1.0, 0.0, 0.0, 1.0);
    tac_model_file_free(f);
}

Test(joints, at2_moves_the_second_frame_only)
{
    tac_model_file *f =
        read_joint("type: point_on_line, bodies: [a, b], at: [0, 0, 0], at2: [0, 0, 2]");
    expect_vec3(origin_of(f, &f->desc.joint[0].a), 0.0, 0.0, 0.0);
    expect_vec3(origin_of(f, &f->desc.joint[0].b), 0.0, 0.0, 2.0);
    tac_model_file_free(f);
}

Test(joints, a_universal_joint_starts_with_both_angles_zero)
{
    tac_model_file *f = read_joint(
        "type: universal, bodies: [a, b], at: [0, 0, 0], axis: [0, 1, 0], axis2: [3, 0, 4]");
    mat3 A = rotation(axes_of(f, &f->desc.joint[0].a)),
         B = rotation(axes_of(f, &f->desc.joint[0].b));
    expect_vec3(col3(A, 2), 0.0, 1.0, 0.0);
    expect_vec3(col3(B, 2), 0.6, 0.0, 0.8);
    expect_vec3(col3(A, 0), 0.6, 0.0, 0.8); // a's x where b's z is: first angle zero
    expect_vec3(col3(B, 0), 0.0, 1.0, 0.0); // b's x where a's z is: second angle zero
    tac_model_file_free(f);
}

Test(joints, a_rod_is_as_long_as_it_starts)
{
    tac_model_file *f = read_joint("type: rod, bodies: [a, b], at: [0, 0, 0], at2: [3, 4, 0]");
    cr_assert_float_eq(f->desc.joint[0].length, 5.0, ROUNDING);
    tac_model_file_free(f);
    f = read_joint("type: rod, bodies: [a, b], at: [0, 0, 0], at2: [3, 4, 0], length: 520 cm");
    cr_assert_eq(f->desc.joint[0].length, 5.2);
    tac_model_file_free(f);
}

Test(joints, leads_are_kept_per_radian)
{
    static const char *const leads[] = {"0.005", "5 mm/rev"};
    for (int i = 0; i < 2; i++) {
        char keys[100];
        (void)snprintf(keys, sizeof keys, "type: screw, bodies: [a, b], at: [0, 0, 0], lead: %s",
                       leads[i]);
        tac_model_file *f = read_joint(keys);
        cr_assert_float_eq(f->desc.joint[0].lead, 0.005 / (2.0 * TAC_PI), 1e-18);
        tac_model_file_free(f);
    }
    tac_model_file *f = read_joint("type: screw, bodies: [a, b], at: [0, 0, 0], lead: 0.25 m/rad");
    cr_assert_float_eq(f->desc.joint[0].lead, 0.25, ROUNDING);
    tac_model_file_free(f);
}

Test(joints, drives_prescribe_the_coordinate_of_the_type)
{
    tac_model_file *f = read_joint("type: revolute, bodies: [a, b], at: [0, 0, 0], drive: 90 deg");
    cr_assert_eq(f->desc.joint[0].drive_angle, 0);
    cr_assert_float_eq(f->desc.source[0].c[0], 0.5 * TAC_PI, ROUNDING);
    tac_model_file_free(f);
    f = read_joint("type: prismatic, bodies: [a, b], at: [0, 0, 0], drive: 0");
    cr_assert_eq(f->desc.joint[0].drive_displacement, 0, "a drive to zero is a drive");
    tac_model_file_free(f);
    f = read_joint("type: rod, bodies: [a, b], at: [0, 0, 0], at2: [1, 0, 0], drive: 12 mm");
    cr_assert_eq(f->desc.joint[0].drive_displacement, 0);
    cr_assert_eq(f->desc.source[0].c[0], 0.012);
    tac_model_file_free(f);
    f = read_joint("type: cylindrical, bodies: [a, b], at: [0, 0, 0], drive_angle: 1,\n"
                   "     drive_displacement: 2");
    cr_assert_eq(f->desc.source[f->desc.joint[0].drive_angle].c[0], 1.0);
    cr_assert_eq(f->desc.source[f->desc.joint[0].drive_displacement].c[0], 2.0);
    tac_model_file_free(f);
}
