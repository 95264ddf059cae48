// Steps of a replay: one step with a given number of Newton iterations, on one or several threads.
#ifndef TAC_REPLAY_STEPPER_H
#define TAC_REPLAY_STEPPER_H

#include "simulation.h"

typedef struct tac_stepper {
    tac_simulation *sim;
    int workers;
} tac_stepper;

// Returns 0 without memory or threads.
int tac_stepper_open(tac_stepper *p, tac_simulation *s, int workers);
void tac_stepper_close(tac_stepper *p);

// One step with sim->input and the first iterations (0: as configured); then the report.
tac_status tac_stepper_step(tac_stepper *p, int iterations);

#endif
