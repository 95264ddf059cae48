// SDF: joints, between links of any models.
#ifndef TAC_ROBOT_SDF_JOINT_H
#define TAC_ROBOT_SDF_JOINT_H

#include "sdf.h"

// All joints, once all links stand where they are.
void tac_sdf_read_joints(tac_sdf *s);

// The name of a frame as models have it: parts with a point between them, without the only model's.
const char *tac_sdf_said(const tac_sdf *s, const tac_sdf_frame *f);

#endif
