// Chains of 2 to 1024 links with the options of the paper: 10 ms steps for 10 s, three Newton
// iterations with a tangent each, mass-orthogonal projections of velocities and accelerations. The
// penalty is the default one: an absolute one of 1e9 is too small for 1024 links (docs/accuracy.md).
#include "paper.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "paper_output.h"
#include "system/clock.h"
#include "team/step_time.h"
#include "throughput/families.h"

enum { ROUNDS = 3 };

typedef enum option { WORKERS, CSV, SVG, QUICK } option;

static const tac_option options[] = {
    [WORKERS] = {"workers", "N",
                 "measure up to N threads (default: the cores there are, at most 8)"},
    [CSV] = {"csv", "FILE", "write all figures; - is standard output"},
    [SVG] = {"svg", "FILE", "draw time, speed-up, efficiency and shares with gnuplot"},
    [QUICK] = {"quick", NULL, "a tenth of the steps, chains of 2, 64 and 1024"},
};

typedef struct settings {
    long long workers;
    const char *csv, *svg;
    int quick;
} settings;

typedef struct study {
    settings set;
    tac_paper result;
    tac_diag diag;
} study;

// ---- one chain ---------------------------------------------------------------------------------

static tac_exit open_chain(study *p, tac_simulation *s, int bodies, int as_paper)
{
    static char text[TAC_FAMILY_SIZE];
    const tac_file_source source = tac_family_write(&tac_families[0], bodies, text);
    int ok = tac_simulation_read_from(s, tac_families[0].name, &source);
    s->options.dt = p->result.dt;
    if (as_paper) {
        s->options.tangent = TAC_TANGENT_FULL;
        s->options.acceleration = TAC_PROJECTION;
    }
    ok = ok && tac_simulation_prepare(s) && tac_simulation_start(s);
    if (!ok) {
        p->diag = s->diag;
    }
    return ok ? TAC_EXIT_OK : tac_exit_of(&s->diag, TAC_EXIT_INPUT);
}

// Shortest step so far in *us, 0: none yet.
static tac_exit time_chain(study *p, int bodies, int as_paper, int workers, double *us)
{
    tac_simulation s;
    tac_bench_times times = {0};
    tac_exit code = open_chain(p, &s, bodies, as_paper);
    if (code == TAC_EXIT_OK) {
        int ok = tac_bench_time(&s, NULL, workers, 0, 1e6, p->result.steps, &times, &p->diag);
        code = ok ? TAC_EXIT_OK : tac_exit_of(&p->diag, TAC_EXIT_DIVERGED);
        *us = code != TAC_EXIT_OK || (*us > 0.0 && *us < times.min) ? *us : times.min;
    }
    tac_simulation_close(&s);
    return code;
}

// Time of a phase goes to the Newton scheme, to a projection, or to what is around them. A sweep that
// begins a solve also ends the one before, which is booked one place too late; the ways down take
// nearly the same time in all solves.
enum { NEWTON, VELOCITY, ACCELERATION, REST, PARTS };

static int part_of(const tac_phase *phase)
{
    return phase->iteration > 0                            ? NEWTON
           : strncmp(phase->name, "velocity", 8) == 0      ? VELOCITY
           : strncmp(phase->name, "acceleration", 12) == 0 ? ACCELERATION
                                                           : REST;
}

static tac_status walk_step(tac_simulation *s, int64_t ns[PARTS])
{
    const tac_phase *list;
    int n = s->method->phases(s->work, &list), part = REST;
    int64_t begin = tac_now_ns();
    memset(ns, 0, PARTS * sizeof *ns);
    s->method->begin(s->work, &s->state, s->input, 0);
    for (int i = 0; i <= n; i++) {
        int next = i < n ? part_of(&list[i]) : REST;
        if (next != part) {
            int64_t now = tac_now_ns();
            ns[part] += now - begin;
            begin = now;
            part = next;
        }
        if (i < n) {
            list[i].run(list[i].work, list[i].first, list[i].first + list[i].n);
        }
    }
    tac_status status = s->method->end(s->work, &s->state);
    ns[REST] += tac_now_ns() - begin;
    return status;
}

// Shortest time of every part of a step, largest last increment.
static tac_exit measure_shares(study *p, tac_simulation *s, tac_paper_row *r)
{
    int64_t least[PARTS] = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX}, ns[PARTS], sum = 0;
    for (int i = 0; i < p->result.steps; i++) {
        if (walk_step(s, ns).code != TAC_OK) {
            snprintf(p->diag.text, sizeof p->diag.text, "tactus bench: a chain of %d does not run",
                     r->bodies);
            return TAC_EXIT_DIVERGED;
        }
        for (int k = 0; k < PARTS; k++) {
            least[k] = ns[k] < least[k] ? ns[k] : least[k];
        }
        s->method->report(s->work, &s->report);
        r->increment = s->report.increment > r->increment ? s->report.increment : r->increment;
    }
    for (int k = 0; k < PARTS; k++) {
        sum += least[k];
    }
    r->newton = (double)least[NEWTON] / (double)sum;
    r->velocity = (double)least[VELOCITY] / (double)sum;
    r->acceleration = (double)least[ACCELERATION] / (double)sum;
    return TAC_EXIT_OK;
}

// Shares of a step, and what the cost model says of more workers.
static tac_exit look_inside(study *p, tac_paper_row *r)
{
    tac_simulation s;
    tac_exit code = open_chain(p, &s, r->bodies, 1);
    code = code == TAC_EXIT_OK ? measure_shares(p, &s, r) : code;
    if (code == TAC_EXIT_OK) {
        for (int k = 1; k <= TAC_PAPER_WORKERS; k++) {
            const tac_schedule with = tac_simulation_schedule(&s, k);
            const tac_forecast f = tac_schedule_forecast(&with);
            r->predicted[k] = f.work / f.time;
        }
        const tac_schedule all = tac_simulation_schedule(&s, p->result.workers);
        r->pays = tac_schedule_workers(&all);
    }
    tac_simulation_close(&s);
    return code;
}

static tac_exit measure_chain(study *p, int bodies)
{
    tac_paper_row *r = &p->result.row[p->result.n++];
    *r = (tac_paper_row){.bodies = bodies};
    tac_exit code = look_inside(p, r);
    // by turns, so that a host that is busy for a while is so to all of them
    for (int round = 0; round < ROUNDS && code == TAC_EXIT_OK; round++) {
        for (int k = 1; k <= p->result.workers && code == TAC_EXIT_OK; k++) {
            code = time_chain(p, bodies, 1, k, &r->us[k]);
        }
        code = code == TAC_EXIT_OK ? time_chain(p, bodies, 0, 1, &r->default_us) : code;
    }
    return code;
}

static tac_exit measure_all(study *p)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int most = cores < TAC_PAPER_WORKERS ? (int)cores : TAC_PAPER_WORKERS;
    p->result.workers = p->set.workers ? (int)p->set.workers : most;
    p->result.dt = 0.01;
    p->result.steps = p->set.quick ? 100 : 1000;
    tac_exit code = TAC_EXIT_OK;
    for (int bodies = 2; bodies <= 1024 && code == TAC_EXIT_OK; bodies *= 2) {
        int wanted = !p->set.quick || bodies == 2 || bodies == 64 || bodies == 1024;
        code = wanted ? measure_chain(p, bodies) : code;
    }
    return code;
}

// ---- arguments ---------------------------------------------------------------------------------

static int take(settings *set, tac_args *a, int found)
{
    switch ((option)found) {
    case WORKERS:
        return tac_args_whole(a, 1, TAC_PAPER_WORKERS, &set->workers);
    case CSV:
        set->csv = a->value;
        return 1;
    case SVG:
        set->svg = a->value;
        return 1;
    case QUICK:
        set->quick = 1;
        return 1;
    }
    return 0;
}

static int take_arguments(settings *set, tac_args *a)
{
    int found;
    while ((found = tac_args_next(a)) != TAC_ARG_END) {
        if (found == TAC_ARG_PLAIN) {
            return tac_args_fail(a, "the paper's chains are fixed, not '%s'", a->value);
        }
        if (found < 0 || !take(set, a, found)) {
            return 0;
        }
    }
    const char *const output[] = {set->csv, set->svg};
    return tac_command_apart(a, output, 2);
}

const tac_command tac_bench_paper_help = {
    .name = "bench paper",
    .arguments = "[options]",
    .option = options,
    .n_option = sizeof options / sizeof *options,
};

int tac_bench_paper(tac_args *a)
{
    a->option = options;
    a->n_option = sizeof options / sizeof *options;
    static study p;
    if (!take_arguments(&p.set, a)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_exit code = measure_all(&p);
    code = code == TAC_EXIT_OK ? tac_paper_write(&p.result, p.set.csv, p.set.svg, &p.diag) : code;
    return code == TAC_EXIT_OK ? (int)code : tac_command_fail(code, p.diag.text);
}
