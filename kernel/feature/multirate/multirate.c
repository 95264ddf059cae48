#include "multirate.h"

#include <math.h>

#include "model/flexible.h"
#include "multirate_stages.h"
#include "step/cost.h"
#include "step/extrapolate.h"
#include "step/memory.h"
#include "step/solves.h"
#include "workspace/single_access.h"

// How often the whole iterates with what multirate sub-models pushed. One would do but for a heavy multirate sub-model on a light interface body.
enum { PASSES = 2 };

// What iterations leave of a sub-step is pushed on the interface bodies, which may be much lighter than what hangs on it. So a sub-step
// takes two more of them than the whole; each leaves a hundredth in closed loops.
enum { MORE_ITERATIONS = 2 };

// ---- the path of the interface bodies --------------------------------------------------------------------

// The way from the start of the step to where the whole has the body now.
static void find_path(const tac_workspace *w, int body, tac_interface_body *b)
{
    double dt = w->o.dt, k = 2.0 / (dt * dt);
    b->from = w->step.from->body[body];
    vec3 shift = tac_body_vec3(w, body, B_MOVED), turn = turned_by(tac_body_arc(w, body));
    b->from.a = scale3(k, axpy3(-dt, b->from.v, shift));
    b->from.wd = scale3(k, axpy3(-dt, b->from.w, turn));
}

// ---- phases ------------------------------------------------------------------------------------

// Forces on the interface bodies where the step starts: its multipliers along the rows there.
static void find_start_forces(const tac_workspace *w, const tac_multirate *multirate)
{
    const tac_state *s = w->step.from;
    for (int i = 0; i < tac_interface_count(multirate); i++) {
        tac_set_zero(multirate->interface[i].start, 6);
    }
    for (int i = 0; i < multirate->of->m->n_element; i++) {
        const tac_element *in = &multirate->of->m->element[i];
        const tac_element *e = &w->m->element[multirate->of->element[i]];
        if (tac_interface_of(multirate, in, 0) == TAC_NONE &&
            tac_interface_of(multirate, in, 1) == TAC_NONE) {
            continue;
        }
        tac_slot slot[2][TAC_MAX_ROWS];
        double phi[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS];
        tac_pose a = tac_state_pose(w->m, s, e, 0), b = tac_state_pose(w->m, s, e, 1);
        double before = e->angle == TAC_NONE ? 0.0 : s->angle[e->angle];
        tac_element was = *e; // a factor may have been set since
        int term = multirate->of->element[i] - w->m->couplers.first_term;
        was.lead = e->what == TAC_TERMS ? s->coupled[2 * term] : e->lead;
        tac_rows_position(&was, &a, &b, tac_signals_for(w, multirate->of->element[i]),
                          tac_element_angle(e, &a, &b, before), slot[0], slot[1], phi, phi_t);
        for (int side = 0; side < 2; side++) {
            int interface = tac_interface_of(multirate, in, side);
            for (int k = 0; k < e->n_row && interface != TAC_NONE; k++) {
                const tac_slot *J = &slot[side][k];
                const double row[6] = {J->l.x, J->l.y, J->l.z, J->a.x, J->a.y, J->a.z};
                for (int f = 0; f < 6; f++) {
                    multirate->interface[interface].start[f] -= s->lambda[e->row + k] * row[f];
                }
            }
        }
    }
}

// The state of the whole at the start of its step, for bodies and elements of a multirate sub-model.
static void copy_state(const tac_workspace *w, const tac_multirate *multirate)
{
    const tac_state *s = w->step.from;
    tac_state *to = &multirate->space->substeps.state;
    for (int i = 0; i < multirate->of->n_own; i++) {
        to->body[i] = s->body[multirate->of->body[i]];
    }
    for (int i = 0; i < multirate->of->m->n_element; i++) {
        const tac_element *in = &multirate->of->m->element[i];
        const tac_element *e = &w->m->element[multirate->of->element[i]];
        for (int k = 0; k < e->n_row; k++) {
            to->lambda[in->row + k] = s->lambda[e->row + k];
        }
        if (e->angle != TAC_NONE) {
            to->angle[in->angle] = s->angle[e->angle];
        }
    }
}

static void begin_multirate(tac_workspace *w, const tac_multirate *multirate)
{
    copy_state(w, multirate);
    find_start_forces(w, multirate);
    tac_forget_frictions(multirate->space);
    for (int i = 0; i < tac_interface_count(multirate); i++) {
        tac_interface_body *b = &multirate->interface[i];
        find_path(w, multirate->of->body[multirate->of->n_own + i], b);
        tac_set_zero(b->impulse, 6);
        for (int f = 0; f < 6; f++) {
            b->before[f] = b->start[f];
        }
    }
    for (int i = 0; i < multirate->of->n_own; i++) {
        multirate->own[i] = (tac_own_body){.last = {0.0}};
    }
}

// Signals at the end of the next sub-step, and the interface bodies at its start.
static void latch(tac_work *work, int first, int last)
{
    (void)first;
    (void)last;
    tac_workspace *sub = work->space;
    tac_multirate *multirate = sub->of_multirate;
    tac_state *s = &sub->substeps.state;
    if (sub->substeps.latched == 0) {
        begin_multirate(sub->substeps.whole, multirate);
        sub->step.from = s;
        sub->step.to = *s;
    }
    for (int i = 0; i < tac_interface_count(multirate); i++) {
        s->body[multirate->of->n_own + i] = tac_interface_now(sub, &multirate->interface[i]);
    }
    sub->substeps.latched++;
    tac_latch_substep(sub->substeps.whole, sub->substeps.n, sub->substeps.latched, sub, 0);
}

static void list_multirate(tac_phase_list *list, tac_workspace *sub)
{
    const tac_work work = {.space = sub, .cost = TAC_COST_LATCH};
    for (int n = 0; n < sub->substeps.n; n++) {
        tac_add_phase(list, "sub-step", &work, latch, 0, 1);
        tac_add_substep(list, sub);
    }
}

static void run_multirate(tac_work *work, int first, int last)
{
    const tac_workspace *w = work->space;
    for (int k = first; k < last; k++) {
        tac_workspace *sub = w->multirate[k].space;
        sub->substeps.latched = 0;
        int most = w->step.most_iterations;
        tac_run_list(sub, 0, most > 0 ? most + MORE_ITERATIONS : 0);
    }
}

static tac_body_state body_of(const tac_workspace *w, int body)
{
    return (tac_body_state){.r = tac_body_vec3(w, body, B_R),
                            .p = tac_body_quat(w, body, B_P),
                            .v = tac_body_vec3(w, body, B_V),
                            .w = tac_body_vec3(w, body, B_W),
                            .a = tac_body_vec3(w, body, B_ACC),
                            .wd = tac_body_vec3(w, body, B_WD)};
}

// The whole takes over what multirate sub-models pushed, and keeps where it had their bodies.
static void hear_multirate(tac_work *work, int first, int last)
{
    (void)first;
    (void)last;
    tac_workspace *w = work->space;
    for (int k = 0; k < w->n_multirate; k++) {
        const tac_multirate *multirate = &w->multirate[k];
        for (int i = 0; i < tac_interface_count(multirate); i++) {
            tac_interface_body *b = &multirate->interface[i];
            double change[2] = {0.0, 0.0};
            for (int f = 0; f < 6; f++) {
                double mean = 2.0 / w->o.dt * b->impulse[f] - b->start[f], more = mean - b->mean[f];
                b->mean[f] = mean;
                change[f / 3] += more * more;
            }
            double arm = w->m->bodies.arm[multirate->of->body[multirate->of->n_own + i]];
            b->change = sqrt(change[0]) + (arm > 0.0 ? sqrt(change[1]) / arm : 0.0);
        }
        for (int i = 0; i < multirate->of->n_own; i++) {
            multirate->own[i].before = body_of(w, multirate->of->body[i]);
        }
    }
    w->interface_told = 1;
}

// A body of a multirate sub-model, moved by what the last iteration of the whole moved it.
static void take_body(tac_workspace *w, const tac_multirate *multirate, int i)
{
    int body = multirate->of->body[i];
    const tac_own_body *own = &multirate->own[i];
    const tac_body_state *b = &multirate->space->substeps.state.body[i], *before = &own->before;
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
        tac_keep_larger(own->last[k], &size[k]);
        tac_keep_larger(own->most[k], &size[2 + k]);
    }
    tac_set_body(w, body, B_LAST, size, 4);
}

// What the last iteration of a sub-step moved its bodies by as a force of all of them, and what that would move the interface bodies by:
// as it answered the last change of what it was told, and never more than it would alone.
static void weigh_left(const tac_workspace *w, const tac_multirate *multirate)
{
    double mass = 0.0, left = 0.0;
    for (int i = 0; i < multirate->of->n_own; i++) {
        int body = multirate->of->body[i];
        const tac_own_body *own = &multirate->own[i];
        double arm = w->m->bodies.arm[body], size = own->last[1] + arm * arm * own->last[0];
        mass += w->m->bodies.mass[body];
        left = size > left ? size : left;
    }
    double force = mass * sqrt(left) / w->h;
    for (int i = 0; i < tac_interface_count(multirate); i++) {
        tac_interface_body *b = &multirate->interface[i];
        int body = multirate->of->body[multirate->of->n_own + i];
        const mat3 *J = &w->m->bodies.J_inv[body];
        double arm = w->m->bodies.arm[body];
        double turn = sqrt(*tac_body_field(w, body, B_LAST));
        double shift = sqrt(*tac_body_field(w, body, B_LAST + 1));
        double alone = w->m->bodies.mass_inv[body] + arm * arm * (J->x.x + J->y.y + J->z.z);
        double moved = shift + arm * turn, most = w->h * alone * b->change;
        moved = moved < most ? moved : most;
        b->felt = force * (b->change > 0.0 ? moved / b->change : 0.0);
    }
}

static void take_multirate(tac_work *work, int first, int last)
{
    (void)first;
    (void)last;
    tac_workspace *w = work->space;
    for (int k = 0; k < w->n_multirate; k++) {
        for (int i = 0; i < w->multirate[k].of->n_own; i++) {
            take_body(w, &w->multirate[k], i);
        }
        weigh_left(w, &w->multirate[k]);
    }
    w->interface_told = 0;
}

void tac_add_multirate(tac_phase_list *list, tac_workspace *w)
{
    const tac_work lists = {.space = w, .walk = TAC_MULTIRATE_LISTS},
                   work = {.space = w, .cost = TAC_COST_COMBINE};
    tac_index3_solve again =
        w->o.tangent == TAC_TANGENT_FIRST ? TAC_SOLVE_NEWTON_AGAIN : TAC_SOLVE_NEWTON;
    for (int pass = 0; pass < PASSES; pass++) {
        tac_add_phase(list, "multirate", &lists, run_multirate, 0, w->n_multirate);
        if (list->phase) {
            list->phase[list->n - 1].worth = 1;
        }
        tac_add_phase(list, "interface", &work, hear_multirate, 0, 1);
        tac_add_solve(list, w, &tac_index3_solves[again]);
    }
    tac_add_phase(list, "multirate taken", &work, take_multirate, 0, 1);
}

// ---- memory ------------------------------------------------------------------------------------

void tac_layout_multirate(tac_workspace *w, tac_workspace *memory, tac_arena *a)
{
    w->n_multirate = w->m->n_multirate;
    w->multirate = tac_take(a, (size_t)w->n_multirate, sizeof *w->multirate);
    for (int k = 0; k < w->n_multirate; k++) {
        const tac_multirate_model *of = &w->m->multirate[k];
        tac_multirate multirate = {.of = of};
        tac_workspace *space = tac_take(a, 1, sizeof *space), sub;
        tac_plan counted;
        tac_options o = w->o;
        o.dt = w->o.dt / of->n;
        o = tac_index3_options(of->m, &o);
        // interface bodies have their share of the matrix from the first iteration
        o.tangent = TAC_TANGENT_FIRST;
        o.iterations += MORE_ITERATIONS;
        const tac_plan *plan = tac_layout_plan(&counted, of->m, &o, a);
        sub = tac_layout_arrays(of->m, &o, plan, a);
        sub.plan = plan;
        sub.substeps.whole = memory;
        sub.substeps.n = of->n;
        sub.of_multirate = w->multirate ? &w->multirate[k] : NULL;
        tac_layout_state(&sub.substeps.state, of->m, a);
        tac_layout_phases(&sub, list_multirate, a);
        multirate.interface =
            tac_take(a, (size_t)(of->m->n_body - of->n_own), sizeof *multirate.interface);
        multirate.own = tac_take(a, (size_t)of->n_own, sizeof *multirate.own);
        if (space) {
            *space = sub;
            tac_fill_phases(space, list_multirate);
            multirate.space = space;
            w->multirate[k] = multirate;
        }
    }
}

void tac_fill_multirate(tac_workspace *w, void fill(tac_workspace *w))
{
    for (int k = 0; k < w->n_multirate; k++) {
        tac_workspace *sub = w->multirate[k].space;
        tac_plan_fill((tac_plan *)sub->plan, sub->m);
        fill(sub);
    }
}
