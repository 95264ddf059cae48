#include "orders.h"

#include <math.h>

#include "doubt.h"
#include "error_text.h"
#include "price.h"
#include "system/stop_signal.h"

// A step that does not resolve the motion is divided by this, so many times.
enum { DIVISION = 4, DIVISIONS = 3 };

typedef struct search {
    tac_orders *orders;
    tac_trial_build *build;
    void *context;
    int64_t n_step; // of the model's step
    FILE *out;
} search;

static void print_trial(const search *f, const tac_order_trial *t, const tac_simulation *s)
{
    if (!f->out) {
        return;
    }
    fprintf(f->out, "order %-8d%.6g s: ", t->order, t->trial.dt);
    if (t->trial.why.text[0] != '\0') {
        fprintf(f->out, "not to the end: %s\n", t->trial.why.text);
        return;
    }
    tac_error_bounds bounds = tac_error_default_bounds();
    tac_error_print(&t->trial.error, s, &bounds, f->out);
    fputc('\n', f->out);
}

static bool has_order(const tac_simulation *s)
{
    return !s->method->refuses || !s->method->refuses(&s->options);
}

// The whole motion with an order and the step divided. What the method has no such order of is not there at all.
static void try_order(const search *f, tac_order_trial *t)
{
    tac_simulation s;
    bool made = f->build(f->context, &s);
    if (made) {
        double dt = s.options.dt / t->parts;
        s.options.order = tac_simulation_has_one_order(&s) ? s.options.order : t->order;
        s.options.alpha *= (double)t->parts * t->parts; // holds joints as the whole step does
        s.options.dt = t->trial.dt = dt;
        t->missing = !has_order(&s);
        made = !t->missing && tac_simulation_prepare(&s) && tac_simulation_start(&s);
        double end = dt * (double)(t->parts * f->n_step);
        t->price = made ? tac_step_price(&s) : 0.0;
        if (made) {
            s.duration = end;
            tac_try_step(&t->trial, &s, end, HUGE_VAL);
        }
    }
    if (!made) {
        t->trial = (tac_trial){.dt = t->trial.dt, .why = s.diag};
    }
    if (!t->missing) {
        print_trial(f, t, &s);
    }
    tac_simulation_close(&s);
}

static bool is_resolved(const tac_order_trial *t)
{
    return t->trial.steps > 0 && t->trial.why.text[0] == '\0' &&
           t->trial.error.kind != TAC_ERROR_UNRESOLVED;
}

// Parts of the model's step that keep the bound, 0: none are known to.
static double parts_for(const tac_order_trial *t, double bound, double *expects)
{
    const tac_error *e = &t->trial.error;
    *expects = e->size;
    if (!is_resolved(t) || e->kind == TAC_ERROR_SENSITIVE) {
        return 0.0;
    }
    if (e->size <= 0.7 * bound) {
        return t->parts;
    }
    double dt = tac_step_for(e, t->trial.dt, bound);
    *expects = 0.5 * bound;
    return dt > 0.0 ? t->parts * ceil(t->trial.dt / dt) : 0.0;
}

static void choose(const search *f, tac_order_trial *t)
{
    double expects, parts = parts_for(t, f->orders->error, &expects);
    tac_step_choice *best = &f->orders->choice;
    if (!(parts > 0.0 && parts <= TAC_MOST_PARTS)) {
        return;
    }
    double dt = t->trial.dt * t->parts / parts, price = t->price * parts;
    if (dt >= 1e-9 && (best->order == 0 || price < best->price)) {
        *best = (tac_step_choice){t->order, (int)parts, dt, expects, price};
    }
}

static void judge_order(const search *f, int order, bool all)
{
    tac_orders *o = f->orders;
    tac_order_trial *t = &o->of[o->n];
    *t = (tac_order_trial){.order = order, .parts = 1};
    for (int k = 0; k <= DIVISIONS && !tac_stop_signal(); k++, t->parts *= DIVISION) {
        try_order(f, t);
        choose(f, t);
        bool dear = o->choice.order > 0 && t->price * t->parts >= o->choice.price;
        if (is_resolved(t) || t->price == 0.0 || (dear && !all)) {
            break;
        }
    }
    o->n += !t->missing;
}

bool tac_try_orders(tac_orders *o, int64_t n_step, double error, bool all, tac_trial_build *build,
                    void *context, FILE *out)
{
    static const int orders[TAC_MOST_ORDERS] = {2, 4, 3, 6};
    *o = (tac_orders){.error = error};
    search f = {o, build, context, n_step, out};
    tac_simulation s;
    bool made = build(context, &s), one = made && tac_simulation_has_one_order(&s);
    int own = made ? s.options.order : 2;
    tac_simulation_close(&s);
    judge_order(&f, own, all);
    for (int k = 0; k < TAC_MOST_ORDERS && !one; k++) {
        if (orders[k] != own && !tac_stop_signal()) {
            judge_order(&f, orders[k], all);
        }
    }
    return !tac_stop_signal();
}
