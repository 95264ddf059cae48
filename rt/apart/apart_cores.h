// On which cores a process of sub-models is.
#ifndef TAC_APART_CORES_H
#define TAC_APART_CORES_H

#include <stdint.h>

#include "apart_layout.h"
#include "apart_server.h"

// Moves the calling thread off the executive's cores, that of the cycle's own first. What stands in `core` is not believed.
tac_apart_place tac_apart_choose_place(const int64_t core[TAC_APART_CORES], int64_t n);

#endif
