// Actuators that stand for the drives of a joint: `effort_of` of joints.
#ifndef TAC_EFFORTS_H
#define TAC_EFFORTS_H

#include "model_reader.h"

// Keeps the list of the joint until all names are known.
void tac_note_efforts(const tac_place *p, const tac_node *list, int joint);

// Reads what is kept, once joints and forces are.
void tac_read_efforts(tac_model_reader *model);

#endif
