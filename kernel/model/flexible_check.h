// What flexible bodies of a description must be.
#ifndef TAC_FLEXIBLE_CHECK_H
#define TAC_FLEXIBLE_CHECK_H

#include "desc.h"
#include "status.h"

// Indices, sizes and numbers of flexible bodies and of the sensors of their internal forces.
tac_status tac_check_flexible(const tac_desc *d);

#endif
