// Generated families (chains, ring, tree) and model files given by name, stepped for a bounded time.
//
// Steps are timed one by one on the calling thread; workers share a step as in the executive, each on
// a core of its own. What is printed is the shortest, middle, 99th percentile and longest step.
#include "bench_throughput.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "command.h"
#include "environment.h"
#include "families.h"
#include "lanes.h"
#include "replay_stepper.h"
#include "rig_file.h"

// ---- options -----------------------------------------------------------------------------------

typedef enum option { CASE, BODIES, WORKERS, LANES, JSON, CSV, QUICK } option;

static const tac_option options[] = {
    [CASE] = {"case", "NAME", "chain-spherical, chain-revolute, ring or tree only"},
    [BODIES] = {"bodies", "N", "of this size only"},
    [WORKERS] = {"workers", "W", "threads that share a step (default: 1, then 2)"},
    [LANES] = {"lanes", "1|4|8", "width of vectors (default: the widest there is)"},
    [JSON] = {"json", "FILE", "write everything; - is standard output"},
    [CSV] = {"csv", "FILE", "write the table; - is standard output"},
    [QUICK] = {"quick", NULL, "a short run of few sizes"},
};

typedef struct settings {
    int family; // -1: all
    long long bodies, workers, lanes;
    const char *json, *csv;
    int quick;
    const char *model[64];
    int n_model;
} settings;

typedef struct result {
    char name[64];
    int bodies, workers, lanes, steps;
    double min, p50, p99, max; // us per step
} result;

enum { MOST_RESULTS = 256, MOST_STEPS = 20000 };

typedef struct bench {
    settings set;
    result result[MOST_RESULTS];
    int n;
    tac_diag diag;
} bench;

// ---- measuring ---------------------------------------------------------------------------------

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void pin(pthread_t thread, int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    (void)pthread_setaffinity_np(thread, sizeof set, &set); // only better if it works
}

// Steps for a bounded time after some to warm up; 0 when the mechanism fails.
static int time_steps(tac_stepper *p, double seconds, double *us)
{
    int n = 0;
    int64_t end = 0;
    for (int i = -20; i < MOST_STEPS; i++) {
        int64_t begin = tac_real_clock.now(NULL);
        end = i <= 0 ? begin + (int64_t)(1e9 * seconds) : end;
        if (i > 20 && begin > end) {
            break;
        }
        if (tac_stepper_step(p, 0).code != TAC_OK) {
            return 0;
        }
        if (i >= 0) {
            us[n++] = 1e-3 * (double)(tac_real_clock.now(NULL) - begin);
        }
    }
    qsort(us, (size_t)n, sizeof *us, by_size);
    return n;
}

static tac_exit measure(bench *b, tac_simulation *s, const char *name, int workers)
{
    static double us[MOST_STEPS];
    tac_stepper p;
    cpu_set_t before;
    (void)pthread_getaffinity_np(pthread_self(), sizeof before, &before);
    if (!tac_stepper_open(&p, s, workers > 1 ? workers : 0, 0)) {
        tac_stepper_close(&p);
        snprintf(b->diag.text, sizeof b->diag.text, "tactus bench: no memory or threads");
        return TAC_EXIT_MEMORY;
    }
    pin(pthread_self(), 0);
    for (int k = 1; k < p.n_worker; k++) {
        pin(p.worker[k].thread, k);
    }
    int n = time_steps(&p, b->set.quick ? 0.05 : 0.3, us);
    tac_stepper_close(&p);
    (void)pthread_setaffinity_np(pthread_self(), sizeof before, &before);
    if (n == 0) {
        snprintf(b->diag.text, sizeof b->diag.text, "tactus bench: %s does not run", name);
        return TAC_EXIT_DIVERGED;
    }
    result *r = &b->result[b->n++];
    *r = (result){.bodies = s->file->desc.n_body,
                  .workers = workers,
                  .lanes = s->options.lanes ? s->options.lanes : tac_widest_lanes(),
                  .steps = n,
                  .min = us[0],
                  .p50 = us[n / 2],
                  .p99 = us[(int)(0.99 * n)],
                  .max = us[n - 1]};
    snprintf(r->name, sizeof r->name, "%s", name);
    return TAC_EXIT_OK;
}

// One mechanism with every number of workers asked for.
static tac_exit measure_model(bench *b, const char *path, const char *name,
                              const tac_file_source *source)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    int first = b->set.workers ? (int)b->set.workers : 1;
    int last = b->set.workers ? first : online > 1 ? 2 : 1;
    tac_exit code = TAC_EXIT_OK;
    for (int workers = first; workers <= last && code == TAC_EXIT_OK && b->n < MOST_RESULTS;
         workers++) {
        tac_simulation s;
        code = tac_simulation_read_from(&s, path, source);
        s.options.lanes = (int)b->set.lanes;
        s.options.dt = source ? 1e-3 : s.options.dt;
        code = code == TAC_EXIT_OK ? tac_simulation_prepare(&s) : code;
        code = code == TAC_EXIT_OK ? tac_simulation_start(&s) : code;
        if (code == TAC_EXIT_OK) {
            code = measure(b, &s, name, workers);
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
    for (; n <= (one ? one : f->most) && code == TAC_EXIT_OK;
         n = f->least % 2 ? 2 * n + 1 : 2 * n) {
        int rare = n == f->least || n == 63 || n == 64 || n == 127 || n == 128 || n == 1024;
        if (b->set.quick && !one && !rare) {
            continue;
        }
        char text[TAC_FAMILY_SIZE];
        const tac_file_source source = tac_family_write(f, n, text);
        code = measure_model(b, f->name, f->name, &source);
    }
    return code;
}

static tac_exit measure_all(bench *b)
{
    tac_exit code = TAC_EXIT_OK;
    for (int i = 0; i < TAC_FAMILIES && code == TAC_EXIT_OK; i++) {
        int wanted = b->set.family < 0 ? b->set.n_model == 0 : b->set.family == i;
        code = wanted ? measure_family(b, &tac_families[i]) : code;
    }
    for (int i = 0; i < b->set.n_model && code == TAC_EXIT_OK; i++) {
        const char *slash = strrchr(b->set.model[i], '/');
        code = measure_model(b, b->set.model[i], slash ? slash + 1 : b->set.model[i], NULL);
    }
    return code;
}

// ---- results -----------------------------------------------------------------------------------

static double per_body(const result *r)
{
    return r->p50 / (r->bodies > 0 ? r->bodies : 1);
}

static void print_table(const bench *b, FILE *f, const char *form, const char *head)
{
    fputs(head, f);
    for (int i = 0; i < b->n; i++) {
        const result *r = &b->result[i];
        fprintf(f, form, r->name, r->bodies, r->workers, r->lanes, r->min, r->p50, r->p99, r->max,
                per_body(r));
    }
}

static int write_csv(const bench *b)
{
    FILE *f = strcmp(b->set.csv, "-") == 0 ? stdout : fopen(b->set.csv, "w");
    if (!f) {
        return 0;
    }
    print_table(b, f, "%s,%d,%d,%d,%.4f,%.4f,%.4f,%.4f,%.6f\n",
                "case,bodies,workers,lanes,min_us,p50_us,p99_us,max_us,us_per_body_step\n");
    return f == stdout ? fflush(f) == 0 : fclose(f) == 0;
}

static int write_json(const bench *b)
{
    static char text[128 * 1024];
    tac_json j;
    tac_environment e;
    tac_environment_read(&e, 0);
    tac_json_begin(&j, text, sizeof text);
    tac_json_open(&j, NULL, '{');
    tac_json_open(&j, "environment", '{');
    tac_environment_put(&e, &j);
    tac_json_close(&j, '}');
    tac_json_open(&j, "results", '[');
    for (int i = 0; i < b->n; i++) {
        const result *r = &b->result[i];
        tac_json_open(&j, NULL, '{');
        tac_json_text(&j, "case", r->name);
        tac_json_whole(&j, "bodies", r->bodies);
        tac_json_whole(&j, "workers", r->workers);
        tac_json_whole(&j, "lanes", r->lanes);
        tac_json_open(&j, "us_per_step", '{');
        tac_json_real(&j, "min", r->min);
        tac_json_real(&j, "p50", r->p50);
        tac_json_real(&j, "p99", r->p99);
        tac_json_real(&j, "max", r->max);
        tac_json_close(&j, '}');
        tac_json_real(&j, "us_per_body_step", per_body(r));
        tac_json_close(&j, '}');
    }
    tac_json_close(&j, ']');
    tac_json_close(&j, '}');
    FILE *f = strcmp(b->set.json, "-") == 0 ? stdout : fopen(b->set.json, "w");
    if (!f) {
        return 0;
    }
    fprintf(f, "%s\n", text);
    return f == stdout ? fflush(f) == 0 : fclose(f) == 0;
}

static int write_results(const bench *b)
{
    int taken = (b->set.json && strcmp(b->set.json, "-") == 0) ||
                (b->set.csv && strcmp(b->set.csv, "-") == 0);
    print_table(b, taken ? stderr : stdout, "%-24s %6d %7d %5d %9.2f %9.2f %9.2f %9.2f %9.4f\n",
                "us per step              bodies workers lanes       min    median      99 %"
                "       max  per body\n");
    if (b->set.csv && !write_csv(b)) {
        fprintf(stderr, "tactus bench: %s: %s\n", b->set.csv, strerror(errno));
        return TAC_EXIT_OUTPUT;
    }
    if (b->set.json && !write_json(b)) {
        fprintf(stderr, "tactus bench: %s: %s\n", b->set.json, strerror(errno));
        return TAC_EXIT_OUTPUT;
    }
    return TAC_EXIT_OK;
}

// ---- arguments ---------------------------------------------------------------------------------

static int take(settings *set, tac_args *a, int found)
{
    const char *name[TAC_FAMILIES];
    static const char *const lanes[] = {"1", "4", "8"};
    int width = 0;
    for (int i = 0; i < TAC_FAMILIES; i++) {
        name[i] = tac_families[i].name;
    }
    switch ((option)found) {
    case CASE:
        return tac_args_word(a, name, TAC_FAMILIES, &set->family);
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
    case JSON:
        set->json = a->value;
        return 1;
    case CSV:
        set->csv = a->value;
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
    return 1;
}

int tac_bench_throughput(tac_args *a)
{
    a->option = options;
    a->n_option = sizeof options / sizeof *options;
    bench *b = calloc(1, sizeof *b);
    if (!b) {
        return tac_command_fail(TAC_EXIT_MEMORY, "tactus bench: not enough memory");
    }
    b->set.family = -1;
    int code = TAC_EXIT_INPUT;
    if (!take_arguments(&b->set, a)) {
        (void)tac_command_fail(TAC_EXIT_INPUT, a->error);
    } else {
        tac_exit measured = measure_all(b);
        code =
            measured == TAC_EXIT_OK ? write_results(b) : tac_command_fail(measured, b->diag.text);
    }
    free(b);
    return code;
}
