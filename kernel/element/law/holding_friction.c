// Friction that holds: brakes and clutches. An elastic hold of stiffness k, damped by c while it
// sticks, that slips at a limit Fc as plastic flow does:
//   z = z0 + (x1 - x0) within +-Fc/k,   f = k z + c v [sticks] within +-Fc, + viscous v
// At standstill it holds to the last digit where the regularised law creeps. A step maps its end
// back onto the limit, without iteration and for any length. Its mean is that along the straight
// path: elastic up to the limit, then the limit itself, so that what it stores is given back and
// what it slips is not. A change between sticking and slipping within a step is not searched for;
// velocities are off by Fc/I dt then, for a few steps.
//
// Static friction above kinetic: the limit has an excess of (static - 1) / (1 + (v / v_s)^2) of it, v
// the rate that the step before has ended with. So no step feels how the limit falls with the rate
// (Stribeck's curve, without a slope that feeds motion within a step), and where it falls it does so
// a step late.
//
// Where the limit falls the hold falls with it. Slipping it has exactly the limit: c would be a
// second brake there.
#include "element/law.h"

enum { COULOMB, VISCOUS, BEARING, HOLD_STIFFNESS, HOLD_DAMPING, STATIC, STATIC_RATE };
// Of the hold; of the row where that was; what the limit has more for how slowly it slips, in parts of it.
enum { DEFLECTION, COORDINATE, EXCESS };

static lane within(lane a, lane most)
{
    lane above = lane_pick(lane_less(most, a), most, a);
    return lane_pick(lane_less(above, -most), -most, above);
}

// What is left of the excess at a rate v: u^2 / (1 + u^2) of it is gone, u = v / v_s.
static lane excess_at(const tac_law_self *s, lane rate)
{
    lane zero = lane_set(0.0), slow = s->number[STATIC_RATE], least = lane_set(1e-300);
    lane all = law_above_zero(s->number[STATIC] - 1.0), square = law_larger(slow * slow, least);
    return lane_pick(lane_less(zero, all), all * (square / (square + rate * rate)), zero);
}

// What has no hold yet.
static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane zero = lane_set(0.0), limit = s->number[COULOMB];
    lane held = within(s->number[HOLD_DAMPING] * i->v[0], limit);
    out->f[0] = held + s->number[VISCOUS] * i->v[0];
    out->fx[0] = out->fv[0] = out->energy = zero;
}

static void over(const tac_law_self *s, const tac_law_step *step, tac_law_mean *out)
{
    lane zero = lane_set(0.0), one = lane_set(1.0), half = lane_set(0.5);
    lane k = s->number[HOLD_STIFFNESS], c = s->number[HOLD_DAMPING], slides = s->number[VISCOUS];
    lane d = step->x1[0] - step->z0[COORDINATE], more = excess_at(s, step->v1[0]);
    lane limit = s->number[COULOMB] * (1.0 + step->z0[EXCESS]),
         last = s->last[COULOMB] * (1.0 + more);
    // elastic way from z0 on, then slip
    lane z0 = within(step->z0[DEFLECTION], limit / k);
    lane z = within(z0 + d, limit / k);
    lane_mask slips = lane_less(limit / k, lane_abs(z0 + d)), moves = lane_less(zero, lane_abs(d));
    lane way = z - z0, share = lane_pick(slips & moves, way / lane_pick(moves, d, one), one);
    lane held = k * (share * (half * (z0 + z)) + (1.0 - share) * z), damped = share * c;
    lane mean = within(held + damped * d / step->dt, limit);
    lane_mask free = lane_less(lane_abs(mean), limit);
    lane slope = 0.5 * k * lane_pick(slips, share * share, one) + damped / step->dt;
    out->mean = mean + slides * d / step->dt;
    out->by_x = lane_pick(free, slope, zero) + slides / step->dt;
    out->by_rate = zero;
    // at the end
    lane z1 = within(z, last / k);
    lane_mask sticks = lane_less(lane_abs(z1), last / k);
    lane stuck = lane_pick(sticks, c, zero), end = k * z1 + stuck * step->v1[0];
    lane_mask uncut = sticks & lane_less(lane_abs(end), last);
    out->end = within(end, last) + s->last[VISCOUS] * step->v1[0];
    out->k = lane_pick(uncut, k, zero);
    out->c = lane_pick(uncut, c, zero) + s->last[VISCOUS];
    out->limited = out->rest = out->closed = zero;
    out->energy = 0.5 * k * z1 * z1;
    if (step->z1) {
        step->z1[DEFLECTION] = z1;
        step->z1[COORDINATE] = step->x1[0];
        step->z1[EXCESS] = more;
    }
}

// It begins without a deflection.
static void start(const tac_law_self *s, const tac_law_step *step, lane *z)
{
    z[DEFLECTION] = lane_set(0.0);
    z[COORDINATE] = step->x1[0];
    z[EXCESS] = excess_at(s, step->v1[0]);
}

#if TAC_LANES == 1
#define LANES tac_holding_friction_lanes_1
#elif TAC_LANES == 4
#define LANES tac_holding_friction_lanes_4
#else
#define LANES tac_holding_friction_lanes_8
#endif

extern const tac_law_lanes tac_holding_friction_lanes_1, tac_holding_friction_lanes_4,
    tac_holding_friction_lanes_8;
const tac_law_lanes LANES = {.at = at, .over = over, .start = start};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    (void)row;
    return (tac_law_bounds){.stiffest = number[HOLD_STIFFNESS],
                            .most_damping = number[HOLD_DAMPING] + number[VISCOUS],
                            .least_damping = number[VISCOUS],
                            .limit = HUGE_VAL};
}

// What it does not store: all of the limit while it slips, else what is damped.
static double taken(const double *number, const double *source, const double *z,
                    const double *force, const double *rate)
{
    (void)source;
    double limit = number[COULOMB] * (1.0 + z[EXCESS]),
           held = number[HOLD_STIFFNESS] * z[DEFLECTION];
    bool sticks = fabs(held) < limit * (1.0 - 1e-12);
    return (force[0] - (sticks ? held : 0.0)) * rate[0];
}

extern const tac_law_type tac_holding_friction_law; // of the type in friction.c
const tac_law_type tac_holding_friction_law = {
    .word = "friction that holds",
    .n_row = 1,
    .n_number = 7,
    .number_at = {TAC_NUMBER_AT(tac_friction_desc, coulomb),
                  TAC_NUMBER_AT(tac_friction_desc, viscous),
                  TAC_NUMBER_AT(tac_friction_desc, bearing), TAC_NUMBER_AT(tac_friction_desc, hold),
                  TAC_NUMBER_AT(tac_friction_desc, hold_damping),
                  TAC_NUMBER_AT(tac_friction_desc, sticking),
                  TAC_NUMBER_AT(tac_friction_desc, sticking_rate)},
    .limited = 1 + COULOMB,
    .by_load = 1 + BEARING,
    .number_by = {TAC_INDEX_AT(tac_friction_desc, coulomb_by),
                  TAC_INDEX_AT(tac_friction_desc, viscous_by)},
    .n_state = 3,
    .combine = {TAC_Z_LONGEST, TAC_Z_LONGEST, TAC_Z_LONGEST},
    .flags = TAC_LAW_MEMORY | TAC_LAW_IMPLICIT,
    .bounds = bounds,
    .taken = taken,
    .on = {&tac_holding_friction_lanes_1, &tac_holding_friction_lanes_4,
           &tac_holding_friction_lanes_8}};
#endif
