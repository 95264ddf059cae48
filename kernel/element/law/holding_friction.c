// Friction that holds: brakes and clutches. An elastic hold of stiffness k, damped by c while it
// sticks, that slips at a limit Fc as plastic flow does:
//   z = z0 + (x1 - x0) within +-Fc/k,   f = k z + c v [sticks] within +-Fc, + viscous v
// At standstill it holds to the last digit where the regularised law creeps. A step maps its end
// back onto the limit, without iteration and for any length. Its mean is that along the straight
// path: elastic up to the limit, then the limit itself, so that what it stores is given back and
// what it slips is not. A change between sticking and slipping within a step is not searched for;
// velocities are off by Fc/I dt then, for a few steps.
//
// Where the limit falls the hold falls with it. Slipping it has exactly the limit: c would be a
// second brake there.
#include "element/law.h"

enum { COULOMB, VISCOUS, HOLD_STIFFNESS, HOLD_DAMPING };
enum { LIMIT };
enum { DEFLECTION, COORDINATE }; // of the hold; of the row where that was

// The limit, which a pedal moves.
static lane limit_with(const tac_law_self *s, lane source)
{
    return law_above_zero(s->number[COULOMB] + source);
}

static lane within(lane a, lane most)
{
    lane above = lane_pick(lane_less(most, a), most, a);
    return lane_pick(lane_less(above, -most), -most, above);
}

// What has no hold yet.
static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane zero = lane_set(0.0), limit = limit_with(s, i->in[LIMIT].x);
    lane held = within(s->number[HOLD_DAMPING] * i->v[0], limit);
    out->f[0] = held + s->number[VISCOUS] * i->v[0];
    out->fx[0] = out->fv[0] = out->energy = zero;
}

static void over(const tac_law_self *s, const tac_law_step *step, tac_law_mean *out)
{
    lane zero = lane_set(0.0), one = lane_set(1.0), half = lane_set(0.5);
    lane k = s->number[HOLD_STIFFNESS], c = s->number[HOLD_DAMPING], slides = s->number[VISCOUS];
    lane limit = limit_with(s, step->mean[LIMIT].x), last = limit_with(s, step->end[LIMIT].x);
    // elastic way from z0 on, then slip
    lane z0 = within(step->z0[DEFLECTION], limit / k), d = step->x1[0] - step->z0[COORDINATE];
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
    out->end = within(end, last) + slides * step->v1[0];
    out->k = lane_pick(uncut, k, zero);
    out->c = lane_pick(uncut, c, zero) + slides;
    out->limited = out->rest = out->closed = zero;
    out->energy = 0.5 * k * z1 * z1;
    if (step->z1) {
        step->z1[DEFLECTION] = z1;
        step->z1[COORDINATE] = step->x1[0];
    }
}

// It begins without a deflection.
static void start(const tac_law_self *s, const tac_law_step *step, lane *z)
{
    (void)s;
    z[DEFLECTION] = lane_set(0.0);
    z[COORDINATE] = step->x1[0];
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
static double taken(const double *number, const double *source, const double *z, double force,
                    double rate)
{
    double limit = number[COULOMB] + source[LIMIT], held = number[HOLD_STIFFNESS] * z[DEFLECTION];
    bool sticks = fabs(held) < limit * (1.0 - 1e-12);
    return (force - (sticks ? held : 0.0)) * rate;
}

extern const tac_law_type tac_holding_friction_law; // of the type in friction.c
const tac_law_type tac_holding_friction_law = {
    .word = "friction that holds",
    .n_row = 1,
    .n_number = 4,
    .number_at = {TAC_NUMBER_AT(tac_friction_desc, coulomb),
                  TAC_NUMBER_AT(tac_friction_desc, viscous), TAC_NUMBER_AT(tac_friction_desc, hold),
                  TAC_NUMBER_AT(tac_friction_desc, hold_damping)},
    .n_source = 1,
    .source_at = {TAC_INDEX_AT(tac_friction_desc, limit)},
    .n_state = 2,
    .combine = {TAC_Z_LONGEST, TAC_Z_LONGEST},
    .flags = TAC_LAW_MEMORY | TAC_LAW_IMPLICIT,
    .bounds = bounds,
    .taken = taken,
    .on = {&tac_holding_friction_lanes_1, &tac_holding_friction_lanes_4,
           &tac_holding_friction_lanes_8}};
#endif
