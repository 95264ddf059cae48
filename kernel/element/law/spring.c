// Spring, damper and actuator in one:
//   f = k (x - x0) + spring_table(x - x0) + c v + damper_table(v) - actuator
// With corners in its spring table it has sides (sided.h, cornered_table.h).
#include "cornered_table.h"
#include "element/sided.h"
#include "element_types.h"

enum { STIFFNESS, DAMPING };
enum { FREE_LENGTH, ACTUATOR };
enum { SPRING_TABLE, DAMPER_TABLE };

typedef struct tabledv {
    lane y, dy, Y;
} tabledv;

// Values of table k, zeros in lanes without one.
static tabledv on_tables(const tac_law_self *s, int k, lane x)
{
    lane zero = lane_set(0.0);
    tabledv v = {zero, zero, zero};
    for (int l = 0; l < s->n; l++) {
        const tac_curve *t = law_table(s, k, l);
        if (t) {
            tac_curve_value of = tac_curve_eval(t, lane_get(x, l));
            v = (tabledv){lane_put(v.y, l, of.y), lane_put(v.dy, l, of.dy), lane_put(v.Y, l, of.Y)};
        }
    }
    return (tabledv){law_repeat(s, v.y), law_repeat(s, v.dy), law_repeat(s, v.Y)};
}

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane k = s->number[STIFFNESS], c = s->number[DAMPING];
    lane u = i->x[0] - i->in[FREE_LENGTH].x, v = i->v[0];
    out->energy = 0.5 * k * u * u;
    out->f[0] = k * u + c * v - i->in[ACTUATOR].x;
    out->fx[0] = k;
    out->fv[0] = c;
    if (s->tabled & 1 << SPRING_TABLE) {
        tabledv t = on_tables(s, SPRING_TABLE, u), rest = on_tables(s, SPRING_TABLE, lane_set(0.0));
        out->f[0] += t.y;
        out->fx[0] += t.dy;
        out->energy += t.Y - rest.Y;
    }
    if (s->tabled & 1 << DAMPER_TABLE) {
        tabledv t = on_tables(s, DAMPER_TABLE, v);
        out->f[0] += t.y;
        out->fv[0] += t.dy;
    }
}

// What is less of the largest force in a table than this counts as this.
static const double least_of_table = 1e-3;

// Where a damper's table is steep it stands for friction, and its tangents change as those of a
// friction do: in parts of what its force is, or was to the iterations.
static lane left(const tac_law_self *s, lane rate, lane lack)
{
    lane out = lane_set(0.0);
    for (int l = 0; l < s->n; l++) {
        const tac_curve *t = law_table(s, DAMPER_TABLE, l);
        if (t) {
            double now = fabs(tac_curve_eval(t, lane_get(rate, l)).y), less = lane_get(lack, l);
            double before = fabs(tac_curve_eval(t, lane_get(rate, l)).y - less);
            double most = pick(now > before, now, before), least = least_of_table * t->peak;
            most = pick(most > least, most, least);
            out = lane_put(out, l, fabs(less) / pick(most > 1e-300, most, 1e-300));
        }
    }
    return out;
}

// ---- with corners in its table ------------------------------------------------------------------

static void over(const tac_law_self *s, const tac_law_step *step, tac_law_mean *out)
{
    lane k = s->number[STIFFNESS], c = s->number[DAMPING], dt = step->dt;
    lane k1 = s->last[STIFFNESS], c1 = s->last[DAMPING];
    tac_sig x0 = step->end[FREE_LENGTH], actuator = step->end[ACTUATOR];
    lane u0 = step->z0[SIDED_U], u = step->x1[0] - x0.x, d = u - u0, v1 = step->v1[0];
    lane rate = d / dt + step->mean[FREE_LENGTH].xd;
    cornersv t = on_corners(s, SPRING_TABLE, step->h * step->z0[SIDED_W], u0, u);
    out->mean = 0.5 * k * (u0 + u) + c * rate + t.mean - step->mean[ACTUATOR].x;
    out->by_x = 0.5 * k + c / dt + t.slope;
    out->by_rate = lane_set(0.0);
    out->end = k1 * u + c1 * v1 + t.end - actuator.x;
    out->energy = 0.5 * k1 * u * u + t.energy;
    out->k = k1;
    out->c = c1;
    out->limited = t.limited;
    out->rest = x0.xd;
    out->closed = t.closed;
    if (s->tabled & 1 << DAMPER_TABLE) {
        tabledv mean = on_tables(s, DAMPER_TABLE, rate), end = on_tables(s, DAMPER_TABLE, v1);
        out->mean += mean.y;
        out->by_x += mean.dy / dt;
        out->end += end.y;
        out->c += end.dy;
    }
    sided_carry(step, u, out->closed);
}

#if TAC_LANES == 1
#define LANES tac_spring_lanes_1
#elif TAC_LANES == 4
#define LANES tac_spring_lanes_4
#else
#define LANES tac_spring_lanes_8
#endif

extern const tac_law_lanes tac_spring_lanes_1[2], tac_spring_lanes_4[2], tac_spring_lanes_8[2];
const tac_law_lanes LANES[2] = {
    {.at = at, .left = left},
    {.at = at, .over = over, .left = left, .start = sided_start}, // with corners
};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)row;
    const tac_curve *k = table[SPRING_TABLE], *c = table[DAMPER_TABLE];
    return (tac_law_bounds){
        .stiffest = number[STIFFNESS] + (k ? k->steepest : 0.0),
        .softest = number[STIFFNESS] + (k ? k->softest : 0.0),
        .most_damping = number[DAMPING] + (c ? c->steepest : 0.0),
        .least_damping = number[DAMPING] + (c ? c->softest : 0.0),
        .limit = HUGE_VAL,
    };
}

static tac_law_bounds cornered(const double *number, const tac_curve *const *table, int row)
{
    tac_law_bounds b = bounds(number, table, row);
    b.stiffest = b.softest = number[STIFFNESS];
    b.sided = table[SPRING_TABLE]->steepest;
    b.least_sided = table[SPRING_TABLE]->softest;
    return b;
}

#define COMMON                                                                                 \
    .n_row = 1, .n_number = 2,                                                                 \
    .number_at = {TAC_NUMBER_AT(tac_spring_desc, k), TAC_NUMBER_AT(tac_spring_desc, c)},       \
    .number_by = {TAC_INDEX_AT(tac_spring_desc, k_by), TAC_INDEX_AT(tac_spring_desc, c_by)},   \
    .n_source = 2, .pushes = 1u << ACTUATOR,                                                   \
    .source_at = {TAC_INDEX_AT(tac_spring_desc, x0), TAC_INDEX_AT(tac_spring_desc, actuator)}, \
    .n_table = 2,                                                                              \
    .table_at = {TAC_INDEX_AT(tac_spring_desc, spring_table),                                  \
                 TAC_INDEX_AT(tac_spring_desc, damper_table)}

static const tac_law_type spring_law = {
    .word = "spring",
    COMMON,
    .bounds = bounds,
    .on = {tac_spring_lanes_1, tac_spring_lanes_4, tac_spring_lanes_8}};

static const tac_law_type cornered_law = {
    .word = "spring with corners",
    COMMON,
    .flags = TAC_LAW_SIDES | TAC_LAW_IMPLICIT,
    .has_rates = true,
    SIDED_MEMORY,
    .bounds = cornered,
    .on = {tac_spring_lanes_1 + 1, tac_spring_lanes_4 + 1, tac_spring_lanes_8 + 1}};

// ---- in model files ----------------------------------------------------------------------------

// Keys of all springs: `push` over a `way` and its `rate`, from `free` on.
#define SPRING_KEYS(push, way, rate, over, per_way, per_rate, of_way, of_push, free,              \
                    otherwise_free, pushes, and_dampers)                                          \
    {.name = "stiffness",                                                                         \
     .help = push " per " way,                                                                    \
     .kind = TAC_KEY_NUMBER,                                                                      \
     .quantity = per_way,                                                                         \
     .range = TAC_FROM_ZERO,                                                                      \
     .at = offsetof(tac_spring_desc, k),                                                          \
     .source_at = offsetof(tac_spring_desc, k_by),                                                \
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF | TAC_KEY_OR_SOURCE},                              \
        {.name = "damping",                                                                       \
         .help = push " per " rate,                                                               \
         .kind = TAC_KEY_NUMBER,                                                                  \
         .quantity = per_rate,                                                                    \
         .range = TAC_FROM_ZERO,                                                                  \
         .at = offsetof(tac_spring_desc, c),                                                      \
         .source_at = offsetof(tac_spring_desc, c_by),                                            \
         .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF | TAC_KEY_OR_SOURCE},                          \
        {.name = free,                                                                            \
         .help = "where it carries nothing",                                                      \
         .kind = TAC_KEY_SOURCE,                                                                  \
         .quantity = of_way,                                                                      \
         .otherwise = otherwise_free,                                                             \
         .at = offsetof(tac_spring_desc, x0)},                                                    \
        {.name = "actuator",                                                                      \
         .help = push " that " pushes "; a `force` sensor has it with the other sign",            \
         .kind = TAC_KEY_SOURCE,                                                                  \
         .quantity = of_push,                                                                     \
         .at = offsetof(tac_spring_desc, actuator),                                               \
         .flags = TAC_KEY_ONE_OF},                                                                \
        {.name = "spring_table",                                                                  \
         .help = push " over " over                                                               \
                      ", beside `stiffness`; linear with corners it is a stop, a rope or a bump " \
                      "stop",                                                                     \
         .kind = TAC_KEY_TABLE,                                                                   \
         .at = offsetof(tac_spring_desc, spring_table),                                           \
         .flags = TAC_KEY_ONE_OF},                                                                \
        {.name = "damper_table",                                                                  \
         .help = push " over rate, beside `damping`" and_dampers,                                 \
         .kind = TAC_KEY_TABLE,                                                                   \
         .at = offsetof(tac_spring_desc, damper_table),                                           \
         .flags = TAC_KEY_ONE_OF},                                                                \
        TAC_IMPLICIT_KEY(tac_spring_desc)

static const tac_key keys[] = {
    SPRING_KEYS("force", "length", "velocity", "elongation", TAC_Q_STIFFNESS, TAC_Q_DAMPING,
                TAC_Q_LENGTH, TAC_Q_FORCE, "free_length", TAC_OR_DISTANCE, "pushes apart",
                "; what rubs is better a `friction`, and a step too long for the steep middle of "
                "such a table is in doubt"),
};

const tac_force_type tac_spring_type = {
    .type = {.word = "spring",
             .called = "a spring",
             .help = "spring, damper and actuator between two points: `at` on the first body, "
                     "`at2` on the second",
             .placing = TAC_PLACED_BETWEEN_OR_BY,
             .two_points = true,
             .coincident =
                 "the ends of the spring coincide, its direction is undefined; move one of them",
             TAC_KEYS(keys)},
    .is = TAC_SPRINGS,
    .coordinate = TAC_DISTANCE,
    .acts_on = "distance",
    .law = &spring_law,
    .other = &cornered_law,
};

static const tac_key rotational_keys[] = {
    SPRING_KEYS("torque", "angle", "angular velocity", "angle", TAC_Q_ROT_STIFFNESS,
                TAC_Q_ROT_DAMPING, TAC_Q_ANGLE, TAC_Q_TORQUE, "free_angle", TAC_OR_VALUE,
                "increases the angle", ""),
};

const tac_force_type tac_rotational_spring_type = {
    .type = {.word = "rotational_spring",
             .called = "a rotational_spring",
             .help = "spring, damper and actuator about the axis",
             .placing = TAC_PLACED_BETWEEN_OR_BY,
             TAC_KEYS(rotational_keys)},
    .is = TAC_SPRINGS,
    .coordinate = TAC_ANGLE,
    .acts_on = "angle",
    .law = &spring_law,
    .other = &cornered_law,
};

static const tac_key sliding_keys[] = {
    SPRING_KEYS("force", "length", "velocity", "displacement", TAC_Q_STIFFNESS, TAC_Q_DAMPING,
                TAC_Q_LENGTH, TAC_Q_FORCE, "free_length", TAC_OR_VALUE,
                "increases the displacement", ""),
};

const tac_force_type tac_sliding_spring_type = {
    .type = {.word = "sliding_spring",
             .called = "a sliding_spring",
             .help = "spring, damper and actuator along the axis",
             .placing = TAC_PLACED_BETWEEN_OR_BY,
             TAC_KEYS(sliding_keys)},
    .is = TAC_SPRINGS,
    .coordinate = TAC_SLIDE,
    .acts_on = "displacement",
    .law = &spring_law,
    .other = &cornered_law,
};
#endif
