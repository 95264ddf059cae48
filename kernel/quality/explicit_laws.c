// What an explicit step can follow of the laws of a model.
#include "base/thresholds.h"
#include "model/law.h"
#include "stiff.h"

tac_status tac_check_explicit(const tac_model *m, double dt)
{
    if (m->bodies.n_shaft > 0) {
        return tac_fail(TAC_SHAFTS, TAC_JOINT, m->bodies.shaft_of[0], 0.0);
    }
    for (int i = m->n_joint; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        if (!e->law) {
            continue;
        }
        tac_subject subject = (tac_subject)(TAC_JOINT + (int)e->what);
        int index = tac_law_index(e);
        double fastest = 0.0;
        bool loaded = e->what == TAC_FRICTIONS && m->laws.friction[e->index].loaded_by > 0;
        if (e->n_memory > 0 ||
            loaded) { // it begins, ends or slips within a step, or knows the one before
            return tac_fail(TAC_NOT_SUPPORTED, subject, index, 0.0);
        }
        for (int row = 0; row < e->n_row; row++) {
            double w = m->rows.row_w[e->row + row] * m->rows.laws_on_body[i];
            tac_steepness s = tac_steepness_of_law(m, e, row);
            fastest = fmax(fastest, fmax(sqrt(s.stiffness * w), s.damping * w)); // 1/s
        }
        if (dt * fastest > tac_stable_explicit) {
            return tac_fail(TAC_TOO_STIFF, subject, index, tac_stable_explicit / fastest);
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}
