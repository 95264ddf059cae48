// The text of a model.
#ifndef TAC_ROBOT_YAML_H
#define TAC_ROBOT_YAML_H

#include "robot.h"

void tac_robot_write(tac_robot *r, FILE *out);

#endif
