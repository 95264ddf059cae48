// From units of an FMU, which it defines by powers of base units, to those of signals.
#ifndef TAC_MOCKUP_COUPLING_UNITS_H
#define TAC_MOCKUP_COUPLING_UNITS_H

#include "mockup.h"

typedef enum tac_unit_match {
    TAC_UNITS_FIT,
    TAC_UNITS_UNKNOWN, // one of both is not known: values are taken as they are
    TAC_UNITS_DIFFER   // of different quantities
} tac_unit_match;

// signal = scale * variable + offset. "" and NULL are no unit, which is nothing to convert.
tac_unit_match tac_units_match(const tac_mockup *m, const tac_mockup_variable *v,
                               const char *signal_unit, double *scale, double *offset);

#endif
