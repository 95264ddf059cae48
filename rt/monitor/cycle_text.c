#include "cycle_text.h"

#include <stdio.h>

#include "format/number.h"

const char tac_cycle_header[] =
    "cycle,step,release_ns,wake_ns,latch_ns,step_start_ns,step_end_ns,publish_ns,held_ns,slack_ns,"
    "phase_error_ns,cpu_ns,iterations,skipped,increment,position,velocity,flags,cause\n";

enum { FLAGS_TEXT = 128 }; // characters that hold all names

// Names of the flags that are set, joined with '+'; empty when there is none.
static void print_flags(uint32_t flags, char out[FLAGS_TEXT])
{
    static const char *const name[] = {"start",    "skipped",   "slipped", "degraded",
                                       "paused",   "safe",      "failed",  "command",
                                       "unlocked", "tick_lost", "doubt",   "apart"};
    int n = 0;
    out[0] = '\0';
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        if (flags & (1U << i)) {
            n += snprintf(out + n, FLAGS_TEXT - (size_t)n, "%s%s", n > 0 ? "+" : "", name[i]);
        }
    }
}

int tac_cycle_print(const tac_cycle *c, int64_t period, char out[TAC_CYCLE_TEXT])
{
    char flags[FLAGS_TEXT], number[3][TAC_NUMBER_SIZE];
    print_flags(c->flags, flags);
    tac_number_print(c->increment, number[0]);
    tac_number_print(c->position, number[1]);
    tac_number_print(c->velocity, number[2]);
    const int64_t time[] = {
        c->wake - c->release,       c->latch - c->release,   c->step_start - c->release,
        c->step_end - c->release,   c->publish - c->release, c->held,
        tac_cycle_slack(c, period), c->phase_error,          c->cpu};
    int n = snprintf(out, TAC_CYCLE_TEXT, "%lld,%lld,%lld", (long long)c->index, (long long)c->step,
                     (long long)c->release);
    for (size_t i = 0; i < sizeof time / sizeof *time; i++) {
        n += snprintf(out + n, TAC_CYCLE_TEXT - (size_t)n, ",%lld", (long long)time[i]);
    }
    n += snprintf(out + n, TAC_CYCLE_TEXT - (size_t)n, ",%d,%d,%s,%s,%s,%s,%s\n", c->iterations,
                  c->skipped, number[0], number[1], number[2], flags, tac_cause_name(c->cause));
    return n;
}
