// A servo on a joint coordinate: gains on position and rate, a feed-forward, and no more than its limit,
//   f = k (x - r) + c (v - rd - s) - p  within +-limit
// r is its position with the rate rd, s a rate added to that (a drive of speed has that alone), p what pushes besides. It
// is in the implicit solution, so that gains may be as stiff as one likes: at its limit the force is the limit.
#include "element/law.h"
#include "element_types.h"

enum { STIFFNESS, DAMPING, LIMIT };
enum { POSITION, SPEED, PUSH };

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane k = s->number[STIFFNESS], c = s->number[DAMPING], most = s->number[LIMIT];
    lane f = k * (i->x[0] - i->in[POSITION].x) +
             c * (i->v[0] - i->in[POSITION].xd - i->in[SPEED].x) - i->in[PUSH].x;
    lane_mask over = lane_less(most, f), under = lane_less(f, -most);
    out->f[0] = lane_pick(over, most, lane_pick(under, -most, f));
    // at the limit as well: a step that ends within it needs them, and one that does not has the limit without
    out->fx[0] = k;
    out->fv[0] = c;
    out->energy = lane_set(0.0); // it is a source of power: `taken`
}

#if TAC_LANES == 1
#define LANES tac_servo_lanes_1
#elif TAC_LANES == 4
#define LANES tac_servo_lanes_4
#else
#define LANES tac_servo_lanes_8
#endif

extern const tac_law_lanes tac_servo_lanes_1, tac_servo_lanes_4, tac_servo_lanes_8;
const tac_law_lanes LANES = {.at = at};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    (void)row;
    return (tac_law_bounds){
        .stiffest = number[STIFFNESS], .most_damping = number[DAMPING], .limit = number[LIMIT]};
}

static double taken(const double *number, const double *source, const double *z, double force,
                    double rate)
{
    (void)number;
    (void)source;
    (void)z;
    return force * rate;
}

static const tac_law_type law = {
    .word = "servo",
    .n_row = 1,
    .n_number = 3,
    .n_source = 3,
    TAC_LAW_PLACES,
    .has_rates = true,
    .pushes = 1u << PUSH,
    .flags = TAC_LAW_IMPLICIT | TAC_LAW_GIVES,
    .bounds = bounds,
    .taken = taken,
    .on = {&tac_servo_lanes_1, &tac_servo_lanes_4, &tac_servo_lanes_8}};

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
