// Requests for faults on purpose, where the rig allows them.
#ifndef TAC_CONTROL_FAULTS_H
#define TAC_CONTROL_FAULTS_H

#include "control.h"

// fault SIGNAL drop | freeze | noise X | delay TIME | step X [for TIME]; fault clear [SIGNAL]
void tac_control_fault(tac_control *c, int client, char *rest);

#endif
