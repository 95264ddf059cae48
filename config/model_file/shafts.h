// Shafts: joints that bring a body of one freedom with them.
#ifndef TAC_SHAFTS_H
#define TAC_SHAFTS_H

#include "frames.h"
#include "model_reader.h"

// Reads `body` and `axis`; the second frame is that of the body that the shaft will be.
tac_meeting tac_read_housing(const tac_place *p, const tac_node *item, const char *what);

// Adds the body of a shaft that has its keys; no name of a file means it.
void tac_add_shaft(const tac_place *p, const tac_node *item, const char *name,
                   const tac_joint_desc *j);

#endif
