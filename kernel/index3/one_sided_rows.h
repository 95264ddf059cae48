// Rows of one-sided laws (model/one_sided.h) through the solves of a step.
//
// Newton iterations. The force at the step's end is what makes the mean right: lambda -> 2 mean - F0 with
// F0 the force that the accelerations of the start hold, whatever that is.
//
// Velocities. The row is free, but for what has no sides. A law that has been closed for more than three
// steps is a damper besides: velocities that change their sign with every step are not seen by damping
// within the step, and nothing that the step does not resolve would ever come to rest. With y = h w K of
// the limited law, 0 to 1, it takes y^3 / (1 + y^3) of the rate: nothing from what the step resolves.
//
// Accelerations. The law at the end where the step resolves it, the mean where it does not, given as they
// are, like the forces of all other laws: those of the iteration hold 2 mean - F0.
//
// Combined sequences of sub-steps (extrapolate.c). Where a law begins, ends or is not resolved, their
// differences are no powers of the step: the step is then the longest sequence.
#ifndef TAC_ONE_SIDED_ROWS_H
#define TAC_ONE_SIDED_ROWS_H

#include "elementary.h"
#include "extrapolate.h"
#include "friction_rows.h"
#include "model/one_sided.h"
#include "stages/fields_lane.h"
#include "stages/single_access.h"

typedef enum tac_law_use { TAC_FOR_NEWTON, TAC_FOR_PLACE, TAC_FOR_ACCELERATION } tac_law_use;

// What one row of a one-sided law says to a solve.
typedef struct one_sidedv {
    double f;         // the multiplier it wants
    double stiffness; // of its compliance
    double keep; // share of it that keeps the row's own rate; the rest keeps that of the law's base
    double rest;
    double k, c; // slopes of what has no sides
} one_sidedv;

// The compliance in series is that of the step that made the state: a sub-step, or the longest sequence's.
// The start and what is combined have the law itself.
TAC_INLINE double limit_of(const tac_workspace *w, int l)
{
    double h =
        w->sequences.n == 0 ? w->pace.h[l] : pick(w->sequences.longest, tac_longest(w)->h, 0.0);
    return w->start.is_on ? 0.0 : h;
}

// How easily a law's coordinate is said to move while the law is closed: as when it closed. A compliance in series
// that changed with the bodies would change the potential of what it holds. At least half of what is so: a contact
// that lasts may become softer, which gives nothing, and never stiffer.
TAC_INLINE double kept_mobility(double kept, double now)
{
    return pick(kept < 0.5 * now, 0.5 * now, kept);
}

// Whether a law that has been closed for so many steps holds what rests. An impact lasts between half a period of the
// law's own, 2 pi / w0 with y = h w K = (w0 dt / 2)^2, and a whole one, pi / sqrt(y) steps; four times as long where it
// carries fifteen times the mass of its row.
TAC_INLINE int is_at_rest(double run, double y)
{
    double periods = 4.0;
    return (run > 3.0) & (run * run * y > periods * periods * TAC_PI * TAC_PI);
}

TAC_INLINE one_sidedv one_sided_row(tac_workspace *w, const tac_cell *c, int l, tac_law_use use,
                                    double mobility)
{
    int i = c->element[l];
    const tac_element *e = &w->m->element[i];
    const double *row = row_at(w, c, 0) + l;
    int starting = w->start.is_on, whole = w->sequences.n > 0;
    const tac_state *s = whole && !starting ? &tac_longest(w)->substeps.state : w->step.from;
    const tac_contact_state *from = &s->contact[e->one_sided];
    double u0 = starting ? 0.0 : from->u, at = starting ? 0.0 : from->w; // nothing before the start
    tac_law_step step = {w->pace.dt[l], limit_of(w, l), u0, at, row[R_PHI * L], row[R_RATE * L]};
    tac_law_mean law = tac_mean_law(w->m, e, tac_signals_for(w, i), &step);
    double y = step.h * step.w * law.limited, before = starting ? 0.0 : from->run;
    w->shares.energy[i] = law.energy;
    one_sidedv out = {.k = law.k, .c = law.c, .rest = law.rest};
    double own = law.k + 2.0 / step.dt * law.c;
    double damper =
        pick(is_at_rest(before, y) & law.closed & !starting & !whole, y * y * law.limited, 0.0);
    out.stiffness = use == TAC_FOR_NEWTON ? 2.0 * law.slope : own + damper;
    out.keep = pick(damper > 0.0, own / pick(damper > 0.0, own + damper, 1.0), 1.0);
    double unresolved = starting ? 0.0 : y * y * y;
    double mean = whole ? row[R_LAMBDA * L] : law.force;
    double end = law.end + unresolved * (mean - law.end);
    out.f = use == TAC_FOR_NEWTON  ? 2.0 * law.force - row[R_BEFORE * L]
            : use == TAC_FOR_PLACE ? row[R_LAMBDA * L]
                                   : end;
    if (use == TAC_FOR_PLACE) {
        double longer = pick(before > 0.0, before, 0.0), shorter = pick(before < 0.0, before, 0.0);
        double run = pick(law.closed, longer + 1.0, shorter - 1.0);
        run = whole && !starting ? before : run;
        double felt = pick(law.closed & !starting, kept_mobility(at, mobility), mobility);
        w->shares.contact[e->one_sided] = (tac_contact_state){law.u, felt, run};
        if (may_leave_some(w, c)) {
            double pushed = 0.5 * (row[R_LAMBDA * L] + row[R_BEFORE * L]);
            tell_left(w, i, row[R_RATE * L], law.force - pushed);
        }
    }
    return out;
}

#endif
