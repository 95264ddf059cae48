// tactus bench: measurements of the program itself: latency beside cyclictest, throughput of steps, the
// scaling study of the paper.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "latency/latency_bench.h"
#include "latency/latency_report.h"
#include "paper.h"
#include "simulation/shipped.h"
#include "throughput/throughput.h"

typedef enum option { DURATION, SLICE, LOAD, JSON, CSV, SVG } option;

static const tac_option options[] = {
    [DURATION] = {"duration", "TIME", "how long each of both runs per condition (default: 10 s)"},
    [SLICE] = {"slice", "TIME", "how long one runs before the other's turn (default: 2 s)"},
    [LOAD] = {"load", NULL, "measure a second time with stress-ng running"},
    [JSON] = {"json", "FILE", "write figures, verdict and environment; - is standard output"},
    [CSV] = {"csv", "FILE", "write all histogram buckets; - is standard output"},
    [SVG] = {"svg", "FILE", "draw the histograms with gnuplot"},
};

typedef struct settings {
    const char *what; // "latency"
    tac_bench_options bench;
    const char *json, *csv, *svg;
} settings;

static int take_plain(settings *set, tac_args *a)
{
    if (!set->what) {
        set->what = a->value;
        return strcmp(set->what, "latency") == 0 ||
               tac_args_fail(
                   a, "unknown benchmark '%s'; there are 'latency', 'throughput' and 'paper'",
                   set->what);
    }
    if (set->bench.rig_path) {
        return tac_args_fail(a, "one rig at a time, not also '%s'", a->value);
    }
    set->bench.rig_path = a->value;
    return 1;
}

static int take_option(settings *set, tac_args *a, int found)
{
    switch ((option)found) {
    case DURATION:
        return tac_args_real(a, TAC_Q_TIME, 0.1, 1e6, &set->bench.duration);
    case SLICE:
        return tac_args_real(a, TAC_Q_TIME, 0.1, 1e6, &set->bench.slice);
    case LOAD:
        set->bench.load = 1;
        return 1;
    case JSON:
        set->json = a->value;
        return 1;
    case CSV:
        set->csv = a->value;
        return 1;
    case SVG:
        set->svg = a->value;
        return 1;
    }
    return 0;
}

static int take_arguments(settings *set, tac_args *a)
{
    int found;
    while ((found = tac_args_next(a)) != TAC_ARG_END) {
        int ok = found == TAC_ARG_PLAIN ? take_plain(set, a)
                 : found >= 0           ? take_option(set, a, found)
                                        : 0;
        if (!ok) {
            return 0;
        }
    }
    if (!set->what) {
        return tac_args_fail(a,
                             "no benchmark given; there are 'latency', 'throughput' and 'paper'");
    }
    const char *const output[] = {set->json, set->csv, set->svg}, *rig = set->bench.rig_path;
    for (int i = 0; i < 3 && rig; i++) {
        if (!tac_command_spares(a, rig, output[i])) {
            return 0;
        }
    }
    return tac_command_apart(a, output, 3);
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
    size_t size = (sizeof(tac_bench) + 63) / 64 * 64;
    tac_bench *b = aligned_alloc(64, size);
    if (!b) {
        return tac_command_fail(TAC_EXIT_MEMORY, "tactus bench: not enough memory");
    }
    int ok = tac_bench_open(b, &set->bench) && tac_bench_run(b);
    int code = b->run_code ? b->run_code : (int)tac_exit_of_failure(&b->why);
    int result = ok ? write_results(set, b) : tac_command_fail(code, b->why.diag.text);
    tac_bench_close(b);
    free(b);
    return result;
}

static int run_bench(tac_args *a)
{
    char path[TAC_SHIPPED_SIZE];
    settings set = {.bench = {.duration = 10.0, .slice = 2.0, .safe_code = TAC_EXIT_SAFE}};
    if (a->at < a->argc && strcmp(a->argv[a->at], "throughput") == 0) {
        a->at++;
        return tac_bench_throughput(a);
    }
    if (a->at < a->argc && strcmp(a->argv[a->at], "paper") == 0) {
        a->at++;
        return tac_bench_paper(a);
    }
    a->option = options;
    a->n_option = sizeof options / sizeof options[0];
    if (!take_arguments(&set, a)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    set.bench.progress = isatty(STDERR_FILENO) ? stderr : NULL;
    if (!set.bench.rig_path) {
        set.bench.rig_path = tac_shipped("rigs/four_bar.yaml", path);
    }
    return run_latency(&set);
}

static const tac_command latency_help = {
    .name = "bench latency",
    .arguments = "[RIG] [options]",
    .option = options,
    .n_option = sizeof options / sizeof options[0],
    .second = &tac_bench_throughput_help,
};

const tac_command tac_command_bench = {
    .name = "bench",
    .arguments = "latency|throughput|paper",
    .summary = "latency beside cyclictest, throughput of steps, the paper's study",
    .run = run_bench,
    .second = &latency_help,
};
