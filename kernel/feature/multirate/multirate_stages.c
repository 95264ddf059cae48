#include "multirate_stages.h"

#include "workspace/layers.h"
#include "workspace/single_access.h"
#include "workspace/stage_numbers.h"

// ---- what elements tell a body -----------------------------------------------------------------

static void sum_told(const tac_workspace *w, int body, int first, int n, double *sum)
{
    const tac_grouping *g = w->plan->g;
    const tac_body_cell *c = &w->plan->body[g->body_cell[body]];
    int lane = g->body_lane[body];
    tac_set_zero(sum, n);
    for (int k = 0; k < c->n_side; k++) {
        const tac_side *s = &c->side[k];
        const double *from =
            w->sweep.scratch[s->scratch] + (s->at.aligned ? s->at.first + lane : s->at.at[lane]);
        for (int f = 0; f < n; f++) {
            sum[f] += from[(first + f) * g->lanes];
        }
    }
}

static void tell(const tac_workspace *w, int element, int side, const double *value, int n)
{
    double *to = tac_told_by(w, element, side);
    for (int f = 0; f < n; f++) {
        to[f * w->plan->g->lanes] = value[f];
    }
}

// ---- the path of the interface bodies --------------------------------------------------------------------

tac_body_state tac_interface_now(const tac_workspace *sub, const tac_interface_body *b)
{
    double t = sub->o.dt * (double)sub->substeps.latched;
    tac_body_state s = b->from;
    s.v = axpy3(t, s.a, s.v);
    s.w = axpy3(t, s.wd, s.w);
    s.r = axpy3(t, axpy3(0.5 * t, s.a, b->from.v), s.r);
    s.p = unitq(along_arc(s.p, arc_by(scale3(t, axpy3(0.5 * t, s.wd, b->from.w)))));
    return s;
}

// ---- layers of a multirate sub-model ------------------------------------------------------------------------

static void place_interface(tac_workspace *w)
{
    const tac_multirate *multirate = w->of_multirate;
    for (int i = 0; i < tac_interface_count(multirate); i++) {
        int body = multirate->of->n_own + i;
        tac_body_state s = tac_interface_now(w, &multirate->interface[i]);
        tac_place_body(w, body, s.r, s.p);
        tac_set_body_vec3(w, body, B_V, s.v);
        tac_set_body_vec3(w, body, B_W, s.w);
        tac_set_body_vec3(w, body, B_ACC, s.a);
        tac_set_body_vec3(w, body, B_WD, s.wd);
    }
}

static void multirate_predict(tac_workspace *w, tac_stage_call at, int first, int last)
{
    tac_call_below(w, at, first, last);
    place_interface(w);
}

// What pushes on the interface bodies where the iteration is; increments are added when it is made.
static void read_interface(tac_workspace *w)
{
    const tac_multirate *multirate = w->of_multirate;
    const double none[15] = {0.0}; // B_LEAF_INV and B_OWN_INV
    for (int i = 0; i < tac_interface_count(multirate); i++) {
        int body = multirate->of->n_own + i;
        double sum[6];
        sum_told(w, body, SIDE_FORCE, 6, sum);
        for (int f = 0; f < 6; f++) {
            multirate->interface[i].after[f] = -sum[f];
        }
        tac_set_body(w, body, B_LEAF_INV, none, 15);
    }
}

static void multirate_newton(tac_workspace *w, tac_stage_call at, int first, int last)
{
    tac_call_below(w, at, first, last);
    read_interface(w);
}

static void multirate_again(tac_workspace *w, tac_stage_call at, int first, int last)
{
    tac_call_below(w, at, first, last);
    read_interface(w);
}

static void add_increments(tac_workspace *w, int own)
{
    const tac_multirate *multirate = w->of_multirate;
    for (int i = 0; i < tac_interface_count(multirate); i++) {
        double sum[9];
        sum_told(w, multirate->of->n_own + i, SIDE_FORCE, own ? 9 : 6, sum);
        for (int f = 0; f < 6; f++) {
            multirate->interface[i].after[f] -= f >= 3 && own ? sum[f] + sum[f + 3] : sum[f];
        }
    }
    place_interface(w);
}

static void multirate_update_newton(tac_workspace *w, tac_stage_call at, int first, int last)
{
    tac_call_below(w, at, first, last);
    add_increments(w, !tac_reactions_follow(w));
}

static void multirate_update_own(tac_workspace *w, tac_stage_call at, int first, int last)
{
    tac_call_below(w, at, first, last);
    add_increments(w, 0);
}

// The mean of the forces at both ends of a sub-step, and half of what they push more along its start.
static void multirate_velocity(tac_workspace *w, tac_stage_call at, int first, int last)
{
    const tac_multirate *multirate = w->of_multirate;
    tac_call_below(w, at, first, last);
    for (int i = 0; i < tac_interface_count(multirate); i++) {
        tac_interface_body *b = &multirate->interface[i];
        int body = multirate->of->n_own + i;
        const tac_body_cell *c = &w->plan->body[w->plan->g->body_cell[body]];
        double more[6] = {0.0};
        sum_told(w, body, SIDE_TORQUE, 3, more + 3);
        if (!c->points) {
            sum_told(w, body, SIDE_FORCE, 3, more);
        }
        for (int f = 0; f < 6; f++) {
            b->impulse[f] += 0.5 * w->o.dt * (b->before[f] + b->after[f] + 0.5 * more[f]);
        }
    }
}

static void multirate_update_velocity(tac_workspace *w, tac_stage_call at, int first, int last)
{
    const tac_multirate *multirate = w->of_multirate;
    tac_call_below(w, at, first, last);
    for (int i = 0; i < tac_interface_count(multirate); i++) {
        double sum[6];
        sum_told(w, multirate->of->n_own + i, SIDE_FORCE, 6, sum);
        for (int f = 0; f < 6; f++) {
            multirate->interface[i].impulse[f] -= w->h * sum[f];
        }
    }
}

static void multirate_index1(tac_workspace *w, tac_stage_call at, int first, int last)
{
    const tac_multirate *multirate = w->of_multirate;
    tac_call_below(w, at, first, last);
    for (int i = 0; i < tac_interface_count(multirate); i++) {
        const tac_interface_body *b = &multirate->interface[i];
        int body = multirate->of->n_own + i;
        double sum[6];
        sum_told(w, body, SIDE_FORCE, 6, sum);
        for (int f = 0; f < 6; f++) {
            multirate->interface[i].before[f] = -sum[f];
        }
        tac_set_body_vec3(w, body, B_X, b->from.a);
        tac_set_body_vec3(w, body, B_X + 3, b->from.wd);
    }
}

static void multirate_update_acceleration(tac_workspace *w, tac_stage_call at, int first, int last)
{
    const tac_multirate *multirate = w->of_multirate;
    tac_call_below(w, at, first, last);
    for (int i = 0; i < tac_interface_count(multirate); i++) {
        double sum[6];
        sum_told(w, multirate->of->n_own + i, SIDE_FORCE, 6, sum);
        for (int f = 0; f < 6; f++) {
            multirate->interface[i].before[f] -= w->h * sum[f];
        }
    }
    for (int i = 0; i < multirate->of->n_own; i++) {
        for (int k = 0; k < 2; k++) {
            tac_keep_larger(*tac_body_field(w, i, B_LAST + k), &multirate->own[i].last[k]);
            tac_keep_larger(*tac_body_field(w, i, B_TRAVEL + k), &multirate->own[i].most[k]);
        }
    }
}

// ---- layers of the whole -----------------------------------------------------------------------

// The first element on an interface body tells it all.
static void tell_interface(tac_workspace *w)
{
    const double none[9] = {0.0};
    for (int k = 0; k < w->n_multirate && w->interface_told; k++) {
        const tac_multirate *multirate = &w->multirate[k];
        const tac_model *m = multirate->of->m;
        for (int i = m->n_element - 1; i >= 0; i--) {
            for (int side = 0; side < 2; side++) {
                int interface = tac_interface_of(multirate, &m->element[i], side);
                if (interface != TAC_NONE) {
                    tell(w, multirate->of->element[i], side, none, 9);
                }
            }
        }
        for (int interface = 0; interface < tac_interface_count(multirate); interface++) {
            int told = 0;
            for (int i = 0; i < m->n_element && !told; i++) {
                for (int side = 0; side < 2 && !told; side++) {
                    if (tac_interface_of(multirate, &m->element[i], side) == interface) {
                        double minus[6];
                        for (int f = 0; f < 6; f++) {
                            minus[f] = -multirate->interface[interface].mean[f];
                        }
                        tell(w, multirate->of->element[i], side, minus, 6);
                        told = 1;
                    }
                }
            }
        }
    }
}

static void whole_newton(tac_workspace *w, tac_stage_call at, int first, int last)
{
    tac_call_below(w, at, first, last);
    tell_interface(w);
}

static void whole_again(tac_workspace *w, tac_stage_call at, int first, int last)
{
    tac_call_below(w, at, first, last);
    tell_interface(w);
}

// Velocities of a multirate sub-model, and what it pushed on its interface bodies, are complete.
static void whole_velocity(tac_workspace *w, tac_stage_call at, int first, int last)
{
    const double none[6] = {0.0};
    tac_call_below(w, at, first, last);
    for (int k = 0; k < w->n_multirate && !tac_keeps_rates(w); k++) {
        const tac_multirate_model *of = w->multirate[k].of;
        for (int i = 0; i < of->m->n_element; i++) {
            tell(w, of->element[i], 0, none, 6);
            tell(w, of->element[i], 1, none, 6);
        }
    }
}

typedef struct added {
    tac_index3_stage stage;
    tac_layer *layer;
} added;

static void add_layers(tac_workspace *w, const added *list, int n)
{
    for (int i = 0; i < n; i++) {
        tac_add_layer(w, list[i].stage, list[i].layer);
    }
}

void tac_add_multirate_layers(tac_workspace *w)
{
    static const added of_multirate[] = {
        {TAC_BODIES_PREDICT, multirate_predict},
        {TAC_BODIES_NEWTON, multirate_newton},
        {TAC_BODIES_AGAIN, multirate_again},
        {TAC_BODIES_UPDATE_NEWTON, multirate_update_newton},
        {TAC_BODIES_UPDATE_OWN, multirate_update_own},
        {TAC_BODIES_VELOCITY, multirate_velocity},
        {TAC_BODIES_UPDATE_VELOCITY, multirate_update_velocity},
        {TAC_BODIES_INDEX1, multirate_index1},
        {TAC_BODIES_UPDATE_ACCELERATION, multirate_update_acceleration}};
    static const added of_whole[] = {{TAC_ELEMENTS_NEWTON, whole_newton},
                                     {TAC_ELEMENTS_AGAIN, whole_again},
                                     {TAC_ELEMENTS_VELOCITY, whole_velocity}};
    if (w->of_multirate) {
        add_layers(w, of_multirate, sizeof of_multirate / sizeof *of_multirate);
    } else if (w->m->n_multirate > 0) {
        add_layers(w, of_whole, sizeof of_whole / sizeof *of_whole);
    }
}
