#include "coupler_laws.h"

#include "element/sided.h"
#include "law_rows.h"
#include "method/index3/coupler_laws.h"
#include "step/coupled_law.h"

// What a law says about a step.
typedef struct said {
    double f, stiffness, damping, x0;
    tac_law_mean mean;
} said;

static said say(tac_coupled *of, double *z1)
{
    double x0 = tac_coupled_sum(of->w, of->e, 0, R_START);
    said s = {.x0 = x0};
    of->rate = (of->x - x0) / of->dt;
    if (tac_has_sides(of->e)) {
        of->v = of->rate; // that of the end is not known yet
        s.mean = tac_coupled_over(of, z1);
        s.f = s.mean.mean;
        s.stiffness = 2.0 * s.mean.by_x + 2.0 / of->dt * s.mean.by_rate;
        s.damping = s.mean.c;
        return s;
    }
    tac_law_force law = tac_coupled_instant(of, 0.5 * (x0 + of->x), of->rate);
    s.f = law.f[0];
    s.damping = law.fv[0];
    s.stiffness = law.fx[0] + 2.0 / of->dt * law.fv[0];
    return s;
}

// ---- positions ---------------------------------------------------------------------------------

static void close(tac_coupled *of, bool slopes)
{
    tac_workspace *w = of->w;
    said s = say(of, NULL);
    if (slopes || tac_curved_laws(w)[of->e - w->m->element]) {
        tac_coupled_compliance(of, s.stiffness);
    }
    *of->sigma += 2.0 * (s.f - tac_coupled_field(of, R_LAMBDA)) * *of->c;
}

// ---- velocities --------------------------------------------------------------------------------

static double kept(const tac_coupled *of, double stiffness, double damping)
{
    double s = of->h * of->mobility * law_above_zero(stiffness);
    double share = s / (1.0 + s), cube = share * share * share;
    return law_larger(unresolved_share(of->dt, of->mobility, damping), cube);
}

// As slow_change of law_rows.h.
static double changes_slowly(const tac_coupled *of, const said *s)
{
    double before = of->w->step.from->lambda[of->e->row];
    double x = s->x0 - 0.5 * of->dt * of->rate;
    double then = tac_coupled_instant(of, x, of->rate).f[0], now = s->damping * of->rate;
    double all = kept(of, s->stiffness, s->damping);
    double change = 2.0 / (1.0 + all) * (s->f - before) - (s->f - then);
    double part = fabs(change) / (fabs(now) + fabs(now - change) + 1e-300);
    double share = (fast - part) / (fast - slow);
    return change * pick(share < 0.0, 0.0, pick(share > 1.0, 1.0, share));
}

// The compliance that velocities feel, and what the force that is given is more than the
// multiplier.
static double share_of_law(tac_coupled *of)
{
    tac_workspace *w = of->w;
    double z1[TAC_LAW_STATES], rest = 0.0, more = 0.0, change = 0.0, resolved = 0.0;
    double pushed = tac_coupled_field(of, R_LAMBDA);
    bool sides = tac_has_sides(of->e);
    said s = say(of, z1);
    double t = unresolved_share(of->dt, of->mobility, s.damping), now = s.damping * of->rate;
    if (sides) {
        double y = of->step.h * of->z0[SIDED_W] * s.mean.limited;
        for (int k = 0; k < of->e->law->n_state; k++) {
            w->shares.memory[of->e->memory + k] = z1[k];
        }
        rest = resting_damper(&s.mean, y, of->z0[SIDED_RUN]);
        over_step o = {.rate = {of->rate}, .f = {s.f}, .mean = s.mean, .pushed = pushed};
        more = settled(w, of->mobility, &o);
    } else {
        change = changes_slowly(of, &s);
        resolved = w->o.order == 2 ? resolved_share(of->dt, of->mobility, s.damping) : 0.0;
    }
    w->momenta.stiff[of->e->row] = of->h * of->mobility * fabs(s.stiffness);
    tac_coupled_compliance(of, 2.0 / of->dt * (t + resolved) * s.damping + rest);
    return more - (t * (now + 0.5 * change) + resolved * now);
}

static void share(tac_coupled *of)
{
    double more = share_of_law(of);
    *of->sigma += *of->c * (2.0 / of->dt * more);
}

// ---- accelerations -----------------------------------------------------------------------------

static double at_end(tac_coupled *of)
{
    double lambda = tac_coupled_field(of, R_LAMBDA);
    if (tac_has_sides(of->e)) {
        of->mobility = 0.0;
        tac_law_mean law = tac_coupled_over(of, NULL);
        double y = of->step.h * of->z0[SIDED_W] * law.limited;
        return law.end + y * y * y * (lambda - law.end);
    }
    tac_law_force law = tac_coupled_instant(of, of->x, of->v);
    double share = kept(of, law.fx[0] + 2.0 / of->dt * law.fv[0], law.fv[0]);
    return law.f[0] + share * (lambda - law.f[0]);
}

static void end(tac_coupled *of)
{
    double f = at_end(of);
    *of->sigma += *of->c * ((f - tac_coupled_field(of, R_LAMBDA)) / of->h);
}

// ---- all of it ---------------------------------------------------------------------------------

void tac_couple_canonical(tac_workspace *w, const tac_element *lead)
{
    tac_request of = w->asked[lead - (w->m->element + w->m->couplers.first_term)];
    if (of < TAC_ASKED_CLOSE) { // in a start
        tac_couple_index3(w, lead);
        return;
    }
    (void)tac_take_asked(w, lead);
    tac_coupled at;
    tac_coupled_at(w, lead, &at);
    if (of == TAC_ASKED_SHARE) {
        share(&at);
    } else if (of == TAC_ASKED_END) {
        end(&at);
    } else {
        close(&at, of == TAC_ASKED_CLOSE);
    }
}
