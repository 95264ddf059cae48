// A law with a memory: a bar that yields. Its force is k (x - x0 - p), within the limit; beyond it the
// plastic length p, which it carries, follows.
#include "element/law.h"
#include "element_types.h"

enum { STIFFNESS, LIMIT };
enum { FREE_LENGTH };
enum { PLASTIC, COORDINATE }; // length; of the row where that was

static lane within(lane a, lane most)
{
    lane above = lane_pick(lane_less(most, a), most, a);
    return lane_pick(lane_less(above, -most), -most, above);
}

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane k = s->number[STIFFNESS], u = i->x[0] - i->in[FREE_LENGTH].x;
    out->f[0] = within(k * u, s->number[LIMIT]);
    out->fx[0] = lane_pick(lane_less(lane_abs(k * u), s->number[LIMIT]), k, lane_set(0.0));
    out->fv[0] = lane_set(0.0);
    out->energy = 0.5 * out->f[0] * out->f[0] / k;
}

// Along the straight path: elastic up to the limit, then the limit.
static void over(const tac_law_self *s, const tac_law_step *step, tac_law_mean *out)
{
    lane zero = lane_set(0.0), one = lane_set(1.0), half = lane_set(0.5);
    lane k = s->number[STIFFNESS], most = s->number[LIMIT] / k;
    lane u0 = step->z0[COORDINATE] - step->z0[PLASTIC], d = step->x1[0] - step->z0[COORDINATE];
    lane u1 = within(u0 + d, most), way = u1 - u0;
    lane_mask moves = lane_less(zero, lane_abs(d)), slips = lane_less(most, lane_abs(u0 + d));
    lane share = lane_pick(slips & moves, way / lane_pick(moves, d, one), one);
    out->mean = k * (share * (half * (u0 + u1)) + (one - share) * u1);
    out->by_x = half * k * lane_pick(slips, share * share, one);
    out->by_rate = zero;
    out->end = k * u1;
    out->k = lane_pick(slips, zero, k);
    out->c = out->limited = out->rest = out->closed = zero;
    out->energy = half * k * u1 * u1;
    if (step->z1) {
        step->z1[PLASTIC] = step->x1[0] - u1;
        step->z1[COORDINATE] = step->x1[0];
    }
}

static void start(const tac_law_self *s, const tac_law_step *step, lane *z)
{
    (void)s;
    z[PLASTIC] = step->end[FREE_LENGTH].x;
    z[COORDINATE] = step->x1[0];
}

#if TAC_LANES == 1
#define LANES yielding_lanes_1
#elif TAC_LANES == 4
#define LANES yielding_lanes_4
#else
#define LANES yielding_lanes_8
#endif

extern const tac_law_lanes yielding_lanes_1, yielding_lanes_4, yielding_lanes_8;
const tac_law_lanes LANES = {.at = at, .over = over, .start = start};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    (void)row;
    return (tac_law_bounds){.stiffest = number[STIFFNESS], .limit = number[LIMIT]};
}

// All of the limit's work, once it yields.
static double taken(const double *number, const double *source, const double *z,
                    const double *force, const double *rate)
{
    (void)source;
    (void)z;
    return fabs(force[0]) < number[LIMIT] * (1.0 - 1e-12) ? 0.0 : force[0] * rate[0];
}

static const tac_law_type law = {.word = "bar that yields",
                                 .n_row = 1,
                                 .n_number = 2,
                                 .n_source = 1,
                                 .n_state = 2,
                                 TAC_LAW_PLACES,
                                 .combine = {TAC_Z_LONGEST, TAC_Z_LONGEST},
                                 .flags = TAC_LAW_MEMORY | TAC_LAW_IMPLICIT,
                                 .bounds = bounds,
                                 .taken = taken,
                                 .on = {&yielding_lanes_1, &yielding_lanes_4, &yielding_lanes_8}};

static const tac_key keys[] = {
    {.name = "stiffness",
     .help = "force per length",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_STIFFNESS,
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = TAC_LAW_NUMBER(STIFFNESS),
     .flags = TAC_KEY_TUNABLE},
    {.name = "yield",
     .help = "force from which on it lengthens for good",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_FORCE,
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = TAC_LAW_NUMBER(LIMIT),
     .flags = TAC_KEY_TUNABLE},
    {.name = "free_length",
     .help = "where it carries nothing at the start",
     .kind = TAC_KEY_SOURCE,
     .quantity = TAC_Q_LENGTH,
     .otherwise = TAC_OR_DISTANCE,
     .at = TAC_LAW_SOURCE(FREE_LENGTH)},
};

const tac_force_type tac_yielding_type = {
    .type = {.word = "yielding",
             .called = "a yielding bar",
             .help = "bar between two points that yields",
             .placing = TAC_PLACED_BETWEEN_OR_BY,
             .two_points = true,
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .coordinate = TAC_DISTANCE,
    .acts_on = "distance",
    .law = &law,
};
#endif

#ifdef IS_OBJECT
TAC_LAW_OBJECT(tac_yielding_type)
#endif
