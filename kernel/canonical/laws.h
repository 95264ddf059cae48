// Rows of force laws in the canonical step, on vector lanes.
//
// Positions. The force of the whole step is that of the law half way, at the rate of the step's path:
// lambda = f((x0 + x1) / 2, (x1 - x0) / dt), the same at both ends of the step, which stays its own inverse. With
// stiffness f_x + 2/dt f_xd the row's compliance is that of index-3, and its right-hand side twice what is left.
// One-sided laws give their mean along the path (model/one_sided.h).
//
// Velocities. A damper stiffer than the step is not seen by that: rates that change their sign with every step
// leave x where it is. With z = dt w c / 2 the share t = z^4 / (1 + z^4) of what it pushes at the end follows the rate
// of the end: nothing from what the step resolves, all of it where it does not. A rate that changes slowly is not
// the same at the end as over the step; by what the damper's force has changed from the last step to this one,
// that is known, and taken off: the share then feels only what has a sign of its own at every end. Of dampers that
// the step resolves a share of z / 4, for z up to 0.1, follows the rate of the end as it is, at order 2: a damper alone
// would have the rate it ends with right with 2 z / 3, one between light bodies and a spring with z / 8. Friction
// has the chord of index-3 instead (index3/friction_rows.h): with the tangent where the row sticks, an
// impulse beyond its limit would be held at the rate it creeps with, which feeds energy.
//
// Accelerations. The law at the end where the step resolves it, the force of the step where it does not.
#ifndef TAC_CANONICAL_LAWS_H
#define TAC_CANONICAL_LAWS_H

#include <string.h>

#include "canonical.h"
#include "curved_laws.h"
#include "index3/laws.h"

TAC_INLINE double start_of(const tac_workspace *w, const tac_cell *c, int k, int l)
{
    return row_at(w, c, k)[R_START * L + l];
}

// What a law says about a step: forces, stiffnesses with 2/dt times damping, and damping alone.
typedef struct over_step {
    double f[TAC_MAX_ROWS], stiffness[TAC_MAX_ROWS], damping[TAC_MAX_ROWS], rate[TAC_MAX_ROWS];
    double rest; // of one-sided ones, the rate that keeps what they rest on
} over_step;

// Of rows that are free for velocities: nothing is left of them to be felt, however many steps are made.
static const double free_row = 1e20;

TAC_INLINE double compliance_for_rates(const tac_workspace *w, const double *row, int l,
                                       double stiffness)
{
    double most = w->pace.h[l] * row[R_W * L] * free_row;
    return pick(stiffness * most > 1.0, 1.0 / stiffness, most);
}

// ---- friction ----------------------------------------------------------------------------------

// Its tangent where the row alone would end, not where the last iterate was: there it may be flat.
TAC_STATIC void friction_over_step(const tac_friction_desc *fr, double dt, double mobility,
                                   double rate, double lambda, over_step *law)
{
    double weight = 0.5 * dt * mobility;
    tac_friction_value at = tac_friction_alone(fr, weight, rate + weight * lambda);
    law->f[0] = at.f + at.slope * (rate - at.v);
    law->damping[0] = at.slope;
    law->stiffness[0] = 2.0 / dt * at.slope;
}

// ---- a step ------------------------------------------------------------------------------------

// Of combined sequences the mobility is that which the longest one has ended with.
TAC_INLINE tac_law_step one_sided_step(const tac_workspace *w, const tac_element *e,
                                       const double *row, int l, double x)
{
    const tac_state *s = w->sequences.n > 0 ? &tac_longest(w)->substeps.state : w->step.from;
    const tac_contact_state *from = &s->contact[e->one_sided];
    return (tac_law_step){w->pace.dt[l], limit_of(w, l), from->u, from->w, x, row[R_RATE * L + l]};
}

// A bushing that has turned by half a turn pulls back the other way round: twice the vector part of its rotation
// has the other sign, and there is no middle between them.
TAC_STATIC int turned_over(const tac_workspace *w, const tac_cell *c, int l, const double *x)
{
    double sum = 0.0;
    for (int k = 3; k < 6 && c->like->what == TAC_BUSHINGS; k++) {
        sum += start_of(w, c, k, l) * x[k];
    }
    return sum < -1.0;
}

// What the law of lane l says with its rows at x; at an end of the step where there is no middle.
TAC_STATIC over_step law_over_step(tac_workspace *w, const tac_cell *c, int l, const double *x,
                                   double mobility, int at_end)
{
    int i = c->element[l], n = c->like->n_row;
    const tac_element *e = &w->m->element[i];
    double dt = w->pace.dt[l], middle[TAC_MAX_ROWS];
    over_step law = {.rest = 0.0};
    int over = turned_over(w, c, l, x);
    for (int k = 0; k < n; k++) {
        double x0 = start_of(w, c, k, l);
        middle[k] = pick(over & (k > 2), pick(at_end, x[k], x0), 0.5 * (x0 + x[k]));
        law.rate[k] = pick(over & (k > 2), 0.0, (x[k] - x0) / dt);
    }
    if (is_one_sided(c)) {
        tac_law_step step = one_sided_step(w, e, row_at(w, c, 0), l, x[0]);
        tac_law_mean mean = tac_mean_law(w->m, e, tac_signals_for(w, i), &step);
        law.f[0] = mean.force;
        law.stiffness[0] = 2.0 * mean.slope;
        law.damping[0] = mean.c;
        law.rest = mean.rest;
    } else if (is_friction(c)) {
        friction_over_step(&w->m->friction[e->index], dt, mobility, law.rate[0],
                           row_at(w, c, 0)[R_LAMBDA * L + l], &law);
    } else {
        double slope[TAC_MAX_ROWS];
        (void)tac_law(w->m, e, w->momenta.middle, middle, law.rate, law.f, slope, law.damping);
        for (int k = 0; k < n; k++) {
            law.stiffness[k] = slope[k] + 2.0 / dt * law.damping[k];
        }
    }
    return law;
}

// Unused lanes repeat the first.
TAC_INLINE void repeat_rows(const tac_workspace *w, const tac_cell *c)
{
    static const unsigned char field_of[] = {R_C, R_ADD, R_LAMBDA, R_SIGMA};
    for (int k = 0; k < c->like->n_row; k++) {
        for (int f = 0; f < (int)sizeof field_of; f++) {
            double *lanes = row_at(w, c, k) + field_of[f] * L;
            for (int l = c->n; l < L; l++) {
                lanes[l] = lanes[0];
            }
        }
    }
}

// How easily the rows of a cell move: where the bodies are, of friction with the joint that it is on (model/friction.h).
TAC_INLINE void law_mobilities(const tac_workspace *w, const tac_cell *c, lane *of)
{
    if (is_friction(c)) {
        of[0] = field(row_at(w, c, 0), R_W);
    } else {
        mobilities(w, c, of);
    }
}

// Right-hand sides of a position iteration; compliances as well, of all laws or of curved ones.
TAC_STATIC void close_laws(tac_workspace *w, const tac_cell *c, const lane *phi, int slopes)
{
    int n = c->like->n_row;
    lane mobility[TAC_MAX_ROWS] = {lane_set(0.0)};
    if (is_friction(c)) {
        law_mobilities(w, c, mobility);
    }
    for (int l = 0; l < c->n; l++) {
        double x[TAC_MAX_ROWS] = {0.0};
        for (int k = 0; k < n; k++) {
            x[k] = lane_get(phi[k], l);
        }
        over_step law = law_over_step(w, c, l, x, lane_get(mobility[0], l), 0);
        for (int k = 0; k < n; k++) {
            double *row = row_at(w, c, k) + l;
            double fresh = compliance_of(w, c, row, l, law.stiffness[k]);
            row[R_C * L] = pick(slopes | tac_curved_laws(w)[c->element[l]], fresh, row[R_C * L]);
            row[R_SIGMA * L] = 2.0 * (law.f[k] - row[R_LAMBDA * L]) * row[R_C * L];
        }
    }
    repeat_rows(w, c);
}

// ---- velocities --------------------------------------------------------------------------------

// What is left to the end's rates of a row: stiffness of it, and the force that is not given then.
typedef struct shared {
    double stiffness, less, rest; // rest: the rate that keeps what it rests on, times stiffness
} shared;

TAC_INLINE double damped_in_half(double dt, double mobility, double damping)
{
    return 0.5 * dt * mobility * pick(damping > 0.0, damping, 0.0);
}

TAC_INLINE double unresolved_share(double dt, double mobility, double damping)
{
    double z = damped_in_half(dt, mobility, damping), z4 = z * z * z * z;
    return z4 / (1.0 + z4);
}

TAC_INLINE double resolved_share(double dt, double mobility, double damping)
{
    double z = damped_in_half(dt, mobility, damping), most = 10.0 * z;
    return 0.25 * z / (1.0 + most * most * most * most);
}

// Part of the force of the step in the multiplier that a row of a law ends with; the rest is the law's at the end.
TAC_INLINE double kept_share(const tac_workspace *w, const double *row, int l, double stiffness,
                             double damping)
{
    double s = w->pace.h[l] * row[R_W * L] * pick(stiffness > 0.0, stiffness, 0.0);
    double share = s / (1.0 + s), cube = share * share * share;
    double t = unresolved_share(w->pace.dt[l], row[R_W * L], damping);
    return pick(t > cube, t, cube);
}

// Changes of a damper's force from one step to the next above these parts of it are no slow motion.
static const double slow = 1.0 / 3.0, fast = 1.0 / 2.0;

// By how much a damper's force changes slowly from the middle of the last step to the middle of this one: the change
// of the whole force less that of the spring. The last force is in the multiplier of the start, as far as
// kept_share left it there; `then` is the law there at the rate of now.
TAC_STATIC double slow_change(const tac_workspace *w, const double *row, int l, double before,
                              double then, const over_step *law, int k)
{
    double kept = kept_share(w, row, l, law->stiffness[k], law->damping[k]);
    double now = law->damping[k] * law->rate[k];
    double change = 2.0 / (1.0 + kept) * (law->f[k] - before) - (law->f[k] - then);
    double part = fabs(change) / (fabs(now) + fabs(now - change) + 1e-300);
    double all = (fast - part) / (fast - slow);
    all = pick(all < 0.0, 0.0, all);
    return change * pick(all > 1.0, 1.0, all);
}

// The law in the middle of the last step, if that was as long in x as this one, at the rate of this one.
TAC_STATIC void law_before(const tac_workspace *w, const tac_cell *c, int l, const over_step *law,
                           double *f)
{
    double x[TAC_MAX_ROWS], slope[TAC_MAX_ROWS], damping[TAC_MAX_ROWS];
    int i = c->element[l];
    for (int k = 0; k < c->like->n_row; k++) {
        x[k] = start_of(w, c, k, l) - 0.5 * w->pace.dt[l] * law->rate[k];
    }
    (void)tac_law(w->m, &w->m->element[i], w->momenta.before, x, law->rate, f, slope, damping);
}

// Whether a law's damping is that of a damper: friction creeps at the rate of its end.
TAC_INLINE int changes_slowly(const tac_cell *c)
{
    return !is_one_sided(c) && !is_friction(c);
}

// Of a damper.
TAC_STATIC shared share_of_damper(const tac_workspace *w, const tac_cell *c, int l, int k,
                                  double mobility, double then, const over_step *law)
{
    double dt = w->pace.dt[l], change = 0.0, now = law->damping[k] * law->rate[k];
    double t = unresolved_share(dt, mobility, law->damping[k]), resolved = 0.0;
    if (changes_slowly(c)) {
        double before = w->step.from->lambda[c->model_row[l] + k];
        change = slow_change(w, row_at(w, c, k) + l, l, before, then, law, k);
        resolved = pick(w->o.order == 2, resolved_share(dt, mobility, law->damping[k]), 0.0);
    }
    double stiffness = 2.0 / dt * (t + resolved) * law->damping[k];
    return (shared){stiffness, t * (now + 0.5 * change) + resolved * now, 0.0};
}

// Of a one-sided law that holds what rests; and what it carries on.
TAC_STATIC shared share_at_rest(tac_workspace *w, const tac_cell *c, int l, double mobility)
{
    const tac_element *e = &w->m->element[c->element[l]];
    const double *row = row_at(w, c, 0);
    const tac_contact_state *from = &w->step.from->contact[e->one_sided];
    tac_law_step step = one_sided_step(w, e, row, l, row[R_PHI * L + l]);
    tac_law_mean law = tac_mean_law(w->m, e, tac_signals_for(w, c->element[l]), &step);
    double y = step.h * step.w * law.limited;
    double damper = pick(is_at_rest(from->run, y) & law.closed, y * y * law.limited, 0.0);
    double longer = pick(from->run > 0.0, from->run, 0.0),
           shorter = pick(from->run < 0.0, from->run, 0.0);
    double run = pick(law.closed, longer + 1.0, shorter - 1.0);
    double felt = pick(law.closed, kept_mobility(from->w, mobility), mobility);
    w->shares.contact[e->one_sided] = (tac_contact_state){law.u, felt, run};
    return (shared){damper, 0.0, damper * law.rest};
}

// What the second kick of a one-sided law has to be more than the first, where iterations have left the law's mean
// another one than the multiplier that they pushed with: what both give is then what its potential loses. The
// first works with the mean rate d / dt, the second with that of the end, as its own row has it, to first order;
// both against what the law rests on.
TAC_STATIC double settled(const tac_workspace *w, const tac_cell *c, int l, double mobility,
                          const over_step *law)
{
    double lambda = row_at(w, c, 0)[R_LAMBDA * L + l], mean = law->rate[0] - law->rest;
    double end = mean - 0.5 * w->pace.dt[l] * mobility * lambda;
    double share = 2.0 * mean * end / (end * end + 1e-60);
    share = pick(share < 2.0, share, 2.0);
    return pick(share > -2.0, share, -2.0) * (law->f[0] - lambda);
}

// Of friction, `start` the rate of its row there. Both halves of the step have pushed alike, and
// without a share the row would end with as much beyond its mean rate as it began with before it.
TAC_STATIC void share_friction(tac_workspace *w, const tac_cell *c, lane start, lane *y)
{
    for (int l = 0; l < c->n; l++) {
        const tac_friction_desc *fr = &w->m->friction[w->m->element[c->element[l]].index];
        double *row = row_at(w, c, 0) + l;
        double V = (row[R_PHI * L] - row[R_START * L]) / w->pace.dt[l];
        row[R_BEFORE * L] = row[R_LAMBDA * L];
        row[R_RATE * L] = 2.0 * V - lane_get(start, l);
        friction_at_rates(w, fr, row, l, c->element[l], V);
    }
    repeat_rows(w, c);
    y[0] = field(row_at(w, c, 0), R_LAMBDA);
}

// Compliances and targets of the rows of laws for velocities; y is the force that is given. Laws that are
// not in the tree are taken at the velocities that the step is expected to end with.
TAC_STATIC void share_laws(tac_workspace *w, const tac_cell *c, const lane *rate, lane *y)
{
    int n = c->like->n_row;
    lane mobility[TAC_MAX_ROWS];
    law_mobilities(w, c, mobility);
    for (int l = 0; l < c->n; l++) {
        double x[TAC_MAX_ROWS] = {0.0}, xd[TAC_MAX_ROWS] = {0.0}, f[TAC_MAX_ROWS],
               dfdx[TAC_MAX_ROWS], dfdxd[TAC_MAX_ROWS];
        for (int k = 0; k < n; k++) {
            x[k] = row_at(w, c, k)[R_PHI * L + l];
            xd[k] = lane_get(rate[k], l);
        }
        over_step law = law_over_step(w, c, l, x, lane_get(mobility[0], l), 1);
        memcpy(f, law.f, sizeof f);
        if (!c->like->implicit && !is_one_sided(c)) {
            int i = c->element[l];
            (void)tac_law(w->m, &w->m->element[i], tac_signals_for(w, i), x, xd, f, dfdx, dfdxd);
        }
        if (may_leave_some(w, c)) {
            tell_left(w, c->element[l], law.rate[0], law.f[0] - row_at(w, c, 0)[R_LAMBDA * L + l]);
        }
        double then[TAC_MAX_ROWS] = {0.0};
        if (changes_slowly(c)) {
            law_before(w, c, l, &law, then);
        }
        shared rest = {0.0, 0.0, 0.0};
        int kept = c->like->implicit && !turned_over(w, c, l, x);
        if (is_one_sided(c)) {
            rest = share_at_rest(w, c, l, lane_get(mobility[0], l));
        }
        for (int k = 0; k < n; k++) {
            double *row = row_at(w, c, k) + l;
            shared damper = share_of_damper(w, c, l, k, lane_get(mobility[k], l), then[k], &law);
            double stiffness = damper.stiffness + rest.stiffness;
            w->momenta.stiff[c->model_row[l] + k] =
                w->pace.h[l] * lane_get(mobility[k], l) * fabs(law.stiffness[k]);
            row[R_C * L] = compliance_for_rates(w, row, l, stiffness);
            row[R_ADD * L] = pick(rest.stiffness > 0.0, -rest.rest / stiffness, 0.0);
            row[R_LAMBDA * L] = pick(kept, row[R_LAMBDA * L], f[k]);
            double given = row[R_LAMBDA * L] - pick(c->like->implicit, damper.less, 0.0);
            given += pick(is_one_sided(c), settled(w, c, l, lane_get(mobility[0], l), &law), 0.0);
            y[k] = lane_put(y[k], l, given);
        }
    }
    repeat_rows(w, c);
    for (int l = c->n; l < L; l++) {
        for (int k = 0; k < n; k++) {
            y[k] = lane_put(y[k], l, lane_get(y[k], 0));
        }
    }
}

// ---- accelerations -----------------------------------------------------------------------------

// Forces of the laws of a cell at the end of the step, into R_LAMBDA.
TAC_STATIC void end_laws(tac_workspace *w, const tac_cell *c)
{
    int n = c->like->n_row;
    for (int l = 0; l < c->n; l++) {
        int i = c->element[l];
        const tac_element *e = &w->m->element[i];
        double x[TAC_MAX_ROWS] = {0.0}, xd[TAC_MAX_ROWS] = {0.0}, f[TAC_MAX_ROWS],
               dfdx[TAC_MAX_ROWS], dfdxd[TAC_MAX_ROWS];
        for (int k = 0; k < n; k++) {
            x[k] = row_at(w, c, k)[R_PHI * L + l];
            xd[k] = row_at(w, c, k)[R_RATE * L + l];
        }
        double *row = row_at(w, c, 0) + l;
        if (acts_by_mean_rate(w, c)) {
            double kept;
            w->shares.energy[i] = 0.0;
            row[R_LAMBDA * L] = friction_at_end(w, &w->m->friction[e->index], row, l, &kept);
            row[R_ADD * L] = -kept;
            continue;
        }
        if (is_one_sided(c)) {
            tac_law_step step = one_sided_step(w, e, row_at(w, c, 0), l, x[0]);
            tac_law_mean law = tac_mean_law(w->m, e, tac_signals_for(w, i), &step);
            double yielding = step.h * step.w * law.limited;
            double share = yielding * yielding * yielding;
            w->shares.energy[i] = law.energy;
            row[R_LAMBDA * L] = law.end + share * (row[R_LAMBDA * L] - law.end);
            continue;
        }
        w->shares.energy[i] = tac_law(w->m, e, tac_signals_for(w, i), x, xd, f, dfdx, dfdxd);
        for (int k = 0; k < n; k++, row += ROW) {
            double stiffness = dfdx[k] + 2.0 / w->pace.dt[l] * dfdxd[k];
            double share = pick(e->implicit, kept_share(w, row, l, stiffness, dfdxd[k]), 0.0);
            share = pick(is_friction(c) & w->sequences.longest, 1.0, share);
            row[R_LAMBDA * L] = f[k] + share * (row[R_LAMBDA * L] - f[k]);
        }
    }
    repeat_rows(w, c);
}

#endif
