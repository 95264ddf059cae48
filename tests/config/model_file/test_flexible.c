// Flexible bodies of a model: beams, modal files, and where joints meet them.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "modal.h"
#include "reading.h"

#define STEEL "material: {E: 200 GPa, nu: 0.3, density: 7870}"
#define ROD                                                                              \
    "bodies:\n"                                                                          \
    "  - {name: crank, position: [0.1, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"            \
    "  - name: rod\n"                                                                    \
    "    flexible:\n"                                                                    \
    "      beam: {from: [0.2, 0, 0], to: [0.2, 0.5, 0], section: {box: [8 mm, 4 mm]},\n" \
    "             modes: 10, interfaces: [{name: m, at: 200 mm}], " STEEL "}\n"
#define CHAIN                                                                            \
    "bodies:\n"                                                                          \
    "  - name: rod\n"                                                                    \
    "    angular_velocity: [0, 0, 2]\n"                                                  \
    "    flexible:\n"                                                                    \
    "      beam: {from: [0, 0, 0], to: [4, 0, 0], section: {round: 20 mm}, bodies: 4,\n" \
    "             modes: 8, interfaces: [{name: m, at: 1.5}], " STEEL "}\n"              \
    "      damping: 0.02\n"

Test(flexible, a_beam_between_two_points_is_a_body)
{
    tac_model_file *f = read_good(ROD "      rayleigh: [2, 1e-5]\n");
    const tac_body_desc *b = &f->desc.body[1];
    cr_assert_eq(f->desc.n_flex, 1);
    cr_assert_eq(b->flex, 1);
    const tac_flex_desc *x = &f->desc.flex[0];
    expect_vec3(b->r, 0.2, 0.25, 0.0);
    cr_expect_float_eq(b->mass, 7870.0 * 32e-6 * 0.5, 1e-12);
    cr_expect_float_eq(b->J[1], b->mass * (0.25 + 16e-6) / 12.0, 1e-12);
    cr_assert_eq(x->n_mode, 10);
    cr_assert_eq(x->n_interface, 3);
    expect_vec3(x->interface[1].s, -0.05, 0.0, 0.0);
    for (int i = 0; i < x->n_mode; i++) {
        cr_expect_float_eq(x->zeta[i], 0.5 * (2.0 / x->omega[i] + 1e-5 * x->omega[i]), 1e-15);
        cr_expect(i == 0 || x->omega[i] >= x->omega[i - 1]);
        cr_expect_eq(x->shown[i * x->n_mode + i], 1.0);
    }
    cr_expect_eq(f->desc.body[0].flex, 0);
    tac_model_file_free(f);
}

Test(flexible, joints_find_interfaces_by_name_and_by_position)
{
    tac_model_file *f = read_good(
        ROD "joints:\n"
            "  - {name: by_place, type: revolute, bodies: [crank, rod], at: [0.2, 0, 0]}\n"
            "  - {name: by_name, type: revolute, bodies: [rod, ground], interfaces: [b, ~]}\n"
            "  - {name: arm, type: spherical, bodies: [ground, rod], at: [0.2, 0.3, 0], "
            "interfaces: [~, m]}\n"
            "forces:\n"
            "  - {name: push, type: load, body: rod, interface: m, force: [1, 0, 0]}\n"
            "  - {name: pull, type: spring, bodies: [ground, rod], at: [1, 0, 0], at2: [0.2, 0.5, "
            "0], stiffness: 10}\n"
            "sensors:\n"
            "  - {name: tip, type: pose, body: rod, interface: b}\n"
            "  - {name: middle, type: twist, body: rod, at: [-0.05, 0, 0]}\n"
            "  - {name: modes, type: modes, body: rod}\n");
    const tac_joint_desc *j = f->desc.joint;
    cr_expect_eq(j[0].b.interface, 0);
    expect_vec3(j[0].b.s, 0.0, 0.0, 0.0);
    cr_expect_eq(j[1].a.interface, 2);
    expect_vec3(j[1].b.s, 0.2, 0.5, 0.0);
    cr_expect_eq(j[2].b.interface, 1);
    expect_vec3(j[2].b.s, 0.1, 0.0, 0.0); // a rigid arm of 100 mm along the rod
    cr_expect_eq(f->desc.load[0].at.interface, 1);
    cr_expect_eq(f->desc.spring[0].b.interface, 2);
    cr_expect_eq(f->desc.sensor[0].a.interface, 2);
    cr_expect_eq(f->desc.sensor[1].a.interface, 1);
    cr_expect_eq(f->desc.sensor[2].kind, TAC_MODES);
    cr_expect_eq(f->desc.sensor[2].element, 1);
    tac_model_file_free(f);
}

Test(flexible, a_beam_in_one_line_is_several_bodies_with_fixed_joints)
{
    tac_model_file *f = read_good(
        CHAIN "joints:\n"
              "  - {name: hub, type: revolute, bodies: [ground, rod], at: [0, 0, 0]}\n"
              "  - {name: end, type: spherical, bodies: [rod, ground], interfaces: [b, ~]}\n"
              "sensors:\n"
              "  - {name: m, type: pose, body: rod, interface: m}\n"
              "  - {name: third, type: pose, body: rod/3, interface: a}\n"
              "  - {name: modes, type: modes, body: rod/2}\n");
    const tac_desc *d = &f->desc;
    cr_assert_eq(d->n_body, 4);
    cr_assert_eq(d->n_joint, 5);
    cr_assert_eq(d->n_flex, 2, "the body with the point in it differs");
    cr_expect_str_eq(f->body_name[3], "rod/4");
    cr_expect_str_eq(f->joint_name[0], "rod/1-2");
    cr_expect_eq(d->joint[1].kind, TAC_FIXED);
    cr_expect_eq(d->joint[1].a.body, 1);
    cr_expect_eq(d->joint[1].a.interface, 2, "behind a and m");
    cr_expect_eq(d->joint[1].b.interface, 0);
    cr_expect_eq(d->joint[3].b.body, 0);
    cr_expect_eq(d->joint[4].a.body, 3);
    cr_expect_eq(d->joint[4].a.interface, 1);
    cr_expect_eq(d->sensor[0].a.body, 1);
    cr_expect_eq(d->sensor[1].a.body, 2);
    cr_expect_eq(d->sensor[1].a.interface, 0);
    cr_expect_eq(d->sensor[2].element, 1);
    expect_vec3(d->body[0].v, 0.0, -3.0, 0.0); // 1.5 m from the middle
    expect_vec3(d->body[3].r, 3.5, 0.0, 0.0);
    tac_model_file_free(f);
}

// Shapes that are mixed and not normalised are those of the file to the user.
Test(flexible, shapes_of_a_modal_file_are_uncoupled_and_shown_as_they_are)
{
    tac_model_file *f = read_good_file("files/flexible.yaml");
    const tac_flex_desc *x = &f->desc.flex[0];
    cr_assert_eq(x->n_mode, 2);
    cr_assert_eq(f->n_file, 2, "recordings need the modal file");
    // mixed.modal.yaml: M = [[2, 1], [1, 2]], K = [[5, 1], [1, 5]]: (1, -1) has 4, (1, 1) has 2
    cr_expect_float_eq(x->omega[0], sqrt(2.0), 1e-12);
    cr_expect_float_eq(x->omega[1], 2.0, 1e-12);
    const double *q = f->desc.body[0].q;
    for (int i = 0; i < 2; i++) {
        double given = x->shown[2 * i] * q[0] + x->shown[2 * i + 1] * q[1];
        cr_expect_float_eq(given, i == 0 ? 0.25 : -0.5, 1e-14);
    }
    for (int i = 0; i < 2; i++) { // Phi q is what the file's shapes give: phi_y = (1, 2) at b
        const double *phi = x->interface[1].phi;
        cr_expect_float_eq(phi[2 + i], x->shown[i] + 2.0 * x->shown[2 + i], 1e-14);
    }
    tac_model_file_free(f);
}

Test(flexible, the_start_may_be_static)
{
    tac_model_file *f = read_good("start: static\n" ROD);
    cr_expect_eq(f->options.is_static, 1);
    tac_model_file_free(f);
    f = read_good(ROD);
    cr_expect_eq(f->options.is_static, 0);
    tac_model_file_free(f);
}
