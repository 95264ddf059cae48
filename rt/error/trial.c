#include "trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "doubt.h"
#include "error_text.h"
#include "methods.h"
#include "price.h"
#include "system/fail.h"
#include "system/stop_signal.h"

// ---- one trial -----------------------------------------------------------------------------------

static int64_t steps_of(const tac_simulation *s, double most, double operations)
{
    double dt = s->options.dt, items = (double)s->file->desc.n_body + s->tree->n_element;
    double n = fmin(most, s->duration > 0.0 ? s->duration : most) / dt;
    n = fmin(floor(n + 0.5), floor(operations / tac_step_price(s)));
    bool wide = items > tac_limit_value(TAC_LIMIT_ERROR_ITEMS) && isfinite(operations);
    return wide || s->file->desc.n_body == 0 ? 0 : (int64_t)n;
}

static void make_steps(tac_trial *t, tac_simulation *run, tac_halving *h, tac_motion *motion,
                       int64_t n)
{
    for (int64_t k = 0; k < n && t->steps == k && !h->half_stopped && !tac_stop_signal(); k++) {
        if (tac_simulation_step(run).code != TAC_OK) {
            t->why = run->diag;
            return;
        }
        tac_motion_of(run, motion);
        tac_halving_add(h, motion);
        t->steps += !h->half_stopped;
    }
    if (h->half_stopped) {
        t->why = h->half.diag;
    }
}

void tac_try_step(tac_trial *t, const tac_simulation *s, double most, double operations)
{
    *t = (tac_trial){.dt = s->options.dt};
    int64_t n = steps_of(s, most, operations);
    tac_simulation run;
    tac_halving halving = {.n_body = 0};
    tac_simulation_like(&run, s);
    tac_motion *motion = malloc((size_t)s->file->desc.n_body * sizeof *motion + 1);
    if (n < 4) {
        (void)tac_diag_say(&t->why, "%s",
                           isfinite(operations) ? "a few steps take too long to be tried"
                                                : "too few steps to be compared");
    } else if (!motion || !tac_simulation_prepare(&run) || !tac_simulation_start(&run)) {
        t->why = run.diag;
    } else if (!tac_halving_open(&halving, &run, n)) {
        t->why = halving.half.diag;
    } else {
        make_steps(t, &run, &halving, motion, n);
        t->error = tac_find_error(&halving, &run);
    }
    free(motion);
    tac_halving_close(&halving);
    tac_simulation_close(&run);
}

bool tac_trial_say(const tac_trial *t, const tac_simulation *s, FILE *out)
{
    if (t->why.text[0] != '\0') {
        fprintf(out, "error         not tried: %s\n", t->why.text);
        return false;
    }
    tac_error_bounds bounds = tac_error_default_bounds();
    fputs("error         ", out);
    tac_error_print(&t->error, s, &bounds, out);
    fprintf(out, "; in the first %.4g s, in %lld steps of %.6g s\n", (double)t->steps * t->dt,
            (long long)t->steps, t->dt);
    return tac_error_too_large(&t->error, &bounds);
}

// ---- methods -------------------------------------------------------------------------------------

typedef struct search {
    tac_trial_table *table;
    tac_trial_build *build;
    void *context;
    double dt; // s, of the model
} search;

// Operations of the longest trial of a candidate.
static const double trial_operations = 5e7;

// How many times as long as the model's a step may be that is advised, how many times as short, and how many are tried.
enum { LONGEST = 8, SHORTEST = 32, TRIES = 5 };

// A candidate over the seconds of the table; false where it cannot be tried, or does not get there.
static bool try_candidate(const search *f, tac_trial_choice *c)
{
    tac_simulation s;
    tac_trial t = {.steps = 0};
    bool made = f->build(f->context, &s);
    if (made) {
        tac_simulation_take_method(&s, c->method);
        s.options.dt = c->dt;
        s.options.order = c->order;
        made = tac_simulation_prepare(&s) && tac_simulation_start(&s);
    }
    if (made) {
        double least = 4.5 * c->dt; // long steps are tried as well
        tac_try_step(&t, &s, fmax(f->table->seconds, least), 8.0 * trial_operations);
        c->price = tac_step_price(&s) / c->dt;
        c->size = t.error.size;
        made = t.steps > 0 && t.why.text[0] == '\0' && t.error.kind != TAC_ERROR_UNRESOLVED;
        double step = tac_step_for(&t.error, c->dt, f->table->bound);
        c->needs = step > 0.0 ? step : c->dt;
    }
    tac_simulation_close(&s);
    return made;
}

// Steps are told to two digits.
static double rounded_step(double dt, double most)
{
    double x = fmin(dt, most), unit = pow(10.0, floor(log10(x)) - 1.0);
    return floor(x / unit * (1.0 + 1e-12)) * unit;
}

// Tries the step that a candidate needs for the bound, and shorter ones where it does not keep it; the model's own step has
// been tried.
static bool keeps_bound(const search *f, const tac_trial_choice *c, tac_trial_choice *found)
{
    double own = f->dt, dt = rounded_step(c->needs, LONGEST * own);
    for (int k = 0; k < TRIES && dt >= own / SHORTEST; k++) {
        if (dt <= own && c->size <= f->table->bound) {
            *found = *c;
            return true;
        }
        tac_trial_choice one = {.method = c->method, .order = c->order, .dt = dt};
        bool tried = try_candidate(f, &one);
        if (tried && one.size <= f->table->bound) {
            *found = one;
            return true;
        }
        dt = rounded_step(tried ? fmin(fmax(one.needs, 0.4 * dt), 0.8 * dt) : 0.5 * dt, dt);
    }
    return false;
}

static void list_candidates(const search *f)
{
    static const int orders[] = {2, 3, 4, 6};
    for (const tac_named_method *m = tac_methods; m->word; m++) {
        bool has_orders = tac_method_takes(m->method, TAC_KEY_ORDER);
        for (int k = 0; k < (has_orders ? 4 : 1) && !m->method->is_offline; k++) {
            tac_trial_choice c = {.method = m->method, .order = orders[k], .dt = f->dt};
            if (f->table->n < TAC_MOST_CANDIDATES && try_candidate(f, &c)) {
                f->table->with[f->table->n++] = c;
            }
        }
    }
}

// The cheapest that keeps the bound: those that are said to be cheap are tried first, those that are said to be dearer than
// one that was found are not.
static void find_best(const search *f)
{
    tac_trial_table *t = f->table;
    bool seen[TAC_MOST_CANDIDATES] = {false};
    for (int round = 0; round < t->n; round++) {
        int next = -1;
        double least = t->best >= 0 ? t->advised.price : HUGE_VAL;
        for (int i = 0; i < t->n; i++) {
            const tac_trial_choice *c = &t->with[i];
            double price = c->price * c->dt / fmin(c->needs, LONGEST * f->dt);
            if (!seen[i] && price < least) {
                least = price;
                next = i;
            }
        }
        if (next < 0) {
            return;
        }
        seen[next] = true;
        tac_trial_choice found;
        if (keeps_bound(f, &t->with[next], &found) &&
            (t->best < 0 || found.price < t->advised.price)) {
            t->advised = found;
            t->best = next;
        }
    }
}

void tac_try_methods(tac_trial_table *t, const tac_simulation *s, tac_trial_build *build,
                     void *context)
{
    double dt = s->options.dt;
    *t = (tac_trial_table){.best = -1, .bound = 1e-4};
    double most = s->duration > 0.0 ? s->duration : 10.0;
    t->seconds = fmin(most, floor(trial_operations / tac_step_price(s)) * dt);
    search f = {t, build, context, dt};
    if (t->seconds >= 8.0 * dt) {
        list_candidates(&f);
        find_best(&f);
    }
}

static void print_choice(const tac_trial_choice *c, FILE *out)
{
    fprintf(out, "%s", tac_method_word(c->method));
    if (tac_method_takes(c->method, TAC_KEY_ORDER)) {
        fprintf(out, " of order %d", c->order);
    }
}

void tac_trial_advise(const tac_trial_table *t, FILE *out)
{
    if (t->best >= 0) {
        fputs("advice        method ", out);
        print_choice(&t->advised, out);
        fprintf(out,
                " with a step of %.2g s: error %.1e, of those below %.0e in the first %.3g s the "
                "fewest "
                "operations\n",
                t->advised.dt, t->advised.size, t->bound, t->seconds);
    } else {
        fprintf(out,
                "advice        no method and step that was tried keeps the error below %.0e in "
                "the first %.3g s\n",
                t->bound, t->seconds);
    }
    fputs("tried         with the model's step", out);
    for (int i = 0; i < t->n; i++) {
        fputs(i > 0 ? ", " : ": ", out);
        print_choice(&t->with[i], out);
        fprintf(out, " %.1e", t->with[i].size);
    }
    fputs(t->n > 0 ? "\n" : ": none could be\n", out);
}
