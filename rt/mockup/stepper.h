// An FMU that is stepped by a simulation, once per communication step: cosim/step_protocol.h.
#ifndef TAC_MOCKUP_STEPPER_H
#define TAC_MOCKUP_STEPPER_H

#include "host.h"

// Reads and answers on two pipes until the simulation ends. Returns an exit code, its line already sent.
int tac_mockup_stepper(tac_mockup_host *h, double rate, int in, int out);

#endif
