// Bushing of six components: k along and c against each row. A plug-in that stands for one has rows
// of its own (feature/submodel/parts.c).
#include "element/law.h"
#include "element_types.h"

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane energy = lane_set(0.0);
    for (int row = 0; row < 6; row++) {
        lane k = s->number[row], c = s->number[6 + row], x = i->x[row];
        out->f[row] = k * x + c * i->v[row];
        out->fx[row] = k;
        out->fv[row] = c;
        energy += 0.5 * k * x * x;
    }
    out->energy = energy;
}

#if TAC_LANES == 1
#define LANES tac_bushing_lanes_1
#elif TAC_LANES == 4
#define LANES tac_bushing_lanes_4
#else
#define LANES tac_bushing_lanes_8
#endif

extern const tac_law_lanes tac_bushing_lanes_1, tac_bushing_lanes_4, tac_bushing_lanes_8;
const tac_law_lanes LANES = {.at = at};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    double k = number[row], c = number[6 + row];
    return (tac_law_bounds){
        .stiffest = k, .softest = k, .most_damping = c, .least_damping = c, .limit = HUGE_VAL};
}

#define K(i) TAC_NUMBER_AT(tac_bushing_desc, k[i])
#define C(i) TAC_NUMBER_AT(tac_bushing_desc, c[i])
#define K_BY(i) TAC_INDEX_AT(tac_bushing_desc, k_by[i])
#define C_BY(i) TAC_INDEX_AT(tac_bushing_desc, c_by[i])

static const tac_law_type bushing_law = {
    .word = "bushing",
    .n_row = 6,
    .n_number = 12,
    .number_at = {K(0), K(1), K(2), K(3), K(4), K(5), C(0), C(1), C(2), C(3), C(4), C(5)},
    .number_by = {K_BY(0), K_BY(1), K_BY(2), K_BY(3), K_BY(4), K_BY(5), C_BY(0), C_BY(1), C_BY(2),
                  C_BY(3), C_BY(4), C_BY(5)},
    .bounds = bounds,
    .on = {&tac_bushing_lanes_1, &tac_bushing_lanes_4, &tac_bushing_lanes_8}};

// ---- in model files ----------------------------------------------------------------------------

static const char *const stiffness_of[] = {"stiffness_x",  "stiffness_y",  "stiffness_z",
                                           "stiffness_rx", "stiffness_ry", "stiffness_rz"};
static const char *const damping_of[] = {"damping_x",  "damping_y",  "damping_z",
                                         "damping_rx", "damping_ry", "damping_rz"};

static const tac_key keys[] = {
    {.name = "stiffness",
     .help = "x y z, about x y z; the torque about an axis is k sin(theta), with the energy k (1 - "
             "cos(theta)): 4 % less than k theta at 0.5 rad, falling beyond a quarter turn, and of "
             "the other sign beyond half a turn",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_STIFFNESS,
     .turning = TAC_Q_ROT_STIFFNESS,
     .n = 6,
     .range = TAC_FROM_ZERO,
     TAC_WORDS(stiffness_of),
     .at = offsetof(tac_bushing_desc, k),
     .source_at = offsetof(tac_bushing_desc, k_by),
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF | TAC_KEY_OR_SOURCE},
    {.name = "damping",
     .help = "x y z, about x y z; that about an axis is c cos^2(theta/2) times the rate",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_DAMPING,
     .turning = TAC_Q_ROT_DAMPING,
     .n = 6,
     .range = TAC_FROM_ZERO,
     TAC_WORDS(damping_of),
     .at = offsetof(tac_bushing_desc, c),
     .source_at = offsetof(tac_bushing_desc, c_by),
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF | TAC_KEY_OR_SOURCE},
    TAC_IMPLICIT_KEY(tac_bushing_desc),
};

const tac_force_type tac_bushing_type = {
    .type =
        {.word = "bushing",
         .called = "a bushing",
         .help =
             "six springs and dampers along and about the axes of the first frame, z along `axis`",
         .placing = TAC_PLACED_BETWEEN_OR_BY,
         TAC_KEYS(keys)},
    .is = TAC_BUSHINGS,
    .any_coordinate = true,
    .law = &bushing_law,
};
#endif
