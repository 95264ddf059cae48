#include "agree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure.h"

// What an order may fall short of at these steps.
#define SHORT 0.4

// Intervals of the grid that are looked at.
#define INTERVALS 10

static const double accuracy[] = {1e-6};

// MuJoCo closes loops by springs whose time constant is two steps: what they give is of order 2.
static int promised_order(const result *r, const contender *c)
{
    return c->program == MUJOCO && r->m.outline.n_loop > 0 && c->order > 2 ? 2 : c->order;
}

// Half the step: the error is small for its order and shrinks as it promises.
static int fixed_agrees(const result *r, const entry *coarse, const entry *fine)
{
    int order = promised_order(r, coarse->of);
    double bound = 0.2 * pow(0.05, order - 1); // m
    double seen = log2(coarse->error / fine->error);
    int good = fine->state == ENTRY_GOOD && coarse->error < bound &&
               (fine->error < ERROR_FLOOR || seen > order - SHORT);
    printf("%-18s %-28s %8.1e %8.1e  order %5.2f of %d  %s\n", r->m.label, coarse->of->name,
           coarse->error, fine->error, seen, order, good ? "good" : "WRONG");
    return good;
}

static int adaptive_agrees(const result *r, const entry *e)
{
    int good = e->state == ENTRY_GOOD && e->error < 100 * e->dt;
    printf("%-18s %-28s %8.1e at %g  %s\n", r->m.label, e->of->name, e->error, e->dt,
           good ? "good" : "WRONG");
    return good;
}

// The beginning of a mechanism's motion.
static int one_agrees(const mechanism_case *c)
{
    static result r;
    mechanism_case begin = *c;
    begin.horizon = fmin(c->horizon, INTERVALS * c->grid);
    const double coarse = c->grid / c->quick, step[] = {coarse, coarse / 2};
    const plan p = {step, accuracy, 2, 1, .longest = HUGE_VAL};
    measure(&r, &begin, &p);
    int good = r.good && r.n_entry > 0;
    for (int i = 0; i < r.n_entry; i++) {
        const entry *e = &r.entry[i];
        if (e->of->adaptive) {
            good = adaptive_agrees(&r, e) && good;
        } else if (e->dt == coarse) {
            good = fixed_agrees(&r, e, result_find(&r, e->of->name, step[1])) && good;
        }
    }
    measure_free(&r);
    return good;
}

int agree(void)
{
    int good = 1;
    for (int i = 0; i < n_mechanism_cases; i++) {
        if (mechanism_cases[i].quick) {
            good = one_agrees(&mechanism_cases[i]) && good;
        }
    }
    return good;
}
