// How long does one step of a model take?
//   bench-step MODEL ...
//
// Every model is warmed up, then each of its steps is timed alone with the monotonic clock. The
// printed values include the clock's own cost, which is measured and printed too.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "simulation/simulation.h"
#include "system/exit.h"
#include "timing.h"

#define WARM_UP 200
#define STEPS 5000
#define LONGEST_S 5.0 // of one model, s; slow models stop earlier and say so

static double now_us(void)
{
    return 1e-3 * (double)timing_now();
}

static void print_cpu(void)
{
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f)) {
        char *name = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && name) {
            printf("cpu       %s", name + 2);
            break;
        }
    }
    if (f) {
        fclose(f);
    }
}

static void print_environment(void)
{
    static double cost[STEPS];
    for (int i = 0; i < STEPS; i++) {
        double begin = now_us();
        cost[i] = now_us() - begin;
    }
    timing_sort(cost, STEPS);
    print_cpu();
    printf("compiler  %s\nflags     %s\nrevision  %s\nclock     %.3f us between two readings\n\n",
           TAC_COMPILER, TAC_BUILD_FLAGS, TAC_VERSION, cost[STEPS / 2]);
}

// Fills step_us (STEPS); returns the number of steps timed, fewer when the model fails or is slow.
static int measure(tac_simulation *s, double *step_us)
{
    for (int i = 0; i < WARM_UP; i++) {
        if (tac_step(s->method, s->work, &s->state, s->input).code != TAC_OK) {
            return 0;
        }
    }
    double first = now_us();
    for (int n = 0; n < STEPS; n++) {
        double begin = now_us();
        tac_status status = tac_step(s->method, s->work, &s->state, s->input);
        double end = now_us();
        step_us[n] = end - begin;
        if (status.code != TAC_OK || end - first > 1e6 * LONGEST_S) {
            return n;
        }
    }
    return STEPS;
}

static int bench_model(const char *path, int lanes)
{
    static double step_us[STEPS];
    tac_simulation s;
    int ok = tac_simulation_read(&s, path);
    s.options.lanes = lanes;
    if (!ok || !tac_simulation_prepare(&s) || !tac_simulation_start(&s)) {
        fprintf(stderr, "%s\n", s.diag.text);
        tac_simulation_close(&s);
        return 0;
    }
    int n = measure(&s, step_us);
    if (n > 0) {
        timing_sort(step_us, (size_t)n);
        const char *name = strrchr(path, '/');
        printf("%-32s %6d %5d %6d %9.2f %9.2f %9.2f %9.2f\n", name ? name + 1 : path,
               s.file->desc.n_body, s.options.iterations, n, step_us[0], step_us[n / 2],
               step_us[(int)(0.99 * n)], step_us[n - 1]);
    } else {
        fprintf(stderr, "%s: the model fails within the warm-up\n", path);
    }
    tac_simulation_close(&s);
    return n > 0;
}

int main(int argc, char **argv)
{
    int first = argc > 2 && strcmp(argv[1], "--lanes") == 0 ? 3 : 1;
    if (argc <= first) {
        fputs("usage: bench-step [--lanes 1|4|8] MODEL ...\n", stderr);
        return TAC_EXIT_INPUT;
    }
    print_environment();
    printf("%-32s %6s %5s %6s %9s %9s %9s %9s\n%-32s %6s %5s %6s %9s %9s %9s %9s\n", "model",
           "bodies", "iter", "steps", "min", "median", "99 %", "max", "", "", "", "", "us", "us",
           "us", "us");
    int ok = 1;
    for (int i = first; i < argc; i++) {
        ok = bench_model(argv[i], first > 1 ? atoi(argv[2]) : 0) && ok;
    }
    return ok ? TAC_EXIT_OK : TAC_EXIT_INPUT;
}
