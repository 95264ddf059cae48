#include "doubt.h"

#include <math.h>

#include "model/tables.h"

double tac_least_penalty(const tac_options *o)
{
    return tac_limit_value(o->acceleration == TAC_PROJECTION ? TAC_LIMIT_PENALTY_PROJECTED
                                                             : TAC_LIMIT_PENALTY);
}

tac_loosest tac_find_loosest(const tac_model *m, const tac_options *o)
{
    tac_loosest least = {HUGE_VAL, TAC_NONE};
    double h = 0.25 * o->dt * o->dt;
    for (int j = 0; j < m->n_joint; j++) {
        const tac_element *e = &m->element[j];
        for (int k = 0; k < e->n_row; k++) {
            double penalty = o->alpha > 0.0 ? o->alpha * h * m->rows.row_w[e->row + k] : o->penalty;
            if (penalty < least.penalty) {
                least = (tac_loosest){penalty, e->index};
            }
        }
    }
    return least;
}
