// MJCF: actuators whose force is linear in their input and in coordinate and rate of a joint.
#ifndef TAC_ROBOT_MJCF_ACTUATORS_H
#define TAC_ROBOT_MJCF_ACTUATORS_H

#include "mjcf.h"

void tac_mjcf_actuators(tac_mjcf *m);

#endif
