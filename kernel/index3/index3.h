// Inside of the index-3 method: its work memory and the linear solver over the assembly tree.
//
// Every linear problem of a step has one form, ([solver] sections 1 and 2a)
//
//     (C + h Phi_q M^-1 Phi_q^T) sigma = add + Phi_q x,      x_new = x - h M^-1 Phi_q^T sigma
//
// with C the compliance of the rows, x a quantity per body and add one per row:
//
//     solve              x                     add, constraint   add, compliant     then
//     Newton increment   -h M^-1 g             Phi               (f - lambda) C     lambda += sigma
//     velocities         qd*                   Phi_t             -Phi_q qd*
//     accelerations      M^-1 (Q - Phi^T lam)  -gamma            -Phi_q qdd*        lambda += h sigma
//       by projection    qdd*                  -gamma            -Phi_q qdd*
//
// where * marks the values of the trapezoidal rule, [004] (15) (16), and lam of the accelerations are
// the multipliers of the step's start: those of the Newton iteration grow along dependent rows.
#ifndef TAC_INDEX3_H
#define TAC_INDEX3_H

#include "bodies.h"
#include "elements.h"
#include "joint_ends.h"
#include "model/rows.h"
#include "model/source.h"
#include "model/tables.h"
#include "plan/plan.h"
#include "stages/units.h"

enum { TAC_MAX_SEQUENCES = 3 };

// The stages on vector lanes: one table of each source, all for the same number of lanes.
typedef struct tac_stages {
    int lanes;
    const tac_element_stages *elements;
    const tac_end_stages *ends;
    const tac_split_stages *split;
    const tac_body_stages *bodies;
    const tac_unit_stages *units;
} tac_stages;

// Bounds of a step that went wrong, in rad and lengths of the model: the last Newton increment, any
// of them (the prediction was elsewhere altogether), an open joint.
static const double tac_last_increment = 0.5, tac_any_increment = 10.0, tac_open_joint = 0.5;

// Shares of the report, four numbers side by side: of a body its energies, J, and the square of its last
// increment; of an element the squares of its constraint rows; and of both, one if a value is not
// finite or out of its bounds, else zero.
typedef double tac_shares __attribute__((vector_size(4 * sizeof(double))));
enum { S_KINETIC, S_POTENTIAL, S_INCREMENT, S_BAD };
enum { S_POSITION, S_VELOCITY, S_ACCELERATION };
typedef struct tac_sum_shares { // of a run, see runs.c
    _Alignas(TAC_ALIGN) tac_shares bodies;
    tac_shares elements;
} tac_sum_shares;

// When stages add up prices (cost.c): what sweeps and their rests do with the marks of what is done.
typedef enum tac_pricing {
    TAC_NO_PRICING,
    TAC_PRICE_ITEM,    // marks stay as they are
    TAC_PRICE_STRETCH, // as in a step
} tac_pricing;

// Step of every lane; of two copies side by side each has its own, pair.h.
typedef struct tac_pace {
    _Alignas(TAC_ALIGN) double dt[TAC_MAX_LANES];
    _Alignas(TAC_ALIGN) double h[TAC_MAX_LANES];
} tac_pace;

struct tac_work {
    const tac_model *m;
    tac_options o;
    double h;              // dt^2 / 4
    tac_pace pace;         // the same in lanes
    int starting;          // consistent start: laws do not stiffen the factors
    double shorten;        // share of a position correction that is made
    const tac_state *from; // state the step starts from
    tac_state to;          // and the one it leads to
    const tac_plan *plan;
    const tac_stages *stages;
    int *done[TAC_WAITS]; // what a sweep has reached, items as in the plan
    int *stretch;         // first block of the stretch that a block is in      (n_block)
    tac_pricing pricing;

    // signals at the end of the step
    tac_signal *signal; // (n_source) of every copy
    double *input;      // inputs now, one and two steps ago                  (n_input, 3)
    double end;         // time at the end of the step

    // fields of cells, see plan.h
    double *body;              // (n_body_cell + 1, TAC_BODY_FIELDS, lanes); the last is ground
    double *element;           // (n_cell + 1, TAC_ELEMENT_FIELDS, lanes); the last is zero
    double *row;               // (rows, TAC_ROW_FIELDS, lanes)
    double *J;                 // (slots, lanes), see plan.h; behind them zeros for one element
    double *front, *b, *dense; // fronts with the all_scratch behind them; rank.c needs all of it
    // Where what a unit leaves its parent lies, by its `room`: front; and for every block the room
    // of the first one that the same thread works through, plan->room           (n_block + 1)
    double **scratch;

    // shares of the report
    tac_shares *body_share;    // (n_body)
    tac_shares *element_share; // (n_element)
    tac_sum_shares *sum_share; // (tac_sum_group_count)
    double *energy;            // of force elements                          (n_element)

    tac_phase *phase; // (n_phase)
    int n_phase;
    tac_report report;

    // extrapolation: sequences of sub-steps, each with a work and a state of its own; or two of them
    // at a time in a work of the pair
    int most_iterations;   // of this step, 0: all
    unsigned callers_mode; // float_mode.h, of the thread that begins and ends the step
    int n_sequence;
    tac_work *sequence[TAC_MAX_SEQUENCES];
    tac_work *twin;     // NULL: sequences are never side by side
    tac_work *whole;    // of a sequence or pair: the work of the whole step
    int n_substep;      // of a sequence or pair: sub-steps in the whole step
    int substep;        // of a sequence or pair: sub-steps latched so far
    tac_state own;      // of a sequence or pair
    int in_twin;        // of a sequence: its last sub-step was made in the pair; with
    tac_status outcome; // what there was to say about it
    double last;        // and its last Newton increment
};

// ---- access to single bodies, elements and rows ------------------------------------------------

static inline double *tac_body_field(const tac_work *w, int body, int field)
{
    return w->body + w->plan->body_at[body] + field * w->plan->g->lanes;
}

static inline double *tac_row_field(const tac_work *w, int row, int field)
{
    return w->row + w->plan->row_at[row] + field * w->plan->g->lanes;
}

static inline double *tac_element_field(const tac_work *w, int element, int field)
{
    return w->element + tac_element_at(w->plan->g, element) + field * w->plan->g->lanes;
}

static inline vec3 tac_body_vec3(const tac_work *w, int body, int field)
{
    const double *p = tac_body_field(w, body, field);
    int lanes = w->plan->g->lanes;
    return (vec3){p[0], p[lanes], p[2 * lanes]};
}

static inline quat tac_body_quat(const tac_work *w, int body)
{
    const double *p = tac_body_field(w, body, B_P);
    int lanes = w->plan->g->lanes;
    return (quat){p[0], p[lanes], p[2 * lanes], p[3 * lanes]};
}

// n fields of a body; lanes of its cell that repeat the body get the same.
void tac_set_body(const tac_work *w, int body, int field, const double *value, int n);

static inline void tac_set_body_vec3(const tac_work *w, int body, int field, vec3 a)
{
    const double value[3] = {a.x, a.y, a.z};
    tac_set_body(w, body, field, value, 3);
}

// Scratch as one worker needs it, until a sweep finds other stretches; or every block with its own.
void tac_set_scratch(tac_work *w, int own);

// Signals for body or element i.
static inline const tac_signal *tac_signals_for(const tac_work *w, int i)
{
    return w->signal + tac_copy_of(w->m, i) * w->m->n_source;
}

tac_pose tac_body_pose(const tac_work *w, int body);
tac_slot tac_row_slot(const tac_work *w, int row, int side);
void tac_place_body(tac_work *w, int body, vec3 r, quat p); // ground as well

// ---- the list of phases ------------------------------------------------------------------------

typedef struct tac_phase_list {
    tac_phase *phase; // NULL: counts only
    int n;
    int iteration; // Newton iteration of what is added
    int down;      // what the next sweep over the blocks begins with, stages.h
    tac_way way;   // of the next sweep
} tac_phase_list;
void tac_add_phase(tac_phase_list *list, tac_work *w, const char *name, tac_stage *run, int first,
                   int n);
void tac_add_newton(tac_phase_list *list, tac_work *w, int iterations);
void tac_add_position(tac_phase_list *list, tac_work *w);
void tac_add_velocity(tac_phase_list *list, tac_work *w);
void tac_add_acceleration(tac_phase_list *list, tac_work *w);
void tac_add_residual(tac_phase_list *list, tac_work *w);
// A step that was given up may have left marks of what its sweeps had done.
void tac_forget_sweeps(tac_work *w);
int tac_laws_refactored(const tac_model *m, const tac_options *o);

// Compliances of all constraints, for the start or for steps.
void tac_set_compliances(tac_work *w, int starting);
// Step of the lanes of one copy.
void tac_set_pace(tac_work *w, int copy, double dt, double h);

// commit.c: what happens before and after the stages.
void tac_latch(tac_work *w, const tac_state *s, const double *input, int64_t step);
void tac_load_state(tac_work *w, const tac_state *s); // poses, zero accelerations: for the start
void tac_commit_inputs(const tac_work *w);
void tac_all_bodies(tac_work *w, tac_stage *stage); // block by block
void tac_commit(tac_work *w, tac_state *s);         // everything, beside the stages

// report.c: the runs of one block, when its last stages are done; then the report of the values as they
// are, and whether they stand; of a step with its sequences.
void tac_report_block(tac_work *w, int block);
tac_status tac_measure(tac_work *w);
tac_status tac_measure_step(tac_work *w);
// Of one copy alone, and its last increment.
tac_status tac_judge_copy(tac_work *w, int copy, double *last);
// B_LAST or B_TRAVEL of a body, in rotations or in lengths of the model, whichever is larger.
double tac_increment_size(const tac_work *w, int body, int squares);

// extrapolate.c. What rows of laws are drawn towards when sequences are combined: the weights of these,
// how strong the pull is and how stiff the law counts for its onset, as multiples of the law's slopes.
typedef struct tac_pull_to {
    double weight[TAC_MAX_SEQUENCES], share, onset;
} tac_pull_to;
typedef struct tac_pull {
    tac_pull_to spring, damper;
    double
        force_onset; // of the law's force, towards those of the sequences with a damper's weights
} tac_pull;
const tac_pull *tac_pull_at(int order);

int tac_sequence_count(int order);
int tac_sequence_substeps(int order, int sequence);
void tac_add_extrapolation(tac_phase_list *list, tac_work *w);
void tac_list_sequence(tac_phase_list *list, tac_work *sub); // all sub-steps of a sequence
int tac_sequences_apart(const tac_work *w); // each is one item of a phase, its list its own
int tac_sequence_phase(const tac_work *sub, int substeps); // first one after so many in its list
void tac_add_substep(tac_phase_list *list, tac_work *sub);
// Signals at the end of a sub-step, one of n.
void tac_latch_substep(const tac_work *w, int n, int substep, tac_signal *out);
void tac_begin_sequences(tac_work *w);

// rounds.c: sequences side by side in a pair.
int tac_rounds(int order);
int tac_sequences_have_twin(const tac_model *m, const tac_options *o); // whether there is a pair
void tac_init_twin(tac_work *twin);
void tac_list_rounds(tac_phase_list *list, tac_work *twin);
int tac_twin_substeps(const tac_work *w, int sequence); // of a sequence that are made in the pair

// momentum.c: one isolated mechanism per item.
void tac_keep_momentum(tac_work *w, int first, int last);

// start.c
tac_status tac_index3_start(tac_work *w, tac_state *s, const double *input, tac_start_report *r);

#endif
