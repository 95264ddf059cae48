// URDF to links and joints.
#ifndef TAC_ROBOT_URDF_H
#define TAC_ROBOT_URDF_H

#include "robot.h"

void tac_robot_read_urdf(tac_robot *r, tac_xml_node *root);

#endif
