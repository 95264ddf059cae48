// Flexible bodies in the stages of index-3.
//
// A stage runs over rigid and flexible bodies of a cell alike; what it leaves of the flexible ones is then
// replaced, one body after another.
#include "flexible.h"

#include <math.h>
#include <string.h>

#include "base/pick.h"
#include "extrapolate.h"
#include "flexible_motion.h"
#include "flexible_solves.h"
#include "report.h"
#include "stages.h"
#include "stages/single_access.h"

// ---- a body ------------------------------------------------------------------------------------

static tac_flex_body *flexible_in(const tac_workspace *w, int cell, int place)
{
    const tac_body_cell *c = &w->plan->body[cell];
    int i = place < c->n ? tac_flexible_of(w->m, c->body[place]) : TAC_NONE;
    return i == TAC_NONE ? NULL : &w->flexible[i];
}

// Runs a stage of rigid bodies, cell by cell, then `one` for what is flexible in it.
static void run(tac_workspace *w, int first, int last, tac_index3_stage stage, tac_flex_work *one)
{
    for (int cell = first; cell < last; cell++) {
        w->plain[stage](w, cell, cell + 1);
        for (int l = 0; l < w->plan->body[cell].n; l++) {
            tac_flex_body *b = flexible_in(w, cell, l);
            if (b) {
                one(w, b);
            }
        }
    }
}

// Places, rates and accelerations of a body, and what the step has made of its place.
enum { MOTION = B_X - B_R };

// A stage of a cell where some bodies are rigid: those that are not keep their motion.
static void run_rigid(tac_workspace *w, int cell, tac_index3_stage stage)
{
    double kept[TAC_MAX_LANES][MOTION];
    const tac_body_cell *c = &w->plan->body[cell];
    int lanes = w->plan->g->lanes;
    for (int l = 0; l < c->n; l++) {
        const double *p = tac_body_field(w, c->body[l], B_R);
        for (int k = 0; k < MOTION; k++) {
            kept[l][k] = p[k * lanes];
        }
    }
    w->plain[stage](w, cell, cell + 1);
    for (int l = 0; l < c->n; l++) {
        if (flexible_in(w, cell, l)) {
            tac_set_body(w, c->body[l], B_R, kept[l], MOTION);
        }
    }
}

// The same of a stage all of whose results flexible bodies replace.
static void replace(tac_workspace *w, int first, int last, tac_index3_stage stage,
                    tac_flex_work *one)
{
    for (int cell = first; cell < last; cell++) {
        int n = w->plan->body[cell].n, n_flexible = 0;
        for (int l = 0; l < n; l++) {
            n_flexible += flexible_in(w, cell, l) != NULL;
        }
        if (n_flexible < n) {
            run_rigid(w, cell, stage);
        }
        for (int l = 0; l < n && n_flexible > 0; l++) {
            tac_flex_body *b = flexible_in(w, cell, l);
            if (b) {
                one(w, b);
            }
        }
    }
}

// ---- report ------------------------------------------------------------------------------------

// How far modes move interfaces: linear shapes hold for small deflections.
static void measure_bending(tac_flex_body *b)
{
    double shift2 = 0.0, turn2 = 0.0;
    for (int i = 0; i < b->of->modes->n_interface; i++) {
        const tac_interface_map *at = &b->now[i];
        double s2 = dot3(at->shift, at->shift), t2 = 4.0 * dot3(at->u, at->u);
        shift2 = pick(s2 > shift2, s2, shift2);
        turn2 = pick(t2 > turn2, t2, turn2);
    }
    b->bent[0] = sqrt(shift2) / b->of->modes->length;
    b->bent[1] = sqrt(turn2);
}

// Below the energy of a body that moves by a millionth of its length in half a step nothing is measured.
static const double least_travel = 1e-6;

static void measure_work(const tac_workspace *w, tac_flex_body *b, double energy)
{
    double speed = 2.0 * least_travel * b->of->modes->length / w->pace.dt[0];
    double of = fabs(b->work) / (energy + 0.5 * w->m->mass[b->of->body] * speed * speed);
    b->unsettled = pick(of > b->unsettled, of, b->unsettled);
}

static void check_one(tac_workspace *w, tac_flex_body *b)
{
    const tac_flexible *f = b->of;
    const tac_modes *k = f->modes;
    const tac_model *m = w->m;
    tac_motion at = tac_flex_motion(w, f->body);
    vec3 v = tmul3(b->A, at.v), g = tmul3(b->A, m->gravity);
    double rates[TAC_FLEX_SIZE] = {v.x, v.y, v.z, at.w.x, at.w.y, at.w.z}, Mv[TAC_FLEX_SIZE];
    double kinetic = 0.0, strain = 0.0,
           potential = -m->mass[f->body] * dot3(m->gravity, at.r) - dot3(g, b->at->c);
    memcpy(rates + 6, b->qd, 4 * (size_t)k->n_four * sizeof *rates);
    for (int j = 0; j < f->n; j++) {
        double stretched = k->omega[j] * b->q[j];
        strain += 0.5 * stretched * stretched;
    }
    potential += strain;
    tac_flex_times(k, b->at, m->mass[f->body], rates, Mv);
    for (int j = 0; j < 6 + f->n; j++) {
        kinetic += 0.5 * rates[j] * Mv[j];
    }
    tac_share *share = &w->shares.body[f->body], *measure = &w->shares.measure[f->body];
    (*share)[S_KINETIC] = kinetic;
    (*share)[S_POTENTIAL] = potential;
    (*share)[S_BAD] += kinetic + potential < HUGE_VAL ? 0.0 : 1.0;
    (*measure)[TAC_TENSION] = 0.0;
    measure_bending(b);
    measure_work(w, b, kinetic + strain);
}

static void commit_one(tac_workspace *w, tac_flex_body *b)
{
    int n = b->of->n;
    double *to = w->step.to.mode + 3 * (size_t)b->of->first;
    for (int j = 0; j < n; j++) {
        to[j] = b->q[j];
        to[n + j] = b->qd[j];
        to[2 * n + j] = b->qdd[j];
        w->step.to.mode_left[b->of->first + j] = b->left[j];
    }
}

// ---- combined sequences ------------------------------------------------------------------------

// Of mode j: a number of its 3 n in every sequence, with weights.
static double combined(const tac_workspace *w, const tac_flex_body *b, int at, const double *weight)
{
    double sum = 0.0;
    for (int k = 0; k < w->sequences.n; k++) {
        sum += weight[k] * tac_modes_of(w->sequences.space[k]->substeps.state.mode, b->of)[at];
    }
    return sum;
}

static double onset(double x)
{
    double share = x / (1.0 + x);
    return share * share * share;
}

// A mode is the row of a law on itself, of mobility one.
static void combine_mode(const tac_workspace *w, tac_flex_body *b, int j)
{
    const tac_pull *pull = tac_pull_at(w->o.order);
    int n = b->of->n;
    double omega = b->of->modes->omega[j], k = omega * omega, dt = w->pace.dt[0], h = w->pace.h[0];
    double damper = 2.0 / dt * 2.0 * b->of->modes->zeta[j] * omega, spring = k * k / (k + damper);
    double q = combined(w, b, j, w->sequences.weight),
           qd = combined(w, b, n + j, w->sequences.weight);
    double q1 = combined(w, b, j, w->sequences.spring),
           qd1 = combined(w, b, n + j, w->sequences.spring);
    double qd2 = combined(w, b, n + j, w->sequences.damper);
    double to_spring = h * pull->spring.share * spring, to_damper = h * pull->damper.share * damper;
    double by_spring = to_spring * onset(pull->spring.onset * spring * h);
    double by_damper = to_damper * onset(pull->damper.onset * damper * h);
    b->q[j] = q + by_spring / (1.0 + to_spring) * (q1 - q);
    b->qd[j] =
        qd + (by_spring * (qd1 - qd) + by_damper * (qd2 - qd)) / (1.0 + to_spring + to_damper);
    b->qdd[j] = combined(w, b, 2 * n + j, w->sequences.weight);
}

void tac_combine_flexible(tac_workspace *w, int body)
{
    int i = tac_flexible_of(w->m, body);
    if (i == TAC_NONE) {
        return;
    }
    tac_flex_body *b = &w->flexible[i];
    for (int j = 0; j < b->of->n; j++) {
        combine_mode(w, b, j);
    }
    b->travel[0] = b->travel[1] = 0.0;
    tac_set_flex_interfaces(w, b);
}

// ---- stages ------------------------------------------------------------------------------------

static void predict(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_PREDICT, tac_flex_predict);
}

static void newton(tac_workspace *w, int first, int last)
{
    replace(w, first, last, TAC_BODIES_NEWTON, tac_flex_newton);
}

static void again(tac_workspace *w, int first, int last)
{
    replace(w, first, last, TAC_BODIES_AGAIN, tac_flex_again);
}

static void position(tac_workspace *w, int first, int last)
{
    replace(w, first, last, TAC_BODIES_POSITION, tac_flex_position);
}

static void velocity(tac_workspace *w, int first, int last)
{
    replace(w, first, last, TAC_BODIES_VELOCITY, tac_flex_velocity);
}

static void index1(tac_workspace *w, int first, int last)
{
    replace(w, first, last, TAC_BODIES_INDEX1, tac_flex_index1);
}

static void projection(tac_workspace *w, int first, int last)
{
    replace(w, first, last, TAC_BODIES_PROJECTION, tac_flex_projection);
}

static void update_newton(tac_workspace *w, int first, int last)
{
    replace(w, first, last, TAC_BODIES_UPDATE_NEWTON, tac_flex_update_newton);
}

static void update_own(tac_workspace *w, int first, int last)
{
    replace(w, first, last, TAC_BODIES_UPDATE_OWN, tac_flex_update_own);
}

static void update_position(tac_workspace *w, int first, int last)
{
    replace(w, first, last, TAC_BODIES_UPDATE_POSITION, tac_flex_update_position);
}

static void update_velocity(tac_workspace *w, int first, int last)
{
    replace(w, first, last, TAC_BODIES_UPDATE_VELOCITY, tac_flex_update_velocity);
}

static void update_acceleration(tac_workspace *w, int first, int last)
{
    replace(w, first, last, TAC_BODIES_UPDATE_ACCELERATION, tac_flex_update_acceleration);
}

static void check(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_CHECK, check_one);
}

static void commit(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_COMMIT, commit_one);
}

static tac_stage *const stages[TAC_INDEX3_STAGES] = {
    [TAC_BODIES_PREDICT] = predict,
    [TAC_BODIES_NEWTON] = newton,
    [TAC_BODIES_AGAIN] = again,
    [TAC_BODIES_POSITION] = position,
    [TAC_BODIES_VELOCITY] = velocity,
    [TAC_BODIES_INDEX1] = index1,
    [TAC_BODIES_PROJECTION] = projection,
    [TAC_BODIES_UPDATE_NEWTON] = update_newton,
    [TAC_BODIES_UPDATE_OWN] = update_own,
    [TAC_BODIES_UPDATE_POSITION] = update_position,
    [TAC_BODIES_UPDATE_VELOCITY] = update_velocity,
    [TAC_BODIES_UPDATE_ACCELERATION] = update_acceleration,
    [TAC_BODIES_CHECK] = check,
    [TAC_BODIES_COMMIT] = commit,
};

void tac_set_flexible_stages(tac_workspace *w)
{
    for (int stage = 0; stage < TAC_INDEX3_STAGES; stage++) {
        if (stages[stage]) {
            w->plain[stage] = w->stage[stage].run;
            w->stage[stage].run = stages[stage];
        }
    }
}

void tac_load_flexible(tac_workspace *w, const tac_state *s)
{
    for (int i = 0; i < w->m->n_flexible; i++) {
        tac_flex_body *b = &w->flexible[i];
        const double *from = tac_modes_of(s->mode, b->of);
        for (int j = 0; j < b->of->n; j++) {
            b->q[j] = from[j];
            b->qd[j] = from[b->of->n + j];
            b->qdd[j] = b->left[j] = 0.0;
        }
        tac_set_flex_interfaces(w, b);
    }
}
