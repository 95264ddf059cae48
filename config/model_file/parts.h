// Forces that are parts: shared objects, their parameters and inputs.
#ifndef TAC_MODEL_PARTS_H
#define TAC_MODEL_PARTS_H

#include "element_types.h"
#include "model_reader.h"

// Whether a file is an object by its name: what is included is a part then.
bool tac_is_object(const char *path);

// The part of an item `type: part`, as 1 + its index.
int tac_read_part(const tac_place *p, const tac_node *item);

// The type that the object of an item `type: law` has.
const tac_force_type *tac_read_law_object(const tac_place *p, const tac_node *item);

// Whether a part has bodies of its own.
bool tac_part_has_bodies(const tac_model_reader *model, int part);

// The index of an output of a part by its name; refuses others at the node.
int tac_part_output(const tac_place *p, const tac_node *node, int part);

#endif
