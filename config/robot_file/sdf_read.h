// SDF to links and joints.
#ifndef TAC_ROBOT_SDF_READ_H
#define TAC_ROBOT_SDF_READ_H

#include "sdf.h"

void tac_robot_read_sdf(tac_robot *r, tac_xml_node *root);

#endif
