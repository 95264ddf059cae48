// Parameters that are given from outside a model's files, while the model is read.
#ifndef TAC_GIVEN_VALUES_H
#define TAC_GIVEN_VALUES_H

#include "given.h"
#include "reader.h"

// A copy of what is given, in the pool.
tac_given tac_copy_given(tac_reader *rd);

// Refuses a name that is given and none of the parameters of the outermost file, a map or NULL; root is where the
// file begins.
void tac_check_given(tac_reader *rd, const tac_node *parameters, const tac_node *root);

// The value that is given for a parameter, as if it stood in a file; NULL: none is.
const tac_node *tac_given_value(tac_reader *rd, const char *name);

#endif
