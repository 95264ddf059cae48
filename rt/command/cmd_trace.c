// tactus trace report: reads a recorded trace, prints the misses with their causes and the times of stages.
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "monitor/saturated.h"
#include "printable.h"
#include "trace/trace_reader.h"
#include "trace/trace_report.h"

enum { LINES = 50 }; // of each list without --all

typedef struct settings {
    const char *word[2]; // "report", folder
    bool all;
} settings;

static const tac_option options[] = {
    {"all", NULL, "print every miss and policy action", TAC_ARG_FLAG(settings, all)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .most = 2,
    .plain = TAC_ARG_AT(settings, word[0], const char *),
    .surplus = "one folder at a time, not also '%s'",
};

static void take_event(void *context, const tac_trace_event *e)
{
    tac_trace_report_add(context, e);
}

static void take_discarded(void *context, int64_t n)
{
    tac_trace_report *r = context;
    r->discarded = add_saturated(r->discarded, n);
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
    int unread = diag.no_memory ? TAC_EXIT_MEMORY : TAC_EXIT_INPUT;
    int code = outcome == TAC_TRACE_NONE ? unread : TAC_EXIT_OK;
    if (outcome != TAC_TRACE_NONE) {
        printf("trace          %s\n", TAC_SHOWN(folder));
        tac_trace_report_print(&r, lines, stdout);
    }
    if (outcome != TAC_TRACE_COMPLETE) {
        fprintf(stderr, "tactus trace: '%s'%s: %s\n", TAC_SHOWN(folder),
                outcome == TAC_TRACE_CUT ? " is cut off, reported is what came before" : "",
                diag.text);
    }
    tac_trace_report_free(&r);
    return code;
}

static int run_trace(tac_args *a)
{
    settings set = {0};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    if (a->n_plain < 2 || strcmp(set.word[0], "report") != 0) {
        tac_args_fail(a, "what to do is 'report FOLDER', the folder of a recorded trace");
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    return report(set.word[1], set.all ? 0 : LINES);
}

const tac_command tac_command_trace = {
    .name = "trace",
    .arguments = "report FOLDER",
    .summary = "misses, causes and stage times of a recorded trace",
    .syntax = &syntax,
    .run = run_trace,
};
