#include <criterion/criterion.h>

#include "reading.h"

Test(sensors, every_type_has_its_kind_and_frames)
{
    tac_model_file *f = read_good(
        "bodies:\n"
        "  - {name: a, center_of_mass: [1, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
        "  - {name: b, position: [0, 5, 0], mass: 1, inertia: [1, 1, 1]}\n"
        "joints: [{name: j, type: revolute, bodies: [a, b], at: [0, 0, 0]}]\n"
        "forces:\n"
        "  - {name: load, type: load, body: a, force: [1, 0, 0]}\n"
        "  - {name: rub, type: friction, joint: j, coulomb: 1}\n"
        "  - {name: mount, type: bushing, joint: j, damping: [1, 1, 1, 1, 1, 1]}\n"
        "sensors:\n"
        "  - {name: pose, type: pose, body: a, at: [1, 2, 0], orientation: {x_axis: [0, 1, 0]}}\n"
        "  - {name: twist, type: twist, body: a}\n"
        "  - {name: acceleration, type: acceleration, body: a, axes: body}\n"
        "  - {name: accelerometer, type: accelerometer, body: ground, at: [1, 1, 1]}\n"
        "  - {name: coordinates, type: coordinates, joint: j}\n"
        "  - {name: reaction, type: reaction, joint: j, axes: joint}\n"
        "  - {name: distance, type: distance, bodies: [a, ground], at: [0, 0, 0], at2: [7, 0, 0]}\n"
        "  - {name: mount, type: force, element: mount}\n"
        "  - {name: rub, type: force, element: rub}\n"
        "  - {name: energy, type: energy}\n"
        "  - {name: residuals, type: residuals}\n");
    static const tac_sensor_kind kinds[] = {
        TAC_POSE, TAC_TWIST,        TAC_ACCELERATION, TAC_SPECIFIC, TAC_COORDINATES, TAC_REACTION,
        TAC_SPAN, TAC_SPRING_FORCE, TAC_SPRING_FORCE, TAC_ENERGY,   TAC_RESIDUALS};
    const tac_sensor_desc *s = f->desc.sensor;
    cr_assert_eq(f->desc.n_sensor, 11);
    for (int i = 0; i < 11; i++) {
        cr_assert_eq(s[i].kind, kinds[i], "%s", f->sensor_name[i]);
    }
    expect_vec3(s[0].a.s, 0.0, 2.0, 0.0); // the body frame's point, from the centre of mass
    expect_rotation(s[0].a.q, 1.0, 0.0, 0.0, 1.0);
    expect_vec3(s[1].a.s, 0.0, 0.0, 0.0); // the centre of mass
    const int in_frame[] = {0, 0, 1, 1, 0, 1};
    for (int i = 0; i < 6; i++) {
        cr_assert_eq(s[i].in_frame, in_frame[i], "%s", f->sensor_name[i]);
    }
    cr_assert_eq(s[3].a.body, TAC_GROUND);
    expect_vec3(s[3].a.s, 1.0, 1.0, 1.0);
    cr_assert_eq(s[5].what, TAC_JOINTS);
    expect_vec3(s[6].a.s, -1.0, 0.0, 0.0);
    expect_vec3(s[6].b.s, 7.0, 0.0, 0.0);
    cr_assert_eq(s[7].what, TAC_BUSHINGS);
    cr_assert_eq(s[8].what, TAC_FRICTIONS);
    cr_assert_eq(s[8].element, 0);
    tac_model_file_free(f);
}
