// Lift, side force or downforce of a point of a body in a medium, with the square of its velocity u in that:
//   F = 1/2 density coefficient area |u|^2 n
// along n, z of the second frame, or along the part of that across the flow.
#include "element/air.h"
#include "element_types.h"

enum { COEFFICIENT, AREA, DENSITY, ALONG };
enum { BODY, FLOW };

// z of the second frame along the axes of the first, of twice the vector part of the rotation.
static vec3v up_of(const lane *turn)
{
    vec3v e = {0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2]};
    lane e0 = lane_sqrt(law_above_zero(1.0 - dot3v(e, e)));
    return (vec3v){2.0 * (e.x * e.z + e0 * e.y), 2.0 * (e.y * e.z - e0 * e.x),
                   1.0 - 2.0 * (e.x * e.x + e.y * e.y)};
}

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane c = 0.5 * s->number[DENSITY] * s->number[COEFFICIENT] * s->number[AREA];
    lane zero = lane_set(0.0), least = lane_set(1e-300);
    vec3v u = through_air(i), n = up_of(i->x + 3);
    lane square = dot3v(u, u);
    vec3v across = axpy3v(-(dot3v(n, u) / law_larger(square, least)), u, n);
    lane inv = 1.0 / lane_sqrt(law_larger(dot3v(across, across), lane_set(1e-24)));
    lane_mask flow = lane_less(lane_set(0.5), s->number[ALONG]);
    vec3v along = scale3v(inv, across);
    along = (vec3v){lane_pick(flow, along.x, n.x), lane_pick(flow, along.y, n.y),
                    lane_pick(flow, along.z, n.z)};
    vec3v f = scale3v(-(c * square), along);
    const lane of[3] = {f.x, f.y, f.z};
    for (int row = 0; row < 6; row++) {
        out->f[row] = row < 3 ? of[row] : zero;
        out->fx[row] = out->fv[row] = zero;
    }
    out->energy = zero;
}

#if TAC_LANES == 1
#define LANES tac_lift_lanes_1
#elif TAC_LANES == 4
#define LANES tac_lift_lanes_4
#else
#define LANES tac_lift_lanes_8
#endif

extern const tac_law_lanes tac_lift_lanes_1, tac_lift_lanes_4, tac_lift_lanes_8;
const tac_law_lanes LANES = {.at = at};

#if TAC_LANES == 1
// As soft as drag is.
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
    return taken_by_air(force, rate);
}

static const tac_law_type law = {.word = "lift",
                                 .n_row = 6,
                                 .n_number = 4,
                                 AIR_SOURCES,
                                 TAC_LAW_PLACES,
                                 .bounds = bounds,
                                 .on = {&tac_lift_lanes_1, &tac_lift_lanes_4, &tac_lift_lanes_8}};

// ---- in model files ----------------------------------------------------------------------------

static const char *const directions[] = {"body", "flow"};

static const tac_key keys[] = {
    {.name = "coefficient",
     .help = "of lift, on `area`; below zero it pushes down",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_NUMBER,
     .otherwise = TAC_NEEDED,
     .at = TAC_LAW_NUMBER(COEFFICIENT),
     .flags = TAC_KEY_TUNABLE},
    {.name = "area",
     .help = "that `coefficient` is for",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_AREA,
     .otherwise = TAC_NEEDED,
     .range = TAC_FROM_ZERO,
     .at = TAC_LAW_NUMBER(AREA),
     .flags = TAC_KEY_TUNABLE},
    {.name = "density",
     .help = "of the medium, air by default",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_DENSITY,
     .range = TAC_FROM_ZERO,
     .value = 1.225,
     .at = TAC_LAW_NUMBER(DENSITY),
     .flags = TAC_KEY_TUNABLE},
    {.name = "along",
     .help =
         "`body`: `axis`, as it turns with the second body; `flow`: the part of that across the "
         "velocity, so that it does no work in still air",
     .kind = TAC_KEY_WORD,
     TAC_WORDS(directions),
     .at = TAC_LAW_NUMBER(ALONG),
     .flags = TAC_KEY_IN_NUMBER},
    AIR_KEYS,
    TAC_IMPLICIT_KEY(tac_law_desc),
};

const tac_force_type tac_lift_type = {
    .type = {.word = "lift",
             .called = "a lift",
             .help =
                 "on a point of the second body along `axis` or across its velocity in a medium "
                 "that goes along with the first, with the square of that",
             .placing = TAC_PLACED_BETWEEN,
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .any_coordinate = true,
    .law = &law,
};
#endif
