// Rows of friction through the solves of a step (model/friction.h, docs/equations.md "Friction").
//
// Newton iterations. The force of the whole step is the law at the mean rate V = (v0 + v1) / 2: lambda -> 2 F(V) - F0
// with F0 the multiplier that the accelerations of the start hold. The tangent is taken where the row alone would
// end, V + dt/2 w F(V) = what it would be without friction. With factors of an earlier iteration the line through that
// point has their slope: it comes closer there as long as w is not too small.
//
// Velocities. v1 = 2 V - v0 alone would swing about a creep for ever. With z = dt/2 w F' of the steepest slope, the share
// t = z^4 / (1 + z^4) of what friction pushes in the second half of the step follows the rate of the end: nothing of
// what the step resolves, all of what it does not. What has a limit and what is viscous have a share each: a row that
// slides fast feels nothing of how steep the former is at rest. The row is a damper towards V then, as stiff as the chord
// of what follows from there to where the row alone would end, which takes energy whatever it is coupled with.
//
// Accelerations. The force of the second half.
//
// Combined sequences of sub-steps (extrapolate.c). Where the slope that a sub-step has met is too steep for it the step
// is the longest sequence.
#ifndef TAC_FRICTION_ROWS_H
#define TAC_FRICTION_ROWS_H

#include "extrapolate.h"
#include "model/friction.h"
#include "model/law.h"
#include "stages/fields_lane.h"
#include "stages/single_access.h"

TAC_INLINE int is_friction(const tac_cell *c)
{
    return c->like->what == TAC_FRICTIONS;
}

// Whether the rows of a cell act by the mean of their friction: not at the start, and what is combined has no mean.
TAC_INLINE int acts_by_mean_rate(const tac_workspace *w, const tac_cell *c)
{
    return is_friction(c) && !w->start.is_on && w->sequences.n == 0;
}

// What half a step lets a force change the rate of a row by, m/s per N.
TAC_INLINE double half_step_weight(const tac_workspace *w, const double *row, int l)
{
    return 0.5 * w->pace.dt[l] * row[R_W * L];
}

TAC_INLINE double following_share(double z)
{
    double z4 = z * z * z * z;
    return z4 / (1.0 + z4);
}

// Of the friction of a step's second half that follows the rate of its end.
typedef struct sharesv {
    double limited, viscous;
} sharesv;

TAC_INLINE sharesv following_shares(const tac_friction_desc *fr, double weight)
{
    return (sharesv){following_share(weight * fr->coulomb / fr->v0),
                     following_share(weight * fr->viscous)};
}

TAC_INLINE double larger_of(double a, double b)
{
    return pick(a > b, a, b);
}

// The chord between two points of the law; where they are one, its slope.
TAC_INLINE double chord_between(tac_friction_value a, tac_friction_value b, double v0)
{
    double d = b.v - a.v;
    int apart = fabs(d) > 1e-6 * v0;
    return pick(apart, (b.f - a.f) / pick(apart, d, 1.0), a.slope);
}

// How much of a slope is that of the force which has a limit; nothing of the friction without one.
TAC_INLINE double limit_part(const tac_friction_desc *fr, double slope)
{
    double part = 1.0 - fr->viscous / larger_of(slope, 1e-300);
    return pick(fr->coulomb > 0.0, part, 0.0);
}

// Slopes times dt/2 w that later iterations may go on with: none of them goes too far with these, however much harder
// the row moves than w says.
static const double steepest_kept = 1.0;

typedef struct frictionv {
    double f, slope; // the multiplier it wants, and the slope of its mean force by the mean rate
} frictionv;

// In a Newton iteration at the mean rate V of an iterate. With factors of an earlier one `slope` is theirs.
TAC_INLINE frictionv friction_of_step(const tac_workspace *w, const tac_friction_desc *fr,
                                      const double *row, int l, double V, int fresh)
{
    double weight = half_step_weight(w, row, l);
    double before = row[R_BEFORE * L], mean = 0.5 * (row[R_LAMBDA * L] + before);
    tac_friction_value at = tac_friction_alone(fr, weight, V + weight * mean);
    double most = w->o.tangent == TAC_TANGENT_FULL ? at.slope : steepest_kept / weight;
    double slope = pick(at.slope < most, at.slope, most);
    slope = fresh ? slope : 0.5 * w->pace.dt[l] / row[R_C * L];
    return (frictionv){2.0 * (at.f + slope * (V - at.v)) - before, slope};
}

// Where the step has ended: compliance and target of the row for velocities, and the mean force, which R_LEFT keeps.
TAC_INLINE void friction_at_rates(tac_workspace *w, const tac_friction_desc *fr, double *row, int l,
                                  int element, double V)
{
    double weight = half_step_weight(w, row, l);
    double mean = 0.5 * (row[R_LAMBDA * L] + row[R_BEFORE * L]), end = row[R_RATE * L];
    sharesv t = following_shares(fr, weight);
    const tac_friction_desc follows = {
        .coulomb = t.limited * fr->coulomb, .viscous = t.viscous * fr->viscous, .v0 = fr->v0};
    tac_friction_value half = tac_friction_alone(fr, weight, V + weight * mean);
    tac_friction_value part_half = tac_friction_at(&follows, half.v);
    tac_friction_value part_last = tac_friction_alone(&follows, weight, end + weight * part_half.f);
    tac_friction_value first = tac_friction_at(fr, 2.0 * V - end);
    double chord = chord_between(half, tac_friction_at(fr, part_last.v), fr->v0);
    double stiffness = 2.0 / w->pace.dt[l] * chord_between(part_half, part_last, fr->v0);
    double most = w->pace.h[l] * row[R_W * L] * tac_no_friction_stiffness;
    row[R_C * L] = pick(stiffness * most > 1.0, 1.0 / stiffness, most);
    row[R_ADD * L] = -half.v;
    row[R_LEFT * L] = mean;
    double met = larger_of(larger_of(chord, chord_between(first, half, fr->v0)), half.slope);
    double left = limit_part(fr, met) * fabs(mean - half.f) / larger_of(fr->coulomb, 1e-300);
    tac_friction_share *share = &w->shares.friction[element - tac_first_friction(w->m)];
    // of all sub-steps of a sequence
    *share =
        (tac_friction_share){larger_of(share->met, weight * met), larger_of(share->left, left)};
}

// At the projected rate: the force of the second half, and the acceleration that it goes with.
TAC_INLINE double friction_at_end(const tac_workspace *w, const tac_friction_desc *fr,
                                  const double *row, int l, double *kept)
{
    double weight = half_step_weight(w, row, l);
    sharesv t = following_shares(fr, weight);
    double ahead = row[R_RATE * L] + row[R_ADD * L]; // of the half of the step
    double law = tac_friction_at(fr, row[R_RATE * L]).f, more = row[R_LEFT * L] - law;
    double more_viscous = -fr->viscous * ahead;
    double slope = 0.5 * w->pace.dt[l] / row[R_C * L], most = fr->coulomb;
    double end = law + t.limited * (more - more_viscous) + t.viscous * more_viscous + slope * ahead;
    // a row that goes farther than it would alone leaves the chord's end behind, where no law is
    double limited = end - fr->viscous * row[R_RATE * L];
    double held = pick(limited > most, most, pick(limited < -most, -most, limited));
    *kept = 2.0 / w->pace.dt[l] * ahead;
    return end - pick(most > 0.0, limited - held, 0.0);
}

// ---- dampers with tables -------------------------------------------------------------------------

// What is less of the largest force in a table than this counts as this.
static const double least_of_table = 1e-3;

// What iterations have left of the force of such a damper, in parts of what it is, or was to them, at this rate. Where the
// table is steep it stands for friction, and its tangents change as those of a friction do.
TAC_INLINE void tell_left(tac_workspace *w, int element, double rate, double left)
{
    const tac_element *e = &w->m->element[element];
    int table = w->m->spring[e->index].damper_table;
    if (table != TAC_NONE) {
        const tac_curve *t = &w->m->table[table];
        double now = tac_curve_eval(t, rate).y, before = fabs(now - left);
        double most = larger_of(larger_of(fabs(now), before), least_of_table * t->peak);
        double *told = &w->shares.friction[w->m->n_friction + element - w->m->n_joint].left;
        *told = larger_of(*told, fabs(left) / larger_of(most, 1e-300));
    }
}

TAC_INLINE int may_leave_some(const tac_workspace *w, const tac_cell *c)
{
    return w->m->n_left > w->m->n_friction && c->like->what == TAC_SPRINGS && !w->start.is_on &&
           w->sequences.n == 0;
}

#endif
