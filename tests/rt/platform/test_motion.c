// States and motion together: any verbs, losses and inputs; the legs are judged by their lengths alone.
#include <criterion/criterion.h>
#include <math.h>

#include "platform/motion.h"
#include "shipped.h"

// A change of state and everything behind it, as the loop does it, without shared memory.
typedef struct machine {
    tac_platform_file *file;
    tac_modes modes;
    tac_motion motion;
    double before[TAC_LEGS], speed[TAC_LEGS]; // as seen from outside
    double fastest, hardest;
    int is_placed;
} machine;

static const vec3 rest_force = {0.0, 0.0, TAC_GRAVITY}, rest_rate = {0.0, 0.0, 0.0};

static machine make(void)
{
    machine m = {.file = read_shipped()};
    tac_modes_init(&m.modes, m.file, 0);
    tac_motion_init(&m.motion, m.file);
    return m;
}

static void look(machine *m)
{
    const tac_platform_legs *l = &m->file->legs;
    double dt = m->motion.dt;
    for (int i = 0; i < TAC_LEGS; i++) {
        double length = m->motion.leg[i].length;
        double v = m->is_placed ? (length - m->before[i]) / dt : 0.0;
        cr_assert(length >= l->shortest && length <= l->longest, "leg %d: %.17g m", i + 1, length);
        m->fastest = fmax(m->fastest, fabs(v));
        m->hardest = fmax(m->hardest, fabs(v - m->speed[i]) / dt);
        m->before[i] = length;
        m->speed[i] = v;
    }
    cr_assert_leq(m->fastest, l->velocity, "%.17g m/s", m->fastest);
    cr_assert_leq(m->hardest, l->acceleration, "%.17g m/s^2", m->hardest);
    m->is_placed = 1;
}

static void cycle(machine *m, tac_modes_input in, vec3 force, vec3 rate)
{
    tac_platform_state before = m->modes.state;
    in.is_parked = tac_motion_is_parked(&m->motion);
    in.is_at_rest = tac_motion_is_at_rest(&m->motion);
    (void)tac_modes_step(&m->modes, &in);
    if (m->modes.state != before) {
        tac_motion_begin(&m->motion, m->modes.state);
    }
    if (m->modes.state != TAC_PLATFORM_WAITING) {
        tac_motion_step(&m->motion, m->modes.state, force, rate);
        look(m);
    }
}

static const tac_modes_input both = {.has_source = 1, .has_sink = 1};

static void tell(machine *m, tac_platform_verb verb)
{
    tac_modes_input in = both;
    in.verb = verb;
    cycle(m, in, rest_force, rest_rate);
}

static int until(machine *m, tac_platform_state state, vec3 force, vec3 rate)
{
    int n = 0;
    for (; m->modes.state != state; n++) {
        cr_assert_lt(n, 100000, "never %s", tac_platform_state_name[state]);
        cycle(m, both, force, rate);
    }
    return n;
}

// Hard inputs with the rhythm of the filters: as far as the limits let the platform go.
static vec3 shake(int k)
{
    double t = k * 2e-3, a = 30.0;
    return (vec3){k / 350 % 2 ? a : -a, a * sin(3.0 * t), TAC_GRAVITY + (k / 280 % 2 ? a : -a)};
}

Test(motion, limits_hold_for_any_verbs_and_inputs)
{
    machine m = make();
    uint64_t seed = 31;
    tac_modes_input in = both;
    vec3 force = rest_force, rate = rest_rate;
    int visits[TAC_PLATFORM_STATES] = {0};
    for (int k = 0; k < 1500000; k++) {
        // mostly engaged, so that the legs move; the rest at random
        in.verb = one_in(&seed, 700) ? (tac_platform_verb)(int)chance(&seed, 0, TAC_PLATFORM_VERBS)
                  : one_in(&seed, 300) ? TAC_PLATFORM_DO_ENGAGE
                  : one_in(&seed, 300) ? TAC_PLATFORM_DO_RESET
                                       : TAC_PLATFORM_DO_NONE;
        in.has_source = one_in(&seed, in.has_source ? 5000 : 200) ? !in.has_source : in.has_source;
        if (one_in(&seed, 150)) {
            force = (vec3){chance(&seed, -40, 40), chance(&seed, -40, 40), chance(&seed, -40, 40)};
            rate = (vec3){chance(&seed, -3, 3), chance(&seed, -3, 3), chance(&seed, -3, 3)};
            force.x = one_in(&seed, 20) ? (double)NAN : force.x;
        }
        cycle(&m, in, force, rate);
        visits[m.modes.state]++;
    }
    for (int s = TAC_PLATFORM_PARKING; s < TAC_PLATFORM_STATES; s++) {
        cr_expect_gt(visits[s], 100, "%s: %d cycles", tac_platform_state_name[s], visits[s]);
    }
    cr_expect_gt(m.hardest, 0.999 * m.file->legs.acceleration, "%g", m.hardest);
    cr_expect_gt(m.motion.limited, 0);
    tac_platform_file_free(m.file);
}

// A mild drive stays within all limits, that of the tilt too: then the legs are those of the washout's pose, to rounding.
Test(motion, engaged_legs_are_those_of_the_pose)
{
    machine m = make();
    (void)until(&m, TAC_PLATFORM_PARKED, rest_force, rest_rate);
    tell(&m, TAC_PLATFORM_DO_ENGAGE);
    (void)until(&m, TAC_PLATFORM_ENGAGED, rest_force, rest_rate);
    int64_t limited = m.motion.limited;
    double most = 0.0;
    for (int k = 0; k < 10000; k++) {
        double t = k * 2e-3, s = sin(1.5 * t) * fmin(1.0, t);
        cycle(&m, both, (vec3){0.4 * s, 0.3 * s, TAC_GRAVITY + s},
              (vec3){0.02 * s, 0.03 * s, 0.05 * s});
        double length[TAC_LEGS];
        tac_platform_inverse(&m.file->geometry, &m.motion.washout.pose, length);
        for (int i = 0; i < TAC_LEGS; i++) {
            cr_assert_float_eq(m.motion.leg[i].length, length[i], 1e-12, "cycle %d, leg %d", k,
                               i + 1);
            most = fmax(most, fabs(length[i] - m.file->geometry.home_length[i]));
        }
    }
    cr_expect_eq(m.motion.limited, limited);
    cr_expect_gt(most, 0.01);
    tac_platform_file_free(m.file);
}

// In full motion: at rest as soon as the acceleration allows, then down to the parking position.
Test(motion, an_emergency_stop_rests_and_parks)
{
    for (int when = 100; when < 4000; when += 130) {
        machine m = make();
        (void)until(&m, TAC_PLATFORM_PARKED, rest_force, rest_rate);
        tell(&m, TAC_PLATFORM_DO_ENGAGE);
        (void)until(&m, TAC_PLATFORM_ENGAGED, rest_force, rest_rate);
        for (int k = 0; k < when; k++) {
            cycle(&m, both, shake(k), rest_rate);
        }
        double v = 0.0;
        for (int i = 0; i < TAC_LEGS; i++) {
            v = fmax(v, fabs(m.motion.leg[i].velocity));
        }
        tell(&m, TAC_PLATFORM_DO_STOP);
        cr_assert_eq(m.modes.state, TAC_PLATFORM_STOPPING);
        int most = (int)ceil(v / (m.file->legs.acceleration * m.motion.dt)) + 1;
        for (int k = 0; k < most; k++) {
            cycle(&m, both, shake(k), rest_rate);
        }
        cr_expect(tac_motion_is_at_rest(&m.motion), "stopped in cycle %d", when);
        (void)until(&m, TAC_PLATFORM_STOPPED, shake(when), rest_rate);
        cr_expect(tac_motion_is_parked(&m.motion));
        tac_platform_file_free(m.file);
    }
}

// Without a limit in its way every soft ramp keeps below half of what a leg may do.
Test(motion, ramps_are_soft)
{
    machine m = make();
    (void)until(&m, TAC_PLATFORM_PARKED, rest_force, rest_rate);
    tell(&m, TAC_PLATFORM_DO_ENGAGE);
    (void)until(&m, TAC_PLATFORM_ENGAGED, rest_force, rest_rate);
    for (int i = 0; i < TAC_LEGS; i++) {
        cr_expect_float_eq(m.motion.leg[i].length, m.file->geometry.home_length[i], 1e-9);
    }
    tell(&m, TAC_PLATFORM_DO_PARK);
    (void)until(&m, TAC_PLATFORM_PARKED, rest_force, rest_rate);
    cr_expect_lt(m.fastest, 0.5 * m.file->legs.velocity, "%g m/s", m.fastest);
    cr_expect_lt(m.hardest, 0.5 * m.file->legs.acceleration, "%g m/s^2", m.hardest);
    cr_expect_eq(m.motion.limited, 0);
    tac_platform_file_free(m.file);
}

// Out of motion to a standstill within the braking time, where the legs happen to be.
Test(motion, a_hold_stands_still_where_it_is)
{
    machine m = make();
    (void)until(&m, TAC_PLATFORM_PARKED, rest_force, rest_rate);
    tell(&m, TAC_PLATFORM_DO_ENGAGE);
    (void)until(&m, TAC_PLATFORM_ENGAGED, rest_force, rest_rate);
    for (int k = 0; k < 500; k++) {
        double s = sin(2.0 * k * 2e-3);
        cycle(&m, both, (vec3){2.0 * s, 0.0, TAC_GRAVITY}, rest_rate);
    }
    cr_assert_not(tac_motion_is_at_rest(&m.motion));
    tell(&m, TAC_PLATFORM_DO_HOLD);
    int n = (int)ceil(m.file->ramps.brake / m.motion.dt) + 1;
    for (int k = 0; k < n; k++) {
        cycle(&m, both, rest_force, rest_rate);
    }
    cr_expect(tac_motion_is_at_rest(&m.motion));
    cr_expect_not(tac_motion_is_parked(&m.motion));
    tac_platform_file_free(m.file);
}

Test(motion, lengths_that_are_not_finite_count_as_parked)
{
    machine m = make();
    double odd[TAC_LEGS] = {(double)NAN, 3.0, (double)INFINITY, 3.0, -(double)INFINITY, 99.0};
    tac_motion_place(&m.motion, odd);
    const double *park = m.file->geometry.park_length;
    cr_expect_eq(m.motion.leg[0].length, park[0]);
    cr_expect_eq(m.motion.leg[1].length, 3.0);
    cr_expect_eq(m.motion.leg[2].length, park[2]);
    cr_expect_eq(m.motion.leg[4].length, park[4]);
    cr_expect_float_eq(m.motion.leg[5].length, m.file->legs.longest, 1e-8);
    tac_platform_file_free(m.file);
}
