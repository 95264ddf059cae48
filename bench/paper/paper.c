#include "paper.h"

#include <stdio.h>
#include <string.h>

#include "system/clock.h"
#include "team/step_time.h"
#include "throughput/families.h"

enum { ROUNDS = 3 };

typedef struct study {
    tac_paper *result;
    tac_diag *diag;
    bool diverged;
} study;

// ---- one chain ---------------------------------------------------------------------------------

static bool open_chain(study *p, tac_simulation *s, int bodies, bool as_paper)
{
    static char text[TAC_FAMILY_SIZE];
    const tac_file_source source = tac_family_write(&tac_families[0], bodies, text);
    bool good = tac_simulation_read_from(s, tac_families[0].name, &source);
    s->options.dt = p->result->dt;
    if (as_paper) {
        s->options.tangent = TAC_TANGENT_FULL;
        s->options.acceleration = TAC_PROJECTION;
    }
    good = good && tac_simulation_prepare(s) && tac_simulation_start(s);
    if (!good) {
        *p->diag = s->diag;
    }
    return good;
}

// Shortest step so far in *us, 0: none yet.
static bool time_chain(study *p, int bodies, bool as_paper, int workers, double *us)
{
    tac_simulation s;
    tac_bench_times times = {0};
    bool good = open_chain(p, &s, bodies, as_paper);
    if (good) {
        good = tac_bench_time(&s, NULL, workers, 0, 1e6, p->result->steps, &times, p->diag);
        p->diverged = !good;
        *us = !good || (*us > 0.0 && *us < times.min) ? *us : times.min;
    }
    tac_simulation_close(&s);
    return good;
}

// Time of a phase goes to the Newton scheme, to a projection, or to what is around them. A sweep that
// begins a solve also ends the one before, whose way down is booked with the next solve; the ways down
// take nearly the same time in all solves.
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
    int64_t begin = tac_real_clock.now(NULL);
    memset(ns, 0, PARTS * sizeof *ns);
    s->method->begin(s->work, &s->state, s->input, 0);
    for (int i = 0; i <= n; i++) {
        int next = i < n ? part_of(&list[i]) : REST;
        if (next != part) {
            int64_t now = tac_real_clock.now(NULL);
            ns[part] += now - begin;
            begin = now;
            part = next;
        }
        if (i < n) {
            list[i].run(list[i].work, list[i].first, list[i].first + list[i].n);
        }
    }
    tac_status status = s->method->end(s->work, &s->state);
    ns[REST] += tac_real_clock.now(NULL) - begin;
    return status;
}

// Shortest time of every part of a step, largest last increment.
static bool measure_shares(study *p, tac_simulation *s, tac_paper_row *r)
{
    int64_t least[PARTS] = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX}, ns[PARTS], sum = 0;
    for (int i = 0; i < p->result->steps; i++) {
        if (walk_step(s, ns).code != TAC_OK) {
            snprintf(p->diag->text, sizeof p->diag->text, "bench-paper: a chain of %d does not run",
                     r->bodies);
            p->diverged = true;
            return false;
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
    return true;
}

// Shares of a step, and what the cost model says of more workers.
static bool look_inside(study *p, tac_paper_row *r)
{
    tac_simulation s;
    bool good = open_chain(p, &s, r->bodies, true) && measure_shares(p, &s, r);
    if (good) {
        for (int k = 1; k <= TAC_PAPER_WORKERS; k++) {
            const tac_schedule with = tac_simulation_schedule(&s, k);
            const tac_forecast f = tac_schedule_forecast(&with);
            r->predicted[k] = f.work / f.time;
        }
        const tac_schedule all = tac_simulation_schedule(&s, p->result->workers);
        r->pays = tac_schedule_workers(&all);
    }
    tac_simulation_close(&s);
    return good;
}

static bool measure_chain(study *p, int bodies)
{
    tac_paper_row *r = &p->result->row[p->result->n++];
    *r = (tac_paper_row){.bodies = bodies};
    bool good = look_inside(p, r);
    // alternately, so that a host that is busy for a while is so to all numbers of workers
    for (int round = 0; round < ROUNDS && good; round++) {
        for (int k = 1; k <= p->result->workers && good; k++) {
            good = time_chain(p, bodies, true, k, &r->us[k]);
        }
        good = good && time_chain(p, bodies, false, 1, &r->default_us);
    }
    return good;
}

bool tac_paper_measure(tac_paper *result, int workers, bool quick, bool *diverged, tac_diag *diag)
{
    study p = {.result = result, .diag = diag};
    result->workers = workers;
    result->dt = 0.01;
    result->steps = quick ? 100 : 1000;
    bool good = true;
    for (int bodies = 2; bodies <= 1024 && good; bodies *= 2) {
        bool wanted = !quick || bodies == 2 || bodies == 64 || bodies == 1024;
        good = !wanted || measure_chain(&p, bodies);
    }
    *diverged = p.diverged;
    return good;
}
