// Two sequences of sub-steps side by side: the rounds of a twin, see model/plan/twin.h and extrapolate.c.
//
// A worker that has all sequences of a small mechanism makes (1, 2, 3) in three rounds instead of six
// sub-steps: 3 in one copy of the twin, 1 and then 2 in the other. Of (1, 2) the first round is made in
// the twin. What a sequence has reached at its end, or when the rounds are over, goes to its own state,
// from where it is combined or continued as if it had been alone.
#include "twin_sequences.h"

#include "cost.h"
#include "extrapolate.h"
#include "lanes.h"
#include "memory.h"
#include "model/plan/twin.h"
#include "report.h"
#include "workspace/single_access.h"

// What a copy of the twin does in a round: of which sequence, which sub-step.
typedef struct turn {
    int sequence, substep;
} turn;

enum { MOST_ROUNDS = 3 };

static const turn turns[][MOST_ROUNDS][2] = {
    [3] = {{{1, 1}, {0, 1}}},
    [4] = {{{2, 1}, {0, 1}}, {{2, 2}, {1, 1}}, {{2, 3}, {1, 2}}},
};

int tac_rounds(int order)
{
    return order == 3 ? 1 : 3;
}

// Bodies up to which the twin is faster than one sequence after another, in as many lanes as suit it:
// measured over all shipped models and chains (docs/benchmarks.md), with a margin. (1, 2) gains less.
static const int most_bodies[] = {[3] = 8, [4] = TAC_TWIN_BODIES};

int tac_sequences_have_twin(const tac_model *m, const tac_options *o)
{
    int lanes = o->lanes == 0 ? tac_widest_lanes() : o->lanes;
    return tac_sequence_count(o->order) > 0 && m->twin && m->n_body <= most_bodies[o->order] &&
           lanes >= TAC_TWIN_LANES;
}

// Every copy as its last round leaves it.
void tac_init_twin(tac_workspace *twin)
{
    const tac_workspace *w = twin->substeps.whole;
    for (int copy = 0; copy < 2; copy++) {
        const turn *t = &turns[w->o.order][twin->substeps.n - 1][copy];
        tac_set_pace(twin, copy, w->sequences.space[t->sequence]->o.dt,
                     w->sequences.space[t->sequence]->h);
    }
    tac_set_compliances(twin, TAC_OF_STEPS);
}

int tac_twin_substeps(const tac_workspace *w, int sequence)
{
    int n = 0;
    for (int round = 0; round < w->sequences.twin->substeps.n; round++) {
        const turn *t = turns[w->o.order][round];
        n += (t[0].sequence == sequence) + (t[1].sequence == sequence);
    }
    return n;
}

static void latch_round(tac_work *work, int first, int last)
{
    (void)first;
    (void)last;
    tac_workspace *twin = work->space;
    const tac_workspace *w = twin->substeps.whole;
    const turn *t = turns[w->o.order][twin->substeps.latched++];
    int changed = 0;
    for (int copy = 0; copy < 2; copy++) {
        const tac_workspace *sub = w->sequences.space[t[copy].sequence];
        if (t[copy].substep == 1) {
            tac_copy_state(w->m, (tac_twin_state){w->step.from, 1, 0},
                           (tac_twin_state){&twin->substeps.state, 2, copy});
        }
        if (twin->pace.dt[copy] != sub->o.dt) {
            tac_set_pace(twin, copy, sub->o.dt, sub->h);
            changed = 1;
        }
        tac_latch_substep(w, sub->substeps.n, t[copy].substep, twin, copy);
    }
    if (changed) {
        tac_set_compliances(twin, TAC_OF_STEPS);
    }
}

// What laws are drawn towards when sequences are combined.
static void hand_over_laws(const tac_workspace *twin, int copy, const tac_workspace *sub)
{
    const tac_model *m = sub->m;
    for (int row = 0; row < m->n_row; row++) {
        if (m->rows.row_compliant[row]) {
            int from = tac_row_in(m, row, 2, copy);
            *tac_row_field(sub, row, R_PHI) = *tac_row_field(twin, from, R_PHI);
            *tac_row_field(sub, row, R_RATE) = *tac_row_field(twin, from, R_RATE);
            *tac_row_field(sub, row, R_LAMBDA) = *tac_row_field(twin, from, R_LAMBDA);
        }
    }
}

// What frictions have met goes to the sequence, and is forgotten.
static void hand_over_frictions(const tac_workspace *twin, int copy, const tac_workspace *sub)
{
    for (int i = 0; i < sub->m->n_left; i++) {
        tac_friction_share *from = &twin->shares.friction[2 * i + copy],
                           *to = &sub->shares.friction[i];
        to->met = from->met > to->met ? from->met : to->met;
        to->left = from->left > to->left ? from->left : to->left;
        *from = (tac_friction_share){0.0, 0.0};
    }
}

static void end_round(tac_work *work, int first, int last)
{
    (void)first;
    (void)last;
    tac_workspace *twin = work->space;
    const tac_workspace *w = twin->substeps.whole;
    const turn *t = turns[w->o.order][twin->substeps.latched - 1];
    for (int copy = 0; copy < 2; copy++) {
        tac_workspace *sub = w->sequences.space[t[copy].sequence];
        sub->substeps.latched = sub->substeps.measured = t[copy].substep;
        tac_raise_measures(twin, copy, sub->substeps.worst);
        hand_over_frictions(twin, copy, sub);
        if (sub->substeps.latched == sub->substeps.n ||
            twin->substeps.latched == twin->substeps.n) {
            tac_copy_state(w->m, (tac_twin_state){&twin->substeps.state, 2, copy},
                           (tac_twin_state){&sub->substeps.state, 1, 0});
            hand_over_laws(twin, copy, sub);
            sub->substeps.outcome = tac_judge_mechanism(twin, copy, &sub->substeps.last);
            sub->substeps.in_twin = sub->substeps.latched == sub->substeps.n;
        }
    }
}

void tac_list_rounds(tac_phase_list *list, tac_workspace *twin)
{
    const tac_work latch = {.space = twin, .cost = TAC_COST_LATCH};
    for (int n = 0; n < twin->substeps.n; n++) {
        tac_add_phase(list, "sub-step", &latch, latch_round, 0, 1);
        tac_add_substep(list, twin);
        tac_add_phase(list, "sub-step end", &latch, end_round, 0, 1);
    }
}
