// Friction of a contact: what holds the point where a sphere or a corner touches, and slips at its coefficient times the
// force that the contact presses with, of the step before. In the plane across the normal, with d the way that the
// point slides in a step (docs/equations.md, "Compliant rows"),
//   z = z0 + d, back onto |z| <= F/k,   f = k z + c d/dt [sticks], back onto |f| <= F
// as friction of a joint that holds (holding_friction.c), but in two directions: it slips along the way, and neither
// creeps nor turns at rest. Its mean is that of the way: elastic from z0 to where that reaches the limit, then the limit.
// What it stores is given back, and what it slips is not: the second part works against d, as |z0 + d| > |z0|.
//
// What the step does not resolve gives way (sided.h), so that two rows of a point and several points of a body follow
// each other in few iterations. The mobility by which it does is that of when the contact closed.
#include "element/law.h"
#include "element/sided.h"
#include "element_types.h"

enum { COEFFICIENT, STIFFNESS, DAMPING, LIMIT };
enum { HELD_X, HELD_Y, MOBILITY };
// Value of the first row, which is no coordinate: the factor of the road.
enum { FACTOR };

static const double resolved = 0.1; // h w k that is felt as it is
static const double damped = 0.3;   // of critical, by default

typedef struct planev { // a vector across the normal
    lane x, y;
} planev;

static lane size_of(planev a)
{
    return lane_sqrt(a.x * a.x + a.y * a.y);
}

static planev scaled(lane by, planev a)
{
    return (planev){by * a.x, by * a.y};
}

static planev plus(planev a, planev b)
{
    return (planev){a.x + b.x, a.y + b.y};
}

// The part of what is so large that keeps it within a limit.
static lane part_within(lane size, lane most)
{
    lane least = lane_set(1e-300);
    return lane_pick(lane_less(most, size), most / law_larger(size, least), lane_set(1.0));
}

static planev within(planev a, lane most)
{
    return scaled(part_within(size_of(a), most), a);
}

// The part of a way from a place within a circle that stays in it.
static lane part_inside(planev from, planev way, lane radius)
{
    lane a = way.x * way.x + way.y * way.y, b = from.x * way.x + from.y * way.y;
    lane c = law_above_zero(radius * radius - from.x * from.x - from.y * from.y);
    lane part = (lane_sqrt(b * b + a * c) - b) / law_larger(a, lane_set(1e-300)),
         one = lane_set(1.0);
    return lane_pick(lane_less(part, one), law_above_zero(part), one);
}

// What holds, as stiff as the step resolves.
typedef struct holdv {
    lane k, c, limit, reach; // reach: of its spring at the limit
} holdv;

static holdv hold_of(const lane *number, const tac_law_step *step)
{
    lane w = law_larger(step->z0[MOBILITY], lane_set(1e-30)), k = number[STIFFNESS];
    holdv o = {.limit = number[LIMIT] * step->x1[FACTOR]};
    o.k = k * sided_given_way(step->h * w * k / resolved);
    lane own = 2.0 * damped * lane_sqrt(o.k / w), c = number[DAMPING];
    o.c = lane_pick(lane_less(c, lane_set(0.0)), own, c);
    o.reach = o.limit / o.k;
    return o;
}

// Before the first step nothing is held, and no load is known.
static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    (void)s;
    (void)i;
    out->energy = lane_set(0.0);
    for (int row = 0; row < 2; row++) {
        out->f[row] = out->fx[row] = out->fv[row] = out->energy;
    }
}

static void put_row(tac_law_mean *out, lane mean, lane slope, lane end)
{
    out->mean = mean;
    out->by_x = slope;
    out->end = end;
    out->by_rate = out->limited = out->rest = out->closed = out->energy = lane_set(0.0);
}

static void over(const tac_law_self *s, const tac_law_step *step, tac_law_mean *out)
{
    holdv o = hold_of(s->number, step);
    lane zero = lane_set(0.0), one = lane_set(1.0);
    planev rate = {step->rate[0], step->rate[1]}, v1 = {step->v1[0], step->v1[1]};
    planev way = scaled(step->passed, rate);
    planev z0 = within((planev){step->z0[HELD_X], step->z0[HELD_Y]}, o.reach), far = plus(z0, way);
    lane size = size_of(far), stays = part_within(size, o.reach);
    lane_mask slips = lane_less(o.reach, size);
    planev z1 = scaled(stays, far);
    // elastic up to the limit, then along it
    lane part = lane_pick(slips, part_inside(z0, way, o.reach), one), rest = one - part;
    planev elastic = plus(scaled(part, z0), scaled(0.5 * part * part, way));
    planev held = scaled(o.k, plus(elastic, scaled(rest, z1)));
    planev all = plus(held, scaled(part * o.c, rate));
    lane cut = part_within(size_of(all), o.limit);
    planev mean = scaled(cut, all);
    lane slope = cut * (o.k * (0.5 * part * part + rest * stays) + part * o.c / step->dt);
    // at the end
    lane stuck = lane_pick(slips, zero, o.c);
    planev last = plus(scaled(o.k, z1), scaled(stuck, v1));
    lane_mask uncut = lane_less(size_of(last), o.limit);
    planev end = within(last, o.limit);
    put_row(&out[0], mean.x, slope, end.x);
    put_row(&out[1], mean.y, slope, end.y);
    for (int row = 0; row < 2; row++) {
        out[row].k = lane_pick(uncut, lane_pick(slips, zero, o.k), zero);
        out[row].c = lane_pick(uncut, stuck, zero);
    }
    out[0].energy = 0.5 * o.k * (z1.x * z1.x + z1.y * z1.y);
    if (step->z1) {
        lane now = step->w[0], kept = law_larger(step->z0[MOBILITY], 0.5 * now);
        step->z1[HELD_X] = z1.x;
        step->z1[HELD_Y] = z1.y;
        step->z1[MOBILITY] = lane_pick(lane_less(zero, o.limit), kept, now);
    }
}

static void start(const tac_law_self *s, const tac_law_step *step, lane *z)
{
    (void)s;
    z[HELD_X] = z[HELD_Y] = lane_set(0.0);
    z[MOBILITY] = step->w[0];
}

#if TAC_LANES == 1
#define LANES tac_contact_friction_lanes_1
#elif TAC_LANES == 4
#define LANES tac_contact_friction_lanes_4
#else
#define LANES tac_contact_friction_lanes_8
#endif

extern const tac_law_lanes tac_contact_friction_lanes_1, tac_contact_friction_lanes_4,
    tac_contact_friction_lanes_8;
const tac_law_lanes LANES = {.at = at, .over = over, .start = start};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    (void)row;
    double c = number[DAMPING];
    return (tac_law_bounds){
        .stiffest = number[STIFFNESS], .most_damping = c > 0.0 ? c : 0.0, .limit = HUGE_VAL};
}

// What the contact presses with adds to it.
static void complete(double *number, double w)
{
    (void)w;
    number[LIMIT] = 0.0;
}

static const tac_law_type law = {.word = "friction of a contact",
                                 .n_row = 2,
                                 .n_number = 4,
                                 TAC_LAW_PLACES,
                                 .limited = 1 + LIMIT,
                                 .by_load = 1 + COEFFICIENT,
                                 .n_state = 3,
                                 .combine = {TAC_Z_LONGEST, TAC_Z_LONGEST, TAC_Z_LONGEST},
                                 .flags = TAC_LAW_MEMORY | TAC_LAW_SLIDES | TAC_LAW_IMPLICIT,
                                 .bounds = bounds,
                                 .complete = complete,
                                 .on = {&tac_contact_friction_lanes_1,
                                        &tac_contact_friction_lanes_4,
                                        &tac_contact_friction_lanes_8}};

// ---- in model files ----------------------------------------------------------------------------

static const tac_key keys[] = {
    {.name = "coefficient",
     .help = "of friction: it slips at this times the force that the contact presses with, of the "
             "step before",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_NUMBER,
     .otherwise = TAC_NEEDED,
     .range = TAC_FROM_ZERO,
     .at = TAC_LAW_NUMBER(COEFFICIENT),
     .flags = TAC_KEY_TUNABLE},
    {.name = "stiffness",
     .help = "of what holds along the surface; below zero: that of the contact",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_STIFFNESS,
     .value = -1.0,
     .at = TAC_LAW_NUMBER(STIFFNESS)},
    {.name = "damping",
     .help = "of what holds; below zero: 0.3 of critical damping",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_DAMPING,
     .value = -1.0,
     .at = TAC_LAW_NUMBER(DAMPING)},
};

static void of_contact(tac_law_desc *own, const tac_contact_desc *c)
{
    double *k = &own->number[STIFFNESS];
    *k = *k > 0.0 ? *k : c->k;
}

const tac_force_type tac_contact_friction_type = {
    .type = {.word = "contact_friction",
             .called = "a friction of a contact",
             .help = "friction where a contact touches; `friction` of a contact is the same",
             .placing = TAC_PLACED_AT_CONTACT,
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .any_coordinate = true,
    .of_contact = of_contact,
    .law = &law,
};
#endif
