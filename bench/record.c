// What does recording cost the cycle thread?
//
// Each model is stepped at its own pace of one step per period while a helper thread writes the log.
// Every second step is recorded: the same run gives the time of a step with and without, and the
// time of the call itself. Timed with CLOCK_MONOTONIC; reading it twice is in every number.
//   bench-record [PERIOD_US [STEPS [FILE]]]    default 500 us, 4000 steps, /tmp/tactus-bench.tlog
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "log_writer.h"

enum { MAX_STEPS = 1000000 };

static const char *const models[] = {"config/models/m2_four_bar.yaml",
                                     "config/models/p3_hexapod.yaml", "config/models/vehicle.yaml",
                                     "config/models/m3_chain_128.yaml"};

typedef struct times { // ns
    int64_t *with, *without, *call, *nothing;
    int n;
} times;

static int64_t now(void)
{
    return tac_real_clock.now(NULL);
}

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int64_t quantile(int64_t *list, int n, double q)
{
    qsort(list, (size_t)n, sizeof *list, by_size);
    return list[(int)(q * (n - 1))];
}

static void step_all(tac_simulation *s, tac_log_writer *w, int64_t period, int steps, times *t)
{
    int64_t release = now();
    for (int i = 0; i < steps; i++) {
        release += period;
        tac_wait_until(&tac_real_clock, release, 50000, 0);
        int recorded = i % 2;
        int64_t begin = now();
        tac_step(s->method, s->work, &s->state, s->input);
        s->method->report(s->work, &s->report);
        int64_t made = now();
        if (recorded) {
            tac_log_step(w, s, 0, 0);
        }
        int64_t end = now();
        (recorded ? t->with : t->without)[t->n] = end - begin;
        (recorded ? t->call : t->nothing)[t->n] = end - made;
        t->n += recorded;
    }
}

static void print(const char *model, const tac_simulation *s, times *t, const tac_log_totals *sum)
{
    printf("%-34s %6zu B  step p50 %6lld ns without, %6lld ns with; call p50 %4lld p99 %5lld ns, "
           "empty p50 %3lld; %.0f B/step, %lld lost\n",
           model, s->state.size, (long long)quantile(t->without, t->n, 0.5),
           (long long)quantile(t->with, t->n, 0.5), (long long)quantile(t->call, t->n, 0.5),
           (long long)quantile(t->call, t->n, 0.99), (long long)quantile(t->nothing, t->n, 0.5),
           (double)sum->bytes / (double)sum->steps, (long long)sum->lost);
}

static int measure(const char *model, int64_t period, int steps, const char *path)
{
    tac_simulation s;
    tac_log_header h;
    tac_diag diag;
    pthread_t helper;
    tac_log_totals sum;
    times t = {calloc((size_t)steps, 8), calloc((size_t)steps, 8), calloc((size_t)steps, 8),
               calloc((size_t)steps, 8), 0};
    if (tac_simulation_read(&s, model) || tac_simulation_prepare(&s) || tac_simulation_start(&s)) {
        fprintf(stderr, "%s\n", s.diag.text);
        return 0;
    }
    const tac_log_origin o = {.full = 1, .input = s.input, .state = s.state.data};
    tac_log_writer *w = NULL;
    if (!tac_log_header_capture(&h, &s, &o, &diag)) {
        w = tac_log_writer_open(path, &h, &(tac_log_writer_options){0}, &diag);
    }
    if (!w) {
        fprintf(stderr, "%s\n", diag.text);
        return 0;
    }
    pthread_create(&helper, NULL, tac_log_writer_run, w);
    step_all(&s, w, period, steps, &t);
    tac_log_writer_quit(w);
    pthread_join(helper, NULL);
    (void)tac_log_writer_close(w, &sum);
    print(model, &s, &t, &sum);
    tac_log_header_free(&h);
    tac_simulation_close(&s);
    free(t.with), free(t.without), free(t.call), free(t.nothing);
    unlink(path);
    return 1;
}

int main(int argc, char **argv)
{
    int64_t period = 1000 * (argc > 1 ? atoi(argv[1]) : 500);
    int steps = argc > 2 ? atoi(argv[2]) : 4000;
    const char *path = argc > 3 ? argv[3] : "/tmp/tactus-bench.tlog";
    if (period <= 0 || steps < 10 || steps > MAX_STEPS) {
        fprintf(stderr, "usage: bench-record [PERIOD_US [STEPS [FILE]]]\n");
        return 2;
    }
    int ok = 1;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        ok &= measure(models[i], period, steps, path);
    }
    return !ok;
}
