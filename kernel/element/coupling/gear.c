// Two gear wheels: z1 q1 + z2 q2 stays, of an internal one z1 q1 - z2 q2.
#include "element/coupling.h"

static void factors(const tac_coupling *of, double *factor)
{
    double ratio = of->number[1] / of->number[0];
    factor[0] = 1.0;
    factor[1] = of->truth[0] ? -ratio : ratio;
}

static const tac_coordinate angles[] = {TAC_ANGLE, TAC_ANGLE};
static const char *const wheels[] = {"first", "second"};

static const tac_key keys[] = {
    {.name = "teeth",
     .help = "of both wheels; their radii do as well",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .n = 2,
     TAC_WORDS(wheels),
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = TAC_COUPLED_NUMBER(0)},
    {.name = "internal",
     .help = "one wheel runs inside the other, and both turn the same way",
     .kind = TAC_KEY_TRUTH,
     .at = offsetof(tac_coupling, truth[0])},
};

const tac_coupling_type tac_gear_coupling = {
    .type = {.word = "gear",
             .called = "a gear",
             .help = "two wheels with parallel axes, which turn opposite ways",
             .placing = TAC_PLACED_AT_JOINTS,
             TAC_KEYS(keys)},
    TAC_OF_JOINTS(angles),
    .factors = factors,
};
