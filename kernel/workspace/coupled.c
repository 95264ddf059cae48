#include "coupled.h"

#include "single_access.h"

double tac_coupled_sum(const tac_workspace *w, const tac_element *lead, int k, int field)
{
    double sum = *tac_row_field(w, lead->row + k, field);
    for (int term = 1; term <= lead->followers; term++) {
        sum += *tac_row_field(w, lead[tac_term(w->m, 0, term)].row, field);
    }
    return sum;
}

double tac_row_off(const tac_workspace *w, int row, int field)
{
    const tac_element *e = &w->m->element[w->m->rows.row_element[row]];
    if (e->what != TAC_TERMS) {
        return *tac_row_field(w, row, field);
    }
    return tac_leads(e) ? e->unit * tac_coupled_sum(w, e, 0, field) : 0.0;
}

void tac_coupled_share(const tac_workspace *w, const tac_element *lead, double bound,
                       tac_share *share)
{
    double phi = tac_row_off(w, lead->row, R_PHI), rate = tac_row_off(w, lead->row, R_RATE);
    double left = tac_row_off(w, lead->row, R_ADD); // where the stage leaves it
    double check = fabs(phi) * bound + 0.0 * tac_coupled_sum(w, lead, 0, R_LAMBDA);
    *share = (tac_share){phi * phi, rate * rate, left * left, check < 1.0 ? 0.0 : 1.0};
    if (lead->elastic) {
        double sum = phi + rate + tac_coupled_sum(w, lead, 0, R_LAMBDA);
        *share = (tac_share){0.0, 0.0, 0.0, isfinite(sum) ? 0.0 : 1.0};
    }
}

void tac_ask_couplers(tac_workspace *w, const tac_node_cell *u)
{
    const tac_model *m = w->m;
    for (int l = 0; l < u->n; l++) {
        for (int k = 0; k < m->nodes.n_e[u->node[l]]; k++) {
            int i = m->rows.row_element[m->nodes.node_row[m->nodes.row_at[u->node[l]] + k]];
            bool elastic = !tac_is_unknowns(m, i) && m->element[i].elastic;
            if (elastic && w->asked[i - m->couplers.first_term] != TAC_ASKED_NOTHING) {
                w->couple(w, &m->element[i]);
            }
        }
    }
}
