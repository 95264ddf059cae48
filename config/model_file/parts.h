// Forces that are parts: shared objects, their parameters and inputs.
#ifndef TAC_MODEL_PARTS_H
#define TAC_MODEL_PARTS_H

#include "model_reader.h"

// The part of an item `type: part`, as 1 + its index.
int tac_read_part(const tac_place *p, const tac_node *item);

// The index of an output of a part by its name; refuses others at the node.
int tac_part_output(const tac_place *p, const tac_node *node, int part);

#endif
