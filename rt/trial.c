#include "trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench_time.h"

enum { ROUNDS = 3, WARM = 5, STEPS = 400 };

static const double turn_s = 0.02, least_gain = 0.1;

// Shortest step of one worker and of n, by turns. 0 when the simulation does not run.
static int compare(tac_simulation *s, const int *core, int n, tac_trial *t)
{
    t->one_us = t->all_us = HUGE_VAL;
    for (int i = 0; i < 2 * ROUNDS; i++) {
        tac_bench_times us;
        tac_diag diag;
        double *least = i % 2 ? &t->all_us : &t->one_us;
        if (tac_bench_time(s, core, i % 2 ? n : 1, WARM, turn_s, STEPS, &us, &diag) !=
            TAC_EXIT_OK) {
            return 0;
        }
        *least = fmin(*least, us.min);
    }
    return 1;
}

tac_trial tac_trial_workers(tac_simulation *s, const int *core, int workers)
{
    const tac_trial untried = {.workers = workers};
    tac_trial t = untried;
    const tac_report report = s->report;
    size_t size = s->state.size;
    void *state = malloc(size);
    if (!state) {
        return untried;
    }
    memcpy(state, s->state.data, size);
    for (int n = workers, pays = 0; n > 1 && !pays; n /= 2) {
        if (!compare(s, core, n, &t)) {
            t = untried;
            break;
        }
        pays = t.all_us <= (1.0 - least_gain) * t.one_us;
        t.workers = pays ? n : 1;
    }
    memcpy(s->state.data, state, size);
    s->report = report;
    free(state);
    return t;
}
