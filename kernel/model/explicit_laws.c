// What an explicit step can follow of the laws of a model.
#include "law.h"
#include "stiff.h"

// Runge-Kutta of order 4 is stable up to dt w = 2.83 of an oscillation and dt c w = 2.79 of a damper.
static const double stable = 2.7;

// The largest slope of a table: at its points and between them.
static double steepest(const tac_curve *table)
{
    double most = 0.0;
    for (int i = 0; i < 2 * table->n - 1; i++) {
        double x = i % 2 ? 0.5 * (table->x[i / 2] + table->x[i / 2 + 1]) : table->x[i / 2];
        most = fmax(most, fabs(tac_curve_eval(table, x).dy));
    }
    return most;
}

// Stiffness and damping of the rows of a law at most.
static void most_slopes(const tac_model *m, const tac_element *e, double *k, double *c)
{
    const double zero[TAC_MAX_ROWS] = {0.0};
    tac_signal none[1] = {{0.0, 0.0, 0.0}};
    double f[TAC_MAX_ROWS];
    if (e->what == TAC_SPRINGS) {
        const tac_spring_desc *s = &m->spring[e->index];
        k[0] = s->k + (s->spring_table == TAC_NONE ? 0.0 : steepest(&m->table[s->spring_table]));
        c[0] = s->c + (s->damper_table == TAC_NONE ? 0.0 : steepest(&m->table[s->damper_table]));
    } else { // bushings are linear, friction is steepest at rest
        (void)tac_law(m, e, none, zero, zero, f, k, c);
    }
}

tac_status tac_check_explicit(const tac_model *m, double dt)
{
    for (int i = m->n_joint; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        tac_subject subject = (tac_subject)(TAC_JOINT + (int)e->what);
        double k[TAC_MAX_ROWS] = {0.0}, c[TAC_MAX_ROWS] = {0.0}, fastest = 0.0;
        if (e->one_sided != TAC_NONE || e->what == TAC_CONTACTS) {
            return tac_fail(TAC_NOT_SUPPORTED, subject, e->index, 0.0);
        }
        most_slopes(m, e, k, c);
        for (int row = 0; row < e->n_row; row++) {
            double w = m->row_w[e->row + row] * m->laws_on_body[i];
            fastest = fmax(fastest, fmax(sqrt(k[row] * w), c[row] * w)); // 1/s
        }
        if (dt * fastest > stable) {
            return tac_fail(TAC_TOO_STIFF, subject, e->index, stable / fastest);
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}
