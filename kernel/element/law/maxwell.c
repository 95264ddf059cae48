// A Maxwell branch: a spring k and a damper c in series, which gives way as time goes by. With the deflection u of the
// spring,
//   f = k u,  ud = v - k/c u
// by the trapezoidal rule, exact in its memory: u1 = ((1 - r) u0 + x1 - x0)/(1 + r), r = dt k/(2 c). Two or three of them
// beside a spring make what depends on frequency, as rubber does.
#include "element/law.h"
#include "element_types.h"

enum { STIFFNESS, DAMPING };
enum { DEFLECTION, COORDINATE }; // of the spring; of the row where that was

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    (void)s;
    (void)i;
    out->f[0] = out->fx[0] = out->fv[0] = out->energy =
        lane_set(0.0); // it begins without a deflection
}

static void over(const tac_law_self *s, const tac_law_step *step, tac_law_mean *out)
{
    lane k = s->number[STIFFNESS], r = step->passed * k / (2.0 * s->number[DAMPING]);
    lane u0 = step->z0[DEFLECTION], d = step->x1[0] - step->z0[COORDINATE];
    lane u1 = ((1.0 - r) * u0 + d) / (1.0 + r), zero = lane_set(0.0);
    out->mean = 0.5 * k * (u0 + u1);
    out->by_x = 0.5 * k / (1.0 + r);
    out->by_rate = zero;
    out->end = k * u1;
    out->k = k / (1.0 + r);
    out->c = out->limited = out->rest = out->closed = zero;
    out->energy = 0.5 * k * u1 * u1;
    if (step->z1) {
        step->z1[DEFLECTION] = u1;
        step->z1[COORDINATE] = step->x1[0];
    }
}

static void start(const tac_law_self *s, const tac_law_step *step, lane *z)
{
    (void)s;
    z[DEFLECTION] = lane_set(0.0);
    z[COORDINATE] = step->x1[0];
}

#if TAC_LANES == 1
#define LANES tac_maxwell_lanes_1
#elif TAC_LANES == 4
#define LANES tac_maxwell_lanes_4
#else
#define LANES tac_maxwell_lanes_8
#endif

extern const tac_law_lanes tac_maxwell_lanes_1, tac_maxwell_lanes_4, tac_maxwell_lanes_8;
const tac_law_lanes LANES = {.at = at, .over = over, .start = start};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    (void)row;
    return (tac_law_bounds){.stiffest = number[STIFFNESS], .limit = HUGE_VAL};
}

// W: of the damper, which carries what the spring does.
static double taken(const double *number, const double *source, const double *z,
                    const double *force, const double *rate)
{
    (void)source;
    (void)force;
    (void)rate;
    double f = number[STIFFNESS] * z[DEFLECTION];
    return f * f / number[DAMPING];
}

static const tac_law_type law = {
    .word = "maxwell",
    .n_row = 1,
    .n_number = 2,
    TAC_LAW_PLACES,
    .n_state = 2,
    .combine = {TAC_Z_LONGEST, TAC_Z_LONGEST},
    .flags = TAC_LAW_MEMORY | TAC_LAW_IMPLICIT,
    .bounds = bounds,
    .taken = taken,
    .on = {&tac_maxwell_lanes_1, &tac_maxwell_lanes_4, &tac_maxwell_lanes_8}};

// ---- in model files ----------------------------------------------------------------------------

#define BRANCH(stiffness_of, damping_of)                                                      \
    {.name = "stiffness",                                                                     \
     .help = "of its spring: what it has at once",                                            \
     .kind = TAC_KEY_NUMBER,                                                                  \
     .quantity = (stiffness_of),                                                              \
     .otherwise = TAC_NEEDED,                                                                 \
     .range = TAC_ABOVE_ZERO,                                                                 \
     .at = TAC_LAW_NUMBER(STIFFNESS),                                                         \
     .flags = TAC_KEY_TUNABLE},                                                               \
    {                                                                                         \
        .name = "damping", .help = "of its damper: the force fades with damping / stiffness", \
        .kind = TAC_KEY_NUMBER, .quantity = (damping_of), .otherwise = TAC_NEEDED,            \
        .range = TAC_ABOVE_ZERO, .at = TAC_LAW_NUMBER(DAMPING), .flags = TAC_KEY_TUNABLE      \
    }

static const tac_key keys[] = {BRANCH(TAC_Q_STIFFNESS, TAC_Q_DAMPING)};
static const tac_key turning_keys[] = {BRANCH(TAC_Q_ROT_STIFFNESS, TAC_Q_ROT_DAMPING)};

const tac_force_type tac_maxwell_type = {
    .type = {.word = "maxwell",
             .called = "a Maxwell branch",
             .help = "spring and damper in series along the axis",
             .placing = TAC_PLACED_BETWEEN_OR_BY,
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .coordinate = TAC_SLIDE,
    .acts_on = "displacement",
    .law = &law,
};

const tac_force_type tac_rotational_maxwell_type = {
    .type = {.word = "rotational_maxwell",
             .called = "a rotational Maxwell branch",
             .help = "spring and damper in series about the axis",
             .placing = TAC_PLACED_BETWEEN_OR_BY,
             TAC_KEYS(turning_keys)},
    .is = TAC_LAWS,
    .coordinate = TAC_ANGLE,
    .acts_on = "angle",
    .law = &law,
};
#endif
