// Whether a description makes sense.
#ifndef TAC_CHECK_DESC_H
#define TAC_CHECK_DESC_H

#include "desc.h"
#include "status.h"

// Numbers and indices of a description; bodies of elements are checked with the tree.
//   fails    TAC_BAD_VALUE, TAC_BAD_INDEX with the first offending item
tac_status tac_check_desc(const tac_desc *d);

#endif
