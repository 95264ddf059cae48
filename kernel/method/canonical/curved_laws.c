#include "curved_laws.h"

#include <math.h>

#include "model/law.h"
#include "workspace/layers.h"

// dt^2/4 w K, summed over the laws of a body, up to which the factors of the first iteration do.
static const double most_with_one_tangent = 0.1;

// By how much k + 2 c/dt of a law's row may change within a step. What begins or ends may take its
// damper along.
static double change_of_slope(const tac_model *m, const tac_element *e, double dt)
{
    tac_law_bounds b = tac_bounds_of_law(m, e, 0);
    double stiffness = b.stiffest - b.softest, damping = b.most_damping - b.least_damping;
    if (tac_has_sides(e)) {
        stiffness += tac_steepest_slope(m, e);
        damping = fmax(damping, b.most_damping);
    }
    return stiffness + 2.0 / dt * damping;
}

bool tac_is_curved(const tac_workspace *w, int element)
{
    const tac_model *m = w->m;
    const tac_element *e = &m->element[element];
    if (!e->law) {
        return false;
    }
    double dt = w->o.dt,
           share = 0.25 * dt * dt * m->rows.row_w[e->row] * m->rows.laws_on_body[element];
    return e->implicit && share * change_of_slope(m, e, dt) > most_with_one_tangent;
}

bool tac_any_is_curved(const tac_workspace *w)
{
    bool any = false;
    for (int i = w->m->n_joint; i < w->m->n_element; i++) {
        any |= tac_is_curved(w, i);
    }
    return any;
}

// ---- units -------------------------------------------------------------------------------------

// Whether a unit eliminates a row of a marked law, or one of its children is marked.
static bool depends(const tac_workspace *w, const tac_node_cell *u)
{
    const tac_model *m = w->m;
    bool any = false;
    for (int l = 0; l < u->n; l++) {
        const int *row = m->nodes.node_row + m->nodes.row_at[u->node[l]];
        for (int k = 0; k < m->nodes.n_e[u->node[l]]; k++) {
            any |= tac_curved_laws(w)[m->rows.row_element[row[k]]] != 0;
        }
        for (int c = 0; c < 2 && !u->leaf; c++) {
            any |= tac_fresh_units(w)[u->child_unit[c][l]] != 0;
        }
    }
    return any;
}

// What a child left its parent in the scratch of a block is gone when the next block has been
// worked on.
static void mark_scratch_below(const tac_workspace *w, const tac_node_cell *u)
{
    for (int l = 0; l < u->n && !u->leaf; l++) {
        for (int c = 0; c < 2; c++) {
            int child = u->child_unit[c][l];
            tac_fresh_units(w)[child] |= w->plan->unit[child].scratch > 0;
        }
    }
}

void tac_mark_curved_laws(tac_workspace *w)
{
    int n_unit = w->plan->g->n_unit, *fresh = tac_fresh_units(w);
    for (int i = w->m->n_joint; i < w->m->n_element; i++) {
        tac_curved_laws(w)[i] = tac_is_curved(w, i);
    }
    for (int i = 0; i < n_unit; i++) {
        fresh[i] = depends(w, &w->plan->unit[i]);
    }
    for (int i = n_unit - 1; i >= 0; i--) {
        if (fresh[i]) {
            mark_scratch_below(w, &w->plan->unit[i]);
        }
    }
}

void tac_refresh_units(tac_workspace *w, int first, int last)
{
    const int *fresh = tac_fresh_units(w);
    for (int i = first, end; i < last; i = end) {
        for (end = i + 1; end < last && fresh[end] == fresh[i];) {
            end++;
        }
        tac_call_stage(w, fresh[i] ? TAC_UNITS_FACTOR : TAC_UNITS_FORWARD, i, end);
    }
}
