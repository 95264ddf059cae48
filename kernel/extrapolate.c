// Higher order at a fixed cost: extrapolation over sequences of sub-steps, [solver] section 7.
//
// The step is made once with n sub-steps for every n of (1, 2) or (1, 2, 3), each sequence beside
// the others with a work and a state of its own; they start from the same state and are independent:
// of a small mechanism each is one item for one worker (1 + 2 and 3 sub-steps for two), in a large
// one the blocks of every sub-step are shared.
// Weights that keep the sum and cancel the error terms in dt^2 (order 3) and in dt^2 and dt^3
// (order 4) combine positions, velocities, accelerations and multipliers. The combination satisfies
// constraints and dynamics to its order; one projection of positions, one of velocities and one
// index-1 solve make it consistent. The expansion has odd terms because the velocity projection is
// not symmetric, which is why the weights differ from the classical ones in dt^2.
#include <string.h>

#include "index3.h"
#include "lanes.h"
#include "pair.h"

typedef struct scheme {
    int n;
    int substeps[TAC_MAX_SEQUENCES];
    double weight[TAC_MAX_SEQUENCES];
} scheme;

// sum w = 1, sum w / n^2 = 0, and for order 4 also sum w / n^3 = 0
static const scheme schemes[] = {
    [2] = {0, {0}, {0.0}},
    [3] = {2, {1, 2}, {-1.0 / 3.0, 4.0 / 3.0}},
    [4] = {3, {1, 2, 3}, {1.0 / 12.0, -4.0 / 3.0, 9.0 / 4.0}},
};

int tac_sequence_count(int order)
{
    return order == 3 || order == 4 ? schemes[order].n : 0; // unchecked while sizes are asked
}

int tac_sequence_substeps(int order, int sequence)
{
    return schemes[order].substeps[sequence];
}

// All sequences start from the state of the whole step; the combined step continues its angles.
void tac_begin_sequences(tac_work *w, const tac_state *s)
{
    for (int k = 0; k < w->n_sequence; k++) {
        tac_work *sub = w->sequence[k];
        memcpy(sub->own.data, s->data, s->size);
        sub->from = &sub->own;
        sub->substep = 0;
        tac_forget_sweeps(sub);
    }
    if (w->pair) {
        w->pair->from = &w->pair->own;
        w->pair->substep = 0;
    }
}

static void latch_signals(const tac_work *w, int n, int substep, tac_signal *out)
{
    double ahead = w->o.dt * (double)(n - substep) / (double)n;
    tac_signals(w->m, w->end, ahead, w->o.dt, w->input, out);
}

// Signals at the end of the next sub-step.
static void latch_substep(tac_work *sub, int first, int last)
{
    (void)first;
    (void)last;
    sub->substep++;
    latch_signals(sub->whole, sub->n_substep, sub->substep, sub->signal);
}

static void commit_substep(tac_work *sub, int first, int last)
{
    (void)first;
    (void)last;
    tac_commit(sub, &sub->own);
    if (sub->substep == sub->n_substep) {
        sub->outcome = tac_judge_copy(sub, 0);
        sub->last = tac_last_increment_of(sub, 0);
    }
}

// ---- two sequences side by side ----------------------------------------------------------------

// What a copy of the pair does in a round: of which sequence, which sub-step.
typedef struct turn {
    int sequence, substep;
} turn;

enum { TAC_ROUNDS = 3 };

// The longest sequence in one copy and the others, one after another, in the other. What no other
// sub-step is left for, the second half of (1, 2), is made alone.
static const turn turns[][TAC_ROUNDS][2] = {
    [3] = {{{1, 1}, {0, 1}}},
    [4] = {{{2, 1}, {0, 1}}, {{2, 2}, {1, 1}}, {{2, 3}, {1, 2}}},
};

int tac_sequence_rounds(int order)
{
    return order == 3 ? 1 : 3;
}

int tac_sequences_paired(const tac_model *m, const tac_options *o)
{
    int lanes = o->lanes == 0 ? tac_widest_lanes() : o->lanes;
    return tac_sequence_count(o->order) > 0 && m->pair && lanes >= TAC_PAIR_LANES;
}

// Every copy as its last round leaves it.
void tac_init_pair(tac_work *pair)
{
    const tac_work *w = pair->whole;
    for (int copy = 0; copy < 2; copy++) {
        const turn *t = &turns[w->o.order][pair->n_substep - 1][copy];
        tac_set_pace(pair, copy, w->sequence[t->sequence]->o.dt, w->sequence[t->sequence]->h);
    }
    tac_set_compliances(pair, 0);
}

int tac_paired_substeps(const tac_work *w, int sequence)
{
    int n = 0;
    for (int round = 0; round < w->pair->n_substep; round++) {
        const turn *t = turns[w->o.order][round];
        n += (t[0].sequence == sequence) + (t[1].sequence == sequence);
    }
    return n;
}

// From a state of the mechanism to one copy of the pair's.
static void load_copy(tac_work *pair, int copy, const tac_state *s)
{
    const tac_model *m = pair->whole->m;
    tac_state *to = &pair->own;
    for (int i = 0; i < m->n_body; i++) {
        int k = 2 * i + copy;
        to->r[k] = s->r[i];
        to->p[k] = s->p[i];
        to->v[k] = s->v[i];
        to->w[k] = s->w[i];
        to->a[k] = s->a[i];
        to->wd[k] = s->wd[i];
    }
    for (int row = 0; row < m->n_row; row++) {
        to->lambda[tac_pair_row(m, row, copy)] = s->lambda[row];
    }
    for (int i = 0; i < m->n_angle; i++) {
        to->angle[2 * i + copy] = s->angle[i];
    }
}

// And back.
static void take_copy(const tac_work *pair, int copy, tac_state *s)
{
    const tac_model *m = pair->whole->m;
    const tac_state *from = &pair->own;
    for (int i = 0; i < m->n_body; i++) {
        int k = 2 * i + copy;
        s->r[i] = from->r[k];
        s->p[i] = from->p[k];
        s->v[i] = from->v[k];
        s->w[i] = from->w[k];
        s->a[i] = from->a[k];
        s->wd[i] = from->wd[k];
    }
    for (int row = 0; row < m->n_row; row++) {
        s->lambda[row] = from->lambda[tac_pair_row(m, row, copy)];
    }
    for (int i = 0; i < m->n_angle; i++) {
        s->angle[i] = from->angle[2 * i + copy];
    }
}

static void latch_round(tac_work *pair, int first, int last)
{
    (void)first;
    (void)last;
    const tac_work *w = pair->whole;
    const turn *t = turns[w->o.order][pair->substep++];
    int changed = 0;
    for (int copy = 0; copy < 2; copy++) {
        const tac_work *sub = w->sequence[t[copy].sequence];
        if (t[copy].substep == 1) {
            load_copy(pair, copy, w->from);
        }
        if (pair->pace.dt[copy] != sub->o.dt) {
            tac_set_pace(pair, copy, sub->o.dt, sub->h);
            changed = 1;
        }
        latch_signals(w, sub->n_substep, t[copy].substep, pair->signal + copy * w->m->n_source);
    }
    if (changed) {
        tac_set_compliances(pair, 0);
    }
}

static void commit_round(tac_work *pair, int first, int last)
{
    (void)first;
    (void)last;
    const tac_work *w = pair->whole;
    const turn *t = turns[w->o.order][pair->substep - 1];
    tac_commit(pair, &pair->own);
    for (int copy = 0; copy < 2; copy++) {
        tac_work *sub = w->sequence[t[copy].sequence];
        sub->substep = t[copy].substep;
        if (sub->substep == sub->n_substep || pair->substep == pair->n_substep) {
            take_copy(pair, copy, &sub->own);
            sub->outcome = tac_judge_copy(pair, copy);
            sub->last = tac_last_increment_of(pair, copy);
        }
    }
}

// ---- combination -------------------------------------------------------------------------------

static void combine_bodies(tac_work *w, int first, int last)
{
    const vec3 zero = {0.0, 0.0, 0.0};
    const double *weight = schemes[w->o.order].weight;
    for (int i = first; i < last; i++) {
        vec3 r = zero, v = zero, spin = zero, a = zero, wd = zero;
        quat p = {0.0, 0.0, 0.0, 0.0};
        for (int k = 0; k < w->n_sequence; k++) {
            const tac_state *s = &w->sequence[k]->own;
            r = axpy3(weight[k], s->r[i], r);
            p = axpyq(weight[k], s->p[i], p);
            v = axpy3(weight[k], s->v[i], v);
            spin = axpy3(weight[k], s->w[i], spin);
            a = axpy3(weight[k], s->a[i], a);
            wd = axpy3(weight[k], s->wd[i], wd);
        }
        tac_place_body(w, i, r, p);
        tac_set_body_vec3(w, i, B_V, v);
        tac_set_body_vec3(w, i, B_W, spin);
        tac_set_body_vec3(w, i, B_ACC, a);
        tac_set_body_vec3(w, i, B_WD, wd);
    }
}

// Angles of the start, for the rows of the combined configuration.
static void recall_angles(tac_work *w, int first, int last)
{
    w->run->elements.predict(w, first, last);
}

static void combine_rows(tac_work *w, int first, int last)
{
    const double *weight = schemes[w->o.order].weight;
    for (int row = first; row < last; row++) {
        double lambda = 0.0;
        for (int k = 0; k < w->n_sequence; k++) {
            lambda += weight[k] * w->sequence[k]->own.lambda[row];
        }
        *tac_row_field(w, row, R_LAMBDA) = lambda;
    }
}

// ---- phases ------------------------------------------------------------------------------------

// A mechanism of one block has nothing to share inside of a sub-step: its sequences are the items.
int tac_sequences_apart(const tac_work *w)
{
    return w->plan->g->n_block <= 1 && w->plan->g->n_level == 0;
}

void tac_list_sequence(tac_phase_list *list, tac_work *sub)
{
    int paired = sub->m->copies == 2;
    for (int n = 0; n < sub->n_substep; n++) {
        tac_add_phase(list, sub, "sub-step", paired ? latch_round : latch_substep, 0, 1);
        tac_add_newton(list, sub, sub->o.iterations);
        tac_add_velocity(list, sub);
        tac_add_acceleration(list, sub);
        tac_add_residual(list, sub);
        tac_add_phase(list, sub, "sub-step end", paired ? commit_round : commit_substep, 0, 1);
    }
}

int tac_sequence_phase(const tac_work *sub, int substeps)
{
    return sub->n_phase / sub->n_substep * substeps;
}

// The sub-steps that are left of a sequence.
static void run_rest(const tac_work *sub, int most_iterations)
{
    for (int p = tac_sequence_phase(sub, sub->substep); p < sub->n_phase; p++) {
        const tac_phase *phase = &sub->phase[p];
        if (most_iterations == 0 || phase->iteration <= most_iterations) {
            phase->run(phase->work, phase->first, phase->first + phase->n);
        }
    }
}

// All of them by one worker side by side, if there is a pair.
static void run_sequences(tac_work *w, int first, int last)
{
    int all = last - first == w->n_sequence;
    if (w->pair && all) {
        run_rest(w->pair, w->most_iterations);
    }
    for (int k = first; k < last; k++) {
        run_rest(w->sequence[k], w->most_iterations);
    }
}

void tac_add_extrapolation(tac_phase_list *list, tac_work *w)
{
    const tac_model *m = w->m;
    if (tac_sequences_apart(w)) {
        tac_add_phase(list, w, "sequences", run_sequences, 0, w->n_sequence);
        if (list->phase) {
            list->phase[list->n - 1].worth = 1;
            list->phase[list->n - 1].together = w->pair != NULL;
        }
    }
    for (int k = 0; k < w->n_sequence && !tac_sequences_apart(w); k++) {
        tac_list_sequence(list, w->sequence[k]);
    }
    tac_add_phase(list, w, "combination", combine_bodies, 0, m->n_body);
    tac_add_phase(list, w, "combination rows", recall_angles, 0, w->plan->g->n_cell);
    tac_add_phase(list, w, "combination rows", combine_rows, 0, m->n_row);
    tac_add_position(list, w);
}
