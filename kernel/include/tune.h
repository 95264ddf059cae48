// Parameters of a built model that may change between steps.
//
// Everything else of a model is constant. Changing a parameter is not part of a step: the owner of
// the model does it while no step runs, and logs it, because it decides the future like an input.
#ifndef TAC_TUNE_H
#define TAC_TUNE_H

#include "model.h"
#include "quantity.h"

typedef struct tac_parameter {
    tac_subject subject; // one that has parameters
    int index;           // of the item
    int field;           // among those of the item
} tac_parameter;

// Subjects that have parameters, in the order that lists have; TAC_NOTHING after the last.
tac_subject tac_tunable_subject(int i);

// The name of a parameter of an item, in the words of the model format; NULL after the last field.
const char *tac_parameter_name(const tac_desc *d, tac_parameter p);

// What it measures; TAC_Q_ANY where that depends on what the item is used for.
tac_quantity tac_parameter_quantity(const tac_desc *d, tac_parameter p);

// The least value that it takes: minus infinity of sources and terms, else zero, or the least number above zero
// where its key demands more than zero.
double tac_parameter_least(const tac_desc *d, tac_parameter p);

// Reads or sets one; setting fails with TAC_BAD_INDEX or TAC_BAD_VALUE (not finite, or less
// than the least) and changes nothing.
tac_status tac_parameter_get(const tac_model *m, tac_parameter p, double *value);
tac_status tac_parameter_set(tac_model *m, tac_parameter p, double value);

#endif
