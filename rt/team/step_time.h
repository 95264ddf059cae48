// Time of the steps of one simulation: made by the calling thread or shared, each worker on a core of
// its own, timed one by one.
#ifndef TAC_BENCH_TIME_H
#define TAC_BENCH_TIME_H

#include "simulation/doubts.h"

enum { TAC_BENCH_STEPS = 20000 }; // at most

typedef struct tac_bench_times {
    int steps;
    double min, p50, p99, max; // us per step
    tac_doubts doubts;         // of all steps, those before as well
} tac_bench_times;

// Makes steps of a started simulation until these seconds or steps are over, whichever comes first.
// There are 20 at least, or 5 where these take twice as long. `warm` steps before do not count. Worker k
// runs on core[k], or on core k if that is NULL.
//   fails    with a line in diag: no memory or threads, or the mechanism does not run
int tac_bench_time(tac_simulation *s, const int *core, int workers, int warm, double seconds,
                   int steps, tac_bench_times *out, tac_diag *diag);

#endif
