// A planetary set, Willis: zs qs + zr qr - (zs + zr) qc stays, of sun, ring and carrier.
#include "element/coupling.h"

static void factors(const tac_coupling *of, double *factor)
{
    double ratio = of->number[1] / of->number[0];
    factor[0] = 1.0;
    factor[1] = ratio;
    factor[2] = -1.0 - ratio;
}

static const tac_coordinate angles[] = {TAC_ANGLE, TAC_ANGLE, TAC_ANGLE};
static const char *const wheels[] = {"sun", "ring"};

static const tac_key keys[] = {
    {.name = "teeth",
     .help = "of sun and ring; their radii do as well",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .n = 2,
     TAC_WORDS(wheels),
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = TAC_COUPLED_NUMBER(0)},
};

const tac_coupling_type tac_planetary_coupling = {
    .type = {.word = "planetary",
             .called = "a planetary set",
             .help = "joints `[sun, ring, carrier]`, about one axis",
             .placing = TAC_PLACED_AT_JOINTS,
             TAC_KEYS(keys)},
    TAC_OF_JOINTS(angles),
    .factors = factors,
};
