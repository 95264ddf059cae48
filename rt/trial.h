// Whether a second worker makes a step shorter on the cores it would run on, tried before time begins.
//
// The plan estimates that from the model (kernel/schedule.h). It cannot know how far the cores are
// from each other: within one cluster an order takes less than 0.1 us, between two of them, or from one
// socket to the next, several times as long, and then a worker that should help may hold up. So steps
// are made with one worker and with all, by turns, and the shortest ones are compared. State and report
// are as before afterwards; bits do not depend on the number of workers.
#ifndef TAC_TRIAL_H
#define TAC_TRIAL_H

#include "simulation.h"

typedef struct tac_trial {
    int workers; // that pay
    double one_us,
        all_us; // shortest step with one worker and with those tried last; 0: none was tried
} tac_trial;

// Tries so many workers on the first of these cores, then half of them and so on until they are at least
// a tenth faster than one. The simulation is started; the calling thread goes back to its cores.
//   cost     a tenth of a second for each number of workers
//   fails    never: a simulation that cannot be stepped gets the workers that it was tried with
tac_trial tac_trial_workers(tac_simulation *s, const int *core, int workers);

#endif
