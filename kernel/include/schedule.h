// Which worker computes what in a step, decided beforehand from estimated costs, and the expected speed-up.
//
// The items of a phase are cut into one contiguous stretch per worker with nearly equal costs. A
// phase is shared only if its longest stretch and the barrier together are shorter than the phase on
// one worker. The number of workers of a phase is the one that minimizes (cost / workers + barrier), so
// that a small phase takes fewer workers than the team has.
//
// Phases that have to be cut alike are cut as the first of them is best cut.
//
// Bits. A schedule says which worker computes an item, never what is computed: wrong prices cost time only.
//
// Barrier. A shared phase costs `barrier` for the first worker and a quarter of it for each further
// one: member 0 gives one order that all of them read, then looks at their lines one by one. It stands
// for the data that move between the caches of the workers as well, and is the one parameter.
//
// For a method without costs (tac_method.cost) phases are cut evenly, into as many stretches as their items
// are worth, and all workers count as worth their barriers.
#ifndef TAC_SCHEDULE_H
#define TAC_SCHEDULE_H

#include "solver.h"

enum { TAC_SCHEDULE_MOST = 64 }; // workers

// Estimated price of sharing a phase with a second worker, ns on the machine of the other prices: an
// exchange of orders (0.1 us where nothing else runs) and what data that change caches cost. Lower:
// small phases are shared and lose; higher: workers idle that could help.
#define TAC_BARRIER_NS 1000.0

typedef struct tac_schedule {
    const tac_method *method;
    const tac_work *work;
    int workers;    // 1 .. TAC_SCHEDULE_MOST
    double barrier; // ns
} tac_schedule;

// Cuts a phase: cut[k] is the first item of worker k, cut[workers] the end (workers + 1). Returns how
// many workers share it; the stretches of the others are empty. All phases of a step are cut one after
// another: what is left to later ones depends on it.
//   writes   cut (workers + 1); busy (workers), estimated ns of every worker, unless NULL
//   cost     a few passes over the items
int tac_schedule_cut(const tac_schedule *s, const tac_phase *phase, int *cut, double *busy);

// Estimated time of all items on one worker.
double tac_schedule_alone(const tac_schedule *s, const tac_phase *phase);

// Time of a phase that was cut like this, with its barrier.
double tac_schedule_time(const tac_schedule *s, int parts, const double *busy);

typedef struct tac_forecast { // of one step, ns
    double work;              // everything on one worker
    double serial;            // the part of it before and after the phases
    double span; // serial and the longest item of every phase: any number of workers, free barriers
    double time; // with these workers, barriers included
    int barriers; // phases that are shared
} tac_forecast;
tac_forecast tac_schedule_forecast(const tac_schedule *s);

// How many of s->workers are worth their barriers: more only where they make the step at least a fifth
// shorter than the number chosen so far.
int tac_schedule_workers(const tac_schedule *s);

#endif
