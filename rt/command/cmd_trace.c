// tactus trace report: reads a recorded trace and tells what was missed, why, and what took long.
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "trace/trace_reader.h"
#include "trace/trace_report.h"

enum { ALL };

#define LINES 50 // of each list without --all

static const tac_option options[] = {
    [ALL] = {"all", NULL, "print every miss and policy action"},
};

static void take_event(void *context, const tac_trace_event *e)
{
    tac_trace_report_add(context, e);
}

static void take_discarded(void *context, int64_t n)
{
    ((tac_trace_report *)context)->discarded += n;
}

static int report(const char *folder, int lines)
{
    tac_trace_report r;
    if (!tac_trace_report_init(&r)) {
        return tac_command_fail(TAC_EXIT_MEMORY, "tactus trace: not enough memory");
    }
    tac_diag diag = {0};
    tac_trace_sink sink = {take_event, take_discarded, &r};
    tac_trace_outcome outcome = tac_trace_read(folder, &sink, &diag);
    int code = outcome == TAC_TRACE_NONE ? TAC_EXIT_INPUT : TAC_EXIT_OK;
    if (outcome != TAC_TRACE_NONE) {
        printf("trace          %s\n", folder);
        tac_trace_report_print(&r, lines, stdout);
    }
    if (outcome != TAC_TRACE_COMPLETE) {
        fprintf(stderr, "tactus trace: '%s'%s: %s\n", folder,
                outcome == TAC_TRACE_CUT ? " is cut off, reported is what came before" : "",
                diag.text);
    }
    tac_trace_report_free(&r);
    return code;
}

static int run_trace(tac_args *a)
{
    const char *word[2] = {0};
    int found, n = 0, lines = LINES;
    while ((found = tac_args_next(a)) != TAC_ARG_END) {
        if (found == ALL) {
            lines = 0;
        } else if (found == TAC_ARG_PLAIN && n < 2) {
            word[n++] = a->value;
        } else {
            if (found == TAC_ARG_PLAIN) {
                tac_args_fail(a, "one folder at a time, not also '%s'", a->value);
            }
            return tac_command_fail(TAC_EXIT_INPUT, a->error);
        }
    }
    if (n < 2 || strcmp(word[0], "report") != 0) {
        tac_args_fail(a, "what to do is 'report FOLDER', the folder of a recorded trace");
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    return report(word[1], lines);
}

const tac_command tac_command_trace = {
    .name = "trace",
    .arguments = "report FOLDER",
    .summary = "misses, causes and stage times of a recorded trace",
    .option = options,
    .n_option = sizeof options / sizeof options[0],
    .run = run_trace,
};
