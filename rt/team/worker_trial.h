// Whether a second worker makes a step shorter on the cores it would run on, tried before time begins.
//
// The plan estimates that from the model (kernel/include/schedule.h). It cannot know how far the cores are
// from each other: within one cluster an order takes less than 0.1 us, between two of them, or from
// one socket to the next, several times as long, and then a worker that should help may hold up. So
// steps are made with one worker and with all, alternately, and the shortest ones are compared, round by round: workers
// have to gain in all of them. State and report are left as they were; bits do not depend on the number of workers.
//
// The cores have to be free: a thread of higher priority that keeps one busy holds up the trial.
#ifndef TAC_WORKER_TRIAL_H
#define TAC_WORKER_TRIAL_H

#include "simulation/simulation.h"

typedef struct tac_worker_trial {
    int workers; // worth their barrier
    double
        one_us; // shortest step with one worker, of the round in which others gained least; 0: none was tried
    double all_us; // and with those tried last
} tac_worker_trial;

// Shortest steps with one worker and with n; 0: the simulation does not run.
typedef int tac_worker_trial_timer(void *context, int n, double *one_us, double *all_us);

// So many workers, else half of them and so on until they are at least a tenth faster than one; all of
// them if nothing can be timed.
tac_worker_trial tac_worker_trial_choose(int workers, tac_worker_trial_timer *timer, void *context);

// The same for a simulation that is started, on the first of these cores. The calling thread goes back
// to its cores.
//   cost     a tenth of a second for each number of workers, more where steps are long: 40 at least
//   fails    never: a simulation that cannot be stepped gets the workers that it was tried with
tac_worker_trial tac_worker_trial_run(tac_simulation *s, const int *core, int workers);

#endif
