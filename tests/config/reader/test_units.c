#include "units.h"

#include <criterion/criterion.h>
#include <string.h>

#include "reading.h"

static double mass_of(const char *text)
{
    char model[200];
    (void)snprintf(model, sizeof model, "bodies: [{name: a, mass: %s, inertia: [1, 1, 1]}]\n",
                   text);
    tac_model_file *f = read_good(model);
    double mass = f->desc.body[0].mass;
    tac_model_file_free(f);
    return mass;
}

Test(units, decimal_units_are_as_exact_as_the_number_in_si)
{
    cr_assert_eq(mass_of("12 g"), 0.012);
    cr_assert_eq(mass_of("3 t"), 3000.0);
    cr_assert_eq(mass_of("1 lb"), 0.45359237);
    cr_assert_eq(mass_of("2.5"), 2.5);
    cr_assert_eq(mass_of("\"${1/4} kg\""), 0.25);
}

Test(units, half_a_turn_is_pi_exactly)
{
    const tac_unit *deg = tac_unit_find("deg", 3, TAC_Q_ANGLE);
    cr_assert_eq(180.0 * deg->times / deg->over, 3.14159265358979323846);
}

Test(units, rpm_is_a_frequency_or_an_angular_velocity_by_what_the_key_wants)
{
    const tac_unit *f = tac_unit_find("rpm", 3, TAC_Q_FREQUENCY);
    const tac_unit *w = tac_unit_find("rpm", 3, TAC_Q_ANGULAR_VELOCITY);
    cr_assert_eq(60.0 * f->times / f->over, 1.0);
    cr_assert_float_eq(60.0 * w->times / w->over, 2.0 * 3.14159265358979323846, 1e-15);
    cr_assert_eq(tac_unit_find("rpm", 3, TAC_Q_ANY), w);
}

Test(units, every_quantity_but_the_plain_number_lists_its_units)
{
    char list[160];
    for (int q = TAC_Q_LENGTH; q < TAC_Q_ANY; q++) {
        tac_unit_list((tac_quantity)q, list, sizeof list);
        cr_assert_str_not_empty(list, "%s", tac_quantity_text((tac_quantity)q));
    }
    tac_unit_list(TAC_Q_NUMBER, list, sizeof list);
    cr_assert_str_empty(list);
    tac_unit_list(TAC_Q_MASS, list, sizeof list);
    cr_assert_str_eq(list, "kg, g, t or lb");
}

Test(units, a_misfit_names_the_units_that_fit)
{
    expect_refusal("bodies: [{name: a, mass: 45 deg, inertia: [1, 1, 1]}]\n",
                   "'mass' must be a mass but 'deg' is an angle; units that fit: kg, g, t or lb");
}

Test(units, a_unit_may_follow_a_vector)
{
    tac_model_file *f =
        read_good("parameters: {v: [[1, 2, 3], cm]}\n"
                  "gravity: [[0, 0, -9.81], m/s^2]\n"
                  "bodies:\n"
                  "  - {name: a, mass: 1, inertia: [1, 1, 1], position: [[10, 20, 30], mm]}\n"
                  "  - {name: b, mass: 1, inertia: [1, 1, 1], position: [10 mm, 2 cm, 0.03]}\n"
                  "  - {name: c, mass: 1, inertia: [1, 1, 1], position: \"${v*1000} mm\"}\n");
    expect_vec3(f->desc.body[0].r, 0.01, 0.02, 0.03);
    expect_vec3(f->desc.body[1].r, 0.01, 0.02, 0.03);
    expect_vec3(f->desc.body[2].r, 0.01, 0.02, 0.03);
    expect_vec3(f->desc.gravity, 0.0, 0.0, -9.81);
    tac_model_file_free(f);
}

Test(units, what_people_write_is_known)
{
    static const struct {
        const char *text, *unit;
        tac_quantity of;
    } said[] = {{"metres", "m", TAC_Q_LENGTH},   {"Meter", "m", TAC_Q_LENGTH},
                {"inches", "in", TAC_Q_LENGTH},  {"seconds", "s", TAC_Q_TIME},
                {"degrees", "deg", TAC_Q_ANGLE}, {"Newtons", "N", TAC_Q_FORCE},
                {"Nm", "N*m", TAC_Q_TORQUE},     {"m/s2", "m/s^2", TAC_Q_ACCELERATION},
                {"KG", "kg", TAC_Q_MASS},        {"kg m", NULL, TAC_Q_MASS},
                {"metres", NULL, TAC_Q_MASS},    {"s", "s", TAC_Q_TIME},
                {"", NULL, TAC_Q_LENGTH},        {"furlongs", NULL, TAC_Q_LENGTH}};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        const char *found = tac_unit_meant(said[i].text, said[i].of);
        cr_expect((found == NULL) == (said[i].unit == NULL), "%s", said[i].text);
        cr_expect(!found || strcmp(found, said[i].unit) == 0, "%s: %s", said[i].text, found);
    }
}
