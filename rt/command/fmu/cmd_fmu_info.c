// tactus fmu-info: what an FMU of others is, and whether it is valid. A program of its own reads it: nothing of an
// archive from elsewhere comes into this one.
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "command/command.h"
#include "system/own_library.h"

typedef struct settings {
    const char *path;
} settings;

static const tac_syntax syntax = {
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, path, const char *),
    .missing = "no FMU given; try '%s --help'",
    .surplus = "one FMU at a time, not '%2$s' and '%1$s'",
};

static int run_fmu_info(tac_args *a)
{
    settings set = {0};
    char path[TAC_OWN_LIBRARY_SIZE];
    tac_diag diag = {.text = ""};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    if (!tac_own_library("tactus-fmu-host", path, &diag)) {
        return tac_command_refuse(&diag, TAC_EXIT_INPUT);
    }
    const char *const argument[] = {"tactus-fmu-host", "info", set.path, NULL};
    (void)execv(path, (char *const *)argument);
    (void)tac_args_fail(a, "'%s' cannot be started: %s", path, strerror(errno));
    return tac_command_fail(TAC_EXIT_INPUT, a->error);
}

const tac_command tac_command_fmu_info = {
    .name = "fmu-info",
    .arguments = "FILE.fmu",
    .summary = "what an FMU is and has, and whether it is valid",
    .syntax = &syntax,
    .run = run_fmu_info,
};
