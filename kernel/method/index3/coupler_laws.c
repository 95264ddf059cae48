#include "coupler_laws.h"

#include "element/sided.h"
#include "law_rows.h"
#include "step/coupled_law.h"
#include "step/extrapolate.h"

// ---- iterations --------------------------------------------------------------------------------

static void iterate(tac_coupled *of, bool fresh)
{
    double wanted, stiffness;
    if (tac_has_sides(of->e)) {
        tac_law_mean law = tac_coupled_over(of, NULL);
        wanted = 2.0 * law.mean - tac_coupled_field(of, R_BEFORE);
        stiffness = 2.0 * law.by_x + 2.0 / of->dt * law.by_rate;
    } else {
        tac_law_force law = tac_coupled_instant(of, of->x, of->v);
        wanted = law.f[0];
        stiffness = law.fx[0] + 2.0 / of->dt * law.fv[0];
    }
    if (fresh) {
        tac_coupled_compliance(of, stiffness);
    }
    *of->sigma += (wanted - tac_coupled_field(of, R_LAMBDA)) * *of->c;
}

// ---- places and velocities ---------------------------------------------------------------------

// What is said where bodies are: as laws_here of law_rows.h.
typedef struct here {
    double fx, fv, left, keep, rest;
} here;

static here sides_here(tac_coupled *of)
{
    const tac_workspace *w = of->w;
    double z1[TAC_LAW_STATES], damper = 0.0;
    tac_law_mean law = tac_coupled_over(of, z1);
    double *carried = w->shares.memory + of->e->memory;
    for (int k = 0; k < of->e->law->n_state; k++) {
        bool longest = combines(w) && of->e->law->combine[k] == TAC_Z_LONGEST;
        carried[k] = longest ? of->z0[k] : z1[k];
    }
    double own = law.k + 2.0 / of->dt * law.c;
    if (w->sequences.n == 0 && !w->start.is_on) {
        double y = of->step.h * of->z0[SIDED_W] * law.limited;
        damper = resting_damper(&law, y, of->z0[SIDED_RUN]);
    }
    tac_coupled_compliance(of, own + damper);
    double kept = damper > 0.0 ? own / (own + damper) : 1.0;
    return (here){law.k, law.c, 0.0, kept, law.rest};
}

static here law_of(tac_coupled *of)
{
    if (tac_has_sides(of->e)) {
        return sides_here(of);
    }
    tac_law_force law = tac_coupled_instant(of, of->x, of->v);
    tac_coupled_compliance(of, law.fx[0] + 2.0 / of->dt * law.fv[0]);
    return (here){law.fx[0], law.fv[0], law.f[0] - tac_coupled_field(of, R_LAMBDA), 1.0, 0.0};
}

// Of sequences that are combined.
static double of_sequences_at(const tac_coupled *of, int f, const double *weight)
{
    double sum = 0.0;
    for (int k = 0; k < of->w->sequences.n; k++) {
        sum += weight[k] * tac_coupled_sum(of->w->sequences.space[k], of->e, 0, f);
    }
    return sum;
}

// As pull_of of law_rows.h.
static pullv pull_at(const tac_coupled *of, const here *law, bool rates)
{
    const tac_pull *pull = tac_pull_at(of->w->o.order);
    double laws = of->w->m->rows.laws_on_body[of->e - of->w->m->element];
    double share = of->h * of->mobility, least = 1.0 / (share * tac_free_times);
    double stiffness = law->fx > 0.0 ? law->fx : 0.0;
    double damping = 2.0 / of->dt * (law->fv > 0.0 ? law->fv : 0.0);
    double all = stiffness + damping, mobility = laws * share;
    double spring = all > 0.0 ? stiffness * (stiffness / all) : 0.0, damper = rates ? damping : 0.0;
    double near = pull->spring.share * spring * unresolved(pull->spring.onset * spring, mobility);
    double rest = pull->damper.share * damper * unresolved(pull->damper.onset * damper, mobility);
    double held = pull->spring.share * spring + pull->damper.share * damper;
    return (pullv){near, rest, 1.0 / (held > least ? held : least)};
}

static void settle(tac_coupled *of)
{
    tac_workspace *w = of->w;
    here law = law_of(of);
    double rate = law.keep * (of->v - law.rest) + law.rest;
    if (combines(w)) {
        pullv p = pull_at(of, &law, true);
        double spring = of_sequences_at(of, R_RATE, w->sequences.spring) - rate;
        double damper = of_sequences_at(of, R_RATE, w->sequences.damper) - rate;
        rate += p.compliance * (p.spring * spring + p.damper * damper);
        *of->c = p.compliance;
    }
    *of->sigma -= rate;
    *tac_row_field(w, of->e->row, R_LEFT) = law.left;
}

static void place(tac_coupled *of)
{
    tac_workspace *w = of->w;
    here law = law_of(of);
    if (combines(w)) {
        pullv p = pull_at(of, &law, false);
        double away = of->x - of_sequences_at(of, R_PHI, w->sequences.spring);
        *of->sigma += p.spring * p.compliance * away;
        *of->c = p.compliance;
    }
}

// ---- accelerations -----------------------------------------------------------------------------

static double sides_at_end(tac_coupled *of)
{
    const tac_workspace *w = of->w;
    of->mobility = 0.0;
    tac_law_mean law = tac_coupled_over(of, NULL);
    double y = of->step.h * of->z0[SIDED_W] * law.limited;
    double mean = w->sequences.n > 0 ? tac_coupled_field(of, R_LAMBDA) : law.mean;
    return law.end + y * y * y * (mean - law.end);
}

static double law_at_end(tac_coupled *of)
{
    const tac_workspace *w = of->w;
    if (tac_has_sides(of->e)) {
        return sides_at_end(of);
    }
    tac_law_force law = tac_coupled_instant(of, of->x, of->v);
    double f = law.f[0];
    if (w->laws_given && combines(w)) {
        here now = {law.fx[0], law.fv[0], 0.0, 1.0, 0.0};
        double stiffness = now.fx > 0.0 ? now.fx : 0.0, damping = now.fv > 0.0 ? now.fv : 0.0;
        double laws = w->m->rows.laws_on_body[of->e - w->m->element];
        double share =
            unresolved(tac_pull_at(w->o.order)->force_onset * (stiffness + 2.0 / of->dt * damping),
                       laws * of->h * of->mobility);
        double sum = 0.0;
        for (int k = 0; k < w->sequences.n; k++) {
            sum += w->sequences.damper[k] *
                   *tac_row_field(w->sequences.space[k], of->e->row, R_LAMBDA);
        }
        f += share * (sum - f);
    } else if (w->laws_given && !w->start.is_on) {
        f -= tac_coupled_field(of, R_LEFT);
    }
    return f;
}

static void accelerate(tac_coupled *of)
{
    const tac_workspace *w = of->w;
    double f = law_at_end(of);
    if (w->o.acceleration == TAC_INDEX1 || w->start.is_on) {
        *of->sigma += *of->c * ((f - tac_coupled_field(of, R_LAMBDA)) / of->h);
    }
}

static void give_force(tac_coupled *of)
{
    tac_law_force law = tac_coupled_instant(of, of->x, of->v);
    *of->sigma += *of->c * ((law.f[0] - tac_coupled_field(of, R_LAMBDA)) / of->h);
}

// ---- all of it ---------------------------------------------------------------------------------

void tac_couple_index3(tac_workspace *w, const tac_element *e)
{
    tac_request of = tac_take_asked(w, e);
    tac_coupled at;
    tac_coupled_at(w, e, &at);
    switch (of) {
    case TAC_ASKED_FRESH:
    case TAC_ASKED_AGAIN:
        iterate(&at, of == TAC_ASKED_FRESH);
        break;
    case TAC_ASKED_PLACE:
        place(&at);
        break;
    case TAC_ASKED_RATE:
        settle(&at);
        break;
    case TAC_ASKED_FORCE:
        accelerate(&at);
        break;
    case TAC_ASKED_GIVEN:
        give_force(&at);
        break;
    case TAC_ASKED_NOTHING:
    case TAC_ASKED_CLOSE: // of another method
    case TAC_ASKED_CLOSE_AGAIN:
    case TAC_ASKED_SHARE:
    case TAC_ASKED_END:
        break;
    }
}
