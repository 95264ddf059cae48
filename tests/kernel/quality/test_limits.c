// program: with=quality/moved_limits.c
// Limits of the balance of energies: what is above one by half as much is said, what is below by
// half as much is not. tests/quality/limits.py moves each of them by a factor of three and sees
// these tests fail.
#include "balance.h"

#include <criterion/criterion.h>
#include <math.h>

#include "mechanism.h"
#include "prepared.h"
#include "quality/work.h"

static double scratch[128];

// A pendulum of 2 kg, 0.5 m from its joint, with a spring and a damper there.
static mechanism *pendulum(double k, double c)
{
    mechanism *m = mechanism_new();
    m->d.gravity = (vec3){0.0, 0.0, -10.0};
    int i = add_body(m, 2.0, (vec3){0.1, 0.1, 0.1}, (vec3){0.5, 0.0, 0.0}, upright);
    spot at = {origin, about(0, 1.57)};
    add_joint(m, TAC_REVOLUTE, TAC_GROUND, i, at);
    add_spring(m, TAC_ANGLE, TAC_GROUND, at, i, at, k, c);
    return m;
}

static tac_energy_law law_of(mechanism *m)
{
    tac_options o = tac_default_options();
    prepared r;
    prepared_open(&r, &m->d, &o);
    cr_assert_leq(tac_balance_scratch(r.m), sizeof scratch);
    tac_energy_law law = tac_find_energy_law(r.m, &o, false, scratch);
    prepared_close(&r);
    mechanism_free(m);
    return law;
}

static bool says(tac_balance b, tac_energy_law law)
{
    return tac_unbalanced(&b, &law) != 0.0;
}

static const tac_energy_law stays = {.rule = TAC_ENERGY_STAYS};

Test(limits, balance)
{
    cr_expect(says((tac_balance){.kinetic = 1.0, .gained = 0.02}, stays));
    cr_expect(says((tac_balance){.kinetic = 1.0, .lost = 0.02}, stays));
    cr_expect_not(says((tac_balance){.kinetic = 1.0, .gained = 0.005}, stays));
}

Test(limits, known_work)
{
    cr_expect(says((tac_balance){.put_in = 100.0, .gained = 0.02}, stays));
    cr_expect_not(says((tac_balance){.put_in = 100.0, .gained = 0.005}, stays));
}

Test(limits, of_stored)
{
    cr_expect(says((tac_balance){.first = 1e8, .gained = 0.02}, stays));
    cr_expect_not(says((tac_balance){.first = 1e8, .gained = 0.005}, stays));
}

// Of 2 kg that weigh 20 N and fall by 0.5 m.
Test(limits, of_weight)
{
    tac_energy_law law = law_of(pendulum(3.0, 0.0));
    cr_expect(says((tac_balance){.gained = 0.02 * 0.01}, law));
    cr_expect_not(says((tac_balance){.gained = 0.005 * 0.01}, law));
}

// 1 kg at 1e6 m that moves by a picometre of that in a step of 1 ms goes by a millimetre in a
// second.
Test(limits, least_way)
{
    mechanism *m = mechanism_new();
    m->d.gravity = origin;
    add_body(m, 1.0, (vec3){0.1, 0.1, 0.1}, (vec3){1e6, 0.0, 0.0}, upright);
    tac_energy_law law = law_of(m);
    cr_expect(says((tac_balance){.gained = 0.02 * 1e-6}, law));
    cr_expect_not(says((tac_balance){.gained = 0.005 * 1e-6}, law));
}

// A body of 0.1 kg m^2 in steps of 1 ms has h w k = 0.1 with 4e4 N m/rad.
Test(limits, rings)
{
    const double k[] = {2.5e4, 7e4};
    for (int i = 0; i < 2; i++) {
        mechanism *m = pendulum(k[i], 0.0);
        int load = add_load(m, 0, (vec3){0.0, 0.0, 0.0});
        m->load[load].torque[1] = add_constant(m, 1.0);
        cr_expect_eq(law_of(m).rule == TAC_ENERGY_FREE, i == 1, "%g", k[i]);
    }
}

// What is lost beside what a damper has taken, in steps through one and the same state: by `share`
// of that.
static double lost_beside(bool linear, double share)
{
    mechanism *m = pendulum(3.0, 1.0);
    tac_options o = tac_default_options();
    prepared r;
    prepared_start(&r, &m->d, &o);
    prepared_run(&r, 100);
    const tac_energy_law law = {
        .rule = TAC_ENERGY_STAYS, .damps = true, .linear = linear, .scratch = scratch};
    tac_balance b = {0};
    tac_report report = {.kinetic = 1e3};
    for (int k = 0; k < 200; k++) {
        report.kinetic = 1e3 - b.damped - (k == 199 ? share * b.damped : 0.0);
        tac_balance_add(&b, &law, r.m, &r.s, &report);
    }
    cr_expect_gt(b.damped, 1e-3);
    prepared_close(&r);
    mechanism_free(m);
    return b.lost / b.damped;
}

Test(limits, damped)
{
    cr_expect_gt(lost_beside(false, 2.0), 0.1);
    cr_expect_eq(lost_beside(false, -0.1), 0.0);
}

Test(limits, damped_linear)
{
    cr_expect_gt(lost_beside(true, 2e-3 + 1.0 / 199.0), 1e-4);
    cr_expect_eq(lost_beside(true, 0.5e-3 + 1.0 / 199.0), 0.0);
}

// The kinetic energy of what a drive prescribes counts by a fiftieth.
Test(limits, prescribed)
{
    mechanism *m = pendulum(3.0, 0.0);
    m->joint[0].drive_angle = add_sine(m, 0.0, 0.1, 1.0);
    tac_options o = tac_default_options();
    prepared r;
    prepared_start(&r, &m->d, &o);
    prepared_run(&r, 100);
    const tac_energy_law law = {.rule = TAC_ENERGY_STAYS, .works = true, .scratch = scratch};
    const tac_report report = prepared_report(&r);
    tac_balance b = {0};
    tac_balance_add(&b, &law, r.m, &r.s, &report);
    cr_expect_gt(report.kinetic, 1e-6);
    cr_expect(b.kinetic > 0.01 * report.kinetic && b.kinetic < 0.04 * report.kinetic, "%g of %g",
              b.kinetic, report.kinetic);
    prepared_close(&r);
    mechanism_free(m);
}

// A drive that goes on by `more` than the rates at both ends of a step of a second say.
static tac_break break_of(double rate, double value, double more)
{
    mechanism *m = pendulum(3.0, 0.0);
    m->joint[0].drive_angle = add_sine(m, 0.0, 0.1, 1.0);
    tac_options o = tac_default_options();
    prepared r;
    prepared_open(&r, &m->d, &o);
    const tac_signal before = {value, rate, 0.0}, now = {value + rate + more, rate, 0.0};
    tac_break found = tac_find_break(r.m, 1.0, &before, &now);
    prepared_close(&r);
    mechanism_free(m);
    return found;
}

Test(limits, smooth)
{
    cr_expect(break_of(1.0, 0.0, 0.2).any);
    cr_expect_not(break_of(1.0, 0.0, 0.05).any);
}

Test(limits, rounded)
{
    cr_expect(break_of(0.0, 1.0, 4e-9).any);
    cr_expect_not(break_of(0.0, 1.0, 1e-9).any);
}

Test(limits, inflected)
{
    cr_expect_gt(break_of(1.0, 0.0, 0.04).jump[1], 0.0);
    cr_expect_eq(break_of(1.0, 0.0, 0.01).jump[1], 0.0);
}
