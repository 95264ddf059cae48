#include "worker_trial.h"

#include <math.h>
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

// Alternately one worker and n.
static int time_both(void *context, int n, double *one_us, double *all_us)
{
    const place *p = context;
    *one_us = *all_us = HUGE_VAL;
    for (int i = 0; i < 2 * ROUNDS; i++) {
        tac_bench_times us;
        tac_diag diag = {0};
        double *least = i % 2 ? all_us : one_us;
        if (!tac_bench_time(p->s, p->core, i % 2 ? n : 1, WARM, turn_s, STEPS, &us, &diag)) {
            return 0;
        }
        *least = fmin(*least, us.min);
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
