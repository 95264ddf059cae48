#include "worker_trial.h"

#include <stdlib.h>
#include <string.h>

#include "step_time.h"

enum { ROUNDS = 3, WARM = 2, STEPS = 400 };

static const double turn_s = 0.02, least_gain = 0.1;

tac_worker_trial tac_worker_trial_choose(int workers, tac_worker_trial_timer *timer, void *context)
{
    tac_worker_trial t = {.workers = workers};
    for (int n = workers, pays = 0; n > 1 && !pays; n = (n + 1) / 2) {
        if (!timer(context, n, &t.one_us, &t.all_us)) {
            return (tac_worker_trial){.workers = workers};
        }
        pays = t.all_us <= (1.0 - least_gain) * t.one_us;
        t.workers = pays ? n : 1;
    }
    return t;
}

typedef struct place {
    tac_simulation *s;
    const int *core;
} place;

// Alternately one worker and n. Of the rounds the one in which n gained least counts: a host may lend the cores to others
// for a round, never for those with one worker alone.
static int time_both(void *context, int n, double *one_us, double *all_us)
{
    const place *p = context;
    for (int i = 0; i < ROUNDS; i++) {
        tac_bench_times one, all;
        tac_diag diag = {0};
        if (!tac_bench_time(p->s, p->core, 1, WARM, turn_s, STEPS, &one, &diag) ||
            !tac_bench_time(p->s, p->core, n, WARM, turn_s, STEPS, &all, &diag)) {
            return 0;
        }
        if (i == 0 || all.min * *one_us > *all_us * one.min) {
            *one_us = one.min;
            *all_us = all.min;
        }
    }
    return 1;
}

tac_worker_trial tac_worker_trial_run(tac_simulation *s, const int *core, int workers)
{
    const tac_report report = s->report;
    size_t size = s->state.size;
    void *state = malloc(size);
    if (!state) {
        return (tac_worker_trial){.workers = workers};
    }
    memcpy(state, s->state.data, size);
    place p = {s, core};
    tac_worker_trial t = tac_worker_trial_choose(workers, time_both, &p);
    memcpy(s->state.data, state, size);
    s->report = report;
    free(state);
    return t;
}
