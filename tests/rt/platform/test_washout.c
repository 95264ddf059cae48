// Washout against its transfer functions, channel by channel; tilt coordination's limits; what may
// come in. docs/platform.md has the equations.
#include <criterion/criterion.h>
#include <math.h>

#include "platform/washout.h"
#include "response.h"
#include "shipped.h"

#define DT 2e-3

// Inputs this small keep sines, arc sines and products of angles out of the result; what is left of
// them, and of the start after the settling time, is far below.
#define SMALL 1e-4
#define LINEAR 1e-4

#define SETTLED 120000 // steps; 4 minutes, some 75 time constants of the slowest filter below

static const int periods[] = {200, 500, 1000, 2500, 10000}; // 2.5 Hz to 0.05 Hz

// All filters different, so that none can be taken for another.
static const tac_washout_options options = {
    .force_scale = {0.5, 0.7, 0.4},
    .force_limit = {40.0, 40.0, 40.0},
    .rate_scale = {0.6, 0.8, 0.9},
    .rate_limit = {4.0, 4.0, 4.0},
    .move_frequency = {0.5, 0.6, 0.7},
    .move_damping = {1.0, 0.8, 1.2},
    .move_drift = {0.05, 0.06, 0.07},
    .turn_frequency = {0.1, 0.12, 0.15},
    .turn_damping = {1.0, 0.9, 0.8},
    .tilt_frequency = 0.4,
    .tilt_damping = 0.9,
    .tilt_rate = 1.0,
    .tilt_angle = 0.7,
};

typedef enum channel { AX, AY, AZ, P, Q, R } channel; // accelerations beyond gravity, rates

typedef struct path { // from a channel to one of x, y, z, roll, pitch, yaw
    tac_washout washout;
    channel from;
    int to;
} path;

static double step(void *what, double u)
{
    path *p = what;
    double in[6] = {0.0};
    in[p->from] = SMALL * u;
    tac_washout_step(&p->washout, (vec3){in[AX], in[AY], in[AZ] + TAC_GRAVITY},
                     (vec3){in[P], in[Q], in[R]});
    const tac_platform_pose *pose = &p->washout.pose;
    const double out[6] = {pose->position.x, pose->position.y, pose->position.z,
                           pose->roll,       pose->pitch,      pose->yaw};
    return out[p->to];
}

static double complex gain(channel from, int to, int period)
{
    path p = {.from = from, .to = to};
    tac_washout_init(&p.washout, &options, DT);
    return gain_at(step, &p, period, SETTLED) / SMALL;
}

static void expect_close(double complex found, double complex expected, const char *what,
                         int period)
{
    cr_expect_lt(cabs(found - expected), LINEAR * cabs(expected),
                 "%s, one period in %d steps: %g < %g deg, not %g < %g deg", what, period,
                 cabs(found), carg(found) * 180.0 / M_PI, cabs(expected),
                 carg(expected) * 180.0 / M_PI);
}

// Low-pass of tilt coordination.
static double complex low(double complex s)
{
    double w = 2.0 * M_PI * options.tilt_frequency;
    return w * w * second_order(s, options.tilt_frequency, options.tilt_damping);
}

// From the force that gravity does not give to the position along an axis.
static double complex move(double complex s, int axis)
{
    return high_pass(s, options.move_drift[axis]) *
           second_order(s, options.move_frequency[axis], options.move_damping[axis]);
}

// From a rate to its angle.
static double complex turn(double complex s, int axis)
{
    return s * second_order(s, options.turn_frequency[axis], options.turn_damping[axis]);
}

static double complex one_step_later(int period)
{
    return cexp(-2.0 * M_PI * I / period);
}

Test(washout, heave_is_high_passed_and_integrated_twice)
{
    for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
        double complex s = bilinear(periods[k], DT);
        expect_close(gain(AZ, 2, periods[k]), options.force_scale[2] * move(s, 2), "z of a_z",
                     periods[k]);
    }
}

// What gravity on the tilted platform gives is not given by motion: 1 - low, with the attitude of
// the step before.
Test(washout, surge_and_sway_give_what_the_tilt_does_not)
{
    for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
        int n = periods[k];
        double complex s = bilinear(n, DT), rest = 1.0 - low(s) * one_step_later(n);
        expect_close(gain(AX, 0, n), options.force_scale[0] * rest * move(s, 0), "x of a_x", n);
        expect_close(gain(AY, 1, n), options.force_scale[1] * rest * move(s, 1), "y of a_y", n);
    }
}

Test(washout, tilt_is_low_passed_force_over_gravity)
{
    for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
        int n = periods[k];
        double complex angle = low(bilinear(n, DT)) / TAC_GRAVITY;
        expect_close(gain(AX, 4, n), -options.force_scale[0] * angle, "pitch of a_x", n);
        expect_close(gain(AY, 3, n), options.force_scale[1] * angle, "roll of a_y", n);
    }
}

Test(washout, rotation_is_high_passed_and_integrated)
{
    for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
        int n = periods[k];
        for (int i = 0; i < 3; i++) {
            expect_close(gain((channel)(P + i), 3 + i, n),
                         options.rate_scale[i] * turn(bilinear(n, DT), i), "angle of its rate", n);
        }
    }
}

// Gravity that the rotation brings in is false: translation takes it away again.
Test(washout, false_gravity_of_rotation_is_taken_away)
{
    for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
        int n = periods[k];
        double complex s = bilinear(n, DT), g = TAC_GRAVITY * one_step_later(n);
        expect_close(gain(P, 1, n), -options.rate_scale[0] * turn(s, 0) * g * move(s, 1), "y of p",
                     n);
        expect_close(gain(Q, 0, n), options.rate_scale[1] * turn(s, 1) * g * move(s, 0), "x of q",
                     n);
    }
}

Test(washout, channels_do_not_touch_others)
{
    static const int pairs[][2] = {{AX, 1}, {AX, 2}, {AX, 3}, {AX, 5}, {AY, 0}, {AY, 2},
                                   {AY, 4}, {AY, 5}, {AZ, 0}, {AZ, 1}, {AZ, 3}, {AZ, 4},
                                   {AZ, 5}, {P, 0},  {P, 4},  {P, 5},  {Q, 1},  {Q, 3},
                                   {Q, 5},  {R, 0},  {R, 1},  {R, 2},  {R, 3},  {R, 4}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        double complex found = gain((channel)pairs[i][0], pairs[i][1], 500);
        cr_expect_lt(cabs(found), LINEAR, "channel %d moves %d: %g", pairs[i][0], pairs[i][1],
                     cabs(found));
    }
}

// ---- steps -----------------------------------------------------------------------------------------

// A sustained forward acceleration ends as a part of gravity, and the platform stands at home again.
Test(washout, a_sustained_force_becomes_gravity)
{
    tac_washout w;
    tac_washout_init(&w, &options, DT);
    double a = 3.0, farthest = 0.0;
    for (int k = 0; k < SETTLED; k++) {
        tac_washout_step(&w, (vec3){a, 0.0, TAC_GRAVITY}, (vec3){0.0, 0.0, 0.0});
        farthest = fmax(farthest, fabs(w.pose.position.x));
    }
    cr_expect_gt(farthest, 0.05);
    cr_expect_float_eq(w.pose.position.x, 0.0, 1e-9);
    cr_expect_float_eq(-TAC_GRAVITY * sin(w.pose.pitch), options.force_scale[0] * a, 1e-9);
}

// Low-pass of damping 1 against its closed form, and the arc sine behind it.
Test(washout, tilt_follows_its_step_response)
{
    tac_washout_options o = options;
    tac_washout w;
    double a = 4.0, w0 = 2.0 * M_PI * o.tilt_frequency;
    o.tilt_damping = 1.0;
    tac_washout_init(&w, &o, DT);
    for (int k = 1; k < 3000; k++) {
        tac_washout_step(&w, (vec3){a, 0.0, TAC_GRAVITY}, (vec3){0.0, 0.0, 0.0});
        double t = (k - 0.5) * DT; // the step comes as a ramp over its first interval
        double felt = o.force_scale[0] * a * (1.0 - (1.0 + w0 * t) * exp(-w0 * t));
        cr_assert_float_eq(w.pitch, -asin(felt / TAC_GRAVITY), w0 * w0 * DT * DT);
    }
}

Test(washout, tilt_is_limited_in_rate_and_angle)
{
    tac_platform_file *f = read_shipped();
    tac_washout_options o = f->washout;
    tac_washout w;
    tac_washout_init(&w, &o, DT);
    double t = 0.0, before = 0.0, fastest = 0.0;
    for (; t < 10.0; t += DT) {
        tac_washout_step(&w, (vec3){-1e3, 0.0, TAC_GRAVITY}, (vec3){0.0, 0.0, 0.0});
        fastest = fmax(fastest, fabs(w.pitch - before) / DT);
        before = w.pitch;
        // along the ramp of the rate limit once the low-pass is ahead of it
        if (t > 1.0 && t < 2.5) {
            cr_assert_gt(w.pitch, o.tilt_rate * (t - 0.5));
            cr_assert_leq(w.pitch, o.tilt_rate * (t + DT) * (1.0 + 1e-9));
        }
    }
    cr_expect_eq(w.pitch, o.tilt_angle, "it stays at %g rad", w.pitch);
    cr_expect_float_eq(fastest, o.tilt_rate, 1e-9);
    tac_platform_file_free(f);
}

// ---- anything --------------------------------------------------------------------------------------

static vec3 anything(uint64_t *seed, double range)
{
    double x[3];
    for (int i = 0; i < 3; i++) {
        static const double odd[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e308};
        x[i] = one_in(seed, 50) ? odd[one_in(seed, 2) + 2 * one_in(seed, 2)]
                                : chance(seed, -range, range);
    }
    return (vec3){x[0], x[1], x[2]};
}

// High-passes of first order at most double the sum of an impulse response's magnitudes, and that of
// 1 / (s^2 + 2 d w s + w^2) with d >= 1 is 1 / w^2.
static double farthest(const tac_washout_options *o, int axis)
{
    double w = 2.0 * M_PI * o->move_frequency[axis], u = 2.0 * TAC_GRAVITY;
    for (int i = 0; i < 3; i++) {
        u += o->force_limit[i];
    }
    return 2.0 * u / (w * w);
}

Test(washout, whatever_comes_in_limits_hold)
{
    tac_platform_file *f = read_shipped();
    tac_washout_options o = f->washout;
    tac_washout w;
    tac_washout_init(&w, &o, DT);
    uint64_t seed = 1;
    double roll = 0.0, pitch = 0.0, most_rate = 0.0, most_angle = 0.0;
    double hold = 1.0;
    vec3 force = {0.0, 0.0, 0.0}, rate = force;
    for (int k = 0; k < 1000000; k++) {
        if (one_in(&seed, (int)hold)) { // noise, then hard changes that last
            hold = one_in(&seed, 3) ? 1.0 : chance(&seed, 1.0, 3000.0);
            force = anything(&seed, 100.0);
            rate = anything(&seed, 10.0);
        }
        tac_washout_step(&w, force, rate);
        const double position[] = {w.pose.position.x, w.pose.position.y, w.pose.position.z};
        for (int i = 0; i < 3; i++) {
            cr_assert_leq(fabs(position[i]), farthest(&o, i)); // not a number would fail too
        }
        cr_assert(isfinite(w.pose.roll) && isfinite(w.pose.pitch) && isfinite(w.pose.yaw));
        double change = fmax(fabs(w.roll - roll), fabs(w.pitch - pitch));
        most_rate = fmax(most_rate, change / DT);
        most_angle = fmax(most_angle, fmax(fabs(w.roll), fabs(w.pitch)));
        roll = w.roll;
        pitch = w.pitch;
    }
    cr_expect_float_eq(most_rate, o.tilt_rate, 1e-9, "%.12g of %.12g rad/s", most_rate,
                       o.tilt_rate);
    cr_expect_eq(most_angle, o.tilt_angle);
    tac_platform_file_free(f);
}

Test(washout, what_is_not_finite_counts_as_rest)
{
    tac_washout odd, still;
    tac_washout_init(&odd, &options, DT);
    tac_washout_init(&still, &options, DT);
    double nan = (double)NAN, inf = (double)INFINITY;
    for (int k = 0; k < 100; k++) {
        tac_washout_step(&odd, (vec3){nan, inf, -inf}, (vec3){inf, nan, nan});
        tac_washout_step(&still, (vec3){0.0, 0.0, TAC_GRAVITY}, (vec3){0.0, 0.0, 0.0});
    }
    cr_expect_arr_eq(&odd, &still, sizeof odd);
}

Test(washout, scale_and_limit_come_first)
{
    tac_washout_options o = options;
    tac_washout cut, exact;
    o.force_limit[2] = 2.0;
    o.rate_limit[0] = 0.1;
    tac_washout_init(&cut, &o, DT);
    tac_washout_init(&exact, &o, DT);
    for (int k = 0; k < 500; k++) {
        tac_washout_step(&cut, (vec3){0.0, 0.0, 50.0}, (vec3){3.0, 0.0, 0.0});
        tac_washout_step(&exact, (vec3){0.0, 0.0, TAC_GRAVITY + 2.0 / o.force_scale[2]},
                         (vec3){0.1 / o.rate_scale[0], 0.0, 0.0});
    }
    cr_expect_float_eq(cut.pose.position.z, exact.pose.position.z, 1e-12);
    cr_expect_float_eq(cut.pose.roll, exact.pose.roll, 1e-12);
    cr_expect_gt(cut.pose.position.z, 0.01);
    tac_washout_reset(&cut);
    tac_washout_init(&exact, &o, DT);
    cr_expect_arr_eq(&cut, &exact, sizeof cut);
}
