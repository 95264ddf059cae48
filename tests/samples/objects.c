// Objects whose law is refused: each WRONG is another mistake.
#include "element/law.h"

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    out->f[0] = s->number[0] * i->x[0];
    out->fx[0] = s->number[0];
    out->fv[0] = out->energy = 0.0;
}

static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)table;
    (void)row;
    return (tac_law_bounds){.stiffest = number[0], .limit = HUGE_VAL};
}

enum { VERSION = 1, NO_TYPE, NO_FUNCTION, MANY_STATES, NO_PLACES, STRANGE_KEY, STRANGE_WORD };

static const tac_law_lanes lanes = {.at = WRONG == NO_FUNCTION ? NULL : at};

static const tac_law_type law = {.n_row = 1,
                                 .n_number = 1,
#if WRONG != 5 // NO_PLACES
                                 TAC_LAW_PLACES,
#endif
                                 .n_state = WRONG == MANY_STATES ? 1000 : 0,
                                 .bounds = bounds,
                                 .on = {&lanes, &lanes, &lanes}};

static const tac_key keys[] = {
    {.name = "stiffness",
     .help = "force per length",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_STIFFNESS,
     .at = WRONG == STRANGE_KEY ? 1 << 20 : TAC_LAW_NUMBER(0)},
};

static const tac_force_type type = {
    .type = {.word = WRONG == STRANGE_WORD ? "line\nof its own" : "wrong",
             .called = "a wrong law",
             .help = "a law with a mistake",
             .placing = TAC_PLACED_BETWEEN,
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .acts_on = "distance",
    .law = &law,
};

extern __attribute__((visibility("default"))) const tac_law_object tactus_law;
const tac_law_object tactus_law = {WRONG == VERSION ? TAC_LAW_ABI + 1 : TAC_LAW_ABI, TAC_LAW_SIZE,
                                   WRONG == NO_TYPE ? NULL : &type};
