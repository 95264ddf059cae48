// tactus platform: drives the legs of a motion platform from what the driver of a vehicle feels.
#include <stdlib.h>
#include <unistd.h>

#include "command.h"
#include "platform/controller.h"
#include "platform/platform_report.h"
#include "system/output.h"

typedef struct settings {
    const char *path, *csv;
    bool check, engage, quiet;
    double duration; // s, 0: until told to end
} settings;

static const tac_option options[] = {
    {"check", NULL, "read the file, print what the platform can do, and end",
     TAC_ARG_FLAG(settings, check)},
    {"csv", "FILE", "write what is commanded, one row per cycle", TAC_ARG_TEXT(settings, csv)},
    {"duration", "TIME", "park and end after so long (default: when told)",
     TAC_ARG_REAL(settings, duration, TAC_Q_TIME, 1e-3, 1e9)},
    {"engage", NULL, "engage once both instances run, without being told",
     TAC_ARG_FLAG(settings, engage)},
    {"quiet", NULL, "print nothing but errors", TAC_ARG_FLAG(settings, quiet)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, path, const char *),
    .missing = "no platform file given; docs/platform.md describes them",
    .surplus = "'%s' is one argument too many; 'tactus ctl NAME VERB' controls",
};

// The controller has run and said why it ended.
static int exit_code(const tac_controller *c, tac_controller_end end, const tac_diag *diag)
{
    switch (end) {
    case TAC_CONTROLLER_ENDED:
        return TAC_EXIT_OK;
    case TAC_CONTROLLER_AT_ONCE:
        return TAC_EXIT_SIGNAL + c->stop_signal;
    case TAC_CONTROLLER_SAFE:
        return TAC_EXIT_SAFE;
    case TAC_CONTROLLER_INCOMPLETE:
        return TAC_EXIT_OUTPUT;
    case TAC_CONTROLLER_LEFT:
        _exit(TAC_EXIT_SIGNAL + c->stop_signal);
    case TAC_CONTROLLER_NO_THREADS:
        return tac_command_fail(TAC_EXIT_MEMORY, diag->text);
    }
    return TAC_EXIT_OK;
}

static int control(const tac_platform_file *file, const settings *set)
{
    tac_failure why = {.kind = TAC_FAILED_INPUT};
    int code;
    const tac_platform_options how = {.csv = set->csv,
                                      .duration_ns = (int64_t)(set->duration * 1e9),
                                      .engage = set->engage,
                                      .quiet = set->quiet};
    tac_output_bind(TAC_OUTPUT_BRIEF);
    tac_controller *c = aligned_alloc(_Alignof(tac_controller), sizeof *c);
    if (!c) {
        return tac_command_fail(TAC_EXIT_MEMORY, "tactus platform: out of memory");
    }
    if (tac_controller_open(c, file, &how, &why)) {
        code = exit_code(c, tac_controller_run(c, &why.diag), &why.diag);
    } else {
        code = tac_command_fail(tac_exit_of_failure(&why), why.diag.text);
    }
    tac_controller_close(c);
    free(c);
    return code;
}

static int run_platform(tac_args *a)
{
    settings set = {0};
    tac_diag diag = {0};
    if (!tac_args_read(a, &syntax, &set) || !tac_command_spares(a, set.path, set.csv)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_platform_file *file = tac_platform_file_read(set.path, &diag);
    if (!file) {
        return tac_command_refuse(&diag, TAC_EXIT_INPUT);
    }
    int code = TAC_EXIT_OK;
    if (set.check) {
        tac_platform_print_file(file, stdout);
    } else {
        code = control(file, &set);
    }
    tac_platform_file_free(file);
    return code;
}

const tac_command tac_command_platform = {
    .name = "platform",
    .arguments = "FILE [options]",
    .summary = "drive a motion platform from a running vehicle",
    .syntax = &syntax,
    .run = run_platform,
};
