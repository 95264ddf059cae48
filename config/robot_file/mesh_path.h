// Meshes that a robot names.
#ifndef TAC_ROBOT_MESH_PATH_H
#define TAC_ROBOT_MESH_PATH_H

#include "robot.h"

// The path of a mesh as the model file names it; NULL, and told, where it is not there or of no format that is read.
const char *tac_robot_mesh_path(tac_robot *r, const tac_xml_node *node, const char *uri);

#endif
