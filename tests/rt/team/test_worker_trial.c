// The trial of workers before time begins: what it leaves, and that it refuses those that only hold up.
#include "team/worker_trial.h"

#include <criterion/criterion.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "throughput/families.h"

static tac_simulation s;

static void open_chain(double dt)
{
    char text[TAC_FAMILY_SIZE];
    const tac_file_source source = tac_family_write(tac_family_find("chain-spherical"), 512, text);
    cr_assert(tac_simulation_read_from(&s, "chain", &source));
    s.options.dt = dt;
    cr_assert(tac_simulation_prepare(&s));
    cr_assert(tac_simulation_start(&s));
}

static void end(void)
{
    tac_simulation_close(&s);
}

static void first_cores(int *core, int n)
{
    cpu_set_t set;
    cr_assert_eq(sched_getaffinity(0, sizeof set, &set), 0);
    for (int c = 0, k = 0; c < CPU_SETSIZE && k < n; c++) {
        if (CPU_ISSET((size_t)c, &set)) {
            core[k++] = c;
        }
    }
}

Test(trial, leaves_everything_as_it_was, .fini = end)
{
    open_chain(1e-3);
    int core[2] = {0, 0};
    size_t size = s.state.size;
    void *before = malloc(size);
    tac_report report = s.report;
    cpu_set_t cores, after;
    first_cores(core, 1);
    core[1] = core[0];
    memcpy(before, s.state.data, size);
    sched_getaffinity(0, sizeof cores, &cores);
    tac_worker_trial t = tac_worker_trial_run(&s, core, 2);
    sched_getaffinity(0, sizeof after, &after);
    cr_expect_gt(t.one_us, 0.0, "steps were made");
    cr_expect_eq(memcmp(before, s.state.data, size), 0);
    cr_expect_eq(memcmp(&report, &s.report, sizeof report), 0);
    cr_expect(CPU_EQUAL(&cores, &after));
    free(before);
}

// Two workers on one core do the work of one.
Test(trial, refuses_workers_that_gain_nothing, .fini = end)
{
    open_chain(1e-3);
    int core[4];
    first_cores(core, 1);
    core[3] = core[2] = core[1] = core[0];
    tac_worker_trial two = tac_worker_trial_run(&s, core, 2),
                     four = tac_worker_trial_run(&s, core, 4);
    cr_expect_eq(two.workers, 1, "%g us and %g us", two.one_us, two.all_us);
    cr_expect_eq(four.workers, 1, "%g us and %g us", four.one_us, four.all_us);
}

// Times that were made up: 100 us with one worker, those of `us` with n.
typedef struct script {
    double us[8];
    int tried[8], n_tried;
} script;

static int as_written(void *context, int n, double *one_us, double *all_us)
{
    script *c = context;
    c->tried[c->n_tried++] = n;
    *one_us = 100.0;
    *all_us = c->us[n];
    return c->us[n] > 0.0;
}

Test(trial, takes_as_many_workers_as_gain)
{
    static const struct {
        double us[8];
        int workers, chosen, tried[3], n_tried;
    } cases[] = {{{[2] = 90.0}, 2, 2, {2}, 1},
                 {{[2] = 91.0}, 2, 1, {2}, 1},
                 {{[3] = 95.0, [2] = 60.0}, 3, 2, {3, 2}, 2},
                 {{[7] = 200.0, [4] = 99.0, [2] = 80.0}, 7, 2, {7, 4, 2}, 3},
                 {{[7] = 200.0, [4] = 99.0, [2] = 99.0}, 7, 1, {7, 4, 2}, 3},
                 {{[6] = 40.0, [3] = 30.0}, 6, 6, {6}, 1},
                 {{[6] = 95.0, [3] = 0.0}, 6, 6, {6, 3}, 2}}; // 0: it does not run
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        script c = {.n_tried = 0};
        memcpy(c.us, cases[k].us, sizeof c.us);
        tac_worker_trial t = tac_worker_trial_choose(cases[k].workers, as_written, &c);
        cr_expect_eq(t.workers, cases[k].chosen, "case %zu: %d", k, t.workers);
        cr_expect_eq(c.n_tried, cases[k].n_tried, "case %zu", k);
        for (int i = 0; i < c.n_tried; i++) {
            cr_expect_eq(c.tried[i], cases[k].tried[i], "case %zu", k);
        }
    }
}

Test(trial, tries_nobody_besides_one, .fini = end)
{
    open_chain(1e-3);
    int core[1] = {0};
    tac_worker_trial t = tac_worker_trial_run(&s, core, 1);
    cr_expect_eq(t.workers, 1);
    cr_expect_eq(t.one_us, 0.0);
}

Test(trial, leaves_a_mechanism_that_does_not_run_to_others, .fini = end)
{
    open_chain(1e3);
    int core[2];
    size_t size = s.state.size;
    void *before = malloc(size);
    first_cores(core, 1);
    core[1] = core[0];
    memcpy(before, s.state.data, size);
    tac_worker_trial t = tac_worker_trial_run(&s, core, 2);
    cr_expect_eq(t.workers, 2);
    cr_expect_eq(t.one_us, 0.0);
    cr_expect_eq(memcmp(before, s.state.data, size), 0);
    free(before);
}
