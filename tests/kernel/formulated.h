// A formulation of kernel/method/hamiltonian on a description built by hand, at a consistent start.
#ifndef TAC_TEST_FORMULATED_H
#define TAC_TEST_FORMULATED_H

#include "method/hamiltonian/formulation.h"
#include "prepared.h"

typedef struct formulated {
    prepared p; // an index-3 step of one lane, started
    tac_formulation f;
    void *block;
    double *y, *yd; // of the start, and room for its rates
    double inputs[3 * MAX_ELEMENTS];
} formulated;

// False, with nothing to close, when drives leave no start: some random ones do.
bool formulated_open(formulated *t, const tac_desc *d, bool momenta, tac_coordinate_set of);
void formulated_close(formulated *t);

#endif
