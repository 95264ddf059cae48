#include "inset.h"

#include "base/pick.h"
#include "cost.h"
#include "extrapolate.h"
#include "index3.h"
#include "model/flexible.h"
#include "solves.h"
#include "stages.h"
#include "stages/single_access.h"
#include "stages/sweeps.h"
#include "stiff_laws.h"

// How often the whole iterates with what insets pushed. One would do but for a heavy inset on a light border.
enum { PASSES = 2 };

static int border_count(const tac_inset *inset)
{
    return inset->of->m->n_body - inset->of->n_own;
}

static void set_zero(double *x, int n)
{
    for (int k = 0; k < n; k++) {
        x[k] = 0.0;
    }
}

// ---- what elements tell a body -----------------------------------------------------------------

static void sum_told(const tac_workspace *w, int body, int first, int n, double *sum)
{
    const tac_grouping *g = w->plan->g;
    const tac_body_cell *c = &w->plan->body[g->body_cell[body]];
    int lane = g->body_lane[body];
    set_zero(sum, n);
    for (int k = 0; k < c->n_side; k++) {
        const tac_side *s = &c->side[k];
        const double *from =
            w->sweep.scratch[s->scratch] + (s->at.aligned ? s->at.first + lane : s->at.at[lane]);
        for (int f = 0; f < n; f++) {
            sum[f] += from[(first + f) * g->lanes];
        }
    }
}

static double *told_by(const tac_workspace *w, int element, int side)
{
    const tac_grouping *g = w->plan->g;
    const tac_cell *c = &w->plan->cell[g->element_cell[element]];
    return w->sweep.scratch[c->scratch] + c->react + side * TAC_SIDE_FIELDS * g->lanes +
           g->element_lane[element];
}

static void tell(const tac_workspace *w, int element, int side, const double *value, int n)
{
    double *to = told_by(w, element, side);
    for (int f = 0; f < n; f++) {
        to[f * w->plan->g->lanes] = value[f];
    }
}

// ---- the path of the border --------------------------------------------------------------------

// Rotation vector from p0 to p and back, as index3/rotation.h has it on lanes.
static vec3 turned_by(quat p0, quat p)
{
    quat dp = {p.e0 - p0.e0, p.e1 - p0.e1, p.e2 - p0.e2, p.e3 - p0.e3};
    double u = 0.5 * dotq(dp, dp);
    double top = (274.0 * u - 2310.0) * u + 3780.0, below = (120.0 * u - 1680.0) * u + 3780.0;
    return scale3(4.0 * top / ((2.0 - u) * below), g_mul(p0, dp));
}

static quat turned(quat p0, vec3 psi)
{
    double x = 0.0625 * dot3(psi, psi), below = 15.0 - 6.0 * x;
    vec3 top = scale3(0.25 * (15.0 - x), psi);
    double e0 = below * below - dot3(top, top);
    return unitq(axpyq(e0, p0, gt_mul(p0, scale3(2.0 * below, top))));
}

// The way from the start of the step to where the whole has the body now.
static void find_path(const tac_workspace *w, int body, tac_border *b)
{
    double dt = w->o.dt, k = 2.0 / (dt * dt);
    b->from = w->step.from->body[body];
    vec3 shift = sub3(tac_body_vec3(w, body, B_R), b->from.r);
    vec3 turn = turned_by(b->from.p, tac_body_quat(w, body));
    b->from.a = scale3(k, axpy3(-dt, b->from.v, shift));
    b->from.wd = scale3(k, axpy3(-dt, b->from.w, turn));
}

static tac_body_state path_at(const tac_border *b, double t)
{
    tac_body_state s = b->from;
    s.v = axpy3(t, s.a, s.v);
    s.w = axpy3(t, s.wd, s.w);
    s.r = axpy3(t, axpy3(0.5 * t, s.a, b->from.v), s.r);
    s.p = turned(s.p, scale3(t, axpy3(0.5 * t, s.wd, b->from.w)));
    return s;
}

static double time_of(const tac_workspace *sub, int substeps)
{
    return sub->o.dt * (double)substeps;
}

// ---- stages of an inset ------------------------------------------------------------------------

static void place_border(tac_workspace *w)
{
    const tac_inset *inset = w->of_inset;
    for (int i = 0; i < border_count(inset); i++) {
        int body = inset->of->n_own + i;
        tac_body_state s = path_at(&inset->border[i], time_of(w, w->substeps.latched));
        tac_place_body(w, body, s.r, s.p);
        tac_set_body_vec3(w, body, B_V, s.v);
        tac_set_body_vec3(w, body, B_W, s.w);
        tac_set_body_vec3(w, body, B_ACC, s.a);
        tac_set_body_vec3(w, body, B_WD, s.wd);
    }
}

static void plain(tac_workspace *w, tac_index3_stage stage, int first, int last)
{
    w->plain[stage](w, first, last);
}

static void inset_predict(tac_workspace *w, int first, int last)
{
    plain(w, TAC_BODIES_PREDICT, first, last);
    place_border(w);
}

// What pushes on the border where the iteration is; increments are added when it is made.
static void read_border(tac_workspace *w)
{
    const tac_inset *inset = w->of_inset;
    const double none[15] = {0.0}; // B_LEAF_INV and B_OWN_INV
    for (int i = 0; i < border_count(inset); i++) {
        int body = inset->of->n_own + i;
        double sum[6];
        sum_told(w, body, SIDE_FORCE, 6, sum);
        for (int f = 0; f < 6; f++) {
            inset->border[i].after[f] = -sum[f];
        }
        tac_set_body(w, body, B_LEAF_INV, none, 15);
    }
}

static void inset_newton(tac_workspace *w, int first, int last)
{
    plain(w, TAC_BODIES_NEWTON, first, last);
    read_border(w);
}

static void inset_again(tac_workspace *w, int first, int last)
{
    plain(w, TAC_BODIES_AGAIN, first, last);
    read_border(w);
}

static void add_increments(tac_workspace *w, int own)
{
    const tac_inset *inset = w->of_inset;
    for (int i = 0; i < border_count(inset); i++) {
        double sum[9];
        sum_told(w, inset->of->n_own + i, SIDE_FORCE, own ? 9 : 6, sum);
        for (int f = 0; f < 6; f++) {
            inset->border[i].after[f] -= f >= 3 && own ? sum[f] + sum[f + 3] : sum[f];
        }
    }
    place_border(w);
}

static void inset_update_newton(tac_workspace *w, int first, int last)
{
    plain(w, TAC_BODIES_UPDATE_NEWTON, first, last);
    add_increments(w, !tac_reactions_follow(w));
}

static void inset_update_own(tac_workspace *w, int first, int last)
{
    plain(w, TAC_BODIES_UPDATE_OWN, first, last);
    add_increments(w, 0);
}

// The mean of the forces at both ends of a sub-step, and half of what they push more along its start.
static void inset_velocity(tac_workspace *w, int first, int last)
{
    const tac_inset *inset = w->of_inset;
    plain(w, TAC_BODIES_VELOCITY, first, last);
    for (int i = 0; i < border_count(inset); i++) {
        tac_border *b = &inset->border[i];
        int body = inset->of->n_own + i;
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

static void inset_update_velocity(tac_workspace *w, int first, int last)
{
    const tac_inset *inset = w->of_inset;
    plain(w, TAC_BODIES_UPDATE_VELOCITY, first, last);
    for (int i = 0; i < border_count(inset); i++) {
        double sum[6];
        sum_told(w, inset->of->n_own + i, SIDE_FORCE, 6, sum);
        for (int f = 0; f < 6; f++) {
            inset->border[i].impulse[f] -= w->h * sum[f];
        }
    }
}

static void inset_index1(tac_workspace *w, int first, int last)
{
    const tac_inset *inset = w->of_inset;
    plain(w, TAC_BODIES_INDEX1, first, last);
    for (int i = 0; i < border_count(inset); i++) {
        const tac_border *b = &inset->border[i];
        int body = inset->of->n_own + i;
        double sum[6];
        sum_told(w, body, SIDE_FORCE, 6, sum);
        for (int f = 0; f < 6; f++) {
            inset->border[i].before[f] = -sum[f];
        }
        tac_set_body_vec3(w, body, B_X, b->from.a);
        tac_set_body_vec3(w, body, B_X + 3, b->from.wd);
    }
}

static void larger(double value, double *most)
{
    *most = pick(value > *most, value, *most);
}

static void inset_update_acceleration(tac_workspace *w, int first, int last)
{
    const tac_inset *inset = w->of_inset;
    plain(w, TAC_BODIES_UPDATE_ACCELERATION, first, last);
    for (int i = 0; i < border_count(inset); i++) {
        double sum[6];
        sum_told(w, inset->of->n_own + i, SIDE_FORCE, 6, sum);
        for (int f = 0; f < 6; f++) {
            inset->border[i].before[f] -= w->h * sum[f];
        }
    }
    for (int i = 0; i < inset->of->n_own; i++) {
        for (int k = 0; k < 2; k++) {
            larger(*tac_body_field(w, i, B_LAST + k), &inset->own[i].last[k]);
            larger(*tac_body_field(w, i, B_TRAVEL + k), &inset->own[i].most[k]);
        }
    }
}

// ---- stages of the whole -----------------------------------------------------------------------

// Elements of an inset that meet a body of its border, on a side.
static int border_of(const tac_inset *inset, const tac_element *e, int side)
{
    int body = e->body[side];
    return body >= inset->of->n_own && body < inset->of->m->n_body ? body - inset->of->n_own
                                                                   : TAC_NONE;
}

// The first element on a body of the border tells it all.
static void tell_border(tac_workspace *w)
{
    const double none[9] = {0.0};
    for (int k = 0; k < w->n_inset && w->border_told; k++) {
        const tac_inset *inset = &w->inset[k];
        const tac_model *m = inset->of->m;
        for (int i = m->n_element - 1; i >= 0; i--) {
            for (int side = 0; side < 2; side++) {
                int border = border_of(inset, &m->element[i], side);
                if (border != TAC_NONE) {
                    tell(w, inset->of->element[i], side, none, 9);
                }
            }
        }
        for (int border = 0; border < border_count(inset); border++) {
            int told = 0;
            for (int i = 0; i < m->n_element && !told; i++) {
                for (int side = 0; side < 2 && !told; side++) {
                    if (border_of(inset, &m->element[i], side) == border) {
                        double minus[6];
                        for (int f = 0; f < 6; f++) {
                            minus[f] = -inset->border[border].mean[f];
                        }
                        tell(w, inset->of->element[i], side, minus, 6);
                        told = 1;
                    }
                }
            }
        }
    }
}

static void whole_newton(tac_workspace *w, int first, int last)
{
    plain(w, TAC_ELEMENTS_NEWTON, first, last);
    tell_border(w);
}

static void whole_again(tac_workspace *w, int first, int last)
{
    plain(w, TAC_ELEMENTS_AGAIN, first, last);
    tell_border(w);
}

// Velocities of an inset, and what it pushed on its border, are complete.
static void whole_velocity(tac_workspace *w, int first, int last)
{
    const double none[6] = {0.0};
    plain(w, TAC_ELEMENTS_VELOCITY, first, last);
    for (int k = 0; k < w->n_inset && !tac_keeps_rates(w); k++) {
        const tac_inset_model *of = w->inset[k].of;
        for (int i = 0; i < of->m->n_element; i++) {
            tell(w, of->element[i], 0, none, 6);
            tell(w, of->element[i], 1, none, 6);
        }
    }
}

typedef struct other {
    tac_index3_stage stage;
    tac_stage *run;
} other;

static void replace(tac_workspace *w, const other *list, int n)
{
    for (int i = 0; i < n; i++) {
        w->plain[list[i].stage] = w->stage[list[i].stage].run;
        w->stage[list[i].stage].run = list[i].run;
    }
}

void tac_set_inset_stages(tac_workspace *w)
{
    static const other of_inset[] = {{TAC_BODIES_PREDICT, inset_predict},
                                     {TAC_BODIES_NEWTON, inset_newton},
                                     {TAC_BODIES_AGAIN, inset_again},
                                     {TAC_BODIES_UPDATE_NEWTON, inset_update_newton},
                                     {TAC_BODIES_UPDATE_OWN, inset_update_own},
                                     {TAC_BODIES_VELOCITY, inset_velocity},
                                     {TAC_BODIES_UPDATE_VELOCITY, inset_update_velocity},
                                     {TAC_BODIES_INDEX1, inset_index1},
                                     {TAC_BODIES_UPDATE_ACCELERATION, inset_update_acceleration}};
    static const other of_whole[] = {{TAC_ELEMENTS_NEWTON, whole_newton},
                                     {TAC_ELEMENTS_AGAIN, whole_again},
                                     {TAC_ELEMENTS_VELOCITY, whole_velocity}};
    if (w->of_inset) {
        replace(w, of_inset, sizeof of_inset / sizeof *of_inset);
    } else if (w->m->n_inset > 0) {
        replace(w, of_whole, sizeof of_whole / sizeof *of_whole);
    }
}

// ---- phases ------------------------------------------------------------------------------------

// Forces on the border where the step starts: its multipliers along the rows there.
static void find_start_forces(const tac_workspace *w, const tac_inset *inset)
{
    const tac_state *s = w->step.from;
    for (int i = 0; i < border_count(inset); i++) {
        set_zero(inset->border[i].start, 6);
    }
    for (int i = 0; i < inset->of->m->n_element; i++) {
        const tac_element *in = &inset->of->m->element[i];
        const tac_element *e = &w->m->element[inset->of->element[i]];
        if (border_of(inset, in, 0) == TAC_NONE && border_of(inset, in, 1) == TAC_NONE) {
            continue;
        }
        tac_slot slot[2][TAC_MAX_ROWS];
        double phi[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS];
        tac_pose a = tac_state_pose(w->m, s, e, 0), b = tac_state_pose(w->m, s, e, 1);
        double before = e->angle == TAC_NONE ? 0.0 : s->angle[e->angle];
        tac_rows_position(e, &a, &b, tac_signals_for(w, inset->of->element[i]),
                          tac_element_angle(e, &a, &b, before), slot[0], slot[1], phi, phi_t);
        for (int side = 0; side < 2; side++) {
            int border = border_of(inset, in, side);
            for (int k = 0; k < e->n_row && border != TAC_NONE; k++) {
                const tac_slot *J = &slot[side][k];
                const double row[6] = {J->l.x, J->l.y, J->l.z, J->a.x, J->a.y, J->a.z};
                for (int f = 0; f < 6; f++) {
                    inset->border[border].start[f] -= s->lambda[e->row + k] * row[f];
                }
            }
        }
    }
}

// The state of the whole at the start of its step, for bodies and elements of an inset.
static void copy_state(const tac_workspace *w, const tac_inset *inset)
{
    const tac_state *s = w->step.from;
    tac_state *to = &inset->space->substeps.state;
    for (int i = 0; i < inset->of->n_own; i++) {
        to->body[i] = s->body[inset->of->body[i]];
    }
    for (int i = 0; i < inset->of->m->n_element; i++) {
        const tac_element *in = &inset->of->m->element[i];
        const tac_element *e = &w->m->element[inset->of->element[i]];
        for (int k = 0; k < e->n_row; k++) {
            to->lambda[in->row + k] = s->lambda[e->row + k];
        }
        if (e->angle != TAC_NONE) {
            to->angle[in->angle] = s->angle[e->angle];
        }
    }
}

static void begin_inset(tac_workspace *w, const tac_inset *inset)
{
    copy_state(w, inset);
    find_start_forces(w, inset);
    for (int i = 0; i < border_count(inset); i++) {
        tac_border *b = &inset->border[i];
        find_path(w, inset->of->body[inset->of->n_own + i], b);
        set_zero(b->impulse, 6);
        for (int f = 0; f < 6; f++) {
            b->before[f] = b->start[f];
        }
    }
    for (int i = 0; i < inset->of->n_own; i++) {
        inset->own[i] = (tac_own_body){.last = {0.0}};
    }
}

// Signals at the end of the next sub-step, and the border at its start.
static void latch(tac_work *work, int first, int last)
{
    (void)first;
    (void)last;
    tac_workspace *sub = work->space;
    tac_inset *inset = sub->of_inset;
    tac_state *s = &sub->substeps.state;
    if (sub->substeps.latched == 0) {
        begin_inset(sub->substeps.whole, inset);
        sub->step.from = s;
        sub->step.to = *s;
    }
    for (int i = 0; i < border_count(inset); i++) {
        s->body[inset->of->n_own + i] =
            path_at(&inset->border[i], time_of(sub, sub->substeps.latched));
    }
    sub->substeps.latched++;
    tac_latch_substep(sub->substeps.whole, sub->substeps.n, sub->substeps.latched,
                      sub->step.signal);
}

static void list_inset(tac_phase_list *list, tac_workspace *sub)
{
    const tac_work work = {.space = sub, .cost = TAC_COST_LATCH};
    for (int n = 0; n < sub->substeps.n; n++) {
        tac_add_phase(list, "sub-step", &work, latch, 0, 1);
        tac_add_substep(list, sub);
    }
}

static void run_insets(tac_work *work, int first, int last)
{
    const tac_workspace *w = work->space;
    for (int k = first; k < last; k++) {
        tac_workspace *sub = w->inset[k].space;
        sub->substeps.latched = 0;
        tac_run_list(sub, 0, w->step.most_iterations);
    }
}

static tac_body_state body_of(const tac_workspace *w, int body)
{
    return (tac_body_state){.r = tac_body_vec3(w, body, B_R),
                            .p = tac_body_quat(w, body),
                            .v = tac_body_vec3(w, body, B_V),
                            .w = tac_body_vec3(w, body, B_W),
                            .a = tac_body_vec3(w, body, B_ACC),
                            .wd = tac_body_vec3(w, body, B_WD)};
}

// The whole takes over what insets pushed, and keeps where it had their bodies.
static void hear_insets(tac_work *work, int first, int last)
{
    tac_workspace *w = work->space;
    for (int k = first; k < last; k++) {
        const tac_inset *inset = &w->inset[k];
        for (int i = 0; i < border_count(inset); i++) {
            tac_border *b = &inset->border[i];
            for (int f = 0; f < 6; f++) {
                b->mean[f] = 2.0 / w->o.dt * b->impulse[f] - b->start[f];
            }
        }
        for (int i = 0; i < inset->of->n_own; i++) {
            inset->own[i].before = body_of(w, inset->of->body[i]);
        }
    }
    w->border_told = 1;
}

// A body of an inset, moved by what the last iteration of the whole moved it.
static void take_body(tac_workspace *w, const tac_inset *inset, int i)
{
    int body = inset->of->body[i];
    const tac_own_body *own = &inset->own[i];
    const tac_body_state *b = &inset->space->substeps.state.body[i], *before = &own->before;
    tac_body_state now = body_of(w, body);
    vec3 r = add3(b->r, sub3(now.r, before->r));
    quat p = mulq(mulq(now.p, conjq(before->p)), b->p);
    tac_place_body(w, body, r, p);
    tac_set_body_vec3(w, body, B_V, add3(b->v, sub3(now.v, before->v)));
    tac_set_body_vec3(w, body, B_W, add3(b->w, sub3(now.w, before->w)));
    tac_set_body_vec3(w, body, B_ACC, add3(b->a, sub3(now.a, before->a)));
    tac_set_body_vec3(w, body, B_WD, add3(b->wd, sub3(now.wd, before->wd)));
    double size[4];
    for (int k = 0; k < 2; k++) {
        size[k] = *tac_body_field(w, body, B_LAST + k);
        size[2 + k] = *tac_body_field(w, body, B_TRAVEL + k);
        larger(own->last[k], &size[k]);
        larger(own->most[k], &size[2 + k]);
    }
    tac_set_body(w, body, B_LAST, size, 4);
}

static void take_insets(tac_work *work, int first, int last)
{
    tac_workspace *w = work->space;
    for (int k = first; k < last; k++) {
        for (int i = 0; i < w->inset[k].of->n_own; i++) {
            take_body(w, &w->inset[k], i);
        }
    }
    w->border_told = 0;
}

void tac_add_insets(tac_phase_list *list, tac_workspace *w)
{
    const tac_work lists = {.space = w, .walk = TAC_INSET_LISTS},
                   work = {.space = w, .cost = TAC_COST_COMBINE};
    tac_index3_solve again =
        w->o.tangent == TAC_TANGENT_FIRST ? TAC_SOLVE_NEWTON_AGAIN : TAC_SOLVE_NEWTON;
    for (int pass = 0; pass < PASSES; pass++) {
        tac_add_phase(list, "insets", &lists, run_insets, 0, w->n_inset);
        if (list->phase) {
            list->phase[list->n - 1].worth = 1;
        }
        tac_add_phase(list, "border", &work, hear_insets, 0, w->n_inset);
        tac_add_solve(list, w, &tac_index3_solves[again]);
    }
    tac_add_phase(list, "insets taken", &work, take_insets, 0, w->n_inset);
}

// ---- what cannot be ------------------------------------------------------------------------------

// Of a border law: h w (k + 2c/dt) of the whole step, with the laws on a body, up to which insets and the whole
// agree in PASSES. Chains of masses at random without damping are stable at 0.2 and below, and grow from 0.25 on
// (docs/equations.md).
static const double most_stiff = 0.2;

// The step of the whole for which a law is as stiff as it may be: h w k and h w 2c/dt there.
static double step_for(double of_spring, double of_damper, double dt)
{
    double half = 0.5 * of_damper; // of_spring t^2 + of_damper t = most_stiff, t the step in steps
    double root = sqrt(half * half + of_spring * most_stiff);
    return dt * most_stiff / (half + root);
}

static tac_status check_border(const tac_model *m, const tac_inset_model *inset, double dt)
{
    const double h = 0.25 * dt * dt;
    tac_status worst = tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
    double shortest = dt;
    for (int i = 0; i < inset->m->n_element; i++) {
        const tac_element *e = &m->element[inset->element[i]];
        const tac_element *in = &inset->m->element[i];
        int n = inset->n_own, all = inset->m->n_body;
        bool on_border =
            (in->body[0] >= n && in->body[0] < all) || (in->body[1] >= n && in->body[1] < all);
        for (int k = 0; k < e->n_row && on_border && e->what != TAC_JOINTS; k++) {
            double w = h * m->row_w[e->row + k] * m->laws_on_body[inset->element[i]];
            double spring = w * tac_law_stiffness(m, e, k, HUGE_VAL);
            double damper = w * tac_law_stiffness(m, e, k, dt) - spring;
            double step = step_for(spring, damper, dt);
            if (step < shortest) {
                shortest = step;
                worst = tac_fail(TAC_STIFF_BORDER,
                                 e->what == TAC_SPRINGS ? TAC_SPRING : TAC_BUSHING, e->index, step);
            }
        }
    }
    return worst;
}

// Bodies of a mechanism of one block.
enum { MOST_BODIES = 64 };

static int lowest(const int *label, int i)
{
    while (label[i] != i) {
        i = label[i];
    }
    return i;
}

// What joints hold together must be free to go wherever one body outside goes: held to two, it would hold these.
static tac_status check_joints(const tac_inset_model *inset)
{
    const tac_model *m = inset->m;
    int label[MOST_BODIES], held_to[MOST_BODIES];
    for (int i = 0; i < inset->n_own; i++) {
        label[i] = i;
        held_to[i] = TAC_NONE;
    }
    for (int j = 0; j < m->n_joint; j++) {
        const int *body = m->element[j].body;
        if (body[0] < inset->n_own && body[1] < inset->n_own) {
            int a = lowest(label, body[0]), b = lowest(label, body[1]);
            label[a > b ? a : b] = a > b ? b : a;
        }
    }
    for (int j = 0; j < m->n_joint; j++) {
        for (int side = 0; side < 2; side++) {
            int own = m->element[j].body[side], outside = m->element[j].body[!side];
            if (own < inset->n_own && outside >= inset->n_own) {
                int *to = &held_to[lowest(label, own)];
                if (*to != TAC_NONE && *to != outside) {
                    return tac_fail(TAC_SUBSTEPS, TAC_JOINT, m->element[j].index, TAC_HELD_TWICE);
                }
                *to = outside;
            }
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

tac_status tac_check_insets(const tac_model *m, const tac_options *o)
{
    tac_status status = tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
    if (m->n_inset == 0) {
        return status;
    }
    if (o->order != 2 || o->acceleration != TAC_INDEX1) {
        return tac_fail(TAC_SUBSTEPS, TAC_NOTHING, 0, TAC_NO_SUCH_METHOD);
    }
    if (!tac_one_block(&m->grouping[tac_width_of(m, o)]) || m->n_body > MOST_BODIES) {
        return tac_fail(TAC_SUBSTEPS, TAC_NOTHING, 0, TAC_LARGE_MECHANISM);
    }
    for (int k = 0; k < m->n_inset && status.code == TAC_OK; k++) {
        status = check_joints(&m->inset[k]);
        status = status.code == TAC_OK ? check_border(m, &m->inset[k], o->dt) : status;
    }
    return status;
}

// ---- memory ------------------------------------------------------------------------------------

void tac_layout_insets(tac_workspace *w, tac_workspace *memory, tac_arena *a)
{
    w->n_inset = w->m->n_inset;
    w->inset = tac_take(a, (size_t)w->n_inset, sizeof *w->inset);
    for (int k = 0; k < w->n_inset; k++) {
        const tac_inset_model *of = &w->m->inset[k];
        tac_inset inset = {.of = of};
        tac_workspace *space = tac_take(a, 1, sizeof *space), sub;
        tac_plan counted;
        tac_options o = w->o;
        o.dt = w->o.dt / of->n;
        o = tac_index3_options(of->m, &o);
        const tac_plan *plan = tac_layout_plan(&counted, of->m, &o, a);
        sub = tac_layout_arrays(of->m, &o, plan, a);
        sub.plan = plan;
        sub.substeps.whole = memory;
        sub.substeps.n = of->n;
        sub.of_inset = w->inset ? &w->inset[k] : NULL;
        tac_layout_state(&sub.substeps.state, of->m, a);
        tac_layout_phases(&sub, list_inset, a);
        inset.border = tac_take(a, (size_t)(of->m->n_body - of->n_own), sizeof *inset.border);
        inset.own = tac_take(a, (size_t)of->n_own, sizeof *inset.own);
        if (space) {
            *space = sub;
            tac_fill_phases(space, list_inset);
            inset.space = space;
            w->inset[k] = inset;
        }
    }
}

void tac_fill_insets(tac_workspace *w)
{
    const double none[7] = {0.0};
    for (int k = 0; k < w->n_inset; k++) {
        tac_inset *inset = &w->inset[k];
        tac_workspace *sub = inset->space;
        tac_plan_fill((tac_plan *)sub->plan, sub->m);
        tac_fill_work(sub);
        for (int i = inset->of->n_own; i < sub->m->n_body; i++) { // nothing moves them
            tac_set_body(sub, i, B_MASS_INV, none, 1);
            tac_set_body(sub, i, B_J_INV, none, 6);
            tac_set_body(sub, i, B_DET_INV, none, 1);
        }
    }
}
