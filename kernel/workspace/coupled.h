// Couplers between stages: rows of the terms of each are shares of one row (model/rows.h).
#ifndef TAC_COUPLED_H
#define TAC_COUPLED_H

#include "work.h"

// The sum of a field over the rows of all terms of a coupler, by its first one, in their order; of
// any other element the field of row k of it.
double tac_coupled_sum(const tac_workspace *w, const tac_element *lead, int k, int field);

// What a row of constraints is off by, in m, m/s or m/s^2, by a field: that of a joint as it is, of
// a coupler what its most effective term lacks; an angle by the model's length. Zero of terms
// behind the first.
double tac_row_off(const tac_workspace *w, int row, int field);

// Of a coupler after the stage of residuals: as the stage leaves of a joint, with `bound` of what
// is open.
void tac_coupled_share(const tac_workspace *w, const tac_element *lead, double bound,
                       tac_share *share);

// Asks the laws of couplers whose rows a unit eliminates, before it reads them.
void tac_ask_couplers(tac_workspace *w, const tac_node_cell *u);

// Notes what elements ask for, of terms that begin a coupler.
static inline void tac_note_asked(tac_workspace *w, const int *element, int n, tac_request what)
{
    for (int l = 0; l < n; l++) {
        if (tac_leads(&w->m->element[element[l]])) {
            w->asked[element[l] - w->m->couplers.first_term] = what;
        }
    }
}

#endif
