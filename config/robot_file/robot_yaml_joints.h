// Joints, couplers, inputs and forces as text of a model.
#ifndef TAC_ROBOT_YAML_JOINTS_H
#define TAC_ROBOT_YAML_JOINTS_H

#include "robot.h"

void tac_robot_write_joints(tac_robot *r, FILE *out);

#endif
