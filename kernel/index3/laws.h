// Force laws on vector lanes: what they say, and how their rows draw combined sequences (extrapolate.c,
// decision 0015).
#ifndef TAC_LAWS_H
#define TAC_LAWS_H

#include "extrapolate.h"
#include "friction_rows.h"
#include "model/law.h"
#include "model/welds.h"
#include "one_sided_rows.h"
#include "stages/fields_lane.h"
#include "stages/single_access.h"

// The same with all that is welded to their bodies.
TAC_STATIC void with_welds(const tac_workspace *w, const tac_cell *c, lane *of)
{
    int n = c->like->n_row;
    for (int lane_at = 0; lane_at < L; lane_at++) {
        const tac_element *e = &w->m->element[c->element[lane_at]];
        const tac_weld *weld = tac_weld_of(w->m, c->element[lane_at]);
        mat3 A[2];
        for (int side = 0; side < 2; side++) {
            int body = e->body[side];
            A[side] = body == w->m->n_body ? rotation((quat){1.0, 0.0, 0.0, 0.0})
                                           : rotation(tac_body_quat(w, body, B_P));
        }
        for (int k = 0; k < n; k++) {
            tac_slot row[2];
            for (int side = 0; side < 2; side++) {
                const double *a = slots_at(w, c, side) + 3 * k * L + lane_at;
                const double *l = a + TAC_TO_LINEAR(n) * L;
                row[side].a = (vec3){a[0], a[L], a[2 * L]};
                row[side].l =
                    k < c->n_linear ? (vec3){l[0], l[L], l[2 * L]} : (vec3){0.0, 0.0, 0.0};
            }
            double alone = lane_get(of[k], lane_at);
            of[k] = lane_put(of[k], lane_at, tac_mobility_with_welds(weld, A, row, alone));
        }
    }
}

// Phi_q M^-1 Phi_q^T of each row alone, where the bodies are now: a lever may start at its dead centre.
TAC_INLINE void mobilities(const tac_workspace *w, const tac_cell *c, lane *of)
{
    int n = c->like->n_row;
    for (int k = 0; k < n; k++) {
        of[k] = lane_set(0.0);
    }
    for (int side = 0; side < 2; side++) {
        const double *J = slots_at(w, c, side);
        lane mass_inv = fetch(w->fields.body + B_MASS_INV * L, &c->body[side]);
        mat3v J_inv = fetch_symmetric(w->fields.body + B_J_INV * L, &c->body[side]);
        for (int k = 0; k < n; k++) {
            vec3v a = field3(J, 3 * k);
            of[k] = plus_dot3v(of[k], a, mul3v(J_inv, a));
            if (k < c->n_linear) {
                vec3v l = field3(J, 3 * k + TAC_TO_LINEAR(n));
                of[k] = plus_dot3v(of[k], l, scale3v(mass_inv, l));
            }
        }
    }
    if (w->m->light_laws) {
        with_welds(w, c, of);
    }
}

// What the laws of a cell say, row by row; of one-sided ones, one row each, also how much of its rate a row
// keeps, and the rate of what it rests on; of friction the acceleration that goes with its force.
typedef struct lawsv {
    _Alignas(64) double f[TAC_MAX_ROWS * L], dfdx[TAC_MAX_ROWS * L], dfdxd[TAC_MAX_ROWS * L];
    _Alignas(64) double keep[L], rest[L], kept[L];
} lawsv;

TAC_INLINE int is_one_sided(const tac_cell *c)
{
    return c->like->one_sided != TAC_NONE;
}

// By how many times its share of W a free row yields.
TAC_INLINE double free_times(const tac_cell *c)
{
    return is_friction(c) ? tac_no_friction_stiffness : tac_no_stiffness;
}

// C of a row whose law has this stiffness; without any the row is free.
TAC_INLINE double compliance_of(const tac_workspace *w, const tac_cell *c, const double *row, int l,
                                double stiffness)
{
    double most = w->pace.h[l] * row[R_W * L] * free_times(c), compliance = 1.0 / stiffness;
    int finite = !w->start.is_on & (compliance > 0.0) & (compliance < most);
    return pick(finite, compliance, most);
}

// Unused lanes repeat the first of their copy.
TAC_INLINE void repeat_laws(const tac_workspace *w, const tac_cell *c, lawsv *law)
{
    int n = c->like->n_row;
    for (int l = c->n; l < L; l++) {
        int like = tac_copy_of(w->m, l);
        double *compliance = row_at(w, c, 0) + R_C * L;
        for (int k = 0; k < n; k++, compliance += ROW) {
            law->f[k * L + l] = law->f[k * L + like];
            law->dfdx[k * L + l] = law->dfdx[k * L + like];
            law->dfdxd[k * L + l] = law->dfdxd[k * L + like];
            compliance[l] = compliance[like];
        }
    }
}

TAC_INLINE void repeat_friction(const tac_workspace *w, const tac_cell *c, lawsv *law,
                                tac_law_use use)
{
    static const unsigned char field_of[] = {R_C, R_ADD, R_LEFT};
    int n_field = use == TAC_FOR_ACCELERATION ? 0 : (int)sizeof field_of; // these stay then
    for (int l = c->n; l < L; l++) {
        int like = tac_copy_of(w->m, l);
        law->f[l] = law->f[like];
        law->kept[l] = law->kept[like];
        for (int f = 0; f < n_field; f++) {
            double *lanes = row_at(w, c, 0) + field_of[f] * L;
            lanes[l] = lanes[like];
        }
    }
}

TAC_STATIC void read_one_sided(tac_workspace *w, const tac_cell *c, lawsv *law, int slopes,
                               tac_law_use use)
{
    lane mobility[TAC_MAX_ROWS] = {lane_set(0.0)};
    if (use == TAC_FOR_PLACE) {
        mobilities(w, c, mobility);
    }
    for (int l = 0; l < L; l++) {
        int of = l < c->n ? l : tac_copy_of(w->m, l);
        one_sidedv one = one_sided_row(w, c, of, use, lane_get(mobility[0], of));
        double *row = row_at(w, c, 0) + l;
        law->f[l] = one.f;
        law->dfdx[l] = one.k;
        law->dfdxd[l] = one.c;
        law->keep[l] = one.keep;
        law->rest[l] = one.rest;
        if (slopes) {
            row[R_C * L] = compliance_of(w, c, row, l, one.stiffness);
        }
    }
}

// At `mean`, the mean rate of the row over the step.
TAC_STATIC void read_friction(tac_workspace *w, const tac_cell *c, lane mean, lawsv *law,
                              int slopes, tac_law_use use)
{
    for (int l = 0; l < c->n; l++) {
        const tac_friction_desc *fr = &w->m->friction[w->m->element[c->element[l]].index];
        double *row = row_at(w, c, 0) + l, V = lane_get(mean, l);
        w->shares.energy[c->element[l]] = 0.0;
        law->dfdx[l] = 0.0;
        if (use == TAC_FOR_NEWTON) {
            frictionv of_step = friction_of_step(w, fr, row, l, V, slopes);
            double stiffness = 2.0 / w->pace.dt[l] * of_step.slope;
            law->f[l] = of_step.f;
            if (slopes) {
                row[R_C * L] = compliance_of(w, c, row, l, stiffness);
            }
        } else if (use == TAC_FOR_PLACE) {
            friction_at_rates(w, fr, row, l, c->element[l], V);
        } else {
            law->f[l] = friction_at_end(w, fr, row, l, &law->kept[l]);
        }
    }
    repeat_friction(w, c, law, use);
}

// Whether all laws of a cell are springs without tables.
TAC_INLINE int are_plain_springs(const tac_workspace *w, const tac_cell *c)
{
    int plain = c->like->what == TAC_SPRINGS;
    for (int l = 0; l < c->n && plain; l++) {
        const tac_spring_desc *s = &w->m->spring[w->m->element[c->element[l]].index];
        plain = s->spring_table == TAC_NONE && s->damper_table == TAC_NONE;
    }
    return plain;
}

// As tac_law has them, side by side.
TAC_INLINE void read_springs(tac_workspace *w, const tac_cell *c, lawsv *law, int slopes)
{
    double *row = row_at(w, c, 0);
    _Alignas(64) double k[L], d[L], x0[L], actuator[L];
    for (int l = 0; l < L; l++) {
        int i = c->element[l < c->n ? l : tac_copy_of(w->m, l)];
        const tac_spring_desc *s = &w->m->spring[w->m->element[i].index];
        const tac_signal *signal = tac_signals_for(w, i);
        k[l] = s->k;
        d[l] = s->c;
        x0[l] = s->x0 == TAC_NONE ? 0.0 : signal[s->x0].x;
        actuator[l] = s->actuator == TAC_NONE ? 0.0 : signal[s->actuator].x;
    }
    lane u = field(row, R_PHI) - lane_load(x0), stiff = lane_load(k), damp = lane_load(d);
    lane energy = 0.5 * stiff * u * u;
    lane_store(law->f, stiff * u + damp * field(row, R_RATE) - lane_load(actuator));
    lane_store(law->dfdx, stiff);
    lane_store(law->dfdxd, damp);
    for (int l = 0; l < c->n; l++) {
        w->shares.energy[c->element[l]] = lane_get(energy, l);
    }
    for (int l = 0; l < c->n && slopes; l++) {
        double stiffness = k[l] + 2.0 / w->pace.dt[l] * d[l];
        row[R_C * L + l] = compliance_of(w, c, row + l, l, stiffness);
    }
    for (int l = c->n; l < L && slopes; l++) {
        row[R_C * L + l] = row[R_C * L + tac_copy_of(w->m, l)];
    }
}

// Forces and compliances of laws, one element after the other: lambda = f,
// C = 1 / (df/dx + 2/dt df/dxd), [solver] section 2a. Compliances only if `slopes`.
TAC_STATIC void read_laws(tac_workspace *w, const tac_cell *c, lawsv *law, int slopes,
                          tac_law_use use)
{
    int n = c->like->n_row;
    if (is_one_sided(c)) {
        read_one_sided(w, c, law, slopes, use);
        return;
    }
    if (are_plain_springs(w, c)) {
        read_springs(w, c, law, slopes);
        return;
    }
    for (int l = 0; l < c->n; l++) {
        double x[TAC_MAX_ROWS] = {0.0}, xd[TAC_MAX_ROWS] = {0.0};
        double f[TAC_MAX_ROWS], dfdx[TAC_MAX_ROWS], dfdxd[TAC_MAX_ROWS];
        double *row = row_at(w, c, 0) + l;
        for (int k = 0; k < n; k++) {
            x[k] = row[k * ROW + R_PHI * L];
            xd[k] = row[k * ROW + R_RATE * L];
        }
        int i = c->element[l];
        const tac_signal *signal = tac_signals_for(w, i);
        w->shares.energy[i] = tac_law(w->m, &w->m->element[i], signal, x, xd, f, dfdx, dfdxd);
        for (int k = 0; k < n; k++, row += ROW) {
            law->f[k * L + l] = f[k];
            law->dfdx[k * L + l] = dfdx[k];
            law->dfdxd[k * L + l] = dfdxd[k];
            if (slopes) {
                double stiffness = dfdx[k] + 2.0 / w->pace.dt[l] * dfdxd[k];
                row[R_C * L] = compliance_of(w, c, row, l, stiffness);
            }
        }
    }
    repeat_laws(w, c, law);
}

// ---- combined sequences ------------------------------------------------------------------------

// How the rows of a law draw combined sequences towards what stays small where the step is too long for
// them (extrapolate.c).
typedef struct pullv {
    lane spring, damper; // towards either combination, N/m
    lane compliance;     // of what holds the row there
} pullv;

// Near 0 if the step resolves what a stiffness does to the bodies of its row, and all like it that are
// on them; near 1 if it does not.
TAC_INLINE lane unresolved(lane stiffness, lane mobility)
{
    lane s = stiffness * mobility, share = s / (1.0 + s);
    return share * share * share;
}

// Slopes of a law, N/m; negative ones count as none.
TAC_INLINE lane stiffness_of(const lawsv *law, int k)
{
    return larger(lane_set(0.0), field(law->dfdx, k));
}

TAC_INLINE lane damping_of(const tac_workspace *w, const lawsv *law, int k)
{
    return 2.0 / lane_load(w->pace.dt) * larger(lane_set(0.0), field(law->dfdxd, k));
}

// How far h times a force moves the bodies of each row, m/N, times the number of laws like it that are on
// them.
typedef struct mobilitiesv {
    lane of[TAC_MAX_ROWS];
} mobilitiesv;

TAC_INLINE void shared_mobilities(const tac_workspace *w, const tac_cell *c, mobilitiesv *m)
{
    lane laws_on_body = lane_set(0.0);
    for (int l = 0; l < L; l++) {
        laws_on_body = lane_put(laws_on_body, l, w->m->laws_on_body[c->element[l]]);
    }
    mobilities(w, c, m->of);
    for (int k = 0; k < c->like->n_row; k++) {
        m->of[k] = laws_on_body * (lane_load(w->pace.h) * m->of[k]);
    }
}

TAC_INLINE pullv pull_of(const tac_workspace *w, const tac_cell *c, const lawsv *law, int k,
                         lane mobility, int rates)
{
    const tac_pull *pull = tac_pull_at(w->o.order);
    lane zero = lane_set(0.0), share = lane_load(w->pace.h) * field(row_at(w, c, k), R_W);
    lane least = 1.0 / (share * free_times(c));
    lane stiffness = stiffness_of(law, k), damping = damping_of(w, law, k);
    lane spring = stiffness * (stiffness / larger(lane_set(1e-300), stiffness + damping));
    lane damper = rates ? damping : zero;
    lane near = pull->spring.share * spring * unresolved(pull->spring.onset * spring, mobility);
    lane rest = pull->damper.share * damper * unresolved(pull->damper.onset * damper, mobility);
    lane held = pull->spring.share * spring + pull->damper.share * damper;
    return (pullv){near, rest, 1.0 / larger(least, held)};
}

// A field of a row in the sequences, weighted.
TAC_INLINE lane of_sequences(const tac_workspace *w, const double *row, int f, const double *weight)
{
    lane sum = lane_set(0.0);
    for (int k = 0; k < w->sequences.n; k++) {
        sum = lane_fma(lane_set(weight[k]),
                       field(w->sequences.space[k]->fields.row + (row - w->fields.row), f), sum);
    }
    return sum;
}

TAC_INLINE int combines(const tac_workspace *w)
{
    return w->sequences.n > 0 && !w->start.is_on;
}

// A row keeps its rate; of one-sided laws this much of it, and for the rest that of what it rests on.
TAC_INLINE lane kept_rate(const tac_cell *c, const lawsv *law, lane own)
{
    lane rest = lane_load(law->rest);
    return is_one_sided(c) ? lane_fma(lane_load(law->keep), own - rest, rest) : own;
}

TAC_INLINE void law_velocity(tac_workspace *w, const tac_cell *c, const lawsv *law)
{
    double *row = row_at(w, c, 0);
    mobilitiesv mobility;
    if (combines(w)) {
        shared_mobilities(w, c, &mobility);
    }
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        lane rate = kept_rate(c, law, field(row, R_RATE));
        if (combines(w)) {
            pullv p = pull_of(w, c, law, k, mobility.of[k], 1);
            lane spring = of_sequences(w, row, R_RATE, w->sequences.spring) - rate;
            lane damper = of_sequences(w, row, R_RATE, w->sequences.damper) - rate;
            lane by = lane_fma(p.spring, spring, p.damper * damper);
            rate = lane_fma(p.compliance, by, rate);
            put(row, R_C, p.compliance);
        }
        put(row, R_ADD, -rate);
        put(row, R_LEFT, field(law->f, k) - field(row, R_LAMBDA));
    }
    for (int l = 0; l < c->n && may_leave_some(w, c) && !is_one_sided(c); l++) {
        row = row_at(w, c, 0) + l;
        tell_left(w, c->element[l], row[R_RATE * L], row[R_LEFT * L]);
    }
}

TAC_INLINE void law_position(tac_workspace *w, const tac_cell *c, const lawsv *law)
{
    double *row = row_at(w, c, 0);
    mobilitiesv mobility;
    if (combines(w)) {
        shared_mobilities(w, c, &mobility);
    }
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        lane away = lane_set(0.0);
        if (combines(w)) {
            pullv p = pull_of(w, c, law, k, mobility.of[k], 0);
            away = field(row, R_PHI) - of_sequences(w, row, R_PHI, w->sequences.spring);
            away = p.spring * p.compliance * away;
            put(row, R_C, p.compliance);
        }
        put(row, R_ADD, away);
    }
}

// Force of a law whose accelerations are made consistent with it as given. What the Newton iteration has
// left of the law, times a large stiffness, would otherwise be accelerations that the next prediction
// starts from; so would what combined coordinates are off, where the law is thousands of times too
// stiff for the step: there it is the combination of the sequences' forces.
TAC_INLINE void given_forces(const tac_workspace *w, const tac_cell *c, const lawsv *law, lane *f)
{
    const double *row = row_at(w, c, 0);
    int exact = w->start.is_on || !c->like->implicit, combined = combines(w) && !exact;
    mobilitiesv mobility;
    if (combined) {
        shared_mobilities(w, c, &mobility);
    }
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        f[k] = field(law->f, k);
        if (is_one_sided(c) || acts_by_mean_rate(w, c)) {
            continue;
        }
        if (combined) {
            lane stiffness = stiffness_of(law, k) + damping_of(w, law, k);
            double onset = tac_pull_at(w->o.order)->force_onset;
            lane share = unresolved(onset * stiffness, mobility.of[k]);
            int whole = is_friction(c) & w->sequences.longest;
            share = whole ? lane_set(1.0) : share;
            lane sum = of_sequences(w, row, R_LAMBDA, w->sequences.damper);
            f[k] = lane_fma(share, sum - f[k], f[k]);
        } else if (!exact) {
            f[k] = f[k] - field(row, R_LEFT);
        }
    }
}

#endif
