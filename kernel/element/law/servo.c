// A servo on a joint coordinate: gains on position and rate, a feed-forward, and no more than its limit,
//   f = k (x - r) + c (v - rd - s) - p  within +-limit
// r is its position with the rate rd, s a rate added to that (a drive of speed has that alone), p what pushes besides.
//
// It has sides (sided.h), since it ends at its limit. What it asks for before the limit goes in a straight line through
// the step; the mean of that within the limit is its force: towards a target that rests it gives no more than the
// potential of k within the limit loses. A stiffness that the step does not resolve gives way as far as h w does, and
// the damping in proportion.
#include "element/sided.h"
#include "element_types.h"

enum { STIFFNESS, DAMPING, LIMIT };
enum { POSITION, SPEED, PUSH };

static lane within(lane a, lane most)
{
    lane above = lane_pick(lane_less(most, a), most, a);
    return lane_pick(lane_less(above, -most), -most, above);
}

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane k = s->number[STIFFNESS], c = s->number[DAMPING];
    lane f = k * (i->x[0] - i->in[POSITION].x) +
             c * (i->v[0] - i->in[POSITION].xd - i->in[SPEED].x) - i->in[PUSH].x;
    out->f[0] = within(f, s->number[LIMIT]);
    // at the limit as well: a step that ends within it needs them, and one that does not has the limit without
    out->fx[0] = k;
    out->fv[0] = c;
    out->energy = lane_set(0.0); // it is a source of power: `taken`
}

// The mean of what goes from a to b in a straight line, within a limit, and its slopes by both.
typedef struct limited_mean {
    lane f, by_a, by_b;
} limited_mean;

static limited_mean mean_within(lane a, lane b, lane most)
{
    lane zero = lane_set(0.0), one = lane_set(1.0), d = lane_abs(b - a);
    lane a1 = within(a, most), b1 = within(b, most), inner = lane_abs(b1 - a1);
    lane_mask moves = lane_less(zero, d);
    lane by = lane_pick(moves, d, one), half = lane_set(0.5);
    // parts of the line: within the limit, beyond it towards a, beyond it towards b
    lane still = lane_pick(lane_less(lane_abs(a), most), one, zero);
    lane in = lane_pick(moves, inner / by, still);
    lane near_a = lane_pick(moves, lane_abs(a - a1) / by, zero);
    lane near_b = lane_pick(moves, lane_abs(b - b1) / by, zero);
    // a line beyond the limit on one side alone counts once
    lane_mask crosses = lane_less(zero, inner);
    near_a = lane_pick(crosses, near_a, zero);
    near_b = lane_pick(crosses, near_b, zero);
    lane f = near_a * a1 + near_b * b1 + in * (half * (a1 + b1));
    return (limited_mean){.f = lane_pick(crosses, f, a1),
                          .by_a = in * (near_a + half * in),
                          .by_b = in * (near_b + half * in)};
}

static void over(const tac_law_self *s, const tac_law_step *step, tac_law_mean *out)
{
    lane k = s->number[STIFFNESS], c = s->number[DAMPING], limit = s->number[LIMIT], dt = step->dt;
    lane give = sided_given_way(step->h * step->z0[SIDED_W] * k), half = 0.5 * dt;
    tac_sig r = step->mean[POSITION];
    lane x0 = step->z0[SIDED_U], x1 = step->x1[0], zero = lane_set(0.0), one = lane_set(1.0);
    lane rate = (x1 - x0) / dt - r.xd - step->mean[SPEED].x, push = step->mean[PUSH].x;
    k = give * k;
    c = give * c;
    lane begins = k * (x0 - (r.x - half * r.xd)) + c * rate - push;
    lane ends = k * (x1 - (r.x + half * r.xd)) + c * rate - push;
    limited_mean m = mean_within(begins, ends, limit);
    out->mean = m.f;
    out->by_x = m.by_b * k + (m.by_a + m.by_b) * (c / dt);
    tac_sig to = step->end[POSITION];
    lane f = give * (s->last[STIFFNESS] * (x1 - to.x) +
                     s->last[DAMPING] * (step->v1[0] - to.xd - step->end[SPEED].x)) -
             step->end[PUSH].x;
    lane_mask free = lane_less(lane_abs(f), s->last[LIMIT]);
    out->end = within(f, s->last[LIMIT]);
    out->k = lane_pick(free, k, zero);
    out->c = lane_pick(free, c, zero);
    out->by_rate = out->energy = zero; // it is a source of power: `taken`
    out->limited = out->k;
    out->rest = to.xd + step->end[SPEED].x;
    out->closed = lane_pick(free, one, zero);
    sided_carry(step, x1, out->closed);
}

static void start(const tac_law_self *s, const tac_law_step *step, lane *z)
{
    sided_start(s, step, z);
    z[SIDED_U] = step->x1[0];
}

#if TAC_LANES == 1
#define LANES tac_servo_lanes_1
#elif TAC_LANES == 4
#define LANES tac_servo_lanes_4
#else
#define LANES tac_servo_lanes_8
#endif

extern const tac_law_lanes tac_servo_lanes_1[2], tac_servo_lanes_4[2], tac_servo_lanes_8[2];
const tac_law_lanes LANES[2] = {
    {.at = at, .over = over, .start = start}, {.at = at}, // at instants
};

#if TAC_LANES == 1
static const double unlimited = 1e30; // what a file without a limit has

static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    (void)row;
    return (tac_law_bounds){.stiffest = number[STIFFNESS],
                            .most_damping = number[DAMPING],
                            .limit = number[LIMIT] < unlimited ? number[LIMIT] : HUGE_VAL};
}

static tac_law_bounds bounds_with_sides(const double *number, const tac_curve *const *table,
                                        int row)
{
    tac_law_bounds b = bounds(number, table, row);
    b.sided = b.stiffest;
    b.stiffest = 0.0;
    return b;
}

static double taken(const double *number, const double *source, const double *z,
                    const double *force, const double *rate)
{
    (void)number;
    (void)source;
    (void)z;
    return force[0] * rate[0];
}

#define COMMON                                                                                    \
    .word = "servo", .n_row = 1, .n_number = 3, .n_source = 3, TAC_LAW_PLACES, .has_rates = true, \
    .pushes = 1u << PUSH, .taken = taken

static const tac_law_type smooth = {
    COMMON, .flags = TAC_LAW_IMPLICIT | TAC_LAW_GIVES, .bounds = bounds,
    .on = {&tac_servo_lanes_1[1], &tac_servo_lanes_4[1], &tac_servo_lanes_8[1]}};

static const tac_law_type law = {
    COMMON,
    SIDED_MEMORY,
    .flags = TAC_LAW_SIDES | TAC_LAW_AS_ASKED | TAC_LAW_IMPLICIT | TAC_LAW_GIVES,
    .bounds = bounds_with_sides,
    .at_instants = &smooth,
    .on = {&tac_servo_lanes_1[0], &tac_servo_lanes_4[0], &tac_servo_lanes_8[0]}};

// ---- in model files ----------------------------------------------------------------------------

static const tac_key keys[] = {
    TAC_COORDINATE_KEY(tac_law_desc),
    {.name = "stiffness",
     .help = "gain on the position: force or torque per displacement or angle",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_STIFFNESS,
     .turning = TAC_Q_ROT_STIFFNESS,
     .range = TAC_FROM_ZERO,
     .at = TAC_LAW_NUMBER(STIFFNESS),
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF},
    {.name = "damping",
     .help = "gain on the rate: force or torque per rate",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_DAMPING,
     .turning = TAC_Q_ROT_DAMPING,
     .range = TAC_FROM_ZERO,
     .at = TAC_LAW_NUMBER(DAMPING),
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF},
    {.name = "limit",
     .help = "largest force or torque",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_FORCE,
     .turning = TAC_Q_TORQUE,
     .range = TAC_ABOVE_ZERO,
     .value = 1e30,
     .at = TAC_LAW_NUMBER(LIMIT),
     .flags = TAC_KEY_TUNABLE},
    {.name = "position",
     .help = "that it is to have; its rate is followed as well",
     .kind = TAC_KEY_SOURCE,
     .quantity = TAC_Q_LENGTH,
     .turning = TAC_Q_ANGLE,
     .at = TAC_LAW_SOURCE(POSITION)},
    {.name = "velocity",
     .help = "that it is to have, besides the rate of `position`; with `damping` alone a drive of "
             "speed",
     .kind = TAC_KEY_SOURCE,
     .quantity = TAC_Q_VELOCITY,
     .turning = TAC_Q_ANGULAR_VELOCITY,
     .at = TAC_LAW_SOURCE(SPEED)},
    {.name = "feed_forward",
     .help = "force or torque along the coordinate, within the limit",
     .kind = TAC_KEY_SOURCE,
     .quantity = TAC_Q_FORCE,
     .turning = TAC_Q_TORQUE,
     .at = TAC_LAW_SOURCE(PUSH),
     .flags = TAC_KEY_ONE_OF},
};

const tac_force_type tac_servo_type = {
    .type = {.word = "servo",
             .called = "a servo",
             .help = "drives a joint coordinate by gains, up to a largest force or torque",
             .placing = TAC_PLACED_BY_JOINT,
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .acts_on = "angle or displacement",
    .law = &law,
};
#endif
