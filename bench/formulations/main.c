// Momenta or accelerations? Repeats the comparison of paper 001 on closed loops with adaptive integrators.
//   bench-formulations [--page FOLDER] [--csv FILE] [--check]
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "command/command.h"
#include "page.h"
#include "table.h"

typedef struct settings {
    const char *page, *csv;
    bool check;
} settings;

static const tac_option options[] = {
    {"page", "FOLDER", "write FOLDER/formulations.md with its drawings and all figures",
     TAC_ARG_TEXT(settings, page)},
    {"csv", "FILE", "write all figures; - is standard output (default)",
     TAC_ARG_TEXT(settings, csv)},
    {"check", NULL, "only what must be shown, on bodies; ends with 3 if it is not",
     TAC_ARG_FLAG(settings, check)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .surplus = "the loops are fixed, not '%s'",
};

static int study(const settings *set)
{
    comparison *c = calloc(1, sizeof *c);
    bool good = c && measure_all(c);
    int code = good ? TAC_EXIT_OK : TAC_EXIT_INPUT;
    if (good && set->page && !page_write(c, set->page)) {
        code = TAC_EXIT_OUTPUT;
    }
    if (good && (set->csv || !set->page) && !table_write(c, set->csv ? set->csv : "-")) {
        code = TAC_EXIT_OUTPUT;
    }
    free(c);
    return code;
}

int main(int argc, char **argv)
{
    settings set = {0};
    tac_args a = {.command = "bench-formulations", .argc = argc, .argv = argv, .at = 1};
    if (tac_args_want_help(argc - 1, argv + 1)) {
        puts("Momenta and accelerations under adaptive integrators.\n\nUsage: bench-formulations "
             "[options]\n");
        tac_syntax_print(&syntax);
        return TAC_EXIT_OK;
    }
    if (!tac_args_read(&a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a.error);
    }
    if (set.check) {
        return check_bounds() ? TAC_EXIT_OK : TAC_EXIT_DIVERGED;
    }
    return study(&set);
}
