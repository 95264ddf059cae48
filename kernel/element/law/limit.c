// Limits of a joint coordinate: a stop at either end, which pushes back and never pulls,
//   f = k u (1 + d ud),  u the way beyond the limit
// What comes in at a rate v leaves with the part e of it: d = a/v, where
// a (1 + e) = ln((1 + a)/(1 - e a)) is the damping with which k u (1 + d ud) returns that part. The rate is remembered
// from when the stop closed; what stays in it forgets it, so that it comes to rest as if damped by twice the
// critical.
#include "element/pressed.h"
#include "element/sided.h"
#include "element_types.h"

enum { LOWER, UPPER, STIFFNESS, RESTITUTION, DAMPING, FELT };
enum { RATE = 3 }; // beside the memory of what has sides: that of when it closed

// Of critical damping at most, in an impact and of what stays.
static const double most_damped = 10.0, most_held = 2.0;

static lane larger_rate(lane rate)
{
    return law_larger(lane_abs(rate), lane_set(1e-12));
}

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane k = s->number[STIFFNESS], none = lane_set(0.0);
    tac_pressed above = pressed_at(k, none, i->x[0] - s->number[UPPER], i->v[0]);
    tac_pressed below = pressed_at(k, none, s->number[LOWER] - i->x[0], -i->v[0]);
    out->f[0] = above.f - below.f;
    out->fx[0] = above.by_u + below.by_u;
    out->fv[0] = none;
    out->energy = above.energy + below.energy;
}

static void over(const tac_law_self *s, const tac_law_step *step, tac_law_mean *out)
{
    const lane *z0 = step->z0;
    lane zero = lane_set(0.0), x1 = step->x1[0], upper = s->number[UPPER], lower = s->number[LOWER];
    lane k = s->number[STIFFNESS], y = step->h * z0[SIDED_W] * k;
    k = k * sided_given_way(y);
    lane above1 = x1 - upper, below1 = lower - x1, above0 = z0[SIDED_U] - upper;
    lane below0 = lower - z0[SIDED_U];
    // the deepest of both ends of the step
    lane deep = law_larger(law_larger(above0, above1), law_larger(below0, below1));
    lane own = lane_sqrt(k * s->number[FELT]); // rad/s of what it feels
    lane_mask stays = lane_less(lane_set(6.0), own * step->dt * z0[SIDED_RUN]); // for a period
    lane most = lane_pick(stays, lane_set(most_held), lane_set(most_damped)) /
                law_larger(own * law_above_zero(deep), lane_set(1e-12));
    lane d = s->number[DAMPING] / larger_rate(z0[RATE]);
    d = lane_pick(lane_less(most, d), most, d);
    tac_pressed above = pressed_over(k, d, step->dt, above0, above1);
    tac_pressed below = pressed_over(k, d, step->dt, below0, below1);
    out->mean = above.f - below.f;
    out->by_x = above.by_u + below.by_u;
    out->by_rate = out->k = out->c = out->rest = zero;
    lane b = law_above_zero(above1), a = law_above_zero(below1), v = step->v1[0];
    out->end = k * b * law_above_zero(1.0 + d * v) - k * a * law_above_zero(1.0 - d * v);
    out->energy = above.energy + below.energy;
    out->limited = k;
    out->closed = lane_pick(lane_less(zero, a + b), lane_set(1.0), zero);
    sided_carry(step, x1, out->closed);
    if (step->z1) {
        lane kept = z0[RATE] * lane_pick(stays, 1.0 / (1.0 + 0.3 * own * step->dt), lane_set(1.0));
        step->z1[RATE] = lane_pick(lane_less(zero, out->closed), kept, lane_abs(v));
    }
}

static void start(const tac_law_self *s, const tac_law_step *step, lane *z)
{
    lane x = step->x1[0], within = lane_set(1e9), zero = lane_set(0.0);
    lane_mask beyond = lane_less(s->number[UPPER], x) | lane_less(x, s->number[LOWER]);
    sided_start(s, step, z);
    z[SIDED_U] = x;
    z[SIDED_RUN] = lane_pick(beyond, within, zero); // what begins there came in long ago
    z[RATE] = lane_abs(step->v1[0]);
}

#if TAC_LANES == 1
#define LANES tac_limit_lanes_1
#elif TAC_LANES == 4
#define LANES tac_limit_lanes_4
#else
#define LANES tac_limit_lanes_8
#endif

extern const tac_law_lanes tac_limit_lanes_1, tac_limit_lanes_4, tac_limit_lanes_8;
const tac_law_lanes LANES = {.at = at, .over = over, .start = start};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    (void)row;
    return (tac_law_bounds){.sided = number[STIFFNESS], .limit = HUGE_VAL};
}

// rad/s: what it feels swings by that in a stop that has no stiffness of its own; in and out again within 10 ms.
static const double own_rate = 300.0;

// By roots, for setup alone.
static double logarithm(double y)
{
    for (int i = 0; i < 20; i++) {
        y = sqrt(y);
    }
    double t = (y - 1.0) / (y + 1.0);
    return 1048576.0 * (2.0 * t + 2.0 / 3.0 * t * t * t);
}

// That of a restitution e, by halving: a (1 + e) - ln((1 + a)/(1 - e a)) is above zero below it.
static double damping_of(double e)
{
    double least = 0.0, most = (1.0 - 1e-12) / e;
    for (int i = 0; i < 200; i++) {
        double a = 0.5 * (least + most);
        *(a * (1.0 + e) > logarithm((1.0 + a) / (1.0 - e * a)) ? &least : &most) = a;
    }
    return e < 1.0 ? least : 0.0;
}

static void complete(double *number, double w)
{
    number[FELT] = w > 0.0 ? w : 1.0;
    number[STIFFNESS] =
        number[STIFFNESS] < 0.0 ? own_rate * own_rate / number[FELT] : number[STIFFNESS];
    number[DAMPING] = damping_of(number[RESTITUTION] > 0.1 ? number[RESTITUTION] : 0.1);
}

// W: what is damped.
static double taken(const double *number, const double *source, const double *z,
                    const double *force, const double *rate)
{
    (void)source;
    double x = z[SIDED_U], u = x > number[UPPER]   ? x - number[UPPER]
                               : x < number[LOWER] ? x - number[LOWER]
                                                   : 0.0;
    return (force[0] - number[STIFFNESS] * u) * rate[0];
}

static const tac_law_type law = {
    .word = "limit",
    .n_row = 1,
    .n_number = 6,
    TAC_LAW_PLACES,
    .n_state = 4,
    .combine = {TAC_Z_ANEW, TAC_Z_ANEW, TAC_Z_LONGEST, TAC_Z_LONGEST},
    .flags = TAC_LAW_SIDES | TAC_LAW_AS_ASKED | TAC_LAW_IMPLICIT,
    .bounds = bounds,
    .taken = taken,
    .complete = complete,
    .on = {&tac_limit_lanes_1, &tac_limit_lanes_4, &tac_limit_lanes_8}};

// ---- in model files ----------------------------------------------------------------------------

#define COORDINATE(called, text, other, k)                                                         \
    {                                                                                              \
        .name = (called), .help = (text), .kind = TAC_KEY_NUMBER, .quantity = TAC_Q_LENGTH,        \
        .turning = TAC_Q_ANGLE, .value = (other), .at = TAC_LAW_NUMBER(k), .flags = TAC_KEY_ONE_OF \
    }

static const tac_key keys[] = {
    TAC_COORDINATE_KEY(tac_law_desc),
    COORDINATE("lower", "where the coordinate ends; none without it", -1e30, LOWER),
    COORDINATE("upper", "where the coordinate ends; none without it", 1e30, UPPER),
    {.name = "stiffness",
     .help = "beyond a limit; below zero: (300 rad/s)^2 times the mass or inertia that it feels at "
             "the start",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_STIFFNESS,
     .turning = TAC_Q_ROT_STIFFNESS,
     .value = -1.0,
     .at = TAC_LAW_NUMBER(STIFFNESS),
     .flags = TAC_KEY_TUNABLE},
    {.name = "restitution",
     .help = "part of its rate that what comes in leaves with, 0.1 to 1; less counts as 0.1",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_NUMBER,
     .range = TAC_FROM_ZERO,
     .value = 0.2,
     .at = TAC_LAW_NUMBER(RESTITUTION)},
};

static const char *wrong(const void *description, const char **key)
{
    const tac_law_desc *of = description;
    bool low = of->number[LOWER] >= of->number[UPPER];
    *key = low ? "lower" : "restitution";
    return low                             ? "'lower' must be below 'upper'"
           : of->number[RESTITUTION] > 1.0 ? "'restitution' must be from 0 to 1"
                                           : NULL;
}

const tac_force_type tac_limit_type = {
    .type = {.word = "limit",
             .called = "a limit",
             .help = "stops at the ends of a joint coordinate; `limits` of a joint are the same",
             .placing = TAC_PLACED_BY_JOINT,
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .acts_on = "angle or displacement",
    .law = &law,
    .wrong = wrong,
};
#endif
