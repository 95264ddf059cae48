// What a mechanism may do with its energy, and what a run is held to.
#include "balance.h"

#include <criterion/criterion.h>
#include <math.h>

#include "mechanism.h"
#include "prepared.h"

// A pendulum with a spring at its joint.
static mechanism *pendulum(void)
{
    mechanism *m = mechanism_new();
    m->d.gravity = (vec3){0.0, 0.0, -10.0};
    int i = add_body(m, 2.0, (vec3){0.1, 0.1, 0.1}, (vec3){0.5, 0.0, 0.0}, upright);
    add_joint(m, TAC_REVOLUTE, TAC_GROUND, i, (spot){origin, about(0, 1.57)});
    spot at = {origin, about(0, 1.57)};
    add_spring(m, TAC_ANGLE, TAC_GROUND, at, i, at, 3.0, 0.0);
    return m;
}

static double scratch[128];

static tac_energy_law law_with(const tac_model *m, const tac_options *o)
{
    cr_assert_leq(tac_balance_scratch(m), sizeof scratch);
    return tac_find_energy_law(m, o, false, scratch);
}

static tac_energy_law law_of(mechanism *m)
{
    tac_options o = tac_default_options();
    prepared r;
    prepared_open(&r, &m->d, &o);
    tac_energy_law law = law_with(r.m, &o);
    prepared_close(&r);
    mechanism_free(m);
    return law;
}

Test(balance, a_pendulum_keeps_its_energy)
{
    tac_energy_law law = law_of(pendulum());
    cr_expect(law.rule == TAC_ENERGY_STAYS && !law.works && !law.damps);
    cr_expect_float_eq(law.at_least, 1e-3 * 2.0 * 10.0 * 0.5, 1e-12);
}

static void with_damper(mechanism *m)
{
    m->spring[0].c = 1.0;
}

static void with_friction(mechanism *m)
{
    spot at = {origin, about(0, 1.57)};
    m->friction[m->d.n_friction++] = (tac_friction_desc){.coordinate = TAC_ANGLE,
                                                         .a = frame_at(m, TAC_GROUND, at),
                                                         .b = frame_at(m, 0, at),
                                                         .coulomb = 1.0,
                                                         .v0 = 0.1};
}

// Slips at the bottom and sticks where the pendulum turns back.
static void with_hold(mechanism *m)
{
    with_friction(m);
    m->friction[0].hold = 1e3;
    m->friction[0].hold_damping = 1.0;
}

static void with_damper_table(mechanism *m)
{
    const double x[] = {-1.0, 0.0, 1.0}, y[] = {-2.0, 0.0, 1.0};
    m->spring[0].damper_table = add_table(m, 3, x, y, 0);
}

static void with_bushing(mechanism *m)
{
    spot at = {{0.7, 0.0, 0.0}, upright};
    m->bushing[m->d.n_bushing++] = (tac_bushing_desc){.a = frame_at(m, TAC_GROUND, at),
                                                      .b = frame_at(m, 0, at),
                                                      .k = {1.0, 1.0, 1.0},
                                                      .c = {0.0, 0.0, 0.1}}; // along its way
}

static void with_damped_floor(mechanism *m)
{
    spot at = {{0.0, 0.0, -0.2}, upright};
    m->contact[m->d.n_contact++] = (tac_contact_desc){.a = frame_at(m, TAC_GROUND, at),
                                                      .b = frame_at(m, 0, at),
                                                      .k = 1e4,
                                                      .damping = 0.1,
                                                      .offset = add_constant(m, 0.0)};
}

Test(balance, what_resists_takes_energy)
{
    void (*const with[])(mechanism *) = {with_damper, with_friction, with_hold, with_damper_table,
                                         with_bushing};
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        mechanism *m = pendulum();
        with[i](m);
        tac_energy_law law = law_of(m);
        cr_expect(law.rule == TAC_ENERGY_STAYS && law.damps, "%zu", i);
    }
}

// What a limit that falls takes of what it has stored is not counted.
Test(balance, a_brake_that_is_let_go_only_takes)
{
    mechanism *m = pendulum();
    with_hold(m);
    m->friction[0].coulomb_by = 1 + add_ramp(m, 0.5, 1.0, 0.0, -1.0);
    cr_expect_eq(law_of(m).rule, TAC_ENERGY_FALLS);
}

// It may close and open within a step.
Test(balance, what_a_contact_damps_is_not_counted)
{
    mechanism *m = pendulum();
    with_damped_floor(m);
    cr_expect_eq(law_of(m).rule, TAC_ENERGY_FALLS);
}

static void with_drive(mechanism *m)
{
    m->joint[0].drive_angle = add_sine(m, 0.0, 0.1, 1.0);
}

static void with_load(mechanism *m)
{
    int i = add_load(m, 0, (vec3){0.0, 0.0, 0.0});
    m->load[i].torque[1] = add_constant(m, 1.0);
}

static void with_changing_load(mechanism *m)
{
    int i = add_load(m, 0, (vec3){0.0, 0.0, 0.0});
    m->load[i].force[2] = add_sine(m, 0.0, 1.0, 1.0);
}

static void with_changing_actuator(mechanism *m)
{
    m->spring[0].actuator = add_sine(m, 0.0, 1.0, 1.0);
}

static void with_force(mechanism *m)
{
    int i = add_load(m, 0, (vec3){0.5, 0.0, 0.0});
    m->load[i].force[2] = add_constant(m, 50.0);
}

static void with_force_of_body(mechanism *m)
{
    with_force(m);
    m->load[0].in_body = 1;
}

static void with_input(mechanism *m)
{
    int i = add_load(m, 0, (vec3){0.0, 0.0, 0.0});
    m->load[i].force[2] = add_input(m, 0.0);
}

static void with_actuator(mechanism *m)
{
    m->spring[0].actuator = add_constant(m, 2.0);
}

static void with_moving_end(mechanism *m)
{
    m->spring[0].x0 = add_sine(m, 0.0, 0.1, 1.0);
}

static void with_drive_from_input(mechanism *m)
{
    m->joint[0].drive_angle = add_input(m, 0.0);
}

static void with_moving_floor(mechanism *m)
{
    with_damped_floor(m);
    m->contact[0].offset = add_sine(m, 0.0, 0.1, 1.0);
}

static void with_table_that_drives(mechanism *m)
{
    const double x[] = {-1.0, 0.0, 1.0}, y[] = {2.0, 0.0, 1.0};
    m->spring[0].damper_table = add_table(m, 3, x, y, 0);
}

Test(balance, what_no_instant_tells_frees_it)
{
    void (*const with[])(mechanism *) = {with_drive_from_input, with_moving_floor,
                                         with_table_that_drives};
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        mechanism *m = pendulum();
        with[i](m);
        cr_expect_eq(law_of(m).rule, TAC_ENERGY_FREE, "%zu", i);
    }
}

// Reactions that are means of a step, or of first order, tell no power of a drive; without one they do not matter.
Test(balance, first_order_reactions_free_drives)
{
    for (int driven = 0; driven < 2; driven++) {
        mechanism *m = pendulum();
        if (driven) {
            with_drive(m);
        }
        tac_options o = tac_default_options();
        o.acceleration = TAC_PROJECTION;
        prepared r;
        prepared_open(&r, &m->d, &o);
        cr_expect_eq(law_with(r.m, &o).rule == TAC_ENERGY_FREE, driven == 1);
        prepared_close(&r);
        mechanism_free(m);
    }
}

// A load on a spring that a step does not resolve rings as it will.
Test(balance, what_rings_under_a_load_is_free)
{
    for (int i = 0; i < 2; i++) {
        mechanism *m = pendulum();
        m->spring[0].k = i ? 1e6 : 1e4; // on 0.6 kg m^2, of h w k 0.1: 2.4e5
        with_load(m);
        cr_expect_eq(law_of(m).rule == TAC_ENERGY_FREE, i == 1, "%d", i);
    }
}

static void (*const working[])(mechanism *) = {
    with_load,  with_force,         with_force_of_body,     with_actuator,
    with_input, with_changing_load, with_changing_actuator, with_moving_end,
    with_drive};
enum { WORKING = sizeof working / sizeof *working };

Test(balance, work_is_counted)
{
    for (size_t i = 0; i < WORKING; i++) {
        mechanism *m = pendulum();
        working[i](m);
        tac_energy_law law = law_of(m);
        cr_expect(law.rule == TAC_ENERGY_STAYS && law.works && !law.damps, "%zu", i);
    }
}

// ---- runs --------------------------------------------------------------------------------------

// Two seconds.
static tac_balance balance_of(mechanism *m)
{
    tac_options o = options_with(1e-3, 3);
    prepared r;
    tac_balance b = {0};
    prepared_start(&r, &m->d, &o);
    const tac_energy_law law = law_with(r.m, &o);
    for (int k = 0; k < 2000; k++) {
        prepared_run(&r, 1);
        const tac_report report = prepared_report(&r);
        tac_balance_add(&b, &law, r.m, &r.s, &report);
    }
    prepared_close(&r);
    mechanism_free(m);
    return b;
}

// A pendulum of 0.5 m is turned by what drives and pushes it: what that puts in is what the energy grows by.
Test(balance, work_is_what_energy_grows_by)
{
    for (size_t i = 0; i < WORKING; i++) {
        mechanism *m = pendulum();
        working[i](m);
        bool stores = working[i] == with_actuator,
             rests = working[i] == with_input; // of value zero
        tac_balance b = balance_of(m);
        cr_expect_eq(b.put_in > 0.02, !stores && !rests, "%zu: %g J", i, b.put_in);
        cr_expect_lt(fmax(b.gained, b.lost), 3e-4 * b.kinetic, "%zu: %g and %g of %g J", i,
                     b.gained, b.lost, b.kinetic);
        cr_expect_lt(sqrt(b.given.rough), 3e-4 * b.kinetic, "%zu: %g J", i, sqrt(b.given.rough));
    }
}

// Of linear dampers to a thousandth, of others half as much again is allowed.
Test(balance, what_damps_takes_what_is_missing)
{
    void (*const with[])(mechanism *) = {with_damper, with_friction, with_hold, with_damper_table,
                                         with_bushing};
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        mechanism *m = pendulum();
        with[i](m);
        if (with[i] == with_friction) { // it would hold the pendulum
            with_drive(m);
        }
        tac_balance b = balance_of(m);
        cr_expect_gt(b.damped, 0.05, "%zu: %g J", i, b.damped);
        bool linear = with[i] == with_damper || with[i] == with_bushing; // counted as work
        double fallen = b.first - b.least + (linear ? b.damped : 0.0);
        cr_expect_float_eq(fallen, b.damped, 1e-2 * b.damped, "%zu: %g of %g J", i, fallen,
                           b.damped);
        cr_expect_lt(fmax(b.gained, b.lost), 3e-4 * b.kinetic, "%zu: %g and %g of %g J", i,
                     b.gained, b.lost, b.kinetic);
    }
}

// A ramp that begins and ends changes rates at once, whose work no instant tells: what follows is measured from there.
Test(balance, corners_of_drives_are_passed)
{
    mechanism *m = pendulum();
    m->joint[0].drive_angle = add_ramp(m, 0.5005, 1.2005, 0.0, 0.7);
    tac_balance b = balance_of(m);
    cr_expect_gt(b.kinetic, 0.002); // a fiftieth of what is prescribed
    cr_expect_lt(fmax(b.gained, b.lost), 3e-4 * b.kinetic, "%g and %g of %g J", b.gained, b.lost,
                 b.kinetic);
    cr_expect_eq(b.jump[1].by, 0.0, "%g", b.jump[1].by);
}

Test(balance, jumps_of_drives_are_found)
{
    mechanism *m = pendulum();
    m->joint[0].drive_angle = add_step(m, 0.5005, 0.0, 0.02);
    tac_balance b = balance_of(m);
    cr_expect_float_eq(b.jump[1].by, 0.02, 1e-9);
    cr_expect(b.jump[1].joint == 0 && b.jump[1].step == 501 && b.jump[0].by == 0.0);
}

// The share by which a run is off whose kinetic energies are at most 100 J and whose energies are these.
static double off(const tac_energy_law *law, const double *energy, int n)
{
    tac_balance b = {0};
    for (int i = 0; i < n; i++) {
        tac_report r = {.kinetic = 100.0, .potential = energy[i] - 100.0};
        tac_balance_add(&b, law, NULL, NULL, &r);
    }
    return tac_unbalanced(&b, law);
}

Test(balance, a_hundredth_is_allowed)
{
    const double less[] = {50.0, 49.1, 50.0}, lost[] = {50.0, 48.9, 50.5},
                 gained[] = {50.0, 50.5, 51.1}, back[] = {50.0, 40.0, 40.9},
                 falls[] = {50.0, 20.0, 10.0}, again[] = {50.0, 20.0, 21.5};
    tac_energy_law stays = {.rule = TAC_ENERGY_STAYS}, drops = {.rule = TAC_ENERGY_FALLS},
                   free = {0};
    cr_expect_eq(off(&stays, less, 3), 0.0);
    cr_expect_float_eq(off(&stays, lost, 3), 0.016, 1e-6);
    cr_expect_float_eq(off(&stays, gained, 3), 0.011, 1e-6);
    cr_expect_float_eq(off(&stays, back, 3), -0.1, 1e-6);
    cr_expect_float_eq(off(&stays, falls, 3), -0.4, 1e-6);
    cr_expect_eq(off(&drops, falls, 3), 0.0);
    cr_expect_float_eq(off(&drops, again, 3), 0.015, 1e-6);
    cr_expect_eq(off(&free, again, 3), 0.0);
}

// What rests has no energy that moves: rounding of what it stores is no loss.
Test(balance, rounding_is_no_loss)
{
    tac_energy_law weightless = {.rule = TAC_ENERGY_STAYS},
                   heavy = {.rule = TAC_ENERGY_STAYS, .at_least = 1.0};
    tac_balance b = {0};
    for (int i = 0; i < 100; i++) {
        tac_report r = {.kinetic = 1e-25, .potential = 1e6 + 1e-9 * (i % 3)};
        tac_balance_add(&b, &weightless, NULL, NULL, &r);
    }
    cr_expect_eq(tac_unbalanced(&b, &weightless), 0.0);
    tac_balance_add(&b, &weightless, NULL, NULL,
                    &(tac_report){.kinetic = 1e-25, .potential = 1e6 + 5e-3});
    cr_expect_eq(tac_unbalanced(&b, &heavy), 0.0);
    cr_expect_gt(tac_unbalanced(&b, &weightless), 0.01);
}
