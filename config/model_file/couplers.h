// Couplers: the section `couplers` of a file.
#ifndef TAC_MODEL_COUPLERS_H
#define TAC_MODEL_COUPLERS_H

#include "reader/reader.h"

void tac_read_couplers_of(const tac_place *p);

#endif
