#include "stiff.h"

#include <math.h>

#include "model/tables.h"

static double steepest(const tac_model *m, int table)
{
    return table == TAC_NONE ? 0.0 : tac_curve_steepest(&m->table[table]);
}

// Stiffness and damping of row k of a law.
static void slopes_of(const tac_model *m, const tac_element *e, int k, double *stiffness,
                      double *damping)
{
    const tac_friction_desc *f = m->friction + e->index;
    const tac_spring_desc *s = m->spring + e->index;
    *stiffness = *damping = 0.0;
    switch (e->what) {
    case TAC_SPRINGS:
        *stiffness = s->k + (e->one_sided == TAC_NONE ? steepest(m, s->spring_table) : 0.0);
        *damping = s->c + steepest(m, s->damper_table);
        break;
    case TAC_BUSHINGS:
        *stiffness = m->bushing[e->index].k[k];
        *damping = m->bushing[e->index].c[k];
        break;
    case TAC_FRICTIONS:
        *damping = f->viscous + f->coulomb / f->v0;
        break;
    case TAC_CONTACTS: // have sides
    case TAC_JOINTS:
        break;
    }
}

// Of the row of a law for which it is largest.
static double value_of(const tac_model *m, const tac_options *o, int element)
{
    const tac_element *e = &m->element[element];
    double most = 0.0, h = 0.25 * o->dt * o->dt, k, c;
    for (int row = 0; row < e->n_row && e->implicit; row++) {
        slopes_of(m, e, row, &k, &c);
        most = fmax(most, h * m->row_w[e->row + row] * (k + 2.0 * c / o->dt));
    }
    return most * m->laws_on_body[element];
}

tac_stiff_laws tac_find_stiff_laws(const tac_model *m, const tac_options *o, double least)
{
    static const tac_subject subject[] = {
        [TAC_SPRINGS] = TAC_SPRING, [TAC_BUSHINGS] = TAC_BUSHING, [TAC_FRICTIONS] = TAC_FRICTION};
    tac_stiff_laws found = {0};
    for (int i = m->n_joint; i < m->n_element; i++) {
        double value = value_of(m, o, i);
        if (value > least) {
            int n = found.n + 1;
            found = value > found.value ? (tac_stiff_laws){n, subject[m->element[i].what],
                                                           m->element[i].index, value}
                                        : found;
            found.n = n;
        }
    }
    return found;
}
