// tactus platform: drives the legs of a motion platform from what the driver of a vehicle feels.
#include <stdlib.h>
#include <unistd.h>

#include "command.h"
#include "platform/controller.h"
#include "platform/platform_report.h"

typedef enum option { CHECK, CSV, DURATION, ENGAGE, QUIET } option;

static const tac_option options[] = {
    [CHECK] = {"check", NULL, "read the file, print what the platform can do, and end"},
    [CSV] = {"csv", "FILE", "write what is commanded, one row per cycle"},
    [DURATION] = {"duration", "TIME", "park and end after so long (default: when told)"},
    [ENGAGE] = {"engage", NULL, "engage once both instances run, without being told"},
    [QUIET] = {"quiet", NULL, "print nothing but errors"},
};

typedef struct settings {
    const char *path;
    int check;
    double duration;
    tac_platform_options run;
} settings;

static int take_option(tac_args *a, option found, settings *set)
{
    switch (found) {
    case CHECK:
        set->check = 1;
        return 1;
    case CSV:
        set->run.csv = a->value;
        return 1;
    case DURATION:
        return tac_args_real(a, TAC_Q_TIME, 1e-3, 1e9, &set->duration);
    case ENGAGE:
        set->run.engage = 1;
        return 1;
    case QUIET:
        set->run.quiet = 1;
        return 1;
    }
    return 0;
}

static int parse(tac_args *a, settings *set)
{
    int found;
    while ((found = tac_args_next(a)) != TAC_ARG_END) {
        if (found == TAC_ARG_PLAIN && !set->path) {
            set->path = a->value;
        } else if (found == TAC_ARG_PLAIN) {
            return tac_args_fail(
                a, "'%s' is one argument too many; 'tactus ctl NAME VERB' controls", a->value);
        } else if (found < 0 || !take_option(a, (option)found, set)) {
            return 0;
        }
    }
    set->run.duration_ns = (int64_t)(set->duration * 1e9);
    return set->path ? tac_command_spares(a, set->path, set->run.csv)
                     : tac_args_fail(a, "no platform file given; docs/platform.md describes them");
}

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
    tac_controller *c = aligned_alloc(_Alignof(tac_controller), sizeof *c);
    if (!c) {
        return tac_command_fail(TAC_EXIT_MEMORY, "tactus platform: out of memory");
    }
    if (tac_controller_open(c, file, &set->run, &why)) {
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
    if (!parse(a, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_platform_file *file = tac_platform_file_read(set.path, &diag);
    if (!file) {
        return tac_command_fail(tac_exit_of(&diag, TAC_EXIT_INPUT), diag.text);
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
    .option = options,
    .n_option = sizeof options / sizeof options[0],
    .run = run_platform,
};
