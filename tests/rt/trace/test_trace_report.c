// Statistics of a trace: stages, misses, start phase, without any tracer.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "monitor/cycle.h"
#include "trace/trace_report.h"

static tac_trace_report r;

static void begin(void)
{
    cr_assert(tac_trace_report_init(&r));
}

static void end(void)
{
    tac_trace_report_free(&r);
}

TestSuite(trace_report, .init = begin, .fini = end);

static void stage(int64_t time, int64_t step, const char *name)
{
    tac_trace_event e = {
        .name = "tactus:stage",
        .time = time,
        .n_field = 3,
        .field = {{"step", step, 0.0, NULL}, {"t", 0, 0.001, NULL}, {"name", 0, 0.0, name}}};
    tac_trace_report_add(&r, &e);
}

static void cycle_end(int64_t step, int64_t release, int64_t flags)
{
    tac_trace_event e = {.name = "tactus:cycle_end",
                         .time = release + 900,
                         .n_field = 7,
                         .field = {{"step", step, 0.0, NULL},
                                   {"release", release, 0.0, NULL},
                                   {"wake", release + 100, 0.0, NULL},
                                   {"step_start", release + 200, 0.0, NULL},
                                   {"step_end", release + 800, 0.0, NULL},
                                   {"slack", 50, 0.0, NULL},
                                   {"flags", flags, 0.0, NULL}}};
    tac_trace_report_add(&r, &e);
}

static void miss(int64_t step, int64_t flags)
{
    tac_trace_event e = {.name = "tactus:deadline_miss",
                         .n_field = 4,
                         .field = {{"step", step, 0.0, NULL},
                                   {"slack", -70, 0.0, NULL},
                                   {"cause", 0, 0.0, "woken late"},
                                   {"flags", flags, 0.0, NULL}}};
    tac_trace_report_add(&r, &e);
}

Test(trace_report, a_stage_ends_where_the_next_begins)
{
    stage(1000, 1, "front");
    stage(1010, 1, "forward");
    stage(1030, 1, "front");
    cycle_end(1, 300, 0); // the step ended at 1100
    cr_assert_eq(r.n_stage, 2);
    cr_expect_eq(r.stage[0].time.n, 2);
    cr_expect_eq(r.stage[0].time.min, 10);
    cr_expect_eq(r.stage[0].time.max, 70);
    cr_expect_eq(r.stage[1].time.max, 20);
}

Test(trace_report, cycles_without_a_step_have_no_step_time)
{
    cycle_end(1, 1000, 0);
    cycle_end(2, 2000, 0);
    cycle_end(2, 3000, 0);
    cr_expect_eq(r.cycles, 3);
    cr_expect_eq(r.step.n, 2);
    cr_expect_eq(r.wake.n, 3);
}

Test(trace_report, the_start_phase_is_counted_apart)
{
    cycle_end(1, 1000, TAC_CYCLE_START);
    miss(1, TAC_CYCLE_START);
    cycle_end(1, 2000, 0);
    miss(1, 0);
    cr_expect_eq(r.start_cycles, 1);
    cr_expect_eq(r.start_misses, 1);
    cr_expect_eq(r.cycles, 1);
    cr_expect_eq(r.misses, 1);
    cr_expect_eq(r.cause[0].n, 1);
    cr_expect_eq(r.cause[0].max, 70);
}

Test(trace_report, many_misses_are_kept_and_few_are_printed)
{
    for (int i = 0; i < 1000; i++) {
        miss(i, 0);
    }
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    tac_trace_report_print(&r, 10, out);
    fclose(out);
    cr_expect(strstr(text, "... and 990 more (--all shows them)") != NULL, "%s", text);
    cr_expect(strstr(text, "woken late: 1000 times, at most 0.1 us late") != NULL, "%s", text);
    free(text);
}

Test(trace_report, foreign_events_are_left_out)
{
    tac_trace_event e = {.name = "other:event"};
    tac_trace_report_add(&r, &e);
    cr_expect_eq(r.events, 0);
}

Test(trace_report, more_names_than_places_are_no_harm)
{
    char name[100];
    for (int i = 0; i < 200; i++) {
        snprintf(name, sizeof name, "%080d", i);
        stage(i, 1, name);
        snprintf(name, sizeof name, "stage %d", i);
        stage(i, 1, name);
    }
    cr_expect_eq(r.n_stage, TAC_TRACE_NAMES);
}
