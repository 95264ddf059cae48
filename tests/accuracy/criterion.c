// The IFToMM multibody benchmark A02, N four-bars in a row, by the criterion of its page, and by
// numbers that another code has published.
//
// e = |y - yref| / max(|yref|, 1e-3), root mean square over 400 output steps and the outputs x, y,
// vx, vy of the tip B0 of the first crank. 1e-1 is called low precision, 1e-3 high precision.
#include "criterion.h"

#include <math.h>
#include <stdlib.h>

#include "compare.h"
#include "page.h"
#include "section.h"

#define HORIZON 20.0 // s
#define HIGH_PRECISION 1e-3
#define SMALLEST 1e-3 // of |yref| in the criterion

// Exudyn's documentation, N = 2, generalised-alpha of second order, 1 ms: |x - xref| at 10 s.
#define PUBLISHED_ERROR 4.7e-5

typedef struct criterion_case {
    const char *label, *model;
    double dt; // s
    int order;
    double limit; // of the criterion, 0: not judged
} criterion_case;

// label, model, step, order, limit
static const criterion_case cases[] = {
    {"N = 40", "p2_n_four_bar_40", 1e-3, 2, 0},
    {"N = 40", "p2_n_four_bar_40", 0.5e-3, 2, 0},
    {"N = 40", "p2_n_four_bar_40", 2e-3, 3, HIGH_PRECISION},
    {"N = 40", "p2_n_four_bar_40", 1e-3, 3, HIGH_PRECISION},
    {"N = 40", "p2_n_four_bar_40", 1e-3, 4, HIGH_PRECISION},
    {"N = 2", "p2_n_four_bar_2", 1e-3, 2, 0},
    {"N = 2", "p2_n_four_bar_2", 1e-3, 3, HIGH_PRECISION},
};
enum { N_CASE = sizeof cases / sizeof *cases };

typedef struct sum {
    double square; // of e
    int n;
} sum;

static void add_row(score *s, sum *e, const trial *t, const reference *ref, const double *row,
                    double *sensed)
{
    tac_sense(t->model, &t->state, &t->report, sensed);
    s->last = 0.0;
    for (int j = 1; j < ref->n_column; j++) {
        double value = reference_observe(&ref->columns[j], t->model, &t->state, &t->report, sensed);
        double error = fabs(value - row[j]), part = error / fmax(fabs(row[j]), SMALLEST);
        e->square += part * part;
        e->n++;
        keep_worst(&s->last, error);
        if (j == 1 && fabs(row[0] - 10.0) < 1e-9) {
            s->at_10 = error;
        }
    }
}

score criterion_score(const char *root, const char *model, double dt, int order)
{
    tac_options o = trial_options(dt, order);
    trial t;
    reference ref = {0};
    score s = {0};
    sum e = {0};
    int good = trial_open(&t, root, model, &o) &&
               compare_open(&ref, &(comparison){.root = root, .model = model}, &t);
    double *sensed = good ? calloc((size_t)tac_sensor_total(t.model) + 1, sizeof *sensed) : NULL;
    for (int i = 1; good && i < ref.n_row; i++) { // the start is given, not computed
        const double *row = &ref.value[(size_t)i * (size_t)ref.n_column];
        good = row[0] > HORIZON || trial_to(&t, row[0]);
        if (good && row[0] <= HORIZON) {
            add_row(&s, &e, &t, &ref, row, sensed);
        }
    }
    s.rms = good ? sqrt(e.square / e.n) : HUGE_VAL;
    s.lost = t.lost;
    s.cpu = t.cpu;
    free(sensed);
    reference_free(&ref);
    trial_close(&t);
    return s;
}

static void run_case(const criterion_case *c, const char *root)
{
    score s = criterion_score(root, c->model, c->dt, c->order);
    page_print("| %s | %g | %d | %.1e | %.1e | %.1e | %.1e | %.2f |\n", c->label, 1e3 * c->dt,
               c->order, s.rms, s.at_10, s.last, s.lost, s.cpu);
    if (c->limit > 0.0) {
        page_judge(s.rms < c->limit, "%s, order %d at %g ms: %.1e, required below %g", c->label,
                   c->order, 1e3 * c->dt, s.rms, c->limit);
    }
}

void criterion_section(const char *root)
{
    page_table("mechanism|step, ms|order|criterion|x of B0 at 10 s, m|worst at 20 s|energy, J|"
               "CPU, s");
    page_print("| another code, N = 2 | 1 | 2 | - | %.1e | - | 1.1e-03 | - |\n", PUBLISHED_ERROR);
    for (int i = 0; i < N_CASE; i++) {
        run_case(&cases[i], root);
    }
}
