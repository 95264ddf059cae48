// Meshes that a robot names.
#ifndef TAC_ROBOT_MESH_PATH_H
#define TAC_ROBOT_MESH_PATH_H

#include "robot.h"

// The path of a mesh as the model file names it; NULL, and told, where it is not there or of no format that is read.
const char *tac_robot_mesh_path(tac_robot *r, const tac_xml_node *node, const char *uri);

// The file of a model that an SDF includes: MODEL/model.sdf in a folder of models, or a file. NULL: there is none.
const char *tac_robot_find_model(tac_robot *r, const char *uri);

#endif
