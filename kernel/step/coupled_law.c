#include "coupled_law.h"

#include "extrapolate.h"
#include "model/law.h"

void tac_coupled_at(tac_workspace *w, const tac_element *e, tac_coupled *of)
{
    int element = (int)(e - w->m->element), lane_at = w->plan->g->element_lane[element];
    *of = (tac_coupled){.w = w, .e = e};
    ask_law(w->m, e, &of->q);
    of->x = tac_coupled_sum(w, e, 0, R_PHI);
    of->v = tac_coupled_sum(w, e, 0, R_RATE);
    of->mobility = *tac_row_field(w, e->row, R_W);
    of->c = tac_row_field(w, e->row, R_C);
    of->sigma = tac_row_field(w, e->row, R_SIGMA);
    of->dt = w->pace.dt[lane_at];
    of->h = w->pace.h[lane_at];
}

tac_request tac_take_asked(tac_workspace *w, const tac_element *e)
{
    tac_request *asked = &w->asked[e - (w->m->element + w->m->couplers.first_term)], of = *asked;
    *asked = TAC_ASKED_NOTHING;
    return of;
}

static void keep(const tac_coupled *of, double energy)
{
    of->w->shares.energy[of->e - of->w->m->element] = energy;
}

static void read_z0(tac_coupled *of)
{
    const tac_workspace *w = of->w;
    if (w->start.is_on) { // there is no step yet, or none is made
        if (of->q.asked.on->start) {
            of->q.asked.on->start(&of->q.asked.self, &of->step, of->z0);
        }
        return;
    }
    const tac_state *s = w->sequences.n > 0 ? &tac_longest(w)->substeps.state : w->step.from;
    const double *z = tac_memory_of(s, of->e);
    for (int k = 0; k < of->e->law->n_state; k++) {
        of->z0[k] = z[k];
    }
}

// The compliance in series is that of the step that made the state, as of all laws.
static double limiting(const tac_coupled *of)
{
    const tac_workspace *w = of->w;
    if (w->start.is_on) {
        return 0.0;
    }
    return w->sequences.n == 0 ? of->h : pick(w->sequences.longest, tac_longest(w)->h, 0.0);
}

tac_law_mean tac_coupled_over(tac_coupled *of, double *z1)
{
    tac_law_mean law;
    of->step = (tac_law_step){.dt = of->dt,
                              .x1 = &of->x,
                              .v1 = &of->v,
                              .rate = &of->rate,
                              .w = &of->mobility,
                              .z0 = of->z0,
                              .z1 = z1};
    of->step.h = limiting(of);
    read_z0(of);
    of->q.asked.on->over(&of->q.asked.self, &of->step, &law);
    keep(of, law.energy);
    return law;
}

tac_law_force tac_coupled_instant(const tac_coupled *of, double x, double v)
{
    tac_law_force law;
    const tac_law_instant i = {&x, &v, NULL};
    of->q.asked.on->at(&of->q.asked.self, &i, &law);
    keep(of, law.energy);
    return law;
}

void tac_coupled_compliance(const tac_coupled *of, double stiffness)
{
    double most = of->h * of->mobility * tac_free_times, given = 1.0 / stiffness;
    *of->c = of->w->start.is_on ? most : pick(1.0 < stiffness * most, given, most);
}
