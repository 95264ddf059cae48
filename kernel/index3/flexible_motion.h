// Flexible bodies: how they are predicted, and what a solution changes.
#ifndef TAC_INDEX3_FLEXIBLE_MOTION_H
#define TAC_INDEX3_FLEXIBLE_MOTION_H

#include "flexible_interfaces.h"

tac_flex_work tac_flex_predict, tac_flex_update_newton, tac_flex_update_position,
    tac_flex_update_velocity, tac_flex_update_acceleration;

#endif
