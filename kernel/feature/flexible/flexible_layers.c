// Flexible bodies in the stages of index-3.
//
// A stage runs over rigid and flexible bodies of a cell alike; what it leaves of the flexible ones is then
// replaced, of bodies side by side at once, of others one after another.
#include "flexible_layers.h"

#include <math.h>

#include "workspace/layers.h"
#include "workspace/schemes.h"
#include "workspace/single_access.h"

// ---- cells of bodies ---------------------------------------------------------------------------

static tac_flex_work *work_at(int lanes, int which)
{
    tac_flex_work *const *solves = lanes == 1   ? tac_flex_solves_1
                                   : lanes == 4 ? tac_flex_solves_4
                                                : tac_flex_solves_8;
    tac_flex_work *const *motion = lanes == 1   ? tac_flex_motion_1
                                   : lanes == 4 ? tac_flex_motion_4
                                                : tac_flex_motion_8;
    return solves[which] ? solves[which] : motion[which];
}

// The flexible bodies in a place of a cell, if the first of them is.
static tac_flex_cell *flexible_in(const tac_workspace *w, int cell, int place)
{
    const tac_body_cell *c = &w->plan->body[cell];
    int i = place < c->n ? tac_flexible_of(w->m, c->body[place]) : TAC_NONE;
    return i == TAC_NONE || w->flexes.lane[i] > 0 ? NULL : tac_flex_cell_of(w, i);
}

static void run_flexible(tac_workspace *w, int cell, int which)
{
    for (int l = 0; l < w->plan->body[cell].n; l++) {
        tac_flex_cell *c = flexible_in(w, cell, l);
        if (c) {
            work_at(c->lanes, which)(w, c);
        }
    }
}

// Places, rates and accelerations of a body, and what the step has made of its place.
enum { MOTION = B_X - B_R };

// A stage of a cell where some bodies are rigid: those that are not keep their motion.
static void run_rigid(tac_workspace *w, tac_stage_call at, int cell)
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
    tac_call_below(w, at, cell, cell + 1);
    for (int l = 0; l < c->n; l++) {
        if (tac_flexible_of(w->m, c->body[l]) != TAC_NONE) {
            tac_set_body(w, c->body[l], B_R, kept[l], MOTION);
        }
    }
}

// Runs a stage of rigid bodies, cell by cell, then that of what is flexible in it.
static void add(tac_workspace *w, tac_stage_call at, int first, int last)
{
    for (int cell = first; cell < last; cell++) {
        tac_call_below(w, at, cell, cell + 1);
        run_flexible(w, cell, at.stage);
    }
}

// Runs a stage all of whose results flexible bodies replace.
static void replace(tac_workspace *w, tac_stage_call at, int first, int last)
{
    for (int cell = first; cell < last; cell++) {
        const tac_body_cell *c = &w->plan->body[cell];
        int n_flexible = 0;
        for (int l = 0; l < c->n; l++) {
            n_flexible += tac_flexible_of(w->m, c->body[l]) != TAC_NONE;
        }
        if (n_flexible < c->n) {
            run_rigid(w, at, cell);
        }
        run_flexible(w, cell, at.stage);
    }
}

// ---- combined sequences ------------------------------------------------------------------------

// Of mode j: a number of its 3 n in every sequence, with weights.
static double combined(const tac_workspace *w, const tac_flexible *f, int at, const double *weight)
{
    double sum = 0.0;
    for (int k = 0; k < w->sequences.n; k++) {
        sum += weight[k] * tac_modes_of(w->sequences.space[k]->substeps.state.mode, f)[at];
    }
    return sum;
}

static double onset(double x)
{
    double share = x / (1.0 + x);
    return share * share * share;
}

// A mode is the row of a law on itself, of mobility one.
static void combine_mode(const tac_workspace *w, tac_flex_cell *c, int j, int l)
{
    const tac_flexible *f = c->of[l];
    const tac_pull *pull = tac_pull_at(w->o.order);
    int n = f->n;
    double omega = f->modes->omega[j], k = omega * omega, dt = w->pace.dt[0], h = w->pace.h[0];
    double damper = 2.0 / dt * 2.0 * f->modes->zeta[j] * omega, spring = k * k / (k + damper);
    double q = combined(w, f, j, w->sequences.weight),
           qd = combined(w, f, n + j, w->sequences.weight);
    double q1 = combined(w, f, j, w->sequences.spring),
           qd1 = combined(w, f, n + j, w->sequences.spring);
    double qd2 = combined(w, f, n + j, w->sequences.damper);
    double to_spring = h * pull->spring.share * spring, to_damper = h * pull->damper.share * damper;
    double by_spring = to_spring * onset(pull->spring.onset * spring * h);
    double by_damper = to_damper * onset(pull->damper.onset * damper * h);
    *tac_flex_mode(c, c->q, j, l) = q + by_spring / (1.0 + to_spring) * (q1 - q);
    *tac_flex_mode(c, c->qd, j, l) =
        qd + (by_spring * (qd1 - qd) + by_damper * (qd2 - qd)) / (1.0 + to_spring + to_damper);
    *tac_flex_mode(c, c->qdd, j, l) = combined(w, f, 2 * n + j, w->sequences.weight);
}

void tac_combine_flexible(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        tac_flex_cell *c = &w->flexes.cell[i];
        for (int l = 0; l < c->lanes; l++) {
            for (int j = 0; j < c->modes.n; j++) {
                combine_mode(w, c, j, l);
            }
            c->travel[l] = c->travel[c->lanes + l] = 0.0;
        }
        work_at(c->lanes, TAC_FLEX_INTERFACES)(w, c);
    }
}

// ---- stages ------------------------------------------------------------------------------------

void tac_add_flexible_layers(tac_workspace *w)
{
    static tac_layer *const layers[TAC_INDEX3_STAGES] = {
        [TAC_BODIES_PREDICT] = add,
        [TAC_BODIES_NEWTON] = replace,
        [TAC_BODIES_AGAIN] = replace,
        [TAC_BODIES_POSITION] = replace,
        [TAC_BODIES_VELOCITY] = replace,
        [TAC_BODIES_INDEX1] = replace,
        [TAC_BODIES_PROJECTION] = replace,
        [TAC_BODIES_UPDATE_NEWTON] = replace,
        [TAC_BODIES_UPDATE_OWN] = replace,
        [TAC_BODIES_UPDATE_POSITION] = replace,
        [TAC_BODIES_UPDATE_VELOCITY] = replace,
        [TAC_BODIES_UPDATE_ACCELERATION] = replace,
        [TAC_BODIES_CHECK] = add,
        [TAC_BODIES_COMMIT] = add,
    };
    for (int stage = 0; stage < TAC_INDEX3_STAGES; stage++) {
        if (layers[stage]) {
            tac_add_layer(w, stage, layers[stage]);
        }
    }
}

void tac_load_flexible(tac_workspace *w, const tac_state *s)
{
    for (int i = 0; i < w->flexes.n; i++) {
        tac_flex_cell *c = &w->flexes.cell[i];
        for (int l = 0; l < c->lanes; l++) {
            const double *from = tac_modes_of(s->mode, c->of[l]);
            for (int j = 0; j < c->modes.n; j++) {
                *tac_flex_mode(c, c->q, j, l) = from[j];
                *tac_flex_mode(c, c->qd, j, l) = from[c->modes.n + j];
                *tac_flex_mode(c, c->qdd, j, l) = *tac_flex_mode(c, c->left, j, l) = 0.0;
            }
        }
        work_at(c->lanes, TAC_FLEX_INTERFACES)(w, c);
    }
}

double tac_settle_flexible(tac_workspace *w)
{
    double most = 0.0;
    for (int i = 0; i < w->flexes.n; i++) {
        tac_flex_cell *c = &w->flexes.cell[i];
        work_at(c->lanes, TAC_FLEX_SETTLE)(w, c);
        for (int l = 0; l < c->n; l++) {
            most = c->settled[l] > most || !isfinite(c->settled[l]) ? c->settled[l] : most;
        }
    }
    return most;
}
