// A belt or chain around two pulleys: r1 q1 - r2 q2 stays, of a crossed one r1 q1 + r2 q2.
#include "element/coupling.h"

static void factors(const tac_coupling *of, double *factor)
{
    double ratio = of->number[1] / of->number[0];
    factor[0] = 1.0;
    factor[1] = of->truth[0] ? ratio : -ratio;
}

static const tac_coordinate angles[] = {TAC_ANGLE, TAC_ANGLE};
static const char *const pulleys[] = {"first", "second"};

static const tac_key keys[] = {
    {.name = "radii",
     .help = "of both pulleys; diameters or teeth do as well",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .n = 2,
     TAC_WORDS(pulleys),
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = TAC_COUPLED_NUMBER(0)},
    {.name = "crossed",
     .help = "the belt crosses itself, and the pulleys turn opposite ways",
     .kind = TAC_KEY_TRUTH,
     .at = offsetof(tac_coupling, truth[0])},
};

const tac_coupling_type tac_belt_coupling = {
    .type = {.word = "belt",
             .called = "a belt",
             .help = "a belt or chain around two pulleys, which does not slip",
             .placing = TAC_PLACED_AT_JOINTS,
             TAC_KEYS(keys)},
    TAC_OF_JOINTS(angles),
    .factors = factors,
};
