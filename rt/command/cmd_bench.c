// tactus bench: measurements of the program itself: latency beside cyclictest, throughput of steps.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_bench_throughput.h"
#include "command.h"
#include "latency/latency_bench.h"
#include "latency/latency_report.h"
#include "model_options.h"
#include "simulation/shipped.h"

#define BENCHMARKS "there are 'latency' and 'throughput'"

typedef struct settings {
    const char *what; // "latency"
    const char *rig;  // NULL: the one that comes with the program
    tac_model_options of_model;
    double duration, slice;
    bool load;
    const char *json, *csv, *svg;
} settings;

static bool take_plain(tac_args *a, void *of_bench)
{
    settings *set = of_bench;
    if (!set->what) {
        set->what = a->value;
        return strcmp(set->what, "latency") == 0 ||
               tac_args_fail(a, "unknown benchmark '%s'; " BENCHMARKS, set->what);
    }
    if (set->rig) {
        return tac_args_fail(a, "one rig at a time, not also '%s'", a->value);
    }
    set->rig = a->value;
    return true;
}

static const tac_option options[] = {
    {"duration", "TIME", "how long each of both runs per condition (default: 10 s)",
     TAC_ARG_REAL(settings, duration, TAC_Q_TIME, 0.1, 1e6)},
    {"slice", "TIME", "how long one runs before the other's turn (default: 2 s)",
     TAC_ARG_REAL(settings, slice, TAC_Q_TIME, 0.1, 1e6)},
    {"load", NULL, "measure a second time with stress-ng running", TAC_ARG_FLAG(settings, load)},
    {"json", "FILE", "write figures, verdict and environment; - is standard output",
     TAC_ARG_TEXT(settings, json)},
    {"csv", "FILE", "write all histogram buckets; - is standard output",
     TAC_ARG_TEXT(settings, csv)},
    {"svg", "FILE", "draw the histograms with gnuplot", TAC_ARG_TEXT(settings, svg)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .shared = {{tac_model_option, TAC_N_MODEL_OPTION, offsetof(settings, of_model)}},
    .least = 1,
    .missing = "no benchmark given; " BENCHMARKS,
    .take = take_plain,
};

static bool read_arguments(settings *set, tac_args *a)
{
    if (!tac_args_read(a, &syntax, set)) {
        return false;
    }
    const char *const output[] = {set->json, set->csv, set->svg};
    const tac_given given = tac_model_options_given(&set->of_model);
    return (!set->rig || tac_command_spares_all(a, set->rig, &given, output, 3)) &&
           tac_command_apart(a, output, 3);
}

static int to_standard_output(const settings *set)
{
    return (set->json && strcmp(set->json, "-") == 0) || (set->csv && strcmp(set->csv, "-") == 0);
}

static int write_results(const settings *set, const tac_bench *b)
{
    tac_diag diag = {0};
    tac_bench_print(b, to_standard_output(set) ? stderr : stdout);
    int ok = (!set->json || tac_bench_write_json(b, set->json, &diag)) &&
             (!set->csv || tac_bench_write_csv(b, set->csv, &diag)) &&
             (!set->svg || tac_bench_write_svg(b, set->svg, &diag));
    return ok ? TAC_EXIT_OK : tac_command_fail(TAC_EXIT_OUTPUT, diag.text);
}

static int run_latency(const settings *set)
{
    char path[TAC_SHIPPED_SIZE];
    const tac_bench_options how = {.rig_path = set->rig ? set->rig
                                                        : tac_shipped("rigs/four_bar.yaml", path),
                                   .method = set->of_model.method,
                                   .given = tac_model_options_given(&set->of_model),
                                   .duration = set->duration,
                                   .slice = set->slice,
                                   .load = set->load,
                                   .safe_code = TAC_EXIT_SAFE,
                                   .progress = isatty(STDERR_FILENO) ? stderr : NULL};
    size_t size = (sizeof(tac_bench) + 63) / 64 * 64;
    tac_bench *b = aligned_alloc(64, size);
    if (!b) {
        return tac_command_fail(TAC_EXIT_MEMORY, "tactus bench: not enough memory");
    }
    int ok = tac_bench_open(b, &how) && tac_bench_run(b);
    int code = b->run_code ? b->run_code : (int)tac_exit_of_failure(&b->why);
    int result = ok ? write_results(set, b) : tac_command_fail(code, b->why.diag.text);
    tac_bench_close(b);
    free(b);
    return result;
}

static int run_bench(tac_args *a)
{
    settings set = {.duration = 10.0, .slice = 2.0};
    const char *what = a->at < a->argc ? a->argv[a->at] : "";
    if (strcmp(what, "throughput") == 0) {
        a->at++;
        return tac_bench_throughput(a);
    }
    if (strcmp(what, "paper") == 0) {
        return tac_command_fail(
            TAC_EXIT_INPUT, "tactus bench paper: the scaling study is a benchmark of the sources "
                            "now: ./dev bench, build/release/bench/bench-paper --help");
    }
    return read_arguments(&set, a) ? run_latency(&set) : tac_command_fail(TAC_EXIT_INPUT, a->error);
}

static const tac_command latency_help = {
    .name = "bench latency",
    .arguments = "[RIG] [options]",
    .syntax = &syntax,
    .second = &tac_bench_throughput_help,
};

const tac_command tac_command_bench = {
    .name = "bench",
    .arguments = "latency|throughput",
    .summary = "latency beside cyclictest, throughput of steps",
    .run = run_bench,
    .second = &latency_help,
};
