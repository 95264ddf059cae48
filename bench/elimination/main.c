// What does an order of elimination cost where bodies are flexible and chains are closed? The study of paper 003.
//   bench-elimination [--page FILE] [--check]
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "command/command.h"
#include "page.h"

enum { REPEATS = 50, REPEATS_OF_CHECK = 1 };

typedef struct settings {
    const char *page;
    bool check;
} settings;

static const tac_option options[] = {
    {"page", "FILE", "write the page with all tables (default: /dev/stdout)",
     TAC_ARG_TEXT(settings, page)},
    {"check", NULL, "only whether structure and numbers are as the page says; ends with 3 if not",
     TAC_ARG_FLAG(settings, check)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .surplus = "the mechanisms are fixed, not '%s'",
};

static int run(const settings *set)
{
    study *s = calloc(1, sizeof *s);
    int code = TAC_EXIT_OK;
    if (!s || !study_measure(s, set->check ? REPEATS_OF_CHECK : REPEATS)) {
        code = TAC_EXIT_INPUT;
    } else if (set->check) {
        code = check_study(s) ? TAC_EXIT_OK : TAC_EXIT_DIVERGED;
    } else if (!page_write(s, set->page ? set->page : "/dev/stdout")) {
        code = TAC_EXIT_OUTPUT;
    }
    free(s);
    return code;
}

int main(int argc, char **argv)
{
    settings set = {0};
    tac_args a = {.command = "bench-elimination", .argc = argc, .argv = argv, .at = 1};
    if (tac_args_want_help(argc - 1, argv + 1)) {
        puts("Orders of elimination for chains and loops of flexible bodies.\n\nUsage: "
             "bench-elimination [options]\n");
        tac_syntax_print(&syntax);
        return TAC_EXIT_OK;
    }
    if (!tac_args_read(&a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a.error);
    }
    return run(&set);
}
