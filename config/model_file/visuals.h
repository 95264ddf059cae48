// What bodies and ground look like: the key `visual`.
#ifndef TAC_VISUALS_H
#define TAC_VISUALS_H

#include "model_reader.h"
#include "solids.h"

// Of the body that is being read and comes next in the list of bodies; com in the body frame.
void tac_read_visuals(const tac_place *p, const tac_node *item, const tac_solid *solid, vec3 com);

// On ground, of a file; all bodies are placed.
void tac_read_ground_visuals(const tac_place *p);

#endif
