// Steps of a replay: one step with a given number of Newton iterations, on one or several threads.
//
// Without threads the list of phases is walked plainly. With them the team of the executive makes the
// step. A replay shares even small phases: the user who asks for threads there wants to see that the bits
// stay the same. A benchmark shares what pays.
#ifndef TAC_REPLAY_STEPPER_H
#define TAC_REPLAY_STEPPER_H

#include <pthread.h>

#include "simulation/simulation.h"
#include "team.h"

typedef struct tac_stepper_worker {
    tac_team *team;
    int member;
    pthread_t thread;
} tac_stepper_worker;

typedef struct tac_stepper {
    tac_simulation *sim;
    tac_team *team;             // NULL: plainly
    tac_stepper_worker *worker; // the first one is unused                (members)
    int n_worker;               // started, the calling thread included
} tac_stepper;

// workers: threads that share a step, the calling one included; 0 and 1: that one alone, with the team
// only when it is 1. least: items that are worth a thread of their own; 0: shared by cost, as a run does.
// Returns 0 without memory or threads; what failed to open may be closed.
int tac_stepper_open(tac_stepper *p, tac_simulation *s, int workers, int least);
void tac_stepper_close(tac_stepper *p);

// One step with sim->input and the first iterations (0: as configured); then the report.
tac_status tac_stepper_step(tac_stepper *p, int iterations);

#endif
