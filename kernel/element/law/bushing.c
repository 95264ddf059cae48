// Bushing of six components: k along and c against each row. A plug-in that stands for one has rows
// of its own (index3/parts.c).
#include "element/law.h"

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

const tac_law_type tac_bushing_law = {
    .word = "bushing",
    .n_row = 6,
    .n_number = 12,
    .number_at = {K(0), K(1), K(2), K(3), K(4), K(5), C(0), C(1), C(2), C(3), C(4), C(5)},
    .bounds = bounds,
    .on = {&tac_bushing_lanes_1, &tac_bushing_lanes_4, &tac_bushing_lanes_8}};
#endif
