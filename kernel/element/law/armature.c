// Armature: the inertia of a rotor that turns, or of a mass that moves, with a coordinate of a joint by
// a gear, reflected to it: n^2 I. It is a rank-one part of the mass matrix, I j^T j with j the row of
// the coordinate, whose force is I times the coordinate's second derivative:
//   lambda = I (J a + Jdot v)
// The rotor's gyroscopic moments, those of its spin about its axis in space, are not in it.
//
// Over a step its mean force is I times the change of the rate, by the step: what it carries is the
// rate. Not the mean rate of the coordinate: where axes turn, that differs from the mean of both rates
// by the square of the step, which would be a part of the force that falls with the step alone.
// Velocities and accelerations have the inertia as the compliance 1/I of the row, so that a step is
// exactly that of a mechanism with this mass.
#include "element/law.h"
#include "element_types.h"

enum { INERTIA };
enum { RATE }; // of the row where the step starts

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane zero = lane_set(0.0);
    out->f[0] = out->fx[0] = out->fv[0] = zero;
    out->energy = 0.5 * s->number[INERTIA] * i->v[0] * i->v[0];
}

static void over(const tac_law_self *s, const tac_law_step *step, tac_law_mean *out)
{
    lane zero = lane_set(0.0), per_rate = 2.0 * s->number[INERTIA] / step->dt, v1 = step->v1[0];
    out->mean = 0.5 * per_rate * (v1 - step->z0[RATE]);
    out->by_x = per_rate / step->dt;
    out->by_rate = out->end = out->k = zero;
    out->c = per_rate; // in the metric of velocities: dt/2 of it is the inertia
    out->limited = out->rest = out->closed = zero;
    out->energy = 0.5 * s->number[INERTIA] * v1 * v1;
    if (step->z1) {
        step->z1[RATE] = v1;
    }
}

static void start(const tac_law_self *s, const tac_law_step *step, lane *z)
{
    (void)s;
    z[RATE] = step->v1[0];
}

#if TAC_LANES == 1
#define LANES tac_armature_lanes_1
#elif TAC_LANES == 4
#define LANES tac_armature_lanes_4
#else
#define LANES tac_armature_lanes_8
#endif

extern const tac_law_lanes tac_armature_lanes_1, tac_armature_lanes_4, tac_armature_lanes_8;
const tac_law_lanes LANES = {.at = at, .over = over, .start = start};

#if TAC_LANES == 1
// It has no slopes: what it does is in the mass.
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)number;
    (void)table;
    (void)row;
    return (tac_law_bounds){.limit = HUGE_VAL};
}

static double taken(const double *number, const double *source, const double *z,
                    const double *force, const double *rate)
{
    (void)number;
    (void)source;
    (void)z;
    (void)force;
    (void)rate;
    return 0.0;
}

static const tac_law_type armature_law = {
    .word = "armature",
    .n_row = 1,
    .n_number = 1,
    .n_state = 1,
    TAC_LAW_PLACES,
    .combine = {TAC_Z_ANEW},
    .flags = TAC_LAW_MEMORY | TAC_LAW_IMPLICIT | TAC_LAW_INERTIA,
    .bounds = bounds,
    .taken = taken,
    .on = {&tac_armature_lanes_1, &tac_armature_lanes_4, &tac_armature_lanes_8}};

// ---- in model files ----------------------------------------------------------------------------

static const tac_key keys[] = {
    TAC_COORDINATE_KEY(tac_law_desc),
    {.name = "inertia",
     .help = "of a rotor times the square of its gear ratio; of a displacement a mass",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_MASS,
     .turning = TAC_Q_INERTIA,
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = TAC_LAW_NUMBER(INERTIA)},
};

const tac_force_type tac_armature_type = {
    .type = {.word = "armature",
             .called = "an armature",
             .help = "inertia of a rotor on a coordinate of a joint, reflected by its gear",
             .placing = TAC_PLACED_BY_JOINT,
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .acts_on = "angle or displacement",
    .law = &armature_law,
};
#endif
