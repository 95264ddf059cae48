// tactus bench throughput: time per step of mechanisms of growing size, on one thread and on several.
#include "cmd_bench_throughput.h"

#include <limits.h>
#include <stdlib.h>

#include "lanes.h"
#include "model_options.h"
#include "rig_file.h"
#include "throughput/cases.h"
#include "throughput/throughput_output.h"

typedef struct settings {
    tac_throughput_plan plan;
    tac_model_options of_model;
    tac_throughput_files to;
} settings;

static bool check_case(tac_args *a, void *of_bench)
{
    const settings *set = of_bench;
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
    const settings *set = of_bench;
    return set->plan.lanes <= tac_widest_lanes() ||
           tac_args_fail(a, "this processor has no vectors of %d numbers", set->plan.lanes);
}

static bool take_model(tac_args *a, void *of_bench)
{
    settings *set = of_bench;
    if (set->plan.n_model == TAC_THROUGHPUT_MODELS) {
        return tac_args_fail(a, "at most %d models", TAC_THROUGHPUT_MODELS);
    }
    set->plan.model[set->plan.n_model++] = a->value;
    return true;
}

static const char *const widths[] = {"1", "4", "8"};

static const tac_option options[] = {
    {"case", "NAME", "only cases whose names begin so: chain-spherical, ring, vehicle ...",
     TAC_ARG_TEXT(settings, plan.wanted), .take = check_case},
    {"bodies", "N", "families of this size only", TAC_ARG_WHOLE(settings, plan.bodies, 2, 100000)},
    {"workers", "W", "threads that share a step (default: 1, then 2)",
     TAC_ARG_WHOLE(settings, plan.workers, 1, TAC_MAX_WORKERS)},
    {"lanes", "1|4|8", "width of vectors (default: what suits each model)",
     TAC_ARG_NUMBER(settings, plan.lanes, widths), .take = check_lanes},
    {"order", "2|3|4|6", "order of accuracy (default: 2; of models: as they are)",
     TAC_ARG_WHOLE(settings, plan.order, 2, 6)},
    {"json", "FILE", "write everything; - is standard output", TAC_ARG_TEXT(settings, to.json)},
    {"csv", "FILE", "write the table; - is standard output", TAC_ARG_TEXT(settings, to.csv)},
    {"svg", "FILE", "draw time per body and step with gnuplot", TAC_ARG_TEXT(settings, to.svg)},
    {"quick", NULL, "a short run of few sizes", TAC_ARG_FLAG(settings, plan.quick)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .shared = {{tac_model_option, TAC_N_MODEL_OPTION, offsetof(settings, of_model)}},
    .take = take_model,
};

static bool read_arguments(settings *set, tac_args *a)
{
    if (!tac_args_read(a, &syntax, set)) {
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

static int measure(const settings *set, tac_throughput *t)
{
    tac_diag diag = {0};
    if (!tac_throughput_measure(t, &set->plan, &diag)) {
        tac_exit why = t->diverged ? TAC_EXIT_DIVERGED : TAC_EXIT_INPUT;
        return tac_command_refuse(&diag, why);
    }
    return tac_throughput_write(t, &set->to, &diag) ? TAC_EXIT_OK
                                                    : tac_command_refuse(&diag, TAC_EXIT_OUTPUT);
}

int tac_bench_throughput(tac_args *a)
{
    settings set = {0};
    if (!read_arguments(&set, a)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_throughput *t = calloc(1, sizeof *t);
    int code =
        t ? measure(&set, t) : tac_command_fail(TAC_EXIT_MEMORY, "tactus bench: not enough memory");
    free(t);
    return code;
}

const tac_command tac_bench_throughput_help = {
    .name = "bench throughput",
    .arguments = "[MODEL...] [options]",
    .syntax = &syntax,
};
