// Force laws that the step is too long for: where orders 3 and 4 end.
#include <math.h>
#include <stdlib.h>

#include "page.h"
#include "section.h"
#include "stiff.h"
#include "trial.h"

#define MODEL "examples/governor"
#define HORIZON 1.0 // s
#define COARSE 20e-3
#define FINE 0.1e-3 // of the solution that others are compared with, order 4

// Orders seen at order 4 on couplings as they are: as far as they go, and what they do not reach.
#define LEAST_ORDER 1.9
#define MOST_ORDER 3.5
#define RESOLVED_ORDER 3.7
#define MOST_ERROR 2e-5 // m, of order 4 at 5 ms

enum { MOST_SPRINGS = 4, SAMPLES = 50, STEPS = 5 };

typedef struct motion {
    int good, n;   // values of either
    double stiff;  // as tactus check says it
    double *r, *v; // (n)
} motion;

static int open_governor(trial *t, const char *root, double factor, const tac_options *o)
{
    if (!trial_read(t, root, MODEL)) {
        return 0;
    }
    t->o = *o;
    tac_desc *d = &t->file->desc, original = *d;
    tac_spring_desc spring[MOST_SPRINGS];
    for (int i = 0; i < d->n_spring; i++) {
        spring[i] = d->spring[i];
        spring[i].k *= factor;
        spring[i].c *= factor;
    }
    d->spring = spring;
    int good = trial_start(t);
    *d = original;
    return good;
}

static void put3(double *out, vec3 a)
{
    out[0] = a.x;
    out[1] = a.y;
    out[2] = a.z;
}

static motion run(const char *root, double factor, double dt, int order)
{
    trial t;
    tac_options o = trial_options(dt, order);
    motion m = {.good = open_governor(&t, root, factor, &o)};
    int bodies = m.good ? t.file->desc.n_body : 0;
    m.n = SAMPLES * 3 * bodies;
    m.r = calloc(2 * (size_t)m.n + 1, sizeof *m.r);
    m.v = m.r + m.n;
    m.stiff = m.good ? tac_find_stiff_laws(t.model, &o, 0.0).value : 0.0;
    for (int k = 0; k < SAMPLES && m.good; k++) {
        m.good = trial_to(&t, HORIZON * (k + 1) / SAMPLES);
        for (int i = 0; i < bodies; i++) {
            put3(m.r + 3 * (k * bodies + i), t.state.body[i].r);
            put3(m.v + 3 * (k * bodies + i), t.state.body[i].v);
        }
    }
    trial_close(&t);
    return m;
}

static double largest(const motion *a, const double *x, const motion *b, const double *y)
{
    double worst = a->good && b->good ? 0.0 : HUGE_VAL;
    for (int i = 0; i < a->n && a->n == b->n; i++) {
        keep_worst(&worst, fabs(x[i] - y[i]));
    }
    return worst;
}

typedef struct errors {
    double r[STEPS], v[STEPS], stiff[STEPS];
} errors;

static errors errors_of(const char *root, double factor, int order, const motion *exact)
{
    errors e;
    for (int k = 0; k < STEPS; k++) {
        motion m = run(root, factor, COARSE / (1 << k), order);
        e.r[k] = largest(&m, m.r, exact, exact->r);
        e.v[k] = largest(&m, m.v, exact, exact->v);
        e.stiff[k] = m.stiff;
        free(m.r);
    }
    return e;
}

static void print_errors(double factor, int order, const errors *e)
{
    for (int k = 0; k < STEPS; k++) {
        page_print("| %g | %d | %g | %.2g | %.1e | %s | %.1e | %s |\n", factor, order,
                   1e3 * COARSE / (1 << k), e->stiff[k], e->r[k],
                   cell("%.1f", k ? order_between(e->r[k - 1], e->r[k]) : 0.0, k > 0), e->v[k],
                   cell("%.1f", k ? order_between(e->v[k - 1], e->v[k]) : 0.0, k > 0));
    }
}

void stiff_section(const char *root)
{
    static const double factor[] = {1.0, 0.001};
    page_table("stiffness|order|step, ms|h w (k + 2c/dt)|positions, m|order|velocities, m/s|order");
    for (int f = 0; f < 2; f++) {
        motion exact = run(root, factor[f], FINE, 4);
        for (int order = 2; order <= 4; order++) {
            errors e = errors_of(root, factor[f], order, &exact);
            print_errors(factor[f], order, &e);
            if (order < 4) {
                continue;
            }
            double r = log2(e.r[0] / e.r[3]) / 3.0, v = log2(e.v[0] / e.v[3]) / 3.0;
            if (f == 0) {
                page_judge(r > LEAST_ORDER && r < MOST_ORDER && v > LEAST_ORDER && v < MOST_ORDER,
                           "as stiff as they are: orders %.1f and %.1f of positions and velocities "
                           "from 20 to 2.5 ms, told: %g to %g",
                           r, v, LEAST_ORDER, MOST_ORDER);
                page_judge(e.r[2] < MOST_ERROR, "error %.1e m at 5 ms, required below %g", e.r[2],
                           MOST_ERROR);
            } else {
                r = order_between(e.r[0], e.r[1]);
                v = order_between(e.v[0], e.v[1]);
                page_judge(
                    r > RESOLVED_ORDER && v > RESOLVED_ORDER,
                    "a thousandth as stiff: orders %.1f and %.1f from 20 to 10 ms, required %g", r,
                    v, RESOLVED_ORDER);
            }
        }
        free(exact.r);
    }
}
