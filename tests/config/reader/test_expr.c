#include "reader/expr.h"

#include <criterion/criterion.h>
#include <string.h>

#include "elementary.h"
#include "reading.h"

static const tac_parameter_value l = {"l", {1, {2.0, 0.0, 0.0}, NULL}, NULL};
static const tac_parameter_value v = {"v", {3, {1.0, 2.0, 3.0}, NULL}, &l};

static tac_value value(const char *text)
{
    tac_expr_error e;
    tac_value x = tac_expr_evaluate(text, strlen(text), &v, &e);
    cr_assert_str_empty(e.what, "%s: %s", text, e.what);
    return x;
}

static void expect_number(const char *text, double x)
{
    tac_value found = value(text);
    cr_assert_eq(found.n, 1, "%s", text);
    cr_assert_float_eq(found.x[0], x, 1e-15 * (1.0 + (x < 0 ? -x : x)), "%s = %.17g", text,
                       found.x[0]);
}

static void expect_vector(const char *text, double x, double y, double z)
{
    tac_value found = value(text);
    cr_assert_eq(found.n, 3, "%s", text);
    expect_vec3((vec3){found.x[0], found.x[1], found.x[2]}, x, y, z);
}

Test(expr, operators_bind_as_in_mathematics)
{
    expect_number("1 + 2*3", 7.0);
    expect_number("(1 + 2)*3", 9.0);
    expect_number("8/4/2", 1.0);
    expect_number("7 - 2 - 1", 4.0);
    expect_number("-2^2", -4.0);
    expect_number("2^3^2", 512.0);
    expect_number("2^-2", 0.25);
    expect_number("2*-3", -6.0);
    expect_number("--3", 3.0);
    expect_number("1.5e2 + .5 + 2.", 152.5);
    expect_number("  l * l\n", 4.0);
}

Test(expr, powers_are_whole_products)
{
    expect_number("l^0", 1.0);
    expect_number("3^5", 243.0);
    expect_number("(-1)^1023", -1.0);
    expect_number("10^-3", 0.001);
}

Test(expr, floor_and_mod_count_downwards)
{
    expect_number("floor(2.7)", 2.0);
    expect_number("floor(-2.1)", -3.0);
    expect_number("mod(7, 3)", 1.0);
    expect_number("mod(-1, 3)", 2.0);
    expect_number("mod(1, -3)", -2.0);
    expect_number("mod(-6, 3)", 0.0);
    expect_number("mod(5.5, 0.25*l)", 0.0);
    expect_number("7 - 3*floor(7/3)", 1.0);
}

Test(expr, functions_agree_with_their_definitions)
{
    expect_number("pi", TAC_PI);
    expect_number("sin(pi/6)", 0.5);
    expect_number("cos(pi/3)", 0.5);
    expect_number("tan(pi/4)", 1.0);
    expect_number("asin(0.5)", TAC_PI / 6.0);
    expect_number("acos(-1)", TAC_PI);
    expect_number("acos(0.5)", TAC_PI / 3.0);
    expect_number("atan2(1, -1)", 0.75 * TAC_PI);
    expect_number("sqrt(16)", 4.0);
    expect_number("abs(-l)", 2.0);
    expect_number("min(3, 1, 2)", 1.0);
    expect_number("max(3, 1, 4, 2)", 4.0);
    expect_number("dot(v, [1, 1, 1])", 6.0);
    expect_number("norm([3, 4, 12])", 13.0);
}

Test(expr, vectors_add_scale_and_show_components)
{
    expect_vector("v + [1, 1, 1]", 2.0, 3.0, 4.0);
    expect_vector("v - v/2", 0.5, 1.0, 1.5);
    expect_vector("l*v", 2.0, 4.0, 6.0);
    expect_vector("-v", -1.0, -2.0, -3.0);
    expect_vector("cross([1, 0, 0], [0, 1, 0])", 0.0, 0.0, 1.0);
    expect_vector("unit([0, 3, 4])", 0.0, 0.6, 0.8);
    expect_number("v.x + v.y*v.z", 7.0);
    expect_number("(2*v).z", 6.0);
    expect_number("[1, 2, l].z", 2.0);
}

Test(expr, the_error_points_at_the_letter)
{
    const char *text = "l + k*2";
    tac_expr_error e;
    (void)tac_expr_evaluate(text, strlen(text), &v, &e);
    cr_assert_str_eq(e.what, "no parameter 'k'");
    cr_assert_eq(e.at - text, 4);
}

Test(expr, only_the_given_length_is_read)
{
    tac_expr_error e;
    tac_value x = tac_expr_evaluate("1 + 2 + 3", 5, NULL, &e);
    cr_assert_str_empty(e.what);
    cr_assert_eq(x.x[0], 3.0);
}

Test(expr, the_innermost_binding_counts)
{
    tac_parameter_value inner = {"l", {1, {5.0, 0.0, 0.0}, NULL}, &v};
    tac_expr_error e;
    cr_assert_eq(tac_expr_evaluate("l", 1, &inner, &e).x[0], 5.0);
}

Test(expr, later_parameters_use_earlier_ones)
{
    tac_model_file *f = read_good("parameters: {a: 2 cm, b: \"${3*a}\", P: \"${[a, b, 0]}\"}\n"
                                  "title: a = ${a}, n = ${3}\n"
                                  "bodies:\n"
                                  "  - {name: \"x${100*b}\", position: \"${2*P}\",\n"
                                  "     mass: \"${b}\", inertia: [1, 1, 1]}\n"
                                  "");
    cr_assert_str_eq(f->title, "a = 0.02, n = 3");
    cr_assert_str_eq(f->body_name[0], "x6");
    expect_vec3(f->desc.body[0].r, 0.04, 0.12, 0.0);
    tac_model_file_free(f);
}
