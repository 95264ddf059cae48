#include "model_file/orientation.h"

#include <criterion/criterion.h>
#include <math.h>

#include "elementary.h"
#include "reading.h"

static quat read_orientation(const char *text)
{
    char model[400];
    (void)snprintf(model, sizeof model,
                   "bodies: [{name: a, mass: 1, inertia: [1, 1, 1], orientation: %s}]\n", text);
    tac_model_file *f = read_good(model);
    quat q = f->desc.body[0].p;
    cr_assert_float_eq(dotq(q, q), 1.0, ROUNDING);
    cr_assert(q.e0 >= 0.0);
    tac_model_file_free(f);
    return q;
}

static const double h = 0.70710678118654752440; // sine and cosine of 45 deg

Test(orientation, quaternions_are_normalised_and_turned_to_positive_e0)
{
    expect_rotation(read_orientation("{quaternion: [2, 0, 0, 2]}"), h, 0.0, 0.0, h);
    expect_rotation(read_orientation("{quaternion: [-1, 0, 1, 0]}"), h, 0.0, -h, 0.0);
}

Test(orientation, axis_and_angle)
{
    expect_rotation(read_orientation("{axis: [0, 0, 5], angle: 90 deg}"), h, 0.0, 0.0, h);
    expect_rotation(read_orientation("{axis: [1, 0, 0], angle: -0.25 rev}"), h, -h, 0.0, 0.0);
}

Test(orientation, rpy_turns_about_fixed_axes_x_y_z)
{
    // z of the body: roll 90 deg takes it to -y, then pitch leaves it, then yaw 90 deg to +x
    quat q = read_orientation("{rpy: [90 deg, 0, 90 deg]}");
    expect_vec3(mul3(rotation(q), (vec3){0.0, 0.0, 1.0}), 1.0, 0.0, 0.0);
    q = read_orientation("{rpy: [0.1, 0.2, 0.3]}");
    quat x = read_orientation("{axis: [1, 0, 0], angle: 0.1}");
    quat y = read_orientation("{axis: [0, 1, 0], angle: 0.2}");
    quat z = read_orientation("{axis: [0, 0, 1], angle: 0.3}");
    quat product = mulq(z, mulq(y, x));
    expect_rotation(q, product.e0, product.e1, product.e2, product.e3);
}

Test(orientation, one_axis_takes_the_smallest_rotation)
{
    expect_rotation(read_orientation("{x_axis: [0, 2, 0]}"), h, 0.0, 0.0, h);
    expect_rotation(read_orientation("{z_axis: [0, 0, 3]}"), 1.0, 0.0, 0.0, 0.0);
    quat q = read_orientation("{y_axis: [1, 2, 3]}");
    double n = sqrt(14.0);
    expect_vec3(mul3(rotation(q), (vec3){0.0, 1.0, 0.0}), 1.0 / n, 2.0 / n, 3.0 / n);
    cr_assert_float_eq(q.e2, 0.0, ROUNDING); // no turn about y itself
}

Test(orientation, opposite_axes_turn_by_half_a_turn)
{
    for (int j = 0; j < 3; j++) {
        vec3 e = {j == 0, j == 1, j == 2};
        quat q = tac_smallest_rotation(j, neg3(e));
        vec3 turned = mul3(rotation(q), e);
        expect_vec3(turned, -e.x, -e.y, -e.z);
        // almost opposite: still exact
        vec3 almost = neg3(e);
        *(j == 0 ? &almost.y : &almost.x) = 1e-9;
        almost = scale3(1.0 / norm3(almost), almost);
        turned = mul3(rotation(tac_smallest_rotation(j, almost)), e);
        cr_assert(norm3(sub3(turned, almost)) < ROUNDING);
    }
}

Test(orientation, two_axes_meet_the_first_exactly_and_the_second_in_the_plane)
{
    quat q = read_orientation("{x_axis: [1, 1, 0], y_axis: [0, 1, 0]}");
    expect_vec3(mul3(rotation(q), (vec3){1.0, 0.0, 0.0}), h, h, 0.0);
    expect_vec3(mul3(rotation(q), (vec3){0.0, 1.0, 0.0}), -h, h, 0.0);
    q = read_orientation("{y_axis: [0, 1, 0], x_axis: [1, 1, 0]}");
    expect_rotation(q, 1.0, 0.0, 0.0, 0.0);
    q = read_orientation("{z_axis: [1, 0, 0], x_axis: [0, 0, 1]}");
    expect_vec3(mul3(rotation(q), (vec3){0.0, 1.0, 0.0}), 0.0, -1.0, 0.0);
}

Test(orientation, two_axes_work_for_every_pair_and_direction)
{
    vec3 a = {0.36, 0.48, 0.8};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            for (int sign = -1; i != j && sign <= 1; sign += 2) {
                vec3 w = {-0.8 * sign, 0.1, 0.7};
                mat3 R = rotation(tac_two_axes(i, a, j, w));
                cr_assert(norm3(sub3(col3(R, i), a)) < ROUNDING);
                cr_assert(dot3(col3(R, j), w) > 0.0);
                cr_assert(fabs(dot3(col3(R, 3 - i - j), w)) < ROUNDING);
                cr_assert(norm3(sub3(cross3(col3(R, 0), col3(R, 1)), col3(R, 2))) < ROUNDING);
            }
        }
    }
}

Test(orientation, a_list_multiplies_in_the_axes_made_so_far)
{
    quat q =
        read_orientation("[{axis: [0, 0, 1], angle: 90 deg}, {axis: [1, 0, 0], angle: 90 deg}]");
    // the second turn is about the new x axis, which is the old y
    expect_vec3(mul3(rotation(q), (vec3){1.0, 0.0, 0.0}), 0.0, 1.0, 0.0);
    expect_vec3(mul3(rotation(q), (vec3){0.0, 0.0, 1.0}), 1.0, 0.0, 0.0);
    expect_rotation(read_orientation("[]"), 1.0, 0.0, 0.0, 0.0);
}
