// The IFToMM multibody benchmark A02, N four-bars in a row, by the criterion of its page, and by
// numbers that another code has published.
//
// e = |y - yref| / max(|yref|, 1e-3), root mean square over 400 output steps and the outputs x, y,
// vx, vy of the tip B0 of the first crank. 1e-1 is called low precision, 1e-3 high precision.
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

typedef struct score {
    double sum; // of e^2
    int n;
    double at_10; // |x - xref| at 10 s
    double last;  // largest |y - yref| at the end
} score;

static void add_row(score *s, const trial *t, const reference *ref, const double *row,
                    double *sensed)
{
    tac_sense(t->model, &t->state, &t->report, sensed);
    s->last = 0.0;
    for (int j = 1; j < ref->n_column; j++) {
        double value = reference_observe(&ref->columns[j], t->model, &t->state, &t->report, sensed);
        double error = fabs(value - row[j]), e = error / fmax(fabs(row[j]), SMALLEST);
        s->sum += e * e;
        s->n++;
        keep_worst(&s->last, error);
        if (j == 1 && fabs(row[0] - 10.0) < 1e-9) {
            s->at_10 = error;
        }
    }
}

static void run_case(const criterion_case *c, const char *root)
{
    tac_options o = trial_options(c->dt, c->order);
    trial t;
    reference ref = {0};
    score s = {0};
    int good = trial_open(&t, root, c->model, &o) &&
               compare_open(&ref, &(comparison){.root = root, .model = c->model}, &t);
    double *sensed = good ? calloc((size_t)tac_sensor_total(t.model) + 1, sizeof *sensed) : NULL;
    for (int i = 1; good && i < ref.n_row; i++) { // the start is given, not computed
        const double *row = &ref.value[(size_t)i * (size_t)ref.n_column];
        good = row[0] > HORIZON || trial_to(&t, row[0]);
        if (good && row[0] <= HORIZON) {
            add_row(&s, &t, &ref, row, sensed);
        }
    }
    double rms = good ? sqrt(s.sum / s.n) : HUGE_VAL;
    page_print("| %s | %g | %d | %.1e | %.1e | %.1e | %.1e | %.2f |\n", c->label, 1e3 * c->dt,
               c->order, rms, s.at_10, s.last, t.lost, t.cpu);
    if (c->limit > 0.0) {
        page_judge(rms < c->limit, "%s, order %d at %g ms: %.1e, required below %g", c->label,
                   c->order, 1e3 * c->dt, rms, c->limit);
    }
    free(sensed);
    reference_free(&ref);
    trial_close(&t);
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
