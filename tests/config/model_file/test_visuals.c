// What bodies look like: read in the body frame, kept from the centre of mass.
#include <criterion/criterion.h>

#include "mesh.h"
#include "reading.h"
#include "visual.h"

#define BODY "bodies:\n  - {name: a, mass: 1, inertia: [1, 1, 1], center_of_mass: [0, 0, 1], "

static tac_visual only_one(const tac_model_file *f)
{
    tac_visuals all = tac_model_file_visuals(f);
    cr_assert_eq(all.n, 1);
    return all.visual[0];
}

Test(visuals, positions_are_in_the_body_frame)
{
    tac_model_file *f =
        read_good(BODY "visual: {box: {size: [1, 2, 3 mm]}, position: [5, 0, 0], color: red}}\n");
    tac_visual v = only_one(f);
    cr_expect_eq(v.kind, TAC_VISUAL_BOX);
    cr_expect_eq(v.at.body, 0);
    expect_vec3(v.size, 1.0, 2.0, 0.003);
    expect_vec3(v.at.s, 5.0, 0.0, -1.0);
    cr_expect(v.has_color && v.color[0] > v.color[1]);
    tac_model_file_free(f);
}

Test(visuals, round_ones_lie_along_an_axis_or_between_two_points)
{
    tac_model_file *f = read_good(BODY "visual: {capsule: {radius: 0.1, from: [0, 0, 1], "
                                       "to: [2, 0, 1]}, color: \"#ff8000\"}}\n");
    tac_visual v = only_one(f);
    expect_vec3(v.size, 0.1, 0.1, 2.0);
    expect_vec3(v.at.s, 1.0, 0.0, 0.0);
    expect_vec3(mul3(rotation(v.at.q), (vec3){0.0, 0.0, 1.0}), 1.0, 0.0, 0.0);
    cr_expect_float_eq(v.color[1], 128.0 / 255.0, ROUNDING);
    tac_model_file_free(f);
    f = read_good(BODY "visual: {cylinder: {radius: 1, length: 4, axis: y}, "
                       "orientation: {axis: [0, 0, 1], angle: 90 deg}}}\n");
    v = only_one(f);
    expect_vec3(mul3(rotation(v.at.q), (vec3){0.0, 0.0, 1.0}), -1.0, 0.0, 0.0);
    cr_expect_not(v.has_color);
    tac_model_file_free(f);
}

Test(visuals, a_shape_is_what_a_silent_body_looks_like)
{
    tac_model_file *f =
        read_good("bodies:\n"
                  "  - {name: a, shape: {cylinder: {radius: 1, length: 3, axis: x, "
                  "mass: 4}}}\n"
                  "  - {name: b, mass: 1, inertia: [1, 1, 1]}\n"
                  "  - {name: c, shape: {sphere: {radius: 2, mass: 5}}, visual: []}\n");
    tac_visual v = only_one(f);
    tac_visuals all = tac_model_file_visuals(f);
    cr_expect_eq(v.kind, TAC_VISUAL_CYLINDER);
    expect_vec3(v.size, 1.0, 1.0, 3.0);
    expect_vec3(mul3(rotation(v.at.q), (vec3){0.0, 0.0, 1.0}), 1.0, 0.0, 0.0);
    cr_expect(!all.is_given[0] && !all.is_given[1] && all.is_given[2]);
    tac_model_file_free(f);
}

// Those of a file stand on what is ground there, where the file's frame is at the start.
Test(visuals, of_a_file_stand_on_its_ground)
{
    tac_model_file *f = read_good_file("files/visuals.yaml");
    tac_visuals all = tac_model_file_visuals(f);
    cr_assert_eq(all.n, 5);
    cr_expect_eq(all.visual[3].at.body, TAC_GROUND);
    expect_vec3(all.visual[3].at.s, 0.0, 0.0, -0.05);
    cr_expect_eq(all.visual[4].at.body, 0, "the part stands on the base");
    expect_vec3(all.visual[4].at.s, 3.0, 1.0, 0.0);
    cr_expect_eq(all.n_mesh, 1, "named twice, read once");
    cr_expect_eq(all.visual[0].mesh, 0);
    cr_expect_eq(all.visual[2].mesh, 0);
    cr_expect_eq(all.mesh[0].line, 5);
    cr_expect_eq(f->n_file, 2, "a mesh is no file of what is computed");
    tac_model_file_free(f);
}

Test(visuals, files_of_models_from_memory_are_not_opened)
{
    expect_refusal(BODY "visual: {mesh: {file: \"/etc/none.stl\"}}}\n", "cannot be ");
}
