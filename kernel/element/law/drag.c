// Drag of a point of a body in a medium that the first body stands for, ground as a rule, or that moves by the wind in
// that: against its velocity u in the medium, with the square of it,
//   f = c |u| u,  c = 1/2 density coefficient area
#include "element/air.h"
#include "element_types.h"

enum { COEFFICIENT, AREA, DENSITY };

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane c = 0.5 * s->number[DENSITY] * s->number[COEFFICIENT] * s->number[AREA];
    lane zero = lane_set(0.0), least = lane_set(1e-150);
    vec3v in = through_air(i);
    lane speed = lane_sqrt(dot3v(in, in));
    const lane of[3] = {in.x, in.y, in.z};
    for (int row = 0; row < 6; row++) {
        lane u = row < 3 ? of[row] : zero;
        out->f[row] = c * speed * u;
        out->fx[row] = zero;
        out->fv[row] = row < 3 ? c * (speed + u * u / law_larger(speed, least)) : zero;
    }
    out->energy = zero;
}

#if TAC_LANES == 1
#define LANES tac_drag_lanes_1
#elif TAC_LANES == 4
#define LANES tac_drag_lanes_4
#else
#define LANES tac_drag_lanes_8
#endif

extern const tac_law_lanes tac_drag_lanes_1, tac_drag_lanes_4, tac_drag_lanes_8;
const tac_law_lanes LANES = {.at = at};

#if TAC_LANES == 1
// As soft as one likes at rest, and never stiff at the speeds of machines.
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

static const tac_law_type law = {.word = "drag",
                                 .n_row = 6,
                                 .n_number = 3,
                                 AIR_SOURCES,
                                 TAC_LAW_PLACES,
                                 .bounds = bounds,
                                 .on = {&tac_drag_lanes_1, &tac_drag_lanes_4, &tac_drag_lanes_8}};

// ---- in model files ----------------------------------------------------------------------------

static const tac_key keys[] = {
    {.name = "coefficient",
     .help = "of drag, on `area`",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_NUMBER,
     .otherwise = TAC_NEEDED,
     .range = TAC_FROM_ZERO,
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
    AIR_KEYS,
    TAC_IMPLICIT_KEY(tac_law_desc),
};

const tac_force_type tac_drag_type = {
    .type = {.word = "drag",
             .called = "a drag",
             .help = "against the velocity of a point of the second body in a medium that goes "
                     "along with the first, with its square",
             .placing = TAC_PLACED_BETWEEN,
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .any_coordinate = true,
    .law = &law,
};
#endif
