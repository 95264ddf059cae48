// From what a file says to what a model has.
#ifndef TAC_ROBOT_TREE_H
#define TAC_ROBOT_TREE_H

#include "robot.h"

// Puts links together that do not move on each other, gives names, checks masses and gives some where there is none.
void tac_robot_assemble(tac_robot *r);

#endif
