#include <criterion/criterion.h>

#include "reading.h"

Test(bodies, the_centre_of_mass_is_where_the_body_frame_puts_it)
{
    tac_model_file *f = read_good("bodies:\n"
                                  "  - name: a\n"
                                  "    position: [1, 2, 3]\n"
                                  "    orientation: {axis: [0, 0, 1], angle: 90 deg}\n"
                                  "    center_of_mass: [1, 0, 0.5]\n"
                                  "    mass: 1\n"
                                  "    inertia: [1, 1, 1]\n"
                                  "    velocity: [1 km/h, 0, 36 km/h]\n"
                                  "    angular_velocity: [0, 60 rpm, 0]\n");
    const tac_body_desc *b = &f->desc.body[0];
    expect_vec3(b->r, 1.0, 3.0, 3.5);
    expect_vec3(b->v, 1.0 / 3.6, 0.0, 10.0);
    expect_vec3(b->w, 0.0, 2.0 * 3.14159265358979323846, 0.0);
    cr_assert_eq(b->group, TAC_NONE);
    tac_model_file_free(f);
}

Test(bodies, angular_velocity_in_world_axes_is_turned_into_the_body)
{
    tac_model_file *f = read_good("bodies:\n"
                                  "  - name: a\n"
                                  "    orientation: {axis: [0, 0, 1], angle: 90 deg}\n"
                                  "    mass: 1\n"
                                  "    inertia: [1, 1, 1]\n"
                                  "    angular_velocity_world: [0, 2, 3]\n");
    expect_vec3(f->desc.body[0].w, 2.0, 0.0, 3.0);
    tac_model_file_free(f);
}

Test(bodies, a_base_may_stand_before_or_after)
{
    tac_model_file *f = read_good(
        "bodies:\n"
        "  - {name: c, relative_to: b, position: [0, 1, 0], mass: 1, inertia: [1, 1, 1]}\n"
        "  - {name: b, relative_to: a, position: [0, 1, 0], mass: 1, inertia: [1, 1, 1],\n"
        "     orientation: {axis: [0, 0, 1], angle: 90 deg}, center_of_mass: [9, 9, 9]}\n"
        "  - {name: a, position: [5, 0, 0], orientation: {axis: [0, 0, 1], angle: 90 deg},\n"
        "     mass: 1, inertia: [1, 1, 1]}\n"
        "  - {name: d, relative_to: ground, position: [1, 0, 0], mass: 1, inertia: [1, 1, 1]}\n");
    // bases are body frames, whatever the base's centre of mass
    expect_vec3(f->desc.body[0].r, 4.0, -1.0, 0.0);
    expect_rotation(f->desc.body[0].p, 0.0, 0.0, 0.0, 1.0);
    expect_vec3(f->desc.body[3].r, 1.0, 0.0, 0.0);
    tac_model_file_free(f);
}

Test(bodies, a_long_chain_of_bases_needs_no_stack)
{
    tac_model_file *f =
        read_good("bodies:\n"
                  "  - {repeat: {k: [1, 100000]}, name: \"L${k}\", relative_to: \"L${k + 1}\",\n"
                  "     position: [1, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
                  "  - {name: L100001, mass: 1, inertia: [1, 1, 1]}\n");
    expect_vec3(f->desc.body[0].r, 100000.0, 0.0, 0.0);
    tac_model_file_free(f);
}
