// Rows of force laws in the solves of index-3 (element/law.h), on vector lanes.
//
// Newton iterations. A smooth law is taken at the end of the step, with what makes the means of its
// sources right (source.h): lambda -> f(x1, v1). Of a law over a step the mean itself is made
// right: lambda -> 2 mean - F0 with F0 the multiplier that the accelerations of the start hold. The
// compliance of the row is C = 1 / (df/dx + 2/dt df/dv), of a mean 1 / (2 by_x + 2/dt by_rate),
// [solver] section 2a.
//
// Velocities. A row keeps its rate, in the metric that has its law. What says for itself what it
// does to rates has a damper and a target. What has sides is free, but for what has none; once it
// rests it is a damper besides.
//
// Accelerations. The law at the end; of what has sides the mean where the step does not resolve it,
// given as they are: the multipliers of the iteration hold 2 mean - F0.
//
// An inertia is a part of the mass: its row has the compliance 1/I in velocities and accelerations, at
// the start and in what is combined as well, and its force is what comes of that.
//
// Combined sequences of sub-steps (extrapolate.c, decision 0015). Rows of laws are drawn towards
// combinations of the sequences that stay small where the step is too long for them. Where a law
// over a step begins, ends or is not resolved, differences are no powers of the step: the step is
// then the longest sequence.
#ifndef TAC_LAW_ROWS_H
#define TAC_LAW_ROWS_H

#include "step/law_cells.h"

// What laws are asked with all step long: found where factors are made first, in the iteration that
// comes first, and kept in the workspace. A start and what is combined find it where they ask.
typedef struct law_numbers {
    tac_law_numbers of;
    lane last[TAC_LAW_NUMBERS]; // numbers at the step's end, where sources move them
    tac_sig end[TAC_LAW_SOURCES], mean[TAC_LAW_SOURCES]; // sources
    tac_sig push[TAC_LAW_SOURCES]; // of the end, so that a trapezoidal rule has the means of forces
} law_numbers;
_Static_assert(sizeof(law_numbers) <= TAC_LAW_FIELDS * L * sizeof(double),
               "a cell of laws has room for it");

// An iterate as laws see it.
typedef struct law_iterate {
    tac_asked q;
    const law_numbers *numbers;
    law_numbers own; // of a start and what is combined
    lane x[TAC_MAX_ROWS], v[TAC_MAX_ROWS], z0[TAC_LAW_STATES], multiplier[TAC_MAX_ROWS];
    lane w, rate[TAC_MAX_ROWS], pushed, kept;
    tac_law_step step;
} law_iterate;

// Whether laws of a cell are taken over the step.
TAC_INLINE int is_over_step(const tac_workspace *w, const tac_cell *c)
{
    return has_sides(c) || remembers(c) || resists_by_mean(w, c);
}

TAC_STATIC void find_numbers(const tac_workspace *w, const tac_cell *c, law_numbers *n)
{
    const tac_law_type *type = c->like->law;
    int by_mean = is_over_step(w, c), as_they_are = w->start.is_on || w->sequences.n > 0;
    tac_law_places places;
    find_places(w->m, c->like, c->element, &places);
    ask_numbers(w->m, type, &places, &n->of);
    if (w->m->laws.moved || w->m->laws.loaded) {
        for (int k = 0; k < type->n_number; k++) {
            n->last[k] = n->of.number[k];
        }
        move_numbers(type, &places, w->step.signal, n->last);
    }
    if (w->m->laws.moved) {
        const tac_signal *over = by_mean       ? w->step.mean
                                 : as_they_are ? w->step.signal
                                               : w->step.push;
        move_numbers(type, &places, over, n->of.number);
    }
    if (w->m->laws.loaded) {
        load_numbers(w, c, n->of.number);
        load_numbers(w, c, n->last);
    }
    for (int k = 0; k < type->n_source; k++) {
        n->end[k] = n->push[k] = ask_source(type, &places, k, w->step.signal);
        if (by_mean) {
            n->mean[k] = ask_source(type, &places, k, w->step.mean);
        } else if ((type->pushes >> k & 1u) && !as_they_are) {
            n->push[k] = ask_source(type, &places, k, w->step.push);
        }
    }
}

TAC_INLINE void find_iterate(tac_workspace *w, const tac_cell *c, int first, law_iterate *it)
{
    int afresh = w->start.is_on || w->sequences.n > 0;
    size_t at = (size_t)w->plan->law_at[c - w->plan->cell];
    law_numbers *kept = (law_numbers *)(w->fields.law + at * (TAC_LAW_FIELDS * L));
    law_numbers *numbers = afresh ? &it->own : kept;
    if (afresh || first) {
        find_numbers(w, c, numbers);
    }
    it->numbers = numbers;
    ask_with(w->m, c->like, c->n, &numbers->of, &it->q);
    it->q.self.last = w->m->laws.moved || w->m->laws.loaded ? numbers->last : numbers->of.number;
    get_field(w, c, R_PHI, it->x);
    get_field(w, c, R_RATE, it->v);
}

// Asks for the step with rows that move as easily as `mobility` says. The mean rate of what resists
// is given.
TAC_INLINE void find_step(tac_workspace *w, const tac_cell *c, lane mobility, law_iterate *it)
{
    it->w = mobility;
    it->step = (tac_law_step){.dt = lane_load(w->pace.dt),
                              .passed = passes(w),
                              .x1 = it->x,
                              .v1 = it->v,
                              .rate = it->rate,
                              .w = &it->w,
                              .pushed = &it->pushed,
                              .end = it->numbers->end,
                              .mean = it->numbers->mean,
                              .z0 = it->z0};
    if (it->q.type->n_state > 0) {
        it->step.h = limiting_h(w);
        read_memory(w, c, &it->q, &it->step, it->z0);
    }
}

// Whether the law of a cell is taken at the end of the step with what it carries.
TAC_INLINE int ends_with_memory(const tac_cell *c)
{
    const tac_law_lanes *on = c->like->law->on[TAC_LAW_WIDTH];
    return on->at_end != NULL;
}

// Of a smooth law; z1 its memory of the end, NULL: not asked for.
TAC_INLINE void law_here(tac_workspace *w, const tac_cell *c, law_iterate *it, const tac_sig *in,
                         lane *z1, tac_law_force *force)
{
    if (ends_with_memory(c)) {
        find_step(w, c, lane_set(0.0), it);
        get_field(w, c, R_LAMBDA, it->multiplier);
        it->step.pushed = it->multiplier;
        it->step.end = in;
        it->step.z1 = z1;
        it->q.on->at_end(&it->q.self, &it->step, force);
        return;
    }
    const tac_law_instant i = {it->x, it->v, in};
    it->q.on->at(&it->q.self, &i, force);
}

TAC_INLINE lane pushed_by(const double *row)
{
    return 0.5 * (field(row, R_LAMBDA) + field(row, R_BEFORE));
}

// ---- Newton iterations -------------------------------------------------------------------------

// Slopes times dt/2 w that later iterations may go on with: none of them goes too far with these,
// however much harder the row moves than w says.
static const double steepest_kept = 1.0;

// What resists, at the mean rate of an iterate: with the slope that the factors have unless they
// are made now.
TAC_INLINE void find_resistance(const tac_workspace *w, const double *row, lane rate, int fresh,
                                law_iterate *it)
{
    int full = w->o.tangent == TAC_TANGENT_FULL;
    lane half = 0.5 * it->step.dt, weight = half * it->w;
    it->rate[0] = rate;
    it->pushed = pushed_by(row);
    it->step.most = full ? lane_set(HUGE_VAL) : steepest_kept / weight;
    it->kept = half / field(row, R_C);
    it->step.kept = fresh ? NULL : &it->kept;
}

// Of what slides, its mean rates.
TAC_INLINE void give_rates(const tac_cell *c, const lane *rate, law_iterate *it)
{
    for (int k = 0; k < c->like->n_row && slides(c); k++) {
        it->rate[k] = rate[k];
    }
}

TAC_STATIC void newton_over_step(tac_workspace *w, const tac_cell *c, const lane *rate, int fresh,
                                 lane *wanted)
{
    law_iterate it;
    tac_law_mean law[TAC_MAX_ROWS];
    double *row = row_at(w, c, 0);
    find_iterate(w, c, fresh, &it);
    find_step(w, c, field(row, R_W), &it);
    if (resists(c)) {
        find_resistance(w, row, rate[0], fresh, &it);
    }
    give_rates(c, rate, &it);
    it.q.on->over(&it.q.self, &it.step, law);
    keep_energy(w, c, law->energy);
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        wanted[k] = 2.0 * law[k].mean - field(row, R_BEFORE);
        if (fresh) {
            put_compliance(w, row, 2.0 * law[k].by_x + 2.0 / it.step.dt * law[k].by_rate);
        }
    }
}

TAC_INLINE void put_compliances(tac_workspace *w, const tac_cell *c, const tac_law_force *law)
{
    double *row = row_at(w, c, 0);
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        put_compliance(w, row, law->fx[k] + 2.0 / lane_load(w->pace.dt) * law->fv[k]);
    }
}

// What the multipliers are wanted to be; compliances too if factors are made. `rate` is the mean
// rate of what resists or slides.
TAC_STATIC void newton_laws(tac_workspace *w, const tac_cell *c, const lane *rate, int fresh,
                            lane *wanted)
{
    law_iterate it;
    tac_law_force law;
    if (is_over_step(w, c)) {
        newton_over_step(w, c, rate, fresh, wanted);
        return;
    }
    find_iterate(w, c, fresh, &it);
    law_here(w, c, &it, it.numbers->push, NULL, &law);
    keep_energy(w, c, law.energy);
    for (int k = 0; k < c->like->n_row; k++) {
        wanted[k] = law.f[k];
    }
    if (fresh) {
        put_compliances(w, c, &law);
    }
}

// ---- combined sequences ------------------------------------------------------------------------

// How the rows of a law draw combined sequences towards what stays small where the step is too long
// for them (extrapolate.c).
typedef struct pullv {
    lane spring, damper; // towards either combination, N/m
    lane compliance;     // of what holds the row there
} pullv;

// Slopes of the laws of a cell, N/m, of damping times 2/dt; negative ones count as none. And how
// far h times a force moves the bodies of each row, m/N, times the number of laws like it that are
// on them.
typedef struct held_rows {
    lane stiffness[TAC_MAX_ROWS], damping[TAC_MAX_ROWS], mobility[TAC_MAX_ROWS];
} held_rows;

// Near 0 if the step resolves what a stiffness does to the bodies of its row, and all like it that
// are on them; near 1 if it does not.
TAC_INLINE lane unresolved(lane stiffness, lane mobility)
{
    lane s = stiffness * mobility, share = s / (1.0 + s);
    return share * share * share;
}

TAC_INLINE void hold_rows(const tac_workspace *w, const tac_cell *c, const lane *fx, const lane *fv,
                          held_rows *held)
{
    lane laws_on_body = lane_set(0.0), zero = laws_on_body;
    for (int l = 0; l < L; l++) {
        laws_on_body = lane_put(laws_on_body, l, w->m->rows.laws_on_body[c->element[l]]);
    }
    mobilities(w, c, held->mobility);
    for (int k = 0; k < c->like->n_row; k++) {
        held->mobility[k] = laws_on_body * (lane_load(w->pace.h) * held->mobility[k]);
        held->stiffness[k] = larger(zero, fx[k]);
        held->damping[k] = 2.0 / lane_load(w->pace.dt) * larger(zero, fv[k]);
    }
}

TAC_INLINE pullv pull_of(const tac_workspace *w, const tac_cell *c, const held_rows *of, int k,
                         int rates)
{
    const tac_pull *pull = tac_pull_at(w->o.order);
    lane zero = lane_set(0.0), share = lane_load(w->pace.h) * field(row_at(w, c, k), R_W);
    lane least = 1.0 / (share * tac_free_times), mobility = of->mobility[k];
    lane stiffness = of->stiffness[k], damping = of->damping[k];
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

// ---- places and velocities ---------------------------------------------------------------------

// Where a step has ended, or a combination lies: slopes of the rows, and of rows with sides how
// much of its rate one keeps; the rest is the rate of what it rests on.
typedef struct laws_here {
    lane fx[TAC_MAX_ROWS], fv[TAC_MAX_ROWS];
    lane left[TAC_MAX_ROWS]; // residual of the iteration
    lane keep, rest;
} laws_here;

// Of numbers that are not found again those of the longest sequence stay.
TAC_INLINE void carry_memory(tac_workspace *w, const tac_cell *c, const law_iterate *it, lane *z1)
{
    for (int k = 0; k < it->q.type->n_state && combines(w); k++) {
        z1[k] = it->q.type->combine[k] == TAC_Z_LONGEST ? it->z0[k] : z1[k];
    }
    write_memory(w, c, &it->q, z1);
}

// Of laws that are taken at the end.
TAC_INLINE void carry_end(tac_workspace *w, const tac_cell *c, const law_iterate *it, lane *z1)
{
    if (ends_with_memory(c)) {
        carry_memory(w, c, it, z1);
    }
}

// What has a memory and slides; its mean rates stay until the end.
TAC_STATIC void slide_here(tac_workspace *w, const tac_cell *c, const lane *rate, laws_here *here)
{
    law_iterate it;
    tac_law_mean law[TAC_MAX_ROWS];
    lane mobility[TAC_MAX_ROWS], z1[TAC_LAW_STATES];
    double *row = row_at(w, c, 0);
    mobilities(w, c, mobility);
    find_iterate(w, c, 0, &it);
    find_step(w, c, mobility[0], &it);
    give_rates(c, rate, &it);
    it.step.z1 = z1;
    it.q.on->over(&it.q.self, &it.step, law);
    keep_energy(w, c, law->energy);
    carry_memory(w, c, &it, z1);
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        put_compliance(w, row, law[k].k + 2.0 / it.step.dt * law[k].c);
        here->fx[k] = law[k].k;
        here->fv[k] = law[k].c;
        here->left[k] = rate[k];
    }
}

TAC_STATIC void step_here(tac_workspace *w, const tac_cell *c, laws_here *here)
{
    law_iterate it;
    tac_law_mean law;
    double *row = row_at(w, c, 0);
    lane mobility, z1[TAC_LAW_STATES], zero = lane_set(0.0), one = lane_set(1.0);
    mobilities(w, c, &mobility);
    find_iterate(w, c, 0, &it);
    find_step(w, c, mobility, &it);
    it.step.z1 = z1;
    it.q.on->over(&it.q.self, &it.step, &law);
    keep_energy(w, c, law.energy);
    carry_memory(w, c, &it, z1);
    lane own = law.k + 2.0 / it.step.dt * law.c, damper = zero;
    if (has_sides(c) && w->sequences.n == 0 && !w->start.is_on) {
        lane y = it.step.h * it.z0[SIDED_W] * law.limited;
        damper = resting_damper(&law, y, it.z0[SIDED_RUN]);
    }
    lane_mask rests = lane_less(zero, damper);
    put_compliance(w, row, own + damper);
    if (is_inertia(c)) {
        put(row, R_C, 1.0 / own);
    }
    here->keep = lane_pick(rests, own / lane_pick(rests, own + damper, one), one);
    here->rest = law.rest;
    here->fx[0] = law.k;
    here->fv[0] = law.c;
    here->left[0] = zero;
    tell_left(w, c, &it.q, it.v[0], law.mean - pushed_by(row));
}

// Compliances and memory where the bodies are.
TAC_STATIC void find_laws_here(tac_workspace *w, const tac_cell *c, const lane *mean_rate,
                               laws_here *here)
{
    law_iterate it;
    tac_law_force law;
    lane z1[TAC_LAW_STATES];
    double *row = row_at(w, c, 0);
    if (slides(c)) {
        slide_here(w, c, mean_rate, here);
        return;
    }
    if (has_sides(c) || remembers(c)) {
        step_here(w, c, here);
        return;
    }
    find_iterate(w, c, 0, &it);
    law_here(w, c, &it, it.numbers->push, z1, &law);
    carry_end(w, c, &it, z1);
    keep_energy(w, c, law.energy);
    put_compliances(w, c, &law);
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        here->fx[k] = law.fx[k];
        here->fv[k] = law.fv[k];
        here->left[k] = law.f[k] - field(row, R_LAMBDA);
    }
    tell_left(w, c, &it.q, it.v[0], here->left[0]);
}

// What resists: a damper towards the rate where its mean is. R_LEFT keeps the mean force until the
// end.
TAC_STATIC void resisting_velocity(tac_workspace *w, const tac_cell *c, lane rate)
{
    law_iterate it;
    tac_law_rates rates;
    double *row = row_at(w, c, 0);
    find_iterate(w, c, 0, &it);
    find_step(w, c, field(row, R_W), &it);
    it.rate[0] = rate;
    it.pushed = pushed_by(row);
    it.q.on->rates(&it.q.self, &it.step, &rates);
    keep_energy(w, c, lane_set(0.0));
    keep_left(w, c, rates.met, rates.left);
    put_compliance(w, row, 2.0 / it.step.dt * rates.damping);
    put(row, R_ADD, -rates.target);
    put(row, R_LEFT, it.pushed);
}

// A row keeps its rate; of laws with sides this much of it, and for the rest that of what it rests
// on.
TAC_INLINE lane kept_rate(const tac_cell *c, const laws_here *here, lane own)
{
    return has_sides(c) ? lane_fma(here->keep, own - here->rest, here->rest) : own;
}

// `mean_rate` is that of what resists or slides.
TAC_STATIC void velocity_laws(tac_workspace *w, const tac_cell *c, const lane *mean_rate)
{
    laws_here here;
    held_rows held;
    double *row = row_at(w, c, 0);
    if (resists_by_mean(w, c)) {
        resisting_velocity(w, c, mean_rate[0]);
        return;
    }
    find_laws_here(w, c, mean_rate, &here);
    if (combines(w)) {
        hold_rows(w, c, here.fx, here.fv, &held);
    }
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        lane rate = kept_rate(c, &here, field(row, R_RATE));
        if (combines(w) && !is_inertia(c)) {
            pullv p = pull_of(w, c, &held, k, 1);
            lane spring = of_sequences(w, row, R_RATE, w->sequences.spring) - rate;
            lane damper = of_sequences(w, row, R_RATE, w->sequences.damper) - rate;
            lane by = lane_fma(p.spring, spring, p.damper * damper);
            rate = lane_fma(p.compliance, by, rate);
            put(row, R_C, p.compliance);
        }
        put(row, R_ADD, -rate);
        put(row, R_LEFT, here.left[k]);
    }
}

// Rows keep their coordinates, but for the pull.
TAC_STATIC void position_laws(tac_workspace *w, const tac_cell *c, const lane *mean_rate)
{
    laws_here here;
    held_rows held;
    double *row = row_at(w, c, 0);
    find_laws_here(w, c, mean_rate, &here);
    if (combines(w)) {
        hold_rows(w, c, here.fx, here.fv, &held);
    }
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        lane away = lane_set(0.0);
        if (combines(w) && !is_inertia(c)) {
            pullv p = pull_of(w, c, &held, k, 0);
            away = field(row, R_PHI) - of_sequences(w, row, R_PHI, w->sequences.spring);
            away = p.spring * p.compliance * away;
            put(row, R_C, p.compliance);
        }
        put(row, R_ADD, away);
    }
}

// ---- accelerations -----------------------------------------------------------------------------

// At the projected rate; of what has sides the law where the step resolves it, the mean where it
// does not.
TAC_STATIC void step_at_end(tac_workspace *w, const tac_cell *c, lane *f)
{
    law_iterate it;
    tac_law_mean law;
    const double *row = row_at(w, c, 0);
    find_iterate(w, c, 0, &it);
    find_step(w, c, lane_set(0.0), &it);
    it.q.on->over(&it.q.self, &it.step, &law);
    keep_energy(w, c, law.energy);
    *f = law.end;
    if (has_sides(c)) {
        lane y = it.step.h * it.z0[SIDED_W] * law.limited, unresolved = y * y * y;
        lane mean = w->sequences.n > 0 ? field(row, R_LAMBDA) : law.mean;
        *f = law.end + unresolved * (mean - law.end);
    }
}

// What slides, at the projected rates; its way in the step is that of the iteration.
TAC_STATIC void slide_at_end(tac_workspace *w, const tac_cell *c, lane *f)
{
    law_iterate it;
    tac_law_mean law[TAC_MAX_ROWS];
    find_iterate(w, c, 0, &it);
    find_step(w, c, lane_set(0.0), &it);
    get_field(w, c, R_LEFT, it.rate);
    it.q.on->over(&it.q.self, &it.step, law);
    keep_energy(w, c, law->energy);
    for (int k = 0; k < c->like->n_row; k++) {
        f[k] = law[k].end;
    }
}

// What resists: the force of the second half, and the acceleration that it goes with.
TAC_STATIC void resistance_at_end(tac_workspace *w, const tac_cell *c, lane *f, lane *kept)
{
    law_iterate it;
    const double *row = row_at(w, c, 0);
    find_iterate(w, c, 0, &it);
    find_step(w, c, field(row, R_W), &it);
    it.pushed = field(row, R_LEFT);
    it.step.ahead = field(row, R_RATE) + field(row, R_ADD); // of the half of the step
    it.step.damper = 0.5 * it.step.dt / field(row, R_C);
    *f = it.q.on->end(&it.q.self, &it.step);
    *kept = 2.0 / it.step.dt * it.step.ahead;
    keep_energy(w, c, lane_set(0.0));
}

// An inertia, with the projected rate, which it carries on.
TAC_STATIC void inertia_at_end(tac_workspace *w, const tac_cell *c)
{
    law_iterate it;
    tac_law_mean law;
    lane z1[TAC_LAW_STATES];
    double *row = row_at(w, c, 0);
    find_iterate(w, c, 0, &it);
    find_step(w, c, lane_set(0.0), &it);
    it.step.z1 = z1;
    it.q.on->over(&it.q.self, &it.step, &law);
    keep_energy(w, c, law.energy);
    write_memory(w, c, &it.q, z1);
    put(row, R_C, 1.0 / (law.k + 2.0 / it.step.dt * law.c));
    put(row, R_LAMBDA, lane_set(0.0));
}

// Forces at the end of the step, at the projected rates. Where accelerations are made consistent
// with them as given, what the Newton iteration has left of a smooth law, times a large stiffness,
// would otherwise be accelerations that the next prediction starts from; so would what combined
// coordinates are off, where the law is thousands of times too stiff for the step: there it is the
// combination of the sequences' forces.
TAC_STATIC void end_laws(tac_workspace *w, const tac_cell *c, int are_given, lane *f, lane *kept)
{
    law_iterate it;
    tac_law_force law;
    held_rows held;
    lane z1[TAC_LAW_STATES];
    double *row = row_at(w, c, 0);
    int exact = w->start.is_on || !c->like->implicit, combined = combines(w) && !exact;
    if (resists_by_mean(w, c)) {
        resistance_at_end(w, c, f, kept);
        return;
    }
    if (slides(c)) {
        slide_at_end(w, c, f);
        return;
    }
    if (has_sides(c) || remembers(c)) {
        step_at_end(w, c, f);
        return;
    }
    find_iterate(w, c, 0, &it);
    it.q.self.number = it.q.self.last;
    law_here(w, c, &it, it.numbers->end, z1, &law);
    carry_end(w, c, &it, z1);
    keep_energy(w, c, law.energy);
    if (are_given && combined) {
        hold_rows(w, c, law.fx, law.fv, &held);
    }
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        f[k] = law.f[k];
        if (are_given && combined) {
            double onset = tac_pull_at(w->o.order)->force_onset;
            lane share =
                unresolved(onset * (held.stiffness[k] + held.damping[k]), held.mobility[k]);
            lane whole = lane_set(pick(resists(c) & w->sequences.longest, 1.0, 0.0));
            share = lane_pick(lane_less(lane_set(0.5), whole), lane_set(1.0), share);
            lane sum = of_sequences(w, row, R_LAMBDA, w->sequences.damper);
            f[k] = lane_fma(share, sum - f[k], f[k]);
        } else if (are_given && !exact) {
            f[k] = f[k] - field(row, R_LEFT);
        }
    }
}

#endif
