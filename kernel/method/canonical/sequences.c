// Orders 4 and 6. The step is its own inverse, so that its error has even powers of dt alone: sequences of 1 and 2
// sub-steps cancel dt^2, of 1, 2 and 3 dt^4 as well. Combined results are put onto the constraints.
//
// A law that the step does not resolve turns its sign with every sub-step, and the weights add up to several times
// of it. Where there is one, or a contact begins or ends, the step is the longest sequence.
#include "sequences.h"

#include "base/pick.h"
#include "base/thresholds.h"
#include "model/law.h"
#include "model/plan/twin.h"
#include "solves.h"
#include "step/cost.h"
#include "step/extrapolate.h"
#include "step/report.h"

// sum w = 1, sum w / n^2 = 0, and for order 6 also sum w / n^4 = 0.
static const double weights[][TAC_MAX_SEQUENCES] = {
    [4] = {-1.0 / 3.0, 4.0 / 3.0},
    [6] = {1.0 / 24.0, -16.0 / 15.0, 81.0 / 40.0},
};

bool tac_canonical_order(int order)
{
    return order == 2 || order == 4 || order == 6;
}

int tac_canonical_sequences(int order)
{
    return order == 4 || order == 6 ? order / 2 : 0;
}

void tac_init_canonical_sequences(tac_workspace *w)
{
    for (int k = 0; k < w->sequences.n; k++) {
        w->sequences.weight[k] = weights[w->o.order][k];
    }
}

void tac_latch_before(tac_workspace *w, const tac_workspace *whole, double ahead)
{
    double end = whole->step.end - ahead, dt = w->o.dt;
    const tac_signal_span last = {end - 2.0 * dt, end - dt, ahead + 2.0 * dt};
    tac_signal *before = w->momenta.before, *left = w->momenta.left;
    tac_signals(whole->m, whole->step.end, ahead + dt, whole->o.dt, whole->step.input, before);
    tac_step_signals(whole->m, &last, whole->o.dt, &(tac_inputs){whole->step.input, NULL}, before,
                     before, left);
}

// ---- sub-steps ---------------------------------------------------------------------------------

static void latch_substep(tac_work *work, int first, int last)
{
    (void)first;
    (void)last;
    tac_workspace *sub = work->space;
    const tac_workspace *whole = sub->substeps.whole;
    tac_measure_substep(sub);
    if (sub->substeps.latched++ == 0) {
        tac_copy_state(whole->m, (tac_twin_state){whole->step.from, 1, 0},
                       (tac_twin_state){&sub->substeps.state, 1, 0});
    }
    int n = sub->substeps.n, left = n - sub->substeps.latched;
    tac_latch_substep(whole, n, sub->substeps.latched, sub, 0);
    tac_latch_before(sub, whole, whole->o.dt * (double)left / (double)n);
}

void tac_list_canonical_sequence(tac_phase_list *list, tac_workspace *sub)
{
    const tac_work latch = {.space = sub, .cost = TAC_COST_LATCH};
    for (int n = 0; n < sub->substeps.n; n++) {
        tac_add_phase(list, "sub-step", &latch, latch_substep, 0, 1);
        if (n == 0) {
            tac_add_canonical_first(list, sub);
        } else {
            tac_add_canonical_step(list, sub);
        }
    }
}

// ---- weights -----------------------------------------------------------------------------------

// The compliance that the longest sequence gave a law's rows against what moves them: h and its sub-step's h
// differ by the square of their number.
static int is_resolved(const tac_workspace *w, const tac_element *e)
{
    const tac_workspace *sub = tac_longest(w);
    double n2 = (double)(sub->substeps.n * sub->substeps.n);
    int resolved = 1;
    for (int k = 0; k < e->n_row; k++) {
        double stiff = sub->momenta.stiff[e->row + k] * w->m->rows.laws_on_body[e - w->m->element];
        resolved &= n2 * stiff < tac_law_combined;
    }
    return resolved;
}

// No joint was closed by projections, and links followed their swings under tension.
static int follows_tension(tac_workspace *sub)
{
    tac_measure_substep(sub);
    return !(sub->momenta.snap.value > 0.0) &
           !(sub->substeps.worst->value[TAC_TENSION] > tac_swing_combined);
}

static void choose_weights(tac_work *work, int first, int last)
{
    (void)first;
    (void)last;
    tac_workspace *w = work->space;
    const tac_model *m = w->m;
    int smooth = tac_frictions_are_smooth(w), n = w->sequences.n, by = TAC_NONE;
    for (int i = m->n_joint; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        if (!e->law) {
            continue;
        }
        int is_smooth = tac_has_sides(e) ? tac_sides_are_smooth(w, e) : is_resolved(w, e);
        is_smooth &= tac_has_sides(e) || e->n_memory == 0; // sequences have memories of their own
        smooth &= is_smooth;
        by = pick_index(is_smooth, by, i);
    }
    w->sequences.longest_by = by;
    for (int k = 0; k < n && m->ropes; k++) {
        smooth &= follows_tension(w->sequences.space[k]);
    }
    w->sequences.longest = !smooth;
    tac_init_canonical_sequences(w);
    for (int k = 0; k < n; k++) {
        w->sequences.weight[k] = pick(smooth, w->sequences.weight[k], k == n - 1 ? 1.0 : 0.0);
    }
}

void tac_add_canonical_sequences(tac_phase_list *list, tac_workspace *w)
{
    const tac_work combine = {.space = w, .cost = TAC_COST_COMBINE};
    tac_add_sequences(list, w, tac_list_canonical_sequence);
    if (w->m->couplers.first_term > w->m->n_joint || w->m->ropes) {
        tac_add_phase(list, "combination weights", &combine, choose_weights, 0, 1);
    }
    tac_add_combination(list, w);
    tac_add_canonical_end(list, w);
}
