// Contact of a sphere and a plane: the normal force k u (1 + damping ud) on the penetration u =
// radius + offset - x, zero outside and never pulling. It has sides (sided.h).
#include "element/pressed.h"
#include "element/sided.h"
#include "element_types.h"

enum { RADIUS, STIFFNESS, DAMPING };
enum { OFFSET };

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane u = s->number[RADIUS] + i->in[OFFSET].x - i->x[0], ud = i->in[OFFSET].xd - i->v[0];
    tac_pressed p = pressed_at(s->number[STIFFNESS], s->number[DAMPING], u, ud);
    out->f[0] = -p.f;
    out->fx[0] = p.by_u;
    out->fv[0] = p.by_rate;
    out->energy = p.energy;
}

// The penetration grows against x; damping by the mean rate for the mean.
static void over(const tac_law_self *s, const tac_law_step *step, tac_law_mean *out)
{
    lane zero = lane_set(0.0), one = lane_set(1.0), damping = s->number[DAMPING];
    tac_sig plane = step->end[OFFSET];
    lane u1 = s->number[RADIUS] + plane.x - step->x1[0], b = law_above_zero(u1);
    lane hw = step->h * step->z0[SIDED_W];
    lane k = s->number[STIFFNESS] / (1.0 + hw * s->number[STIFFNESS]);
    tac_pressed p = pressed_over(k, damping, step->dt, step->z0[SIDED_U], u1);
    out->mean = -p.f;
    out->by_x = p.by_u;
    out->by_rate = zero;
    out->end = -(k * b) * law_above_zero(1.0 + damping * (plane.xd - step->v1[0]));
    out->energy = p.energy;
    out->k = out->c = zero;
    out->limited = k;
    out->rest = plane.xd;
    out->closed = lane_pick(lane_less(zero, u1), one, zero);
    sided_carry(step, u1, out->closed);
}

#if TAC_LANES == 1
#define LANES tac_contact_lanes_1
#elif TAC_LANES == 4
#define LANES tac_contact_lanes_4
#else
#define LANES tac_contact_lanes_8
#endif

extern const tac_law_lanes tac_contact_lanes_1, tac_contact_lanes_4, tac_contact_lanes_8;
const tac_law_lanes LANES = {.at = at, .over = over, .start = sided_start};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    (void)row;
    return (tac_law_bounds){.sided = number[STIFFNESS], .limit = HUGE_VAL};
}

static const tac_law_type contact_law = {
    .word = "contact",
    .n_row = 1,
    .n_number = 3,
    .number_at = {TAC_NUMBER_AT(tac_contact_desc, radius), TAC_NUMBER_AT(tac_contact_desc, k),
                  TAC_NUMBER_AT(tac_contact_desc, damping)},
    .n_source = 1,
    .source_at = {TAC_INDEX_AT(tac_contact_desc, offset)},
    .has_rates = true,
    SIDED_MEMORY,
    .flags = TAC_LAW_SIDES | TAC_LAW_IMPLICIT,
    .bounds = bounds,
    .on = {&tac_contact_lanes_1, &tac_contact_lanes_4, &tac_contact_lanes_8}};

// ---- in model files ----------------------------------------------------------------------------

static const tac_key keys[] = {
    {.name = "radius",
     .help = "of the sphere",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_LENGTH,
     .otherwise = TAC_NEEDED,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_contact_desc, radius)},
    {.name = "stiffness",
     .help = "force per penetration",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_STIFFNESS,
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = offsetof(tac_contact_desc, k),
     .flags = TAC_KEY_TUNABLE},
    {.name = "damping",
     .help = "the force has the factor 1 + damping * rate of penetration",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_CONTACT_DAMPING,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_contact_desc, damping),
     .flags = TAC_KEY_TUNABLE},
    {.name = "offset",
     .help = "height of the plane along its normal",
     .kind = TAC_KEY_SOURCE,
     .quantity = TAC_Q_LENGTH,
     .at = offsetof(tac_contact_desc, offset)},
    {.name = "road",
     .help = "surface in place of the plane: the first body is what it stands on, without a point "
             "and an axis",
     .kind = TAC_KEY_ROAD,
     .at = offsetof(tac_contact_desc, road)},
    {.name = "friction",
     .help = "coefficient, or a map of the keys of a `contact_friction`: one, named "
             "`CONTACT/friction`",
     .kind = TAC_KEY_MAKES,
     .n = 1,
     .makes = "contact_friction"},
};

const tac_force_type tac_contact_type = {
    .type = {.word = "contact",
             .called = "a contact",
             .help = "sphere on a plane: the first body has the plane through `at`, its normal is "
                     "`axis`; the second "
                     "has the sphere about `at2`",
             .placing = TAC_PLACED_BETWEEN,
             .two_points = true,
             TAC_KEYS(keys)},
    .is = TAC_CONTACTS,
    .law = &contact_law,
};
#endif
