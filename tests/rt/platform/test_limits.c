// The last stage before the legs keeps its limits whatever it is asked for, judged from outside by the
// lengths alone, and gives away nothing that the limits allow.
#include <criterion/criterion.h>
#include <math.h>

#include "platform/limits.h"
#include "shipped.h"

typedef struct bounds {
    double shortest, longest, velocity, acceleration, dt;
} bounds;

typedef struct watch { // what a leg is seen to do
    double before, velocity;
    double shortest, longest, fastest, hardest;
} watch;

static void look(watch *w, double length, double dt)
{
    double v = (length - w->before) / dt;
    w->fastest = fmax(w->fastest, fabs(v));
    w->hardest = fmax(w->hardest, fabs(v - w->velocity) / dt);
    w->shortest = fmin(w->shortest, length);
    w->longest = fmax(w->longest, length);
    w->before = length;
    w->velocity = v;
}

static tac_leg_limits limits_of(const bounds *b)
{
    return tac_leg_limits_make(b->shortest, b->longest, b->velocity, b->acceleration, b->dt);
}

// The kind of asking changes now and then.
typedef enum kind {
    NOISE,
    NOT_A_NUMBER,
    HUGE_LENGTH,
    MINUS_INFINITY,
    DRIFT,
    STILL,
    SINE,
    ENDS,
    N_KIND
} kind;

static double ask(kind k, const bounds *b, uint64_t *seed, long step, double last)
{
    double stroke = b->longest - b->shortest, middle = 0.5 * (b->longest + b->shortest);
    switch (k) {
    case NOISE:
        return middle + chance(seed, -1.0, 1.0) * stroke;
    case NOT_A_NUMBER:
        return (double)NAN;
    case HUGE_LENGTH:
        return 1e300;
    case MINUS_INFINITY:
        return -(double)INFINITY;
    case DRIFT:
        return (isfinite(last) ? last : middle) + b->dt * b->velocity * chance(seed, -2.0, 1.0);
    case STILL:
        return last;
    case SINE:
        return middle + 0.7 * stroke * sin(0.02 * (double)step);
    case ENDS:
        return step / 3 % 2 ? b->shortest : b->longest;
    case N_KIND:
        break;
    }
    return middle;
}

static bounds random_bounds(uint64_t *seed)
{
    bounds b = {.dt = pow(10.0, chance(seed, -3.7, -1.3))};
    b.shortest = chance(seed, 0.1, 3.0);
    b.longest = b.shortest + pow(10.0, chance(seed, -3.0, 0.5));
    b.velocity = pow(10.0, chance(seed, -3.0, 1.0));
    b.acceleration = pow(10.0, chance(seed, -3.0, 3.0));
    return b;
}

static watch torture(const bounds *b, uint64_t *seed, long steps)
{
    tac_leg_limits l = limits_of(b);
    tac_leg leg;
    kind k = NOISE;
    double target = 0.0;
    tac_leg_reset(&leg, &l, chance(seed, b->shortest, b->longest));
    watch w = {.before = leg.length, .shortest = leg.length, .longest = leg.length};
    for (long i = 0; i < steps; i++) {
        k = one_in(seed, 200) ? (kind)(int)chance(seed, 0.0, N_KIND) : k;
        target = ask(k, b, seed, i, target);
        if (one_in(seed, 50)) {
            tac_leg_brake(&leg, &l);
        } else {
            (void)tac_leg_follow(&leg, &l, target);
        }
        look(&w, leg.length, b->dt);
    }
    return w;
}

// No tolerance at all: the limits keep something back for the rounding of whoever looks.
Test(limits, never_exceeded_for_random_inputs_and_random_limits)
{
    uint64_t seed = 5;
    int both_ends = 0, full_speed = 0, full_acceleration = 0;
    for (int k = 0; k < 500; k++) {
        bounds b = random_bounds(&seed);
        watch w = torture(&b, &seed, 20000);
        cr_assert(w.shortest >= b.shortest && w.longest <= b.longest,
                  "set %d: %.17g to %.17g, stroke %.17g to %.17g", k, w.shortest, w.longest,
                  b.shortest, b.longest);
        cr_assert_leq(w.fastest, b.velocity, "set %d: %.17g m/s", k, w.fastest);
        // two differences of lengths over dt^2: their rounding counts where the limit is small
        double rounding = 4.0 * 0x1p-52 * b.longest / (b.dt * b.dt);
        cr_assert_leq(w.hardest, b.acceleration + rounding, "set %d: %.17g m/s^2", k, w.hardest);
        double stroke = b.longest - b.shortest;
        both_ends += w.longest - w.shortest > 0.999 * stroke;
        full_speed += w.fastest > 0.999 * b.velocity;
        full_acceleration += w.hardest > 0.999 * b.acceleration;
    }
    // and all of them were reached, not only kept far away from
    cr_expect_gt(both_ends, 100, "%d", both_ends);
    cr_expect_gt(full_speed, 100, "%d", full_speed);
    cr_expect_gt(full_acceleration, 250, "%d", full_acceleration);
}

Test(limits, never_exceeded_by_the_shipped_platform)
{
    tac_platform_file *f = read_shipped();
    uint64_t seed = 9;
    bounds b = {f->legs.shortest, f->legs.longest, f->legs.velocity, f->legs.acceleration, 2e-3};
    watch w = torture(&b, &seed, 5000000);
    cr_expect(w.shortest >= b.shortest && w.longest <= b.longest);
    cr_expect_leq(w.fastest, b.velocity);
    cr_expect_leq(w.hardest, b.acceleration);
    cr_expect_gt(w.fastest, 0.9999 * b.velocity);
    cr_expect_gt(w.hardest, 0.9999 * b.acceleration);
    cr_expect_lt(w.shortest, b.shortest + 1e-6);
    cr_expect_gt(w.longest, b.longest - 1e-6);
    tac_platform_file_free(f);
}

static const bounds plain = {2.8, 3.4, 0.4, 3.0, 2e-3};

// A target that keeps the limits itself is met in the very step.
Test(limits, a_target_within_the_limits_is_met_exactly)
{
    tac_leg_limits l = limits_of(&plain);
    tac_leg leg;
    double w = 2.0; // 0.15 m amplitude: 0.3 m/s, 0.6 m/s^2
    tac_leg_reset(&leg, &l, 3.1);
    for (int k = 1; k < 20000; k++) {
        double s = sin(w * k * plain.dt), target = 3.1 + 0.15 * s * s * s;
        cr_assert_eq(tac_leg_follow(&leg, &l, target), 0, "step %d", k);
        cr_assert_float_eq(leg.length, target, 1e-12);
    }
}

Test(limits, a_step_is_reached_without_overshoot)
{
    tac_leg_limits l = limits_of(&plain);
    tac_leg leg;
    tac_leg_reset(&leg, &l, 2.9);
    double longest = 0.0;
    int steps = 0;
    for (; leg.length < 3.3 - 1e-9 && steps < 10000; steps++) {
        (void)tac_leg_follow(&leg, &l, 3.3);
        longest = fmax(longest, leg.length);
    }
    // way at full speed, and what half the acceleration loses at the end, the full one at the start
    double least = 0.4 / plain.velocity, ends = 1.5 * plain.velocity / plain.acceleration;
    cr_expect_lt(steps * plain.dt, 1.1 * (least + ends), "%g s", steps * plain.dt);
    cr_expect_leq(longest, 3.3 + 1e-12);
    cr_expect_eq(tac_leg_follow(&leg, &l, 3.3), 0);
}

Test(limits, what_lies_beyond_the_stroke_ends_at_its_end)
{
    tac_leg_limits l = limits_of(&plain);
    tac_leg leg;
    tac_leg_reset(&leg, &l, 7.0);
    cr_expect_float_eq(leg.length, plain.longest, 1e-8);
    for (int k = 0; k < 3000; k++) {
        cr_expect_eq(tac_leg_follow(&leg, &l, 1.0), 1, "a limit kept it away");
    }
    cr_expect_float_eq(leg.length, plain.shortest, 1e-8);
    cr_expect_lt(fabs(leg.velocity), 1e-6);
}

// From full speed within v / a and one step, over v^2 / 2 a and the way of one step.
Test(limits, braking_takes_as_long_as_it_must)
{
    tac_leg_limits l = limits_of(&plain);
    tac_leg leg;
    tac_leg_reset(&leg, &l, 2.8);
    while (leg.velocity < 0.999 * plain.velocity) {
        (void)tac_leg_follow(&leg, &l, 3.4);
    }
    double from = leg.length, v = leg.velocity;
    int steps = 0;
    for (; leg.velocity > 0.0; steps++) {
        cr_assert_lt(steps, 1000);
        tac_leg_brake(&leg, &l);
    }
    cr_expect_leq(steps, ceil(v / (plain.acceleration * plain.dt)) + 1);
    cr_expect_leq(leg.length - from, v * v / (2.0 * plain.acceleration) + v * plain.dt);
    double rest = leg.length;
    tac_leg_brake(&leg, &l);
    cr_expect_eq(leg.length, rest);
}
