#include <criterion/criterion.h>

#include "elementary.h"
#include "reading.h"

static void expect_solid(const char *keys, double mass, double xx, double yy, double zz)
{
    char model[400];
    (void)snprintf(model, sizeof model, "bodies: [{name: a, %s}]\n", keys);
    tac_model_file *f = read_good(model);
    const tac_body_desc *b = &f->desc.body[0];
    const double J[6] = {xx, yy, zz, 0.0, 0.0, 0.0};
    cr_assert_float_eq(b->mass, mass, ROUNDING * mass, "%s: %.17g", keys, b->mass);
    for (int i = 0; i < 6; i++) {
        cr_assert_float_eq(b->J[i], J[i], ROUNDING * (1.0 + J[i]), "%s: J[%d] = %.17g", keys, i,
                           b->J[i]);
    }
    tac_model_file_free(f);
}

Test(shapes, moments_are_those_of_the_textbook)
{
    expect_solid("shape: {box: {size: [1, 2, 3], mass: 12}}", 12.0, 13.0, 10.0, 5.0);
    expect_solid("shape: {sphere: {radius: 2, mass: 5}}", 5.0, 8.0, 8.0, 8.0);
    expect_solid("shape: {cylinder: {radius: 1, length: 3, mass: 4}}", 4.0, 4.0, 4.0, 2.0);
    expect_solid("shape: {cylinder: {radius: 1, length: 3, axis: x, mass: 4}}", 4.0, 2.0, 4.0, 4.0);
    expect_solid("shape: {rod: {length: 6, mass: 2}}", 2.0, 6e-4, 6.0, 6.0);
    expect_solid("shape: {rod: {length: 6, axis: y, mass: 2}}", 2.0, 6.0, 6e-4, 6.0);
}

Test(shapes, density_fills_the_volume)
{
    expect_solid("shape: {box: {size: [1, 1, 1], density: 1 g/cm^3}}", 1000.0, 1000.0 / 6.0,
                 1000.0 / 6.0, 1000.0 / 6.0);
    double sphere = 4.0 / 3.0 * TAC_PI * 2.0, cylinder = TAC_PI * 3.0 * 2.0;
    expect_solid("shape: {sphere: {radius: 1, density: 2}}", sphere, 0.4 * sphere, 0.4 * sphere,
                 0.4 * sphere);
    expect_solid("shape: {cylinder: {radius: 1, length: 3, density: 2}}", cylinder, cylinder,
                 cylinder, 0.5 * cylinder);
    // a rod with an area is a slender cylinder: r^2 / 2 about its axis
    expect_solid("shape: {rod: {length: 6, area: 1 cm^2, density: 5000}}", 3.0,
                 3.0 * 1e-4 / (2.0 * TAC_PI), 9.0, 9.0);
}

Test(shapes, the_mass_may_stand_beside_the_shape)
{
    expect_solid("mass: 5, shape: {sphere: {radius: 2}}", 5.0, 8.0, 8.0, 8.0);
}

Test(shapes, a_rod_between_points_places_the_body)
{
    tac_model_file *f =
        read_good("bodies: [{name: a, shape: {rod: {from: [1, 0, 0], to: [1, 2, 0], mass: 3}}}]\n");
    const tac_body_desc *b = &f->desc.body[0];
    expect_vec3(b->r, 1.0, 1.0, 0.0);
    expect_vec3(mul3(rotation(b->p), (vec3){1.0, 0.0, 0.0}), 0.0, 1.0, 0.0);
    cr_assert_float_eq(b->J[1], 1.0, ROUNDING);
    tac_model_file_free(f);
}

Test(shapes, a_rod_between_points_respects_what_is_given)
{
    tac_model_file *f =
        read_good("bodies:\n"
                  "  - {name: a, position: [1, 0, 0], orientation: {rpy: [0, 0, 0]},\n"
                  "     shape: {rod: {from: [1, 0, 0], to: [1, 2, 0], mass: 3}}}\n");
    expect_vec3(f->desc.body[0].r, 1.0, 0.0, 0.0);
    expect_rotation(f->desc.body[0].p, 1.0, 0.0, 0.0, 0.0);
    tac_model_file_free(f);
}

Test(shapes, inertia_axes_turn_the_matrix)
{
    tac_model_file *f = read_good("bodies:\n"
                                  "  - {name: a, mass: 1, inertia: [1, 2, 2.5],\n"
                                  "     inertia_axes: {axis: [0, 0, 1], angle: 90 deg}}\n"
                                  "  - {name: b, mass: 1, inertia: [1, 2, 2.5],\n"
                                  "     inertia_axes: {axis: [0, 0, 1], angle: 45 deg}}\n");
    const double *J = f->desc.body[0].J;
    cr_assert_float_eq(J[0], 2.0, ROUNDING);
    cr_assert_float_eq(J[1], 1.0, ROUNDING);
    cr_assert_float_eq(J[2], 2.5, ROUNDING);
    J = f->desc.body[1].J;
    cr_assert_float_eq(J[0], 1.5, ROUNDING);
    cr_assert_float_eq(J[1], 1.5, ROUNDING);
    cr_assert_float_eq(J[3], -0.5, ROUNDING); // (Jxx - Jyy) / 2
    tac_model_file_free(f);
}

Test(shapes, products_of_inertia_are_matrix_elements)
{
    tac_model_file *f =
        read_good("bodies: [{name: a, mass: 1, inertia: [[3, 4, 5, 0.1, 0.2, 0.3], g*mm^2]}]\n");
    const double J[6] = {3e-9, 4e-9, 5e-9, 1e-10, 2e-10, 3e-10};
    for (int i = 0; i < 6; i++) {
        cr_assert_float_eq(f->desc.body[0].J[i], J[i], 1e-24);
    }
    tac_model_file_free(f);
}

Test(shapes, rounded_data_pass_the_triangle_inequality_and_wrong_data_do_not)
{
    expect_solid("mass: 1, inertia: [0.333, 0.333, 0.667]", 1.0, 0.333, 0.333, 0.667);
    expect_solid("mass: 1, inertia: [1, 1, 2.2]", 1.0, 1.0, 1.0, 2.2);
    expect_refusal("bodies: [{name: a, mass: 1, inertia: [1, 1, 2.3]}]\n", "triangle inequality");
    // the same with principal axes between the coordinate axes
    expect_refusal("bodies: [{name: a, mass: 1, inertia: [2, 2, 1, 1.5, 0, 0]}]\n",
                   "triangle inequality");
}
