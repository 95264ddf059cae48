#include "throughput.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cases.h"
#include "lanes.h"
#include "printable.h"

typedef struct bench {
    const tac_throughput_plan *plan;
    tac_throughput *out;
    int cores;
    tac_diag *diag;
} bench;

// Where a mechanism comes from.
typedef struct origin {
    const char *name;         // in the table
    const tac_family *family; // with `bodies` bodies
    int bodies;
    const char *path; // of a file; neither: a model that comes with the program
} origin;

static bool measure(bench *b, tac_simulation *s, const char *name, int workers)
{
    tac_throughput_row *r = &b->out->row[b->out->n];
    const tac_desc *d = &s->file->desc;
    const tac_schedule all = tac_simulation_schedule(s, b->cores);
    *r = (tac_throughput_row){.bodies = d->n_body,
                              .workers = workers,
                              .method = tac_method_word(s->method),
                              .order = s->options.order,
                              .lanes = tac_lanes_of(s->model, &s->options),
                              .pays = tac_schedule_workers(&all)};
    (void)tac_printable(r->name, sizeof r->name, name);
    b->out->diverged = !tac_bench_time(s, NULL, workers, 20, b->plan->quick ? 0.05 : 0.3,
                                       TAC_BENCH_STEPS, &r->us, b->diag);
    b->out->n += !b->out->diverged;
    return !b->out->diverged;
}

static bool open_case(tac_simulation *s, const tac_throughput_plan *p, const origin *o)
{
    const tac_case_options c = {p->method ? tac_method_of_word(p->method) : NULL, p->lanes,
                                p->order, p->given};
    return o->family ? tac_bench_open_family(s, o->family, o->bodies, &c)
           : o->path ? tac_bench_open_file(s, o->path, &c)
                     : tac_bench_open_model(s, o->name, &c);
}

// One mechanism with every number of workers asked for.
static bool measure_case(bench *b, const origin *o)
{
    int first = b->plan->workers ? b->plan->workers : 1;
    int last = b->plan->workers ? first : b->cores > 1 ? 2 : 1;
    bool good = true;
    for (int workers = first; workers <= last && good && b->out->n < TAC_THROUGHPUT_ROWS;
         workers++) {
        tac_simulation s;
        good = open_case(&s, b->plan, o);
        if (good) {
            good = measure(b, &s, o->name, workers);
        } else {
            *b->diag = s.diag;
        }
        tac_simulation_close(&s);
    }
    return good;
}

static bool measure_family(bench *b, const tac_family *f)
{
    bool good = true;
    int one = b->plan->bodies, n = one ? one : f->least;
    for (; n <= (one ? one : f->most) && good; n = tac_family_next(f, n)) {
        bool rare = n == f->least || n == 63 || n == 64 || n == 127 || n == 128 || n == 1024;
        if (!b->plan->quick || one || rare) {
            good = measure_case(b, &(origin){f->name, .family = f, .bodies = n});
        }
    }
    return good;
}

static bool begins_with(const char *name, const char *start)
{
    return strncmp(name, start, strlen(start)) == 0;
}

// Families and shipped models are left out when files are given, unless --case names them.
static bool is_wanted(const tac_throughput_plan *p, const char *name)
{
    return p->wanted ? begins_with(name, p->wanted) : p->n_model == 0;
}

bool tac_throughput_knows(const char *wanted)
{
    bool any = false;
    for (int i = 0; i < TAC_FAMILIES; i++) {
        any |= begins_with(tac_families[i].name, wanted);
    }
    for (int i = 0; i < TAC_BENCH_MODELS; i++) {
        any |= begins_with(tac_bench_models[i], wanted);
    }
    return any;
}

bool tac_throughput_measure(tac_throughput *t, const tac_throughput_plan *plan, tac_diag *diag)
{
    bench b = {.plan = plan, .out = t, .cores = (int)sysconf(_SC_NPROCESSORS_ONLN), .diag = diag};
    bool good = true;
    t->n = 0;
    t->diverged = false;
    for (int i = 0; i < TAC_FAMILIES && good; i++) {
        good = !is_wanted(plan, tac_families[i].name) || measure_family(&b, &tac_families[i]);
    }
    for (int i = 0; i < TAC_BENCH_MODELS && good; i++) {
        const origin o = {.name = tac_bench_models[i]};
        good = !is_wanted(plan, o.name) || measure_case(&b, &o);
    }
    for (int i = 0; i < plan->n_model && good; i++) {
        const char *path = plan->model[i], *slash = strrchr(path, '/');
        good = measure_case(&b, &(origin){slash ? slash + 1 : path, .path = path});
    }
    return good;
}
