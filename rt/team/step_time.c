#include "step_time.h"

#include <pthread.h>
#include <stdlib.h>

#include "stepper.h"
#include "system/clock.h"
#include "system/fail.h"
#include "system/threads.h"

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Returns the number of steps, 0 when the mechanism fails.
static int time_steps(tac_stepper *p, int warm, double seconds, int steps, double *us,
                      tac_doubts *doubts)
{
    int n = 0;
    int64_t end = 0, limit = (int64_t)(1e9 * seconds);
    for (int i = -warm; i < steps; i++) {
        int64_t begin = tac_now_ns();
        end = i <= 0 ? begin + limit : end;
        if (begin > end && (i > 20 || (i > 4 && begin - end > limit))) {
            break;
        }
        if (tac_stepper_step(p, 0).code != TAC_OK) {
            return 0;
        }
        if (i >= 0) {
            us[n++] = 1e-3 * (double)(tac_now_ns() - begin);
        }
        (void)tac_doubts_add(doubts, p->sim);
    }
    return n;
}

static void evaluate(double *us, int n, const tac_doubts *doubts, tac_bench_times *out)
{
    qsort(us, (size_t)n, sizeof *us, by_size);
    *out = (tac_bench_times){.steps = n,
                             .min = us[0],
                             .p50 = us[n / 2],
                             .p99 = us[(int)(0.99 * n)],
                             .max = us[n - 1],
                             .doubts = *doubts};
}

int tac_bench_time(tac_simulation *s, const int *core, int workers, int warm, double seconds,
                   int steps, tac_bench_times *out, tac_diag *diag)
{
    static double us[TAC_BENCH_STEPS];
    tac_stepper p;
    cpu_set_t before;
    (void)pthread_getaffinity_np(pthread_self(), sizeof before, &before);
    if (!tac_stepper_open(&p, s, workers > 1 ? workers : 0, 0)) {
        tac_stepper_close(&p);
        return tac_diag_say_memory(diag, "tactus bench: no memory or threads");
    }
    // only better if it works
    (void)tac_thread_pin(pthread_self(), core ? core[0] : 0);
    for (int k = 1; k < p.n_worker; k++) {
        (void)tac_thread_pin(p.worker[k].thread, core ? core[k] : k);
    }
    tac_doubts doubts = {0};
    int n = time_steps(&p, warm, seconds, steps < TAC_BENCH_STEPS ? steps : TAC_BENCH_STEPS, us,
                       &doubts);
    tac_stepper_close(&p);
    (void)pthread_setaffinity_np(pthread_self(), sizeof before, &before);
    if (n == 0) {
        return tac_diag_say(diag, "tactus bench: the mechanism does not run");
    }
    evaluate(us, n, &doubts, out);
    return 1;
}
