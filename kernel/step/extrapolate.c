// Higher order at a fixed cost: extrapolation over sequences of sub-steps, [solver] section 7.
//
// The step is made once with n sub-steps for every n of (1, 2) or (1, 2, 3), each sequence beside
// the others with a workspace and a state of its own; they start from the same state and are independent:
// of a small mechanism each is one item for one worker (1 + 2 and 3 sub-steps for two), and one worker
// that has all of them makes two at a time in vector lanes, twin_sequences.c; in a large
// one the blocks of
// every sub-step are shared.
// Weights that keep the sum and cancel the error terms in dt^2 (order 3) and in dt^2 and dt^3
// (order 4) combine positions, velocities, accelerations and multipliers. The combination satisfies
// constraints and dynamics to its order; one projection of positions, one of velocities and one
// index-1 solve make it consistent. The expansion has odd terms because the velocity projection is
// not symmetric, which is why the weights differ from the classical ones in dt^2.
//
// What is too stiff for the step. The trapezoidal rule turns the sign of a motion far too fast for it with
// every sub-step, and the weights add up to 5/3 or 11/3 of it: it would grow with every step. The same
// sequences with other weights leave nothing of it: (1/2, 1/2) of the last two keeps order 2, and
// (-13/64, 1/2, 45/64) order 3. The final projections, which weigh what a law holds against the masses,
// therefore draw coordinates and rates of springs towards the first of these combinations and rates of
// dampers towards the other: by next to nothing where the step resolves what they do, all the way where
// it does not. The pull is of higher order in dt than what it acts on, so that the orders stay
// (decision 0015). Where a law is thousands of times too stiff its force, too, is that of the sequences.
#include "extrapolate.h"

#include "base/pick.h"
#include "base/thresholds.h"
#include "cost.h"
#include "element/sided.h"
#include "feature/flexible/flexible_layers.h"
#include "model/law.h"
#include "model/plan/twin.h"
#include "report.h"
#include "state_io.h"
#include "sweeps.h"
#include "workspace/layers.h"
#include "workspace/single_access.h"

void tac_forget_frictions(const tac_workspace *w)
{
    for (int i = 0; i < w->m->n_left; i++) {
        w->shares.friction[i] = (tac_friction_share){0.0, 0.0};
    }
}

// All sequences start from the state of the whole step; the combined step continues its angles.
void tac_begin_sequences(tac_workspace *w)
{
    tac_forget_frictions(w);
    for (int k = 0; k < w->sequences.n; k++) {
        tac_workspace *sub = w->sequences.space[k];
        sub->step.from = &sub->substeps.state;
        sub->step.to =
            sub->substeps.state; // nothing of it is read any more when the first value is written
        sub->substeps.latched = 0;
        sub->substeps.in_twin = 0;
        tac_forget_measures(sub);
        tac_forget_sweeps(sub);
        tac_forget_frictions(sub);
    }
    if (w->sequences.twin) {
        w->sequences.twin->step.from = &w->sequences.twin->substeps.state;
        w->sequences.twin->step.to = w->sequences.twin->substeps.state;
        w->sequences.twin->substeps.latched = 0;
        tac_forget_frictions(w->sequences.twin);
    }
}

// The end of a sub-step lies as much before that of the step.
static double ahead_of(const tac_workspace *w, int n, int substep)
{
    return w->o.dt * (double)(n - substep) / (double)n;
}

void tac_latch_substep(const tac_workspace *w, int n, int substep, tac_workspace *to, int copy)
{
    double ahead = ahead_of(w, n, substep), before = ahead_of(w, n, substep - 1);
    double start = substep > 1 ? w->step.end - before : w->step.start;
    tac_signals(w->m, w->step.end, ahead, w->o.dt, w->step.input,
                to->step.signal + copy * w->m->signals.n_source);
    tac_latch_span(w, &(tac_signal_span){start, w->step.end - ahead, before}, to, copy);
}

// Signals at the end of the next sub-step.
static void latch_substep(tac_work *work, int first, int last)
{
    (void)first;
    (void)last;
    tac_workspace *sub = work->space;
    tac_measure_substep(sub);
    if (sub->substeps.latched++ == 0) {
        tac_copy_state(sub->substeps.whole->m,
                       (tac_twin_state){sub->substeps.whole->step.from, 1, 0},
                       (tac_twin_state){&sub->substeps.state, 1, 0});
    }
    tac_latch_substep(sub->substeps.whole, sub->substeps.n, sub->substeps.latched, sub, 0);
}

// ---- unilateral laws ----------------------------------------------------------------------------

// A law is the same in all sub-steps of all sequences: open, or closed and resolved.
int tac_sides_are_smooth(const tac_workspace *w, const tac_element *e)
{
    const double *from = tac_memory_of(w->step.from, e);
    int closed = from[SIDED_RUN] > 0.0;
    double hw = w->h * from[SIDED_W];
    int smooth = !closed | (hw * tac_steepest_slope(w->m, e) < tac_sided_combined);
    for (int k = 0; k < w->sequences.n; k++) {
        const tac_workspace *sub = w->sequences.space[k];
        double run = tac_memory_of(&sub->substeps.state, e)[SIDED_RUN] - from[SIDED_RUN];
        smooth &= run == pick(closed, sub->substeps.n, -sub->substeps.n);
    }
    return smooth;
}

// ---- friction ----------------------------------------------------------------------------------

int tac_frictions_are_smooth(const tac_workspace *w)
{
    int smooth = 1;
    for (int k = 0; k < w->sequences.n; k++) {
        const tac_workspace *sub = w->sequences.space[k];
        for (int i = 0; i < w->m->n_left; i++) {
            smooth &= sub->shares.friction[i].met < tac_friction_combined;
        }
    }
    return smooth;
}

// Where one is not the step is the longest sequence: the others saw another law.
static void choose_weights(tac_work *work, int first, int last)
{
    (void)first;
    (void)last;
    tac_workspace *w = work->space;
    const tac_model *m = w->m;
    int smooth = tac_frictions_are_smooth(w), n = w->sequences.n, by = TAC_NONE;
    for (int i = m->n_joint; i < m->n_element; i++) {
        int is_smooth = m->element[i].n_memory == 0 || // sequences have memories of their own
                        tac_is_mass(&m->element[i]);
        if (tac_has_sides(&m->element[i])) {
            is_smooth = tac_sides_are_smooth(w, &m->element[i]);
        }
        smooth &= is_smooth;
        by = pick_index(is_smooth, by, i);
    }
    w->sequences.longest_by = by;
    w->sequences.longest = !smooth;
    tac_init_sequences(w);
    for (int k = 0; k < n; k++) {
        double longest = k == n - 1 ? 1.0 : 0.0;
        w->sequences.weight[k] = pick(smooth, w->sequences.weight[k], longest);
        w->sequences.spring[k] = pick(smooth, w->sequences.spring[k], longest);
        w->sequences.damper[k] = pick(smooth, w->sequences.damper[k], longest);
    }
}

// ---- combination -------------------------------------------------------------------------------

// Where the combination is, from which projections move on what shafts turn (step/element_rows.h).
static void keep_place(tac_workspace *w, int body)
{
    tac_set_body_vec3(w, body, B_R0, tac_body_vec3(w, body, B_R));
    quat p = tac_body_quat(w, body, B_P);
    tac_set_body(w, body, B_P0, &p.e0, 4);
}

// Angular momentum of the shafts on a body at the step's end, which its acceleration feels.
static void combine_shafts(tac_workspace *w, int body)
{
    const tac_body_tables *of = &w->m->bodies;
    vec3 sum = {0.0, 0.0, 0.0};
    for (int n = of->shaft_first[body]; n < of->shaft_first[body + 1]; n++) {
        const tac_element *e = &w->m->element[of->shaft_of[n]];
        double rate = 0.0;
        for (int k = 0; k < w->sequences.n; k++) {
            const tac_state *s = &w->sequences.space[k]->substeps.state;
            rate += w->sequences.weight[k] * s->body[e->body[1]].v.x;
        }
        sum = axpy3(of->mass[e->body[1]] * rate, col3(e->R[0], 2), sum);
    }
    tac_set_body_vec3(w, body, B_SPIN_END, sum);
}

static void combine_bodies(tac_work *work, int first, int last)
{
    tac_workspace *w = work->space;
    const vec3 zero = {0.0, 0.0, 0.0};
    const double *weight = w->sequences.weight;
    for (int i = first; i < last; i++) {
        vec3 r = zero, v = zero, spin = zero, a = zero, wd = zero;
        quat p = {0.0, 0.0, 0.0, 0.0};
        for (int k = 0; k < w->sequences.n; k++) {
            const tac_body_state *b = &w->sequences.space[k]->substeps.state.body[i];
            r = axpy3(weight[k], b->r, r);
            p = axpyq(weight[k], b->p, p);
            v = axpy3(weight[k], b->v, v);
            spin = axpy3(weight[k], b->w, spin);
            a = axpy3(weight[k], b->a, a);
            wd = axpy3(weight[k], b->wd, wd);
        }
        tac_place_body(w, i, r, p);
        tac_set_body_vec3(w, i, B_V, v);
        tac_set_body_vec3(w, i, B_W, spin);
        tac_set_body_vec3(w, i, B_ACC, a);
        tac_set_body_vec3(w, i, B_WD, wd);
        if (w->m->bodies.n_shaft > 0) {
            keep_place(w, i);
            combine_shafts(w, i);
        }
    }
}

static void combine_modes(tac_work *work, int first, int last)
{
    tac_combine_flexible(work->space, first, last);
}

// Of a shaft, which no pose says.
static void combine_angle(tac_workspace *w, int element)
{
    const tac_element *e = &w->m->element[element];
    double angle = 0.0;
    for (int k = 0; k < w->sequences.n && e->spins; k++) {
        const tac_state *s = &w->sequences.space[k]->substeps.state;
        angle += w->sequences.weight[k] * s->angle[e->angle];
    }
    if (e->spins) {
        *tac_element_field(w, element, E_ANGLE0) = angle;
    }
}

// Angles of the start, for the rows of the combined configuration.
static void recall_angles(tac_work *work, int first, int last)
{
    tac_workspace *w = work->space;
    tac_call_stage(w, TAC_ELEMENTS_PREDICT, first, last);
    for (int i = first; i < last && w->m->bodies.n_shaft > 0; i++) {
        for (int l = 0; l < w->plan->cell[i].n; l++) {
            combine_angle(w, w->plan->cell[i].element[l]);
        }
    }
}

static void combine_rows(tac_work *work, int first, int last)
{
    tac_workspace *w = work->space;
    const double *weight = w->sequences.weight;
    for (int row = first; row < last; row++) {
        double lambda = 0.0;
        for (int k = 0; k < w->sequences.n; k++) {
            lambda += weight[k] * w->sequences.space[k]->substeps.state.lambda[row];
        }
        *tac_row_field(w, row, R_LAMBDA) = *tac_row_field(w, row, R_BEFORE) = lambda;
    }
}

// ---- phases ------------------------------------------------------------------------------------

// A mechanism of one block has nothing to share inside of a sub-step: its sequences are the items.
int tac_sequences_apart(const tac_workspace *w)
{
    return tac_one_block(w->plan->g);
}

void tac_add_substep(tac_phase_list *list, tac_workspace *sub)
{
    tac_add_newton(list, sub, sub->o.iterations);
    tac_add_velocity(list, sub);
    tac_add_acceleration(list, sub);
    tac_add_residual(list, sub);
}

void tac_list_sequence(tac_phase_list *list, tac_workspace *sub)
{
    const tac_work latch = {.space = sub, .cost = TAC_COST_LATCH};
    for (int n = 0; n < sub->substeps.n; n++) {
        tac_add_phase(list, "sub-step", &latch, latch_substep, 0, 1);
        tac_add_substep(list, sub);
    }
}

int tac_sequence_phase(const tac_workspace *sub, int substeps)
{
    return sub->list.n / sub->substeps.n * substeps;
}

void tac_run_list(const tac_workspace *sub, int first, int most_iterations)
{
    for (int p = first; p < sub->list.n; p++) {
        const tac_phase *phase = &sub->list.phase[p];
        if (most_iterations == 0 || phase->iteration <= most_iterations) {
            phase->run(phase->work, phase->first, phase->first + phase->n);
        }
    }
}

// The sub-steps that are left of a sequence.
static void run_left(const tac_workspace *sub, int most_iterations)
{
    tac_run_list(sub, tac_sequence_phase(sub, sub->substeps.latched), most_iterations);
}

// All of them by one worker, side by side if there is a twin.
static void run_sequences(tac_work *work, int first, int last)
{
    tac_workspace *w = work->space;
    int all = last - first == w->sequences.n;
    if (w->sequences.twin && all) {
        run_left(w->sequences.twin, w->step.most_iterations);
    }
    for (int k = first; k < last; k++) {
        run_left(w->sequences.space[k], w->step.most_iterations);
    }
}

void tac_add_sequences(tac_phase_list *list, tac_workspace *w, tac_lister *add)
{
    if (tac_sequences_apart(w)) {
        const tac_work sequences = {.space = w, .walk = TAC_LISTS};
        tac_add_phase(list, "sequences", &sequences, run_sequences, 0, w->sequences.n);
        if (list->phase) {
            list->phase[list->n - 1].worth = 1;
            list->phase[list->n - 1].together = w->sequences.twin != NULL;
        }
    }
    for (int k = 0; k < w->sequences.n && !tac_sequences_apart(w); k++) {
        add(list, w->sequences.space[k]);
    }
}

void tac_add_combination(tac_phase_list *list, tac_workspace *w)
{
    const tac_work combine = {.space = w, .cost = TAC_COST_COMBINE};
    tac_add_phase(list, "combination", &combine, combine_bodies, 0, w->m->n_body);
    if (w->m->flex.n_flexible > 0) {
        tac_add_phase(list, "combination modes", &combine, combine_modes, 0, w->flexes.n);
    }
    tac_add_phase(list, "combination rows", &combine, recall_angles, 0, w->plan->g->n_cell);
    tac_add_phase(list, "combination rows", &combine, combine_rows, 0, w->m->n_row);
}

void tac_add_extrapolation(tac_phase_list *list, tac_workspace *w)
{
    const tac_work weights = {.space = w, .cost = TAC_COST_COMBINE};
    tac_add_sequences(list, w, tac_list_sequence);
    if (tac_has_laws_over_step(w->m)) {
        tac_add_phase(list, "combination weights", &weights, choose_weights, 0, 1);
    }
    tac_add_combination(list, w);
    tac_add_position(list, w);
}
