// Does Tactus scale as the paper says? Measures its chains and prints what is found beside its words.
//   bench-paper [--workers N] [--csv FILE] [--svg FILE] [--quick]
#include <stdio.h>
#include <unistd.h>

#include "command/command.h"
#include "float_mode.h"
#include "paper.h"
#include "paper_output.h"

typedef struct settings {
    int workers; // 0: the cores there are
    const char *csv, *svg;
    bool quick;
} settings;

static const tac_option options[] = {
    {"workers", "N", "measure up to N threads (default: the cores there are, at most 8)",
     TAC_ARG_WHOLE(settings, workers, 1, TAC_PAPER_WORKERS)},
    {"csv", "FILE", "write all figures; - is standard output", TAC_ARG_TEXT(settings, csv)},
    {"svg", "FILE", "draw time, speed-up, efficiency and shares with gnuplot",
     TAC_ARG_TEXT(settings, svg)},
    {"quick", NULL, "a tenth of the steps, chains of 2, 64 and 1024",
     TAC_ARG_FLAG(settings, quick)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .surplus = "the paper's chains are fixed, not '%s'",
};

static int most_workers(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < TAC_PAPER_WORKERS ? (int)cores : TAC_PAPER_WORKERS;
}

static int study(const settings *set)
{
    static tac_paper p;
    tac_diag diag = {0};
    bool diverged;
    int workers = set->workers ? set->workers : most_workers();
    if (!tac_paper_measure(&p, workers, set->quick, &diverged, &diag)) {
        tac_exit why = diverged ? TAC_EXIT_DIVERGED : TAC_EXIT_INPUT;
        return tac_command_fail(tac_exit_of(&diag, why), diag.text);
    }
    return tac_paper_write(&p, set->csv, set->svg, &diag)
               ? TAC_EXIT_OK
               : tac_command_fail(tac_exit_of(&diag, TAC_EXIT_OUTPUT), diag.text);
}

int main(int argc, char **argv)
{
    settings set = {0};
    tac_args a = {.command = "bench-paper", .argc = argc, .argv = argv, .at = 1};
    if (tac_args_want_help(argc - 1, argv + 1)) {
        puts("The scaling study of the paper on this machine.\n\nUsage: bench-paper [options]\n");
        tac_syntax_print(&syntax);
        return TAC_EXIT_OK;
    }
    (void)tac_set_float_mode();
    if (!tac_args_read(&a, &syntax, &set) ||
        !tac_command_apart(&a, (const char *const[]){set.csv, set.svg}, 2)) {
        return tac_command_fail(TAC_EXIT_INPUT, a.error);
    }
    return study(&set);
}
