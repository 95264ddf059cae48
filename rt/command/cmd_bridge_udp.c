// tactus bridge-udp: signals of a running instance to and from UDP packets.
#include <stdlib.h>

#include "bridge/bridge.h"
#include "bridge/bridge_report.h"
#include "command.h"
#include "system/output.h"

typedef struct settings {
    const char *path;
    bool check, verbose;
    double duration;
} settings;

static const tac_option options[] = {
    {"check", NULL, "read the file, print what the packets look like, and end",
     TAC_ARG_FLAG(settings, check)},
    {"duration", "TIME", "end after so long (default: at SIGTERM or SIGINT)",
     TAC_ARG_REAL(settings, duration, TAC_Q_TIME, 1e-3, 1e9)},
    {"verbose", NULL, "print the main counters every second", TAC_ARG_FLAG(settings, verbose)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, path, const char *),
    .missing = "no bridge file given; docs/bridge-udp.md describes them",
    .surplus = "'%s' is one argument too many",
};

static int bridge(const tac_bridge_file *file, const settings *set)
{
    tac_diag diag = {0};
    tac_output_bind(TAC_OUTPUT_BRIEF);
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
    return good ? TAC_EXIT_OK : tac_command_refuse(&diag, TAC_EXIT_INPUT);
}

static int run_bridge(tac_args *a)
{
    settings set = {0};
    tac_diag diag = {0};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_bridge_file *file = tac_bridge_file_read(set.path, &diag);
    if (!file) {
        return tac_command_refuse(&diag, TAC_EXIT_INPUT);
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
    .syntax = &syntax,
    .run = run_bridge,
};
