#include "light_parts.h"

#include "base/thresholds.h"
#include "model/mobility.h"

void tac_share_heaviest(const tac_workspace *w, int body, double number[2])
{
    double *all = w->heaviest + 2 * w->m->bodies.joined[body];
    for (int k = 0; k < 2; k++) {
        all[k] = number[k] > all[k] ? number[k] : all[k];
        number[k] = all[k];
    }
}

double tac_weigh_row(const tac_workspace *w, int row, double penalty)
{
    const tac_model *m = w->m;
    double own = m->rows.row_w[row], part = penalty / tac_most_penalty;
    double most = TAC_COUNTS_AS * tac_heavy_mobility(m, w->heaviest, row);
    double least = part < 1.0 ? part * own : own;
    return w->light_loose || most <= 0.0 || own < most ? own : most < least ? least : most;
}

void tac_weigh_light(const tac_workspace *w)
{
    int lanes = w->plan->g->lanes;
    for (int i = 0; i < w->plan->g->n_cell; i++) {
        const tac_cell *c = &w->plan->cell[i];
        for (int k = 0; k < c->like->n_row && c->holds; k++) {
            double *row = w->fields.row + (size_t)((c->row + k) * TAC_ROW_FIELDS * lanes);
            for (int l = 0; l < lanes; l++) {
                row[R_W * lanes + l] = tac_weigh_row(w, c->model_row[l] + k, w->o.penalty);
            }
        }
    }
}
