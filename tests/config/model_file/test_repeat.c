#include <criterion/criterion.h>

#include "reading.h"

Test(repeat, repeat_reads_once_per_value)
{
    tac_model_file *f =
        read_good("bodies:\n"
                  "  - {repeat: {k: [1, 128]}, name: \"L${k}\", position: [\"${k - 0.5}\", 0, 0],\n"
                  "     mass: 1, inertia: [1, 1, 1]}\n"
                  "joints:\n"
                  "  - {name: J1, type: revolute, bodies: [ground, L1], at: [0, 0, 0]}\n"
                  "  - {repeat: {k: [2, 128]}, name: \"J${k}\", type: revolute,\n"
                  "     bodies: [\"L${k - 1}\", \"L${k}\"], at: [\"${k - 1}\", 0, 0]}\n");
    cr_assert_eq(f->desc.n_body, 128);
    cr_assert_eq(f->desc.n_joint, 128);
    cr_assert_str_eq(f->body_name[127], "L128");
    cr_assert_str_eq(f->joint_name[127], "J128");
    expect_vec3(f->desc.body[127].r, 127.5, 0.0, 0.0);
    cr_assert_eq(f->desc.joint[127].a.body, 126);
    cr_assert_eq(f->desc.joint[127].b.body, 127);
    expect_vec3(f->desc.joint[127].a.s, 0.5, 0.0, 0.0);
    expect_vec3(f->desc.joint[127].b.s, -0.5, 0.0, 0.0);
    tac_model_file_free(f);
}

Test(repeat, several_names_make_a_grid_with_the_last_fastest)
{
    tac_model_file *f = read_good("parameters: {n: 2}\n"
                                  "bodies:\n"
                                  "  - {repeat: {i: [0, 1], j: [\"${i}\", \"${n}\"]},\n"
                                  "     name: \"b${i}${j}\", mass: 1, inertia: [1, 1, 1]}\n");
    static const char *const names[] = {"b00", "b01", "b02", "b11", "b12"};
    cr_assert_eq(f->desc.n_body, 5);
    for (int i = 0; i < 5; i++) {
        cr_assert_str_eq(f->body_name[i], names[i]);
    }
    tac_model_file_free(f);
}

Test(repeat, a_range_may_be_empty)
{
    tac_model_file *f =
        read_good(TWO_BODIES "joints:\n"
                             "  - {repeat: {k: [1, 0]}, name: \"j${k}\", type: fixed,\n"
                             "     bodies: [a, b], at: [0, 0, 0]}\n");
    cr_assert_eq(f->desc.n_joint, 0);
    tac_model_file_free(f);
}

Test(repeat, empty_ranges_inside_long_ones_count_too)
{
    expect_refusal("bodies:\n"
                   "  - {repeat: {i: [1, 100000], j: [1, 100000], k: [1, 0]}, name: a, mass: 1}\n",
                   "more than 1000000 items");
}

Test(repeat, anchors_and_aliases_share_values)
{
    tac_model_file *f = read_good("bodies:\n"
                                  "  - {name: a, mass: &m 3 kg, inertia: &I [1, 1, 1]}\n"
                                  "  - {name: b, mass: *m, inertia: *I}\n");
    cr_assert_eq(f->desc.body[1].mass, 3.0);
    tac_model_file_free(f);
}
