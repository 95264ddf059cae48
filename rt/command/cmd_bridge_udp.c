// tactus bridge-udp: signals of a running instance to and from UDP packets.
#include <stdlib.h>

#include "bridge/bridge.h"
#include "bridge/bridge_report.h"
#include "command.h"

typedef enum option { CHECK, DURATION, VERBOSE } option;

static const tac_option options[] = {
    [CHECK] = {"check", NULL, "read the file, print what the packets look like, and end"},
    [DURATION] = {"duration", "TIME", "end after so long (default: at SIGTERM or SIGINT)"},
    [VERBOSE] = {"verbose", NULL, "print the main counters every second"},
};

typedef struct settings {
    const char *path;
    int check, verbose;
    double duration;
} settings;

static int take_option(tac_args *a, option found, settings *set)
{
    switch (found) {
    case CHECK:
        set->check = 1;
        return 1;
    case DURATION:
        return tac_args_real(a, TAC_Q_TIME, 1e-3, 1e9, &set->duration);
    case VERBOSE:
        set->verbose = 1;
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
            return tac_args_fail(a, "'%s' is one argument too many", a->value);
        } else if (found < 0 || !take_option(a, (option)found, set)) {
            return 0;
        }
    }
    return set->path || tac_args_fail(a, "no bridge file given; docs/bridge-udp.md describes them");
}

static int bridge(const tac_bridge_file *file, const settings *set)
{
    tac_diag diag = {0};
    tac_bridge *b = calloc(1, sizeof *b);
    if (!b) {
        return tac_command_fail(TAC_EXIT_MEMORY, "tactus bridge-udp: out of memory");
    }
    int good = tac_bridge_open(b, file, &diag) &&
               tac_bridge_run(b, (int64_t)(set->duration * 1e9), set->verbose, &diag);
    if (good) {
        tac_bridge_report(b, stdout);
    }
    tac_bridge_close(b);
    free(b);
    return good ? TAC_EXIT_OK : tac_command_fail(tac_exit_of(&diag, TAC_EXIT_INPUT), diag.text);
}

static int run_bridge(tac_args *a)
{
    settings set = {0};
    tac_diag diag = {0};
    if (!parse(a, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_bridge_file *file = tac_bridge_file_read(set.path, &diag);
    if (!file) {
        return tac_command_fail(tac_exit_of(&diag, TAC_EXIT_INPUT), diag.text);
    }
    int code = TAC_EXIT_OK;
    if (set.check) {
        tac_bridge_print_layouts(file, stdout);
    } else {
        code = bridge(file, &set);
    }
    tac_bridge_file_free(file);
    return code;
}

const tac_command tac_command_bridge_udp = {
    .name = "bridge-udp",
    .arguments = "CONFIG [options]",
    .summary = "carry signals of a running instance over UDP",
    .option = options,
    .n_option = sizeof options / sizeof options[0],
    .run = run_bridge,
};
