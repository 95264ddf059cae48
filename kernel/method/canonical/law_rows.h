// Rows of force laws in the canonical step (element/law.h), on vector lanes.
//
// Positions. The force of the whole step is that of the law half way, at the rate of the step's
// path and with the means of its sources: lambda = f((x0 + x1) / 2, (x1 - x0) / dt), the same at
// both ends of the step, which stays its own inverse. With stiffness f_x + 2/dt f_xd the row's
// compliance is that of index-3, and its right-hand side twice what is left. Laws over a step give
// their mean.
//
// Velocities. A damper stiffer than the step is not seen by that: rates that change their sign with
// every step leave x where it is. With z = dt w c / 2 the share t = z^4 / (1 + z^4) of what it
// pushes at the end follows the rate of the end: nothing from what the step resolves, all of it
// where it does not. A rate that changes slowly is not the same at the end as over the step; by
// what the damper's force has changed from the last step to this one, that is known, and taken off:
// the share then feels only what has a sign of its own at every end. Of dampers that the step
// resolves a share of z / 4, for z up to 0.1, follows the rate of the end as it is, at order 2: a
// damper alone would have the rate it ends with right with 2 z / 3, one between light bodies and a
// spring with z / 8. What says for itself what it does to rates, as friction does, has its own
// damper: with the tangent where a row sticks, an impulse beyond its limit would be held at the
// rate it creeps with, which feeds energy.
//
// Accelerations. The law at the end where the step resolves it, the force of the step where it does
// not.
#ifndef TAC_CANONICAL_LAW_ROWS_H
#define TAC_CANONICAL_LAW_ROWS_H

#include "canonical.h"
#include "curved_laws.h"
#include "step/law_cells.h"

// What the laws of a cell say about a step: forces, stiffnesses with 2/dt times damping, and
// damping alone; mean rates.
typedef struct over_step {
    lane f[TAC_MAX_ROWS], stiffness[TAC_MAX_ROWS], damping[TAC_MAX_ROWS], rate[TAC_MAX_ROWS];
    lane_mask over[TAC_MAX_ROWS]; // turned over half a turn: there is no middle
    tac_law_ask q;
    tac_law_step step; // of laws over a step
    tac_law_mean mean;
    tac_sig end[TAC_LAW_SOURCES], average[TAC_LAW_SOURCES];
    lane x[TAC_MAX_ROWS], z0[TAC_LAW_STATES], w, pushed;
} over_step;

// Whether a law says what it does over a step.
TAC_INLINE int is_over_step(const tac_cell *c)
{
    return has_sides(c) || remembers(c) || resists(c);
}

TAC_INLINE int any_turns(const tac_cell *c)
{
    int any = 0;
    for (int k = 0; k < c->like->n_row; k++) {
        any |= c->like->rows[k].kind == ROW_TURN;
    }
    return any;
}

// A relative rotation that has turned by half a turn pulls back the other way round: twice the
// vector part of it has the other sign, and there is no middle between them.
TAC_INLINE lane_mask turned_over(const tac_workspace *w, const tac_cell *c, const lane *x)
{
    lane sum = lane_set(0.0);
    for (int k = 0; k < c->like->n_row; k++) {
        if (c->like->rows[k].kind == ROW_TURN) {
            sum += field(row_at(w, c, k), R_START) * x[k];
        }
    }
    return lane_less(sum, lane_set(-1.0));
}

// Mean rates of the rows, and where they are half way; where there is no middle at an end of the
// step.
TAC_INLINE void find_middle(const tac_workspace *w, const tac_cell *c, const lane *x, int at_end,
                            over_step *o, lane *middle)
{
    lane dt = lane_load(w->pace.dt);
    lane_mask over = any_turns(c) ? turned_over(w, c, x) : lane_less(dt, lane_set(0.0));
    for (int k = 0; k < c->like->n_row; k++) {
        lane x0 = field(row_at(w, c, k), R_START);
        o->x[k] = x[k];
        middle[k] = 0.5 * (x0 + x[k]);
        o->rate[k] = (x[k] - x0) / dt;
        if (c->like->rows[k].kind == ROW_TURN) {
            middle[k] = lane_pick(over, at_end ? x[k] : x0, middle[k]);
            o->rate[k] = lane_pick(over, lane_set(0.0), o->rate[k]);
        }
        o->over[k] = over;
    }
}

// Asks for a step whose end has this rate.
TAC_INLINE void find_step(tac_workspace *w, const tac_cell *c, const lane *v1, lane mobility,
                          over_step *o)
{
    o->w = mobility;
    o->pushed = field(row_at(w, c, 0), R_LAMBDA);
    o->step = (tac_law_step){.dt = lane_load(w->pace.dt),
                             .passed = passes(w),
                             .x1 = o->x,
                             .v1 = v1,
                             .rate = o->rate,
                             .w = &o->w,
                             .pushed = &o->pushed,
                             .most = lane_set(HUGE_VAL),
                             .end = o->end,
                             .mean = o->average,
                             .z0 = o->z0};
    if (o->q.asked.type->n_state > 0) {
        o->step.h = limiting_h(w);
        read_memory(w, c, &o->q.asked, &o->step, o->z0);
    }
}

// What laws say with their rows at x. Their rate at the end is not known yet: the mean rate stands
// for it.
TAC_STATIC void laws_over_step(tac_workspace *w, const tac_cell *c, const lane *x, lane mobility,
                               int at_end, lane *z1, over_step *o)
{
    lane middle[TAC_MAX_ROWS], twice = 2.0 / lane_load(w->pace.dt);
    ask_laws(w->m, c->like, c->element, c->n, &o->q);
    move_cell(w, c, w->step.mean, w->step.signal, &o->q);
    find_middle(w, c, x, at_end, o, middle);
    if (is_over_step(c)) {
        ask_sources(&o->q, w->step.signal, o->end);
        ask_sources(&o->q, w->step.mean, o->average);
        find_step(w, c, o->rate, mobility, o);
        o->step.z1 = z1;
        o->q.asked.on->over(&o->q.asked.self, &o->step, &o->mean);
        o->f[0] = o->mean.mean;
        o->stiffness[0] = 2.0 * o->mean.by_x + twice * o->mean.by_rate;
        o->damping[0] = resists(c) ? o->mean.by_rate : o->mean.c;
        return;
    }
    tac_law_force law;
    ask_sources(&o->q, w->step.mean, o->end);
    const tac_law_instant i = {middle, o->rate, o->end};
    o->q.asked.on->at(&o->q.asked.self, &i, &law);
    for (int k = 0; k < c->like->n_row; k++) {
        o->f[k] = law.f[k];
        o->damping[k] = law.fv[k];
        o->stiffness[k] = law.fx[k] + twice * law.fv[k];
    }
}

// How easily the rows of a cell move: where the bodies are, or what a joint leaves of it.
TAC_INLINE void law_mobilities(const tac_workspace *w, const tac_cell *c, lane *of)
{
    if (c->like->law_flags & TAC_LAW_AFTER_JOINT) {
        get_field(w, c, R_W, of);
    } else {
        mobilities(w, c, of);
    }
}

// ---- positions ---------------------------------------------------------------------------------

// Right-hand sides of a position iteration; compliances as well, of all laws or of curved ones.
TAC_STATIC void close_laws(tac_workspace *w, const tac_cell *c, const lane *phi, int slopes)
{
    over_step o;
    double *row = row_at(w, c, 0);
    lane curved = lane_set(slopes ? 1.0 : 0.0);
    for (int l = 0; l < c->n && !slopes; l++) {
        curved = lane_put(curved, l, tac_curved_laws(w)[c->element[l]] ? 1.0 : 0.0);
    }
    lane_mask fresh = lane_less(lane_set(0.5), curved);
    laws_over_step(w, c, phi, field(row, R_W), 0, NULL, &o);
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        lane was = field(row, R_C);
        put_compliance(w, row, o.stiffness[k]);
        put(row, R_C, lane_pick(fresh, field(row, R_C), was));
        put(row, R_SIGMA, 2.0 * (o.f[k] - field(row, R_LAMBDA)) * field(row, R_C));
    }
}

// ---- velocities --------------------------------------------------------------------------------

TAC_INLINE lane damped_in_half(lane dt, lane mobility, lane damping)
{
    return 0.5 * dt * mobility * law_above_zero(damping);
}

TAC_INLINE lane unresolved_share(lane dt, lane mobility, lane damping)
{
    lane z = damped_in_half(dt, mobility, damping), z4 = z * z * z * z;
    return z4 / (1.0 + z4);
}

TAC_INLINE lane resolved_share(lane dt, lane mobility, lane damping)
{
    lane z = damped_in_half(dt, mobility, damping), most = 10.0 * z;
    return 0.25 * z / (1.0 + most * most * most * most);
}

// Part of the force of the step in the multiplier that a row of a law ends with; the rest is the
// law's at the end.
TAC_INLINE lane kept_share(const tac_workspace *w, const double *row, lane stiffness, lane damping)
{
    lane s = lane_load(w->pace.h) * field(row, R_W) * law_above_zero(stiffness);
    lane share = s / (1.0 + s), cube = share * share * share;
    lane t = unresolved_share(lane_load(w->pace.dt), field(row, R_W), damping);
    return law_larger(t, cube);
}

// Changes of a damper's force from one step to the next above these parts of it are no slow motion.
static const double slow = 1.0 / 3.0, fast = 1.0 / 2.0;

// By how much a damper's force changes slowly from the middle of the last step to the middle of
// this one: the change of the whole force less that of the spring. The last force is in the
// multiplier of the start, as far as kept_share left it there; `then` is the law there at the rate
// of now.
TAC_INLINE lane slow_change(const tac_workspace *w, const double *row, lane before, lane then,
                            const over_step *o, int k)
{
    lane kept = kept_share(w, row, o->stiffness[k], o->damping[k]), zero = lane_set(0.0);
    lane now = o->damping[k] * o->rate[k], one = lane_set(1.0);
    lane change = 2.0 / (1.0 + kept) * (o->f[k] - before) - (o->f[k] - then);
    lane part = lane_abs(change) / (lane_abs(now) + lane_abs(now - change) + 1e-300);
    lane all = (fast - part) / (fast - slow);
    all = lane_pick(lane_less(all, zero), zero, all);
    return change * lane_pick(lane_less(one, all), one, all);
}

// The law in the middle of the last step, if that was as long in x as this one, at the rate of this
// one.
TAC_INLINE void laws_before(const tac_workspace *w, const tac_cell *c, over_step *o,
                            tac_law_force *then)
{
    lane x[TAC_MAX_ROWS];
    tac_sig before[TAC_LAW_SOURCES];
    for (int k = 0; k < c->like->n_row; k++) {
        x[k] = field(row_at(w, c, k), R_START) - 0.5 * lane_load(w->pace.dt) * o->rate[k];
    }
    move_cell(w, c, w->momenta.before, w->momenta.before, &o->q);
    ask_sources(&o->q, w->momenta.before, before);
    const tac_law_instant i = {x, o->rate, before};
    o->q.asked.on->at(&o->q.asked.self, &i, then);
}

// What is left to the end's rates of a row: stiffness of it, and the force that is not given then.
typedef struct shared {
    lane stiffness, less;
} shared;

// Of a damper; of laws over a step its rate is not known to change slowly.
TAC_INLINE shared share_of_damper(const tac_workspace *w, const tac_cell *c, int k, lane mobility,
                                  lane then, const over_step *o)
{
    lane dt = lane_load(w->pace.dt), change = lane_set(0.0), now = o->damping[k] * o->rate[k];
    lane t = unresolved_share(dt, mobility, o->damping[k]), resolved = change;
    if (!is_over_step(c)) {
        lane before = lane_gather(w->step.from->lambda + k, c->model_row);
        change = slow_change(w, row_at(w, c, k), before, then, o, k);
        resolved = w->o.order == 2 ? resolved_share(dt, mobility, o->damping[k]) : resolved;
    }
    return (shared){2.0 / dt * (t + resolved) * o->damping[k],
                    t * (now + 0.5 * change) + resolved * now};
}

// What the second kick of a law with sides has to be more than the first, where iterations have
// left the law's mean another one than the multiplier that they pushed with: what both give is then
// what its potential loses. The first works with the mean rate d / dt, the second with that of the
// end, as its own row has it, to first order; both against what the law rests on.
TAC_INLINE lane settled(const tac_workspace *w, lane mobility, const over_step *o)
{
    lane mean = o->rate[0] - o->mean.rest, two = lane_set(2.0);
    lane end = mean - 0.5 * lane_load(w->pace.dt) * mobility * o->pushed;
    lane share = 2.0 * mean * end / (end * end + 1e-60);
    share = lane_pick(lane_less(share, two), share, two);
    return lane_pick(lane_less(-two, share), share, -two) * (o->f[0] - o->pushed);
}

// What resists, `start` the rate of its row there. Both halves of the step have pushed alike, and
// without a share the row would end with as much beyond its mean rate as it began with before it.
TAC_STATIC void share_resistance(tac_workspace *w, const tac_cell *c, lane start, lane *y)
{
    over_step o;
    tac_law_rates rates;
    double *row = row_at(w, c, 0);
    o.x[0] = field(row, R_PHI);
    o.rate[0] = (o.x[0] - field(row, R_START)) / lane_load(w->pace.dt);
    lane v1 = 2.0 * o.rate[0] - start;
    ask_cell(w, c, w->step.mean, &o.q, o.end);
    ask_sources(&o.q, w->step.mean, o.average);
    find_step(w, c, &v1, field(row, R_W), &o);
    o.q.asked.on->rates(&o.q.asked.self, &o.step, &rates);
    keep_left(w, c, rates.met, rates.left);
    put_compliance(w, row, 2.0 / o.step.dt * rates.damping);
    put(row, R_ADD, -rates.target);
    put(row, R_LEFT, o.pushed);
    put(row, R_RATE, v1);
    y[0] = o.pushed;
}

TAC_INLINE void note_stiffness(tac_workspace *w, const tac_cell *c, int k, lane stiff)
{
    for (int l = 0; l < c->n; l++) {
        w->momenta.stiff[c->model_row[l] + k] = lane_get(stiff, l);
    }
}

// Multipliers of laws that are not in the tree, at the velocities that the step is expected to end
// with; and of those that have no middle.
TAC_INLINE void give_forces(tac_workspace *w, const tac_cell *c, const lane *x, const lane *rate,
                            over_step *o)
{
    tac_law_force law;
    tac_sig end[TAC_LAW_SOURCES];
    int outside = !c->like->implicit;
    if (outside) {
        move_cell(w, c, w->step.signal, w->step.signal, &o->q);
        ask_sources(&o->q, w->step.signal, end);
        const tac_law_instant i = {x, rate, end};
        o->q.asked.on->at(&o->q.asked.self, &i, &law);
    }
    for (int k = 0; k < c->like->n_row; k++) {
        double *row = row_at(w, c, k);
        lane own = lane_pick(o->over[k], o->f[k], field(row, R_LAMBDA));
        put(row, R_LAMBDA, outside ? law.f[k] : own);
    }
}

// What a law carries on; and of one with sides the damper that it is once it rests.
TAC_STATIC void share_step(tac_workspace *w, const tac_cell *c, lane mobility, const lane *x,
                           lane *y)
{
    over_step o;
    lane z1[TAC_LAW_STATES], zero = lane_set(0.0);
    double *row = row_at(w, c, 0);
    laws_over_step(w, c, x, mobility, 1, z1, &o);
    write_memory(w, c, &o.q.asked, z1);
    tell_left(w, c, &o.q.asked, o.rate[0], o.f[0] - o.pushed);
    lane rest = zero;
    if (has_sides(c)) {
        lane limited = o.step.h * o.z0[SIDED_W] * o.mean.limited;
        rest = resting_damper(&o.mean, limited, o.z0[SIDED_RUN]);
    }
    shared damper = share_of_damper(w, c, 0, mobility, zero, &o);
    lane stiffness = damper.stiffness + rest, h = lane_load(w->pace.h);
    lane target = rest * o.mean.rest;
    note_stiffness(w, c, 0, h * mobility * lane_abs(o.stiffness[0]));
    put_compliance(w, row, stiffness);
    put(row, R_ADD, lane_pick(lane_less(zero, rest), -target / stiffness, zero));
    y[0] = o.pushed - damper.less + settled(w, mobility, &o);
}

// Compliances and targets of the rows of laws for velocities; y is the force that is given. `rate`
// is what the step is expected to end with.
TAC_STATIC void share_laws(tac_workspace *w, const tac_cell *c, const lane *rate, lane *y)
{
    over_step o;
    tac_law_force then;
    lane mobility[TAC_MAX_ROWS], x[TAC_MAX_ROWS], h = lane_load(w->pace.h), zero = lane_set(0.0);
    int implicit = c->like->implicit;
    law_mobilities(w, c, mobility);
    get_field(w, c, R_PHI, x);
    if (has_sides(c) || remembers(c)) {
        share_step(w, c, mobility[0], x, y);
        return;
    }
    laws_over_step(w, c, x, mobility[0], 1, NULL, &o);
    tell_left(w, c, &o.q.asked, o.rate[0], o.f[0] - field(row_at(w, c, 0), R_LAMBDA));
    laws_before(w, c, &o, &then);
    give_forces(w, c, x, rate, &o);
    for (int k = 0; k < c->like->n_row; k++) {
        double *row = row_at(w, c, k);
        shared damper = share_of_damper(w, c, k, mobility[k], then.f[k], &o);
        note_stiffness(w, c, k, h * mobility[k] * lane_abs(o.stiffness[k]));
        put_compliance(w, row, damper.stiffness);
        put(row, R_ADD, zero);
        y[k] = field(row, R_LAMBDA) - (implicit ? damper.less : zero);
    }
}

// ---- accelerations -----------------------------------------------------------------------------

// At the end of the step, what resists: its force, and the acceleration that it goes with.
TAC_INLINE void resistance_at_end(tac_workspace *w, const tac_cell *c, over_step *o)
{
    double *row = row_at(w, c, 0);
    lane v1 = field(row, R_RATE);
    find_step(w, c, &v1, field(row, R_W), o);
    o->pushed = field(row, R_LEFT);
    o->step.ahead = v1 + field(row, R_ADD);
    o->step.damper = 0.5 * o->step.dt / field(row, R_C);
    put(row, R_LAMBDA, o->q.asked.on->end(&o->q.asked.self, &o->step));
    put(row, R_ADD, -(2.0 / o->step.dt * o->step.ahead));
    keep_energy(w, c, lane_set(0.0));
}

TAC_INLINE void step_at_end(tac_workspace *w, const tac_cell *c, over_step *o)
{
    double *row = row_at(w, c, 0);
    lane v1 = field(row, R_RATE);
    find_step(w, c, &v1, lane_set(0.0), o);
    o->q.asked.on->over(&o->q.asked.self, &o->step, &o->mean);
    lane share = lane_set(0.0), end = o->mean.end;
    if (has_sides(c)) {
        lane yielding = o->step.h * o->z0[SIDED_W] * o->mean.limited;
        share = yielding * yielding * yielding;
    }
    keep_energy(w, c, o->mean.energy);
    put(row, R_LAMBDA, end + share * (field(row, R_LAMBDA) - end));
}

// Forces of the laws of a cell at the end of the step, into R_LAMBDA.
TAC_STATIC void end_laws(tac_workspace *w, const tac_cell *c)
{
    over_step o;
    tac_law_force law;
    lane v[TAC_MAX_ROWS], zero = lane_set(0.0), twice = 2.0 / lane_load(w->pace.dt);
    double *row = row_at(w, c, 0);
    ask_cell(w, c, is_over_step(c) ? w->step.mean : w->step.signal, &o.q, o.end);
    get_field(w, c, R_PHI, o.x);
    get_field(w, c, R_RATE, v);
    ask_sources(&o.q, w->step.mean, o.average);
    if (resists_by_mean(w, c)) {
        resistance_at_end(w, c, &o);
        return;
    }
    if (has_sides(c) || remembers(c)) {
        step_at_end(w, c, &o);
        return;
    }
    const tac_law_instant i = {o.x, v, o.end};
    o.q.asked.on->at(&o.q.asked.self, &i, &law);
    keep_energy(w, c, law.energy);
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        lane stiffness = law.fx[k] + twice * law.fv[k];
        lane share = c->like->implicit ? kept_share(w, row, stiffness, law.fv[k]) : zero;
        double whole = pick(resists(c) & w->sequences.longest, 1.0, 0.0);
        share = lane_pick(lane_less(zero, lane_set(whole)), lane_set(1.0), share);
        put(row, R_LAMBDA, law.f[k] + share * (field(row, R_LAMBDA) - law.f[k]));
    }
}

#endif
