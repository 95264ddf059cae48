#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../timing.h"

// Steps after which it is clear how long all of them take.
enum { FIRST_STEPS = 8, MOST_CONTENDERS = 16, MOST_ROUNDS = 3 };

// A contender on its way.
typedef struct racer {
    entry *e;
    const contender_class *class;
    void *run;
    double *us; // of every step so far, round after round           (rounds, per_round)
    long n, per_round;
    double error; // m, in this round
    int done;     // it left the race
} racer;

static const contender_class *class_of(const contender *c)
{
    const contender_class *const class[] = {
        [TACTUS] = &tactus_class, [MUJOCO] = &mujoco_class, [SIMBODY] = &simbody_class};
    return class[c->program];
}

// ---- time --------------------------------------------------------------------------------------

// The clock on the wall goes on while others have the core; that of the thread takes longer to read.
typedef struct moment {
    struct timespec thread, wall;
} moment;

static moment now(void)
{
    moment m;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &m.thread);
    clock_gettime(CLOCK_MONOTONIC, &m.wall);
    return m;
}

static double us_between(const struct timespec *a, const struct timespec *b)
{
    return 1e6 * (double)(b->tv_sec - a->tv_sec) + 1e-3 * (double)(b->tv_nsec - a->tv_nsec);
}

// Whichever clock says less.
static double us_since(const moment *begin)
{
    struct timespec thread, wall;
    clock_gettime(CLOCK_MONOTONIC, &wall);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &thread);
    return fmin(us_between(&begin->wall, &wall), us_between(&begin->thread, &thread));
}

// ---- one contender -----------------------------------------------------------------------------

static long steps_per_interval(const mechanism *m, const contender *c, double dt)
{
    return c->adaptive ? 1 : (long)(m->of->grid / dt + 0.5);
}

// Time after step `step` of an interval that has n of them.
static double time_of(const mechanism *m, int interval, long step, long n)
{
    return m->of->grid * (interval + (double)(step + 1) / (double)n);
}

int measure_solve(const mechanism *m, const contender *c, double dt, double *r, char why[WHY_SIZE])
{
    const contender_class *class = class_of(c);
    void *run = class->open(c, m, &m->outline, dt, why);
    int good = run != NULL, n = (int)(m->of->horizon / m->of->grid + 0.5);
    long steps = steps_per_interval(m, c, dt);
    if (good) {
        class->positions(run, r);
    }
    for (int k = 0; k < n && good; k++) {
        for (long i = 0; i < steps && good; i++) {
            good = class->advance(run, time_of(m, k, i, steps));
        }
        class->positions(run, r + (size_t)(k + 1) * 3 * (size_t)m->outline.n_body);
    }
    if (run && !good) {
        snprintf(why, WHY_SIZE, "%s gave up", c->name);
    }
    class->close(run);
    return good;
}

static void leave(racer *x, entry_state state)
{
    x->e->state = state;
    x->done = 1;
}

// Whether n steps would take longer than allowed, as far as the first ones tell.
static int too_slow(const racer *x, double n, double longest)
{
    double us[FIRST_STEPS], spent = 0.0;
    for (long i = 0; i < x->n; i++) {
        us[i] = x->us[i];
        spent += us[i];
    }
    timing_sort(us, (size_t)x->n);
    return 1e-6 * spent > longest ||
           (x->n == FIRST_STEPS && 1e-6 * us[FIRST_STEPS / 2] * n > longest);
}

// One interval of the grid, step by step; then where it is.
static void run_interval(racer *x, const result *r, const plan *p, int interval, double *position)
{
    long n = steps_per_interval(&r->m, x->e->of, x->e->dt);
    double all = (double)n * (r->ref.n - 1);
    for (long i = 0; i < n && !x->done; i++) {
        moment begin = now();
        int good = x->class->advance(x->run, time_of(&r->m, interval, i, n));
        x->us[x->n++] = us_since(&begin);
        if (!good) {
            leave(x, ENTRY_FAILED);
        } else if (x->n <= FIRST_STEPS && too_slow(x, all, p->longest)) {
            leave(x, ENTRY_SLOW);
        }
    }
    if (!x->done) {
        x->class->positions(x->run, position);
        double d = reference_distance(&r->ref, interval + 1, position, r->m.outline.n_body);
        if (isnan(d)) {
            leave(x, ENTRY_FAILED);
        }
        x->error = d > x->error ? d : x->error;
    }
}

// ---- one step size -----------------------------------------------------------------------------

static void start(racer *x, const mechanism *m)
{
    entry *e = x->e;
    x->run = x->class->open(e->of, m, &m->outline, e->dt, e->why);
    x->error = 0.0;
    if (!x->run) {
        leave(x, ENTRY_REFUSED);
    }
}

// All that take part go through the horizon once, by turns.
static void run_round(racer *x, int n, const result *r, const plan *p, double *position)
{
    for (int i = 0; i < n; i++) {
        if (!x[i].done) {
            start(&x[i], &r->m);
        }
    }
    for (int k = 0; k < r->ref.n - 1; k++) {
        for (int i = 0; i < n; i++) {
            if (!x[i].done) {
                run_interval(&x[i], r, p, k, position);
            }
        }
    }
    for (int i = 0; i < n; i++) {
        x[i].class->close(x[i].run);
        x[i].run = NULL;
        if (!x[i].done) {
            x[i].e->error = x[i].error;
        }
    }
}

// Shortest of all rounds, added up over the intervals.
static double sum_of_shortest(const racer *x)
{
    double sum = 0.0;
    for (long i = 0; i < x->per_round; i++) {
        double shortest = x->us[i];
        for (long k = i; k < x->n; k += x->per_round) {
            shortest = x->us[k] < shortest ? x->us[k] : shortest;
        }
        sum += shortest;
    }
    return sum;
}

static void conclude(racer *x, double horizon)
{
    entry *e = x->e;
    e->steps = x->n;
    if (e->of->adaptive && e->state == ENTRY_GOOD) {
        e->cost = sum_of_shortest(x) / horizon;
    } else if (!e->of->adaptive && x->n > 0) {
        timing_sort(x->us, (size_t)x->n);
        e->us_min = x->us[0];
        e->us_p10 = x->us[x->n / 10];
        e->us_p50 = x->us[x->n / 2];
        e->cost = e->us_p10 * (double)x->per_round / horizon;
    }
    free(x->us);
}

static void run_entries(entry *const *e, int n, const result *r, const plan *p)
{
    racer x[MOST_CONTENDERS];
    int rounds = n > 0 && e[0]->of->adaptive ? MOST_ROUNDS : 1;
    double *position = malloc(3 * (size_t)r->m.outline.n_body * sizeof *position);
    int good = position != NULL;
    for (int i = 0; i < n; i++) {
        x[i] = (racer){.e = e[i], .class = class_of(e[i]->of)};
        x[i].per_round = (r->ref.n - 1) * steps_per_interval(&r->m, e[i]->of, e[i]->dt);
        x[i].us = malloc((size_t)(rounds * x[i].per_round) * sizeof *x[i].us);
        good = good && x[i].us;
    }
    for (int k = 0; k < rounds && good; k++) {
        run_round(x, n, r, p, position);
    }
    for (int i = 0; i < n; i++) {
        conclude(&x[i], r->m.of->horizon);
    }
    free(position);
}

// ---- one mechanism -----------------------------------------------------------------------------

static void add_entries(result *r, const contender *list, int n, const plan *p)
{
    for (int i = 0; i < n; i++) {
        const double *step = list[i].adaptive ? p->accuracy : p->dt;
        int n_step = list[i].adaptive ? p->n_accuracy : p->n_dt;
        for (int k = 0; k < n_step && r->n_entry < MOST_ENTRIES; k++) {
            r->entry[r->n_entry++] =
                (entry){&list[i],       .dt = step[k], .us_min = NONE, .us_p10 = NONE,
                        .us_p50 = NONE, .cost = NONE,  .error = NONE};
        }
    }
}

static void run_all(result *r, const plan *p)
{
    for (int adaptive = 0; adaptive < 2; adaptive++) {
        const double *step = adaptive ? p->accuracy : p->dt;
        for (int k = 0; k < (adaptive ? p->n_accuracy : p->n_dt); k++) {
            entry *turn[MOST_CONTENDERS];
            int n = 0;
            for (int i = 0; i < r->n_entry && n < MOST_CONTENDERS; i++) {
                entry *e = &r->entry[i];
                if (e->of->adaptive == adaptive && e->dt == step[k]) {
                    turn[n++] = e;
                }
            }
            run_entries(turn, n, r, p);
        }
    }
}

// How far another accurate solution is from the reference; NONE when it failed.
static double check_reference(const result *r, const contender *c, double dt)
{
    char why[WHY_SIZE];
    size_t n = 3 * (size_t)r->m.outline.n_body;
    double worst = 0.0, *x = malloc((size_t)r->ref.n * n * sizeof *x);
    if (!x || !measure_solve(&r->m, c, dt, x, why)) {
        worst = NONE;
    }
    for (int k = 0; k < r->ref.n && !isnan(worst); k++) {
        double d = reference_distance(&r->ref, k, x + (size_t)k * n, r->m.outline.n_body);
        worst = d > worst || isnan(d) ? d : worst;
    }
    free(x);
    return worst;
}

void measure(result *r, const mechanism_case *c, const plan *p)
{
    char why[WHY_SIZE] = "";
    *r = (result){0};
    r->good = mechanism_open(&r->m, c, why) && reference_make(&r->ref, &r->m, why);
    if (!r->good) {
        fprintf(stderr, "bench-peers: %s: %s\n", r->m.label, why);
        return;
    }
    const contender *theirs = &simbody_contenders[n_simbody_contenders - 1];
    r->ref_tactus = check_reference(r, tactus_closest, 0.5e-3);
    r->ref_simbody = c->reference ? check_reference(r, theirs, 1e-9) : NONE;
    add_entries(r, tactus_contenders, n_tactus_contenders, p);
    add_entries(r, mujoco_contenders, n_mujoco_contenders, p);
    add_entries(r, simbody_contenders, n_simbody_contenders, p);
    run_all(r, p);
}

void measure_free(result *r)
{
    reference_free(&r->ref);
    mechanism_close(&r->m);
}
