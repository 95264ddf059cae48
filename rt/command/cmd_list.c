// tactus list: the instances of this machine.
#include "command.h"
#include "monitor/instance_table.h"

typedef struct settings {
    bool json, clean;
} settings;

static const tac_option options[] = {
    {"json", NULL, "as one JSON object", TAC_ARG_FLAG(settings, json)},
    {"clean", NULL, "remove what dead instances have left, and say so",
     TAC_ARG_FLAG(settings, clean)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .surplus = "'%s' is one argument too many; 'tactus signals NAME' lists signals",
};

static int run_list(tac_args *a)
{
    settings set = {0};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    if (set.json && set.clean) {
        (void)tac_args_fail(a,
                            "--json and --clean exclude each other; list again after the cleaning");
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    return set.clean  ? tac_instance_table_clean(a->command)
           : set.json ? tac_instance_table_json()
                      : tac_instance_table_print();
}

const tac_command tac_command_list = {
    .name = "list",
    .arguments = "[options]",
    .summary = "the running instances: model, state, step, misses, process",
    .syntax = &syntax,
    .run = run_list,
};
