// Friction: a limit regularised by u / sqrt(1 + u^2), u = v / v0, which needs no transcendental
// function, and a viscous part. Its mean force is that of the mean rate of its row
// (docs/equations.md, decision 0035).
//
// Over a step. Regularised friction may change from one limit to the other within a step. A tangent
// at the rate that an iteration happens to have is then flat where the row will hold, or steep
// where it will slide. The rate that the row alone would end at, moved by what else acts on it, is
// on the right branch: V + dt/2 w F(V) = what it would be without friction. With factors of an
// earlier iteration the line through that point has their slope: it comes closer there as long as w
// is not too small.
//
// Velocities. v1 = 2 V - v0 alone would swing about a creep for ever. With z = dt/2 w F' of the
// steepest slope, the share t = z^4 / (1 + z^4) of what friction pushes in the second half of the
// step follows the rate of the end: nothing of what the step resolves, all of what it does not.
// What has a limit and what is viscous have a share each: a row that slides fast feels nothing of
// how steep the former is at rest. The row is a damper towards V then, as stiff as the chord of
// what follows from there to where the row alone would end, which takes energy whatever it is
// coupled with.
//
// The end. The force of the second half.
#include <stdint.h>
#include <string.h>

#include "element/law.h"
#include "element_types.h"

enum { COULOMB, VISCOUS, BEARING, REGULARISATION };

typedef struct numbers {
    lane coulomb, viscous, v0;
} numbers;

// At an instant, over a step or at its end: a pedal moves its limit, and what its joint carries.
static numbers numbers_of(const lane *number)
{
    return (numbers){number[COULOMB], number[VISCOUS], number[REGULARISATION]};
}

typedef struct pointv {
    lane v, f, slope; // rate, force against it, df/dv
} pointv;

// ---- the law -----------------------------------------------------------------------------------

static pointv point_at(const numbers *p, lane v)
{
    lane u = v / p->v0, root = lane_sqrt(1.0 + u * u);
    return (pointv){v, p->coulomb * u / root + p->viscous * v,
                    p->coulomb / (p->v0 * root * root * root) + p->viscous};
}

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    numbers p = numbers_of(s->number);
    pointv a = point_at(&p, i->v[0]);
    out->f[0] = a.f;
    out->fx[0] = out->energy = lane_set(0.0);
    out->fv[0] = a.slope;
}

// The cube root of what is positive, to 3 %: a third of its exponent.
static lane about_cube_root(lane a)
{
    for (int l = 0; l < TAC_LANES; l++) {
        double x = lane_get(a, l);
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        bits = bits / 3 + 0x2A9F789300000000u;
        memcpy(&x, &bits, sizeof x);
        a = lane_put(a, l, x);
    }
    return a;
}

// Steps of Halley's iteration; two leave 3e-6 of u, wherever it is.
enum { HALLEY_STEPS = 2 };

// u >= 0 where u + a s(u) = size. The left side is concave: from below no step goes too far. It
// starts with what is least of u = size, s(u) = size / a, and u + a (1 - 1 / (2 u^2)) = size for
// large u.
static lane rate_with(lane size, lane a)
{
    lane zero = lane_set(0.0), one = lane_set(1.0);
    lane straight = size / (1.0 + a), beyond = size - a, low = law_larger(straight, beyond);
    lane r = size / a, rest = lane_pick(lane_less(r, one), 1.0 - r * r, zero);
    lane_mask some = lane_less(zero, rest);
    lane sticks = lane_pick(some, r / lane_sqrt(lane_pick(some, rest, one)), size);
    lane slips = about_cube_root(0.5 * a) + law_above_zero(beyond);
    lane u = lane_pick(lane_less(sticks, slips), sticks, slips);
    u = lane_pick(lane_less(u, size), u, size);
    u = law_larger(u, low);
    for (int k = 0; k < HALLEY_STEPS; k++) {
        lane q = 1.0 + u * u, root = lane_sqrt(q), inverse = 1.0 / (q * root);
        lane left = u + a * (u * (q * inverse)) - size, slope = 1.0 + a * inverse;
        lane bend = -1.5 * a * u * (inverse * inverse * root); // half of the second derivative
        u = u - left * slope / (slope * slope - left * bend);
        u = law_larger(u, low);
    }
    return u;
}

// The law where v + weight f(v) = free, weight what a force changes the rate by, m/s per N.
static pointv point_alone(const numbers *p, lane weight, lane free)
{
    lane nothing = lane_set(1e-200);
    lane by = 1.0 / ((1.0 + weight * p->viscous) * p->v0), a = weight * p->coulomb * by;
    lane u = rate_with(lane_abs(free) * by, law_larger(a, nothing));
    return point_at(p, p->v0 * lane_pick(lane_less(free, lane_set(0.0)), -u, u));
}

// ---- over a step -------------------------------------------------------------------------------

// What half a step lets a force change the rate of the row by, m/s per N.
static lane half_step_weight(const tac_law_step *step)
{
    return 0.5 * step->dt * step->w[0];
}

static void over(const tac_law_self *s, const tac_law_step *step, tac_law_mean *out)
{
    numbers p = numbers_of(s->number);
    lane weight = half_step_weight(step), rate = step->rate[0], most = step->most;
    pointv a = point_alone(&p, weight, rate + weight * step->pushed[0]);
    lane slope = step->kept ? step->kept[0] : lane_pick(lane_less(a.slope, most), a.slope, most);
    out->mean = a.f + slope * (rate - a.v);
    out->by_x = out->energy = lane_set(0.0);
    out->by_rate = slope;
}

// ---- the end of the step -----------------------------------------------------------------------

static lane following_share(lane z)
{
    lane z4 = z * z * z * z;
    return z4 / (1.0 + z4);
}

// Of the friction of a step's second half that follows the rate of its end.
typedef struct sharesv {
    lane limited, viscous;
} sharesv;

static sharesv following_shares(const numbers *p, lane weight)
{
    return (sharesv){following_share(weight * p->coulomb / p->v0),
                     following_share(weight * p->viscous)};
}

// The chord between two points of the law; where they are one, its slope.
static lane chord_between(pointv a, pointv b, lane v0)
{
    lane d = b.v - a.v;
    lane_mask apart = lane_less(1e-6 * v0, lane_abs(d));
    return lane_pick(apart, (b.f - a.f) / lane_pick(apart, d, lane_set(1.0)), a.slope);
}

// How much of a slope is that of the force which has a limit; nothing of the friction without one.
static lane limit_part(const numbers *p, lane slope)
{
    lane zero = lane_set(0.0);
    lane part = 1.0 - p->viscous / law_larger(slope, lane_set(1e-300));
    return lane_pick(lane_less(zero, p->coulomb), part, zero);
}

static void rates(const tac_law_self *s, const tac_law_step *step, tac_law_rates *out)
{
    numbers p = numbers_of(s->number);
    lane weight = half_step_weight(step), V = step->rate[0], end = step->v1[0];
    sharesv t = following_shares(&p, weight);
    const numbers follows = {t.limited * p.coulomb, t.viscous * p.viscous, p.v0};
    pointv half = point_alone(&p, weight, V + weight * step->pushed[0]);
    pointv part_half = point_at(&follows, half.v);
    pointv part_last = point_alone(&follows, weight, end + weight * part_half.f);
    pointv first = point_at(&p, 2.0 * V - end);
    lane chord = chord_between(half, point_at(&p, part_last.v), p.v0);
    lane met = law_larger(law_larger(chord, chord_between(first, half, p.v0)), half.slope);
    lane limit = law_larger(p.coulomb, lane_set(1e-300));
    out->damping = chord_between(part_half, part_last, p.v0);
    out->target = half.v;
    out->met = weight * met;
    out->left = limit_part(&p, met) * lane_abs(step->pushed[0] - half.f) / limit;
}

static lane end(const tac_law_self *s, const tac_law_step *step)
{
    numbers p = numbers_of(s->last);
    sharesv t = following_shares(&p, half_step_weight(step));
    lane law = point_at(&p, step->v1[0]).f, more = step->pushed[0] - law, most = p.coulomb;
    lane more_viscous = -p.viscous * step->ahead;
    lane end = law + t.limited * (more - more_viscous) + t.viscous * more_viscous +
               step->damper * step->ahead;
    // a row that goes farther than it would alone leaves the chord's end behind, where no law is
    lane limited = end - p.viscous * step->v1[0];
    lane above = lane_pick(lane_less(limited, -most), -most, limited);
    lane held = lane_pick(lane_less(most, limited), most, above), zero = lane_set(0.0);
    return end - lane_pick(lane_less(zero, most), limited - held, zero);
}

#if TAC_LANES == 1
#define LANES tac_friction_lanes_1
#elif TAC_LANES == 4
#define LANES tac_friction_lanes_4
#else
#define LANES tac_friction_lanes_8
#endif

extern const tac_law_lanes tac_friction_lanes_1, tac_friction_lanes_4, tac_friction_lanes_8;
const tac_law_lanes LANES = {.at = at, .over = over, .rates = rates, .end = end};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    (void)row;
    return (tac_law_bounds){.most_damping =
                                number[COULOMB] / number[REGULARISATION] + number[VISCOUS],
                            .least_damping = number[VISCOUS],
                            .limit = number[COULOMB]};
}

static const tac_law_type friction_law = {
    .word = "friction",
    .n_row = 1,
    .n_number = 4,
    .number_at = {TAC_NUMBER_AT(tac_friction_desc, coulomb),
                  TAC_NUMBER_AT(tac_friction_desc, viscous),
                  TAC_NUMBER_AT(tac_friction_desc, bearing), TAC_NUMBER_AT(tac_friction_desc, v0)},
    .limited = 1 + COULOMB,
    .by_load = 1 + BEARING,
    .number_by = {TAC_INDEX_AT(tac_friction_desc, coulomb_by),
                  TAC_INDEX_AT(tac_friction_desc, viscous_by)},
    .flags = TAC_LAW_RESISTS | TAC_LAW_IMPLICIT | TAC_LAW_AFTER_JOINT,
    .bounds = bounds,
    .on = {&tac_friction_lanes_1, &tac_friction_lanes_4, &tac_friction_lanes_8}};

// ---- in model files ----------------------------------------------------------------------------

extern const tac_law_type tac_holding_friction_law; // holding_friction.c

static const tac_key keys[] = {
    TAC_COORDINATE_KEY(tac_friction_desc),
    {.name = "coulomb",
     .help = "force or torque of sliding",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_FORCE,
     .turning = TAC_Q_TORQUE,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_friction_desc, coulomb),
     .source_at = offsetof(tac_friction_desc, coulomb_by),
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF | TAC_KEY_OR_SOURCE},
    {.name = "viscous",
     .help = "force or torque per rate",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_DAMPING,
     .turning = TAC_Q_ROT_DAMPING,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_friction_desc, viscous),
     .source_at = offsetof(tac_friction_desc, viscous_by),
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF | TAC_KEY_OR_SOURCE},
    {.name = "bearing",
     .help =
         "of the joint's load: what `coulomb` gets per force that the joint carries, of the step "
         "before; a coefficient, of an angle times the radius of the bearing",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_NUMBER,
     .turning = TAC_Q_LENGTH,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_friction_desc, bearing),
     .flags = TAC_KEY_ONE_OF},
    {.name = "hold_stiffness",
     .help = "of a brake or clutch that holds: a spring that slips at `coulomb`; 0: it creeps, by "
             "`regularisation`",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_STIFFNESS,
     .turning = TAC_Q_ROT_STIFFNESS,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_friction_desc, hold)},
    {.name = "damping",
     .help = "of what `hold_stiffness` holds; below zero: 0.3 of critical damping",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_DAMPING,
     .turning = TAC_Q_ROT_DAMPING,
     .value = -1.0,
     .at = offsetof(tac_friction_desc, hold_damping)},
    {.name = "static_ratio",
     .help = "of what `hold_stiffness` holds: how many times the limit it takes until it slips, "
             "from 1 on",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_NUMBER,
     .value = 1.0,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_friction_desc, sticking)},
    {.name = "static_rate",
     .help = "rate of slipping at which half of what `static_ratio` has above 1 is gone",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_VELOCITY,
     .turning = TAC_Q_ANGULAR_VELOCITY,
     .value = 1e-2,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_friction_desc, sticking_rate)},
    {.name = "regularisation",
     .help = "rate at which 71 % of `coulomb` is reached, without `hold_stiffness`",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_VELOCITY,
     .turning = TAC_Q_ANGULAR_VELOCITY,
     .value = 1e-3,
     .range = TAC_ABOVE_ZERO,
     .at = offsetof(tac_friction_desc, v0)},
};

static const char *wrong(const void *description, const char **key)
{
    const tac_friction_desc *f = description;
    *key = "static_ratio";
    if (f->sticking < 1.0) {
        return "'static_ratio' is 1 or more: how many times the limit it takes until it slips";
    }
    return f->sticking > 1.0 && f->hold == 0.0
               ? "'static_ratio' is of a friction that holds; add 'hold_stiffness'"
               : NULL;
}

const tac_force_type tac_friction_type = {
    .type = {.word = "friction",
             .called = "a friction",
             .help = "friction of a joint, dry and viscous",
             .placing = TAC_PLACED_BY_JOINT,
             TAC_KEYS(keys)},
    .is = TAC_FRICTIONS,
    .acts_on = "angle or displacement",
    .wrong = wrong,
    .law = &friction_law,
    .other = &tac_holding_friction_law,
};
#endif
