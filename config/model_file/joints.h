// Joints: the section `joints` of a file.
#ifndef TAC_JOINTS_H
#define TAC_JOINTS_H

#include "reader/reader.h"

void tac_read_joints(const tac_place *p);

#endif
