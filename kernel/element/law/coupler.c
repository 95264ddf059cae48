// Couplers that give, on the sum x of their terms:
//   f = k x + c v
// or with a backlash b, where the sides of a gap touch (sided.h):
//   f = k u + c ud outside, u = |x| - b > 0, never pulling; nothing inside
// or of a cable, which pulls where x is above zero and never pushes: its lower side is never reached.
#include "element/sided.h"
#include "element_types.h"

enum { STIFFNESS, DAMPING, BACKLASH, SLACK };

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane k = s->number[STIFFNESS], c = s->number[DAMPING];
    out->f[0] = k * i->x[0] + c * i->v[0];
    out->fx[0] = k;
    out->fv[0] = c;
    out->energy = 0.5 * k * i->x[0] * i->x[0];
}

// ---- with a backlash ----------------------------------------------------------------------------

// One of the sides, which grows into the gap's end.
typedef struct side {
    lane f, on, energy;
} side;

// At an instant.
TAC_INLINE side touching(lane k, lane c, lane u, lane ud)
{
    lane zero = lane_set(0.0), one = lane_set(1.0), f = k * u + c * ud;
    lane_mask inside = lane_less(zero, u);
    lane on = lane_pick(inside & lane_less(zero, f), one, zero);
    return (side){lane_pick(lane_less(zero, on), f, zero), on,
                  lane_pick(inside, 0.5 * k * u * u, zero)};
}

static void at_sides(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane k = s->number[STIFFNESS], c = s->number[DAMPING], b = s->number[BACKLASH];
    side above = touching(k, c, i->x[0] - b, i->v[0]);
    side below = touching(k, c, -i->x[0] - b - s->number[SLACK], -i->v[0]);
    out->f[0] = above.f - below.f;
    out->fx[0] = k * (above.on + below.on);
    out->fv[0] = c * (above.on + below.on);
    out->energy = above.energy + below.energy;
}

// Mean of a side along the path from u0 to u1, and its slope by u1.
typedef struct side_mean {
    lane mean, slope;
} side_mean;

// A damper of the mean rate pushes from where the side is reached, or lets go before it is left:
// the force is k (u - r) behind r, and c v besides on the way in.
TAC_INLINE side_mean over_side(lane k, lane c, lane dt, lane u0, lane u1)
{
    lane zero = lane_set(0.0), one = lane_set(1.0), d = u1 - u0, v = d / dt;
    lane in = law_above_zero(c * v), r = law_above_zero(-c * v) / law_larger(k, lane_set(1e-300));
    lane a = law_above_zero(u0 - r), b = law_above_zero(u1 - r);
    lane_mask before = lane_less(zero, a), after = lane_less(zero, b), both = before & after;
    lane_mask single = before ^ after;
    lane by = lane_pick(single, d, one);
    lane share = lane_pick(single, (b - a) / by, lane_pick(both, one, zero));
    lane mean = (0.5 * k * (a + b) + in) * share, damping = c / dt * share;
    lane reached = 0.5 * k * share + damping + (0.5 * k * b + in) * ((one - share) / by);
    lane left = 0.5 * k * share * share + damping;
    lane through = lane_pick(both, 0.5 * k + damping, zero);
    return (side_mean){mean, lane_pick(single, lane_pick(after, reached, left), through)};
}

// Of y = h w k, what the step resolves stays as it is: a gap that closes for many steps keeps its
// period.
TAC_INLINE lane given_way(lane hw, lane k)
{
    lane y = hw * k, y2 = y * y;
    return k / (1.0 + y * (y2 / (1.0 + y2)));
}

static void over_sides(const tac_law_self *s, const tac_law_step *step, tac_law_mean *out)
{
    lane c = s->number[DAMPING], b = s->number[BACKLASH], zero = lane_set(0.0);
    lane low = b + s->number[SLACK];
    lane x0 = step->z0[SIDED_U], x1 = step->x1[0], v1 = step->v1[0];
    lane k = given_way(step->h * step->z0[SIDED_W], s->number[STIFFNESS]);
    side_mean above = over_side(k, c, step->dt, x0 - b, x1 - b);
    side_mean below = over_side(k, c, step->dt, -x0 - low, -x1 - low);
    side end = touching(k, c, x1 - b, v1), other = touching(k, c, -x1 - low, -v1);
    out->mean = above.mean - below.mean;
    out->by_x = above.slope + below.slope;
    out->by_rate = out->k = out->rest = zero;
    out->end = end.f - other.f;
    out->energy = end.energy + other.energy;
    out->c = c * (end.on + other.on);
    out->limited = k;
    lane_mask outside = lane_less(b, x1) | lane_less(low, -x1);
    out->closed = lane_pick(outside, lane_set(1.0), zero);
    sided_carry(step, x1, out->closed);
}

#if TAC_LANES == 1
#define LANES tac_coupler_lanes_1
#elif TAC_LANES == 4
#define LANES tac_coupler_lanes_4
#else
#define LANES tac_coupler_lanes_8
#endif

extern const tac_law_lanes tac_coupler_lanes_1[2], tac_coupler_lanes_4[2], tac_coupler_lanes_8[2];
const tac_law_lanes LANES[2] = {
    {.at = at}, {.at = at_sides, .over = over_sides, .start = sided_start}, // with a backlash
};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    (void)row;
    return (tac_law_bounds){.stiffest = number[STIFFNESS],
                            .softest = number[STIFFNESS],
                            .most_damping = number[DAMPING],
                            .least_damping = number[DAMPING],
                            .limit = HUGE_VAL};
}

static tac_law_bounds bounds_of_sides(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    (void)row;
    return (tac_law_bounds){
        .sided = number[STIFFNESS], .most_damping = number[DAMPING], .limit = HUGE_VAL};
}

#define COMMON                                                                            \
    .n_row = 1, .n_number = 4,                                                            \
    .number_at = {TAC_NUMBER_AT(tac_coupler_desc, k), TAC_NUMBER_AT(tac_coupler_desc, c), \
                  TAC_NUMBER_AT(tac_coupler_desc, backlash),                              \
                  TAC_NUMBER_AT(tac_coupler_desc, slack)}

static const tac_law_type always = {
    .word = "coupler",
    COMMON,
    .flags = TAC_LAW_IMPLICIT,
    .bounds = bounds,
    .on = {tac_coupler_lanes_1, tac_coupler_lanes_4, tac_coupler_lanes_8}};

static const tac_law_type beyond_a_gap = {
    .word = "coupler with backlash",
    COMMON,
    .flags = TAC_LAW_SIDES | TAC_LAW_IMPLICIT,
    SIDED_MEMORY,
    .bounds = bounds_of_sides,
    .on = {tac_coupler_lanes_1 + 1, tac_coupler_lanes_4 + 1, tac_coupler_lanes_8 + 1}};

// ---- in model files ----------------------------------------------------------------------------

static const tac_key keys[] = {
    {.name = "stiffness",
     .help = "force per sum: the coupler is a spring and no constraint",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .turning = TAC_Q_NUMBER,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_coupler_desc, k),
     .flags = TAC_KEY_TUNABLE},
    {.name = "damping",
     .help = "force per rate of the sum: the coupler is a damper and no constraint",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .turning = TAC_Q_NUMBER,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_coupler_desc, c),
     .flags = TAC_KEY_TUNABLE},
    {.name = "backlash",
     .help = "half of the way in which the sum is free; beyond it `stiffness` and `damping` push "
             "and never pull",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .turning = TAC_Q_NUMBER,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_coupler_desc, backlash)},
    {.name = "pulls",
     .help = "`true`: it carries nothing while the sum is below its zero, as a cable",
     .kind = TAC_KEY_TRUTH,
     .at = offsetof(tac_coupler_desc, pulls)},
};

const tac_force_type tac_coupler_type = {.type = {.word = "coupler",
                                                  .called = "a coupler",
                                                  .help = "joint coordinates held together",
                                                  .placing = TAC_PLACED_NOWHERE,
                                                  TAC_KEYS(keys)},
                                         .is = TAC_TERMS,
                                         .law = &always,
                                         .other = &beyond_a_gap};
#endif
