// MJCF: constraints beside the tree, and tendons that are springs.
#ifndef TAC_ROBOT_MJCF_EQUALITY_H
#define TAC_ROBOT_MJCF_EQUALITY_H

#include "mjcf.h"

void tac_mjcf_equalities(tac_mjcf *m);

// The joints and factors of a fixed tendon of that name, at most TAC_ROBOT_TERMS; 0: there is none.
int tac_mjcf_fixed_tendon(tac_mjcf *m, const char *name, tac_robot_term *term);

#endif
