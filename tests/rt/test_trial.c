// The trial of workers before time begins: what it leaves, and that it refuses those that only hold up.
#include "trial.h"

#include <criterion/criterion.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "families.h"

static tac_simulation s;

static void open_chain(double dt)
{
    char text[TAC_FAMILY_SIZE];
    const tac_file_source source = tac_family_write(tac_family_find("chain-spherical"), 512, text);
    cr_assert_eq(tac_simulation_read_from(&s, "chain", &source), TAC_EXIT_OK);
    s.options.dt = dt;
    cr_assert_eq(tac_simulation_prepare(&s), TAC_EXIT_OK);
    cr_assert_eq(tac_simulation_start(&s), TAC_EXIT_OK);
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
    tac_trial t = tac_trial_workers(&s, core, 2);
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
    tac_trial two = tac_trial_workers(&s, core, 2), four = tac_trial_workers(&s, core, 4);
    cr_expect_eq(two.workers, 1, "%g us and %g us", two.one_us, two.all_us);
    cr_expect_eq(four.workers, 1, "%g us and %g us", four.one_us, four.all_us);
}

Test(trial, takes_workers_that_gain, .fini = end)
{
    open_chain(1e-3);
    int core[2] = {-1, -1};
    first_cores(core, 2);
    if (core[1] < 0) {
        cr_skip("one core");
    }
    tac_trial t = tac_trial_workers(&s, core, 2);
    cr_expect_eq(t.workers, t.all_us <= 0.9 * t.one_us ? 2 : 1, "%g us and %g us", t.one_us,
                 t.all_us);
}

Test(trial, tries_nobody_besides_one, .fini = end)
{
    open_chain(1e-3);
    int core[1] = {0};
    tac_trial t = tac_trial_workers(&s, core, 1);
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
    tac_trial t = tac_trial_workers(&s, core, 2);
    cr_expect_eq(t.workers, 2);
    cr_expect_eq(t.one_us, 0.0);
    cr_expect_eq(memcmp(before, s.state.data, size), 0);
    free(before);
}
