// Cases are generated families (chains, ring, tree) and the models that come with the program; other
// model files are given by name. Each is stepped for a bounded time.
#include "throughput.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cases.h"
#include "command/command.h"
#include "command/paper.h"
#include "lanes.h"
#include "rig_file.h"
#include "throughput_output.h"

// ---- options -----------------------------------------------------------------------------------

typedef enum option { CASE, BODIES, WORKERS, LANES, ORDER, JSON, CSV, SVG, QUICK } option;

static const tac_option options[] = {
    [CASE] = {"case", "NAME",
              "only cases whose names begin so: chain-spherical, ring, vehicle ..."},
    [BODIES] = {"bodies", "N", "families of this size only"},
    [WORKERS] = {"workers", "W", "threads that share a step (default: 1, then 2)"},
    [LANES] = {"lanes", "1|4|8", "width of vectors (default: what suits each model)"},
    [ORDER] = {"order", "2|3|4", "order of accuracy (default: 2; of models: as they are)"},
    [JSON] = {"json", "FILE", "write everything; - is standard output"},
    [CSV] = {"csv", "FILE", "write the table; - is standard output"},
    [SVG] = {"svg", "FILE", "draw time per body and step with gnuplot"},
    [QUICK] = {"quick", NULL, "a short run of few sizes"},
};

typedef struct settings {
    const char *wanted;                      // beginning of the names of cases; NULL: not given
    long long bodies, workers, lanes, order; // 0: not given
    tac_throughput_files to;
    int quick;
    const char *model[64];
    int n_model;
} settings;

enum { MOST_RESULTS = 256 };

typedef struct bench {
    settings set;
    tac_throughput result[MOST_RESULTS];
    int n, cores;
    tac_diag diag;
} bench;

// ---- measuring ---------------------------------------------------------------------------------

static tac_exit measure(bench *b, tac_simulation *s, const char *name, int workers)
{
    tac_throughput *r = &b->result[b->n];
    const tac_schedule all = tac_simulation_schedule(s, b->cores);
    *r = (tac_throughput){.bodies = s->file->desc.n_body,
                          .workers = workers,
                          .order = s->options.order,
                          .lanes = s->options.lanes ? s->options.lanes
                                                    : tac_suitable_lanes(s->file->desc.n_body),
                          .pays = tac_schedule_workers(&all)};
    snprintf(r->name, sizeof r->name, "%s", name);
    int ok = tac_bench_time(s, NULL, workers, 20, b->set.quick ? 0.05 : 0.3, TAC_BENCH_STEPS,
                            &r->us, &b->diag);
    b->n += ok;
    return ok ? TAC_EXIT_OK : tac_exit_of(&b->diag, TAC_EXIT_DIVERGED);
}

// Where a mechanism comes from.
typedef struct origin {
    const char *name;         // in the table
    const tac_family *family; // with so many bodies
    int bodies;
    const char *path; // of a file; neither: a model that comes with the program
} origin;

static tac_exit open_case(tac_simulation *s, const settings *set, const origin *o)
{
    int lanes = (int)set->lanes, order = (int)set->order;
    return o->family ? tac_bench_open_family(s, o->family, o->bodies, lanes, order)
           : o->path ? tac_bench_open_file(s, o->path, lanes, order)
                     : tac_bench_open_model(s, o->name, lanes, order);
}

// One mechanism with every number of workers asked for.
static tac_exit measure_case(bench *b, const origin *o)
{
    int first = b->set.workers ? (int)b->set.workers : 1;
    int last = b->set.workers ? first : b->cores > 1 ? 2 : 1;
    tac_exit code = TAC_EXIT_OK;
    for (int workers = first; workers <= last && code == TAC_EXIT_OK && b->n < MOST_RESULTS;
         workers++) {
        tac_simulation s;
        code = open_case(&s, &b->set, o);
        if (code == TAC_EXIT_OK) {
            code = measure(b, &s, o->name, workers);
        } else {
            b->diag = s.diag;
        }
        tac_simulation_close(&s);
    }
    return code;
}

static tac_exit measure_family(bench *b, const tac_family *f)
{
    tac_exit code = TAC_EXIT_OK;
    int one = (int)b->set.bodies, n = one ? one : f->least;
    for (; n <= (one ? one : f->most) && code == TAC_EXIT_OK; n = tac_family_next(f, n)) {
        int rare = n == f->least || n == 63 || n == 64 || n == 127 || n == 128 || n == 1024;
        if (!b->set.quick || one || rare) {
            code = measure_case(b, &(origin){f->name, .family = f, .bodies = n});
        }
    }
    return code;
}

// Neither families nor shipped models when others are given, unless they are asked for.
static int is_wanted(const settings *set, const char *name)
{
    return set->wanted ? strncmp(name, set->wanted, strlen(set->wanted)) == 0 : set->n_model == 0;
}

static int knows(const settings *set)
{
    int n = 0;
    for (int i = 0; i < TAC_FAMILIES; i++) {
        n += is_wanted(set, tac_families[i].name);
    }
    for (int i = 0; i < TAC_BENCH_MODELS; i++) {
        n += is_wanted(set, tac_bench_models[i]);
    }
    return n > 0;
}

static tac_exit measure_all(bench *b)
{
    tac_exit code = TAC_EXIT_OK;
    for (int i = 0; i < TAC_FAMILIES && code == TAC_EXIT_OK; i++) {
        int wanted = is_wanted(&b->set, tac_families[i].name);
        code = wanted ? measure_family(b, &tac_families[i]) : code;
    }
    for (int i = 0; i < TAC_BENCH_MODELS && code == TAC_EXIT_OK; i++) {
        const origin o = {.name = tac_bench_models[i]};
        code = is_wanted(&b->set, o.name) ? measure_case(b, &o) : code;
    }
    for (int i = 0; i < b->set.n_model && code == TAC_EXIT_OK; i++) {
        const char *path = b->set.model[i], *slash = strrchr(path, '/');
        code = measure_case(b, &(origin){slash ? slash + 1 : path, .path = path});
    }
    return code;
}

// ---- arguments ---------------------------------------------------------------------------------

static int take(settings *set, tac_args *a, int found)
{
    static const char *const lanes[] = {"1", "4", "8"};
    int width = 0;
    switch ((option)found) {
    case CASE:
        set->wanted = a->value;
        return knows(set) ||
               tac_args_fail(a,
                             "--case %s: no case begins so; there are %s, %s, %s, "
                             "%s and models such as %s and %s",
                             a->value, tac_families[0].name, tac_families[1].name,
                             tac_families[2].name, tac_families[3].name, tac_bench_models[0],
                             tac_bench_models[TAC_BENCH_MODELS - 1]);
    case BODIES:
        return tac_args_whole(a, 2, 100000, &set->bodies);
    case WORKERS:
        return tac_args_whole(a, 1, TAC_MAX_WORKERS, &set->workers);
    case LANES:
        if (!tac_args_word(a, lanes, 3, &width)) {
            return 0;
        }
        set->lanes = width == 0 ? 1 : 4 * width;
        return set->lanes <= tac_widest_lanes() ||
               tac_args_fail(a, "this processor has no vectors of %lld numbers", set->lanes);
    case ORDER:
        return tac_args_whole(a, 2, 4, &set->order);
    case JSON:
        set->to.json = a->value;
        return 1;
    case CSV:
        set->to.csv = a->value;
        return 1;
    case SVG:
        set->to.svg = a->value;
        return 1;
    case QUICK:
        set->quick = 1;
        return 1;
    }
    return 0;
}

static int take_arguments(settings *set, tac_args *a)
{
    int found, most = sizeof set->model / sizeof *set->model;
    while ((found = tac_args_next(a)) != TAC_ARG_END) {
        if (found == TAC_ARG_PLAIN && set->n_model < most) {
            set->model[set->n_model++] = a->value;
        } else if (found == TAC_ARG_PLAIN) {
            return tac_args_fail(a, "at most %d models", most);
        } else if (found < 0 || !take(set, a, found)) {
            return 0;
        }
    }
    const char *const output[] = {set->to.json, set->to.csv, set->to.svg};
    for (int i = 0; i < 3 * set->n_model; i++) {
        if (!tac_command_spares(a, set->model[i / 3], output[i % 3])) {
            return 0;
        }
    }
    return tac_command_apart(a, output, 3);
}

const tac_command tac_bench_throughput_help = {
    .name = "bench throughput",
    .arguments = "[MODEL...] [options]",
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .second = &tac_bench_paper_help,
};

int tac_bench_throughput(tac_args *a)
{
    a->option = options;
    a->n_option = sizeof options / sizeof *options;
    bench *b = calloc(1, sizeof *b);
    if (!b) {
        return tac_command_fail(TAC_EXIT_MEMORY, "tactus bench: not enough memory");
    }
    b->cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    int code = TAC_EXIT_INPUT;
    if (!take_arguments(&b->set, a)) {
        (void)tac_command_fail(TAC_EXIT_INPUT, a->error);
    } else {
        tac_exit measured = measure_all(b);
        if (measured == TAC_EXIT_OK) {
            measured = tac_throughput_write(b->result, b->n, &b->set.to, &b->diag);
        }
        code = measured == TAC_EXIT_OK ? TAC_EXIT_OK : tac_command_fail(measured, b->diag.text);
    }
    free(b);
    return code;
}
