// tactus bench: measurements of the program itself: latency beside cyclictest, throughput of steps.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "lanes.h"
#include "latency/latency_bench.h"
#include "latency/latency_report.h"
#include "model_options.h"
#include "rig_file.h"
#include "simulation/shipped.h"
#include "throughput/cases.h"
#include "throughput/throughput_output.h"

#define BENCHMARKS "there are 'latency' and 'throughput'"

// ---- throughput ----------------------------------------------------------------------------------

typedef struct throughput_settings {
    tac_throughput_plan plan;
    tac_model_options of_model;
    tac_throughput_files to;
} throughput_settings;

static bool check_case(tac_args *a, void *of_bench)
{
    const throughput_settings *set = of_bench;
    return tac_throughput_knows(set->plan.wanted) ||
           tac_args_fail(a,
                         "--case %s: no case begins so; there are %s, %s, %s, "
                         "%s and models such as %s and %s",
                         a->value, tac_families[0].name, tac_families[1].name, tac_families[2].name,
                         tac_families[3].name, tac_bench_models[0],
                         tac_bench_models[TAC_BENCH_MODELS - 1]);
}

static bool check_lanes(tac_args *a, void *of_bench)
{
    const throughput_settings *set = of_bench;
    return set->plan.lanes <= tac_widest_lanes() ||
           tac_args_fail(a, "this processor has no vectors of %d numbers", set->plan.lanes);
}

static bool take_model(tac_args *a, void *of_bench)
{
    throughput_settings *set = of_bench;
    if (set->plan.n_model == TAC_THROUGHPUT_MODELS) {
        return tac_args_fail(a, "at most %d models", TAC_THROUGHPUT_MODELS);
    }
    set->plan.model[set->plan.n_model++] = a->value;
    return true;
}

static const char *const widths[] = {"1", "4", "8"};

static const tac_option throughput_options[] = {
    {"case", "NAME", "only cases whose names begin so: chain-spherical, ring, vehicle ...",
     TAC_ARG_TEXT(throughput_settings, plan.wanted), .take = check_case},
    {"bodies", "N", "families of this size only",
     TAC_ARG_WHOLE(throughput_settings, plan.bodies, 2, 100000)},
    {"workers", "W", "threads that share a step (default: 1, then 2)",
     TAC_ARG_WHOLE(throughput_settings, plan.workers, 1, TAC_MAX_WORKERS)},
    {"lanes", "1|4|8", "width of vectors (default: what suits each model)",
     TAC_ARG_NUMBER(throughput_settings, plan.lanes, widths), .take = check_lanes},
    {"order", "2|3|4|6", "order of accuracy (default: 2; of models: as they are)",
     TAC_ARG_WHOLE(throughput_settings, plan.order, 2, 6)},
    {"json", "FILE", "write everything; - is standard output",
     TAC_ARG_TEXT(throughput_settings, to.json)},
    {"csv", "FILE", "write the table; - is standard output",
     TAC_ARG_TEXT(throughput_settings, to.csv)},
    {"svg", "FILE", "draw time per body and step with gnuplot",
     TAC_ARG_TEXT(throughput_settings, to.svg)},
    {"quick", NULL, "a short run of few sizes", TAC_ARG_FLAG(throughput_settings, plan.quick)},
};

static const tac_syntax throughput_syntax = {
    .option = throughput_options,
    .n_option = sizeof throughput_options / sizeof *throughput_options,
    .shared = {{tac_model_option, TAC_N_MODEL_OPTION, offsetof(throughput_settings, of_model)}},
    .take = take_model,
};

static bool throughput_read_arguments(throughput_settings *set, tac_args *a)
{
    if (!tac_args_read(a, &throughput_syntax, set)) {
        return false;
    }
    set->plan.method = set->of_model.method;
    set->plan.given = tac_model_options_given(&set->of_model);
    if (set->plan.method && !tac_command_real_time(a, tac_method_of_word(set->plan.method))) {
        return false;
    }
    if (set->plan.given.n > 0 && set->plan.n_model == 0) {
        return tac_args_fail(a, "--parameter is for models that are named; name one");
    }
    const char *const output[] = {set->to.json, set->to.csv, set->to.svg};
    for (int i = 0; i < set->plan.n_model; i++) {
        if (!tac_command_spares_all(a, set->plan.model[i], &set->plan.given, output, 3)) {
            return false;
        }
    }
    return tac_command_apart(a, output, 3);
}

static int measure(const throughput_settings *set, tac_throughput *t)
{
    tac_diag diag = {0};
    if (!tac_throughput_measure(t, &set->plan, &diag)) {
        tac_exit why = t->diverged ? TAC_EXIT_DIVERGED : TAC_EXIT_INPUT;
        return tac_command_refuse(&diag, why);
    }
    return tac_throughput_write(t, &set->to, &diag) ? TAC_EXIT_OK
                                                    : tac_command_refuse(&diag, TAC_EXIT_OUTPUT);
}

static int run_throughput(tac_args *a)
{
    throughput_settings set = {0};
    if (!throughput_read_arguments(&set, a)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_throughput *t = calloc(1, sizeof *t);
    int code =
        t ? measure(&set, t) : tac_command_fail(TAC_EXIT_MEMORY, "tactus bench: not enough memory");
    free(t);
    return code;
}

static const tac_command throughput_help = {
    .name = "bench throughput",
    .arguments = "[MODEL...] [options]",
    .syntax = &throughput_syntax,
};

// ---- latency -------------------------------------------------------------------------------------

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
        return run_throughput(a);
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
    .second = &throughput_help,
};

const tac_command tac_command_bench = {
    .name = "bench",
    .arguments = "latency|throughput",
    .summary = "latency beside cyclictest, throughput of steps",
    .run = run_bench,
    .second = &latency_help,
};
