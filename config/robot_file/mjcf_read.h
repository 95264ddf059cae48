// MJCF to links and joints.
#ifndef TAC_ROBOT_MJCF_READ_H
#define TAC_ROBOT_MJCF_READ_H

#include "mjcf.h"

void tac_robot_read_mjcf(tac_robot *r, tac_xml_node *root);

#endif
