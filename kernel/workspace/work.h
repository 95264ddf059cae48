// The memory that a method works in, and the part of it that one phase is handed.
//
// A workspace holds the numbers of one mechanism and where they lie; a step of higher order has several.
// A phase of the list gets a tac_work of its own: which workspace, and what to do there, as data. The
// functions that run phases are few, walk.h.
#ifndef TAC_WORK_H
#define TAC_WORK_H

#include <stdbool.h>

#include "model/plan/plan.h"
#include "model/source.h"
#include "model/tables.h"
#include "stage.h"

// ---- a solve as data ---------------------------------------------------------------------------

// Of a cell of elements above the blocks: whole, or what is left of it when the blocks have done its ends.
typedef struct tac_above_stage {
    unsigned char whole, split;
} tac_above_stage;

typedef struct tac_solve_names { // of its phases
    const char *all, *blocks, *late, *assembly, *disassembly;
} tac_solve_names;

enum { TAC_MOST_ROW_STAGES = 2, TAC_MOST_BLOCK_STAGES = 8 };

// One solve over the blocks and what lies above them. What comes before the first solve of a step and
// after the last has the same form with one of the ways left empty. Lists end with TAC_NO_STAGE.
typedef struct tac_solve {
    tac_solve_names name;
    int waits; // kinds of items that wait for blocks on the way up, the first ones of tac_wait_kind.
               // If blocks are not among them, they go up where the way down has been
    unsigned char up[TAC_MOST_BLOCK_STAGES], down[TAC_MOST_BLOCK_STAGES]; // stages in a block
    tac_above_stage rows[TAC_MOST_ROW_STAGES], load;                      // above, up
    tac_above_stage push;                                                 // above, down
    unsigned char units_up, units_down;
    void (*block_done)(tac_workspace *w, int block); // after its way up; NULL: nothing
    // what stands for it, from the way down on, in the last iteration that a step makes; NULL: itself
    const struct tac_solve *in_last;
} tac_solve;

// What solves have in common: names of their phases, rows and units that wait for the blocks.
#define TAC_SOLVE(of, rows_up, units)                                                              \
    .name = {of, of " blocks", of " rest", of " assembly", of " disassembly"}, .waits = TAC_WAITS, \
    .rows = {{.whole = rows_up}}, .units_up = units

// ---- what a phase is handed --------------------------------------------------------------------

// How a phase goes through its items.
typedef enum tac_walk {
    TAC_NO_WALK,         // a function of its own
    TAC_ALL,             // up and down through all that there is: a mechanism of one block
    TAC_SWEEP,           // blocks: down, then up as far as it goes
    TAC_LATE_ROWS,       // what the sweep has left: rows above the blocks,
    TAC_LATE_BLOCKS,     // blocks, and what lies above them,
    TAC_LATE_LOADS,      // right-hand sides above the blocks
    TAC_LATE_UNITS,      // and units
    TAC_ACROSS_BACKWARD, // down through units and
    TAC_ACROSS_PUSH,     // cells that lie across several stretches
    TAC_LISTS,           // lists of phases of workspaces of their own: sequences,
    TAC_MULTIRATE_LISTS  // multirate sub-models
} tac_walk;

struct tac_work {
    tac_workspace *space;
    tac_walk walk;
    const tac_solve *down, *up; // of a sweep; of other walks through a solve `up`
    tac_way way;                // of a sweep
    int stage;                  // without a walk: that it is, TAC_NO_STAGE,
    int cost;                   // or what else prices it
    int iteration;              // as in tac_phase
    // Of TAC_ALL the stages that it runs; the second of the last iteration. NULL: they are looked up.
    const struct tac_visit *visit[2];
};

// A stage over its items; the last of a list has none.
typedef struct tac_visit {
    tac_stage *run;
    int first, last;
} tac_visit;

// ---- stages ------------------------------------------------------------------------------------

// What a stage runs over in a block.
typedef enum tac_over {
    TAC_OVER_NOTHING, // it has no part in blocks
    TAC_OVER_BODIES,
    TAC_OVER_CELLS, // elements; of a single block also the explicit ones, which have no other place
    TAC_OVER_TREE_CELLS, // elements that the block eliminates
    TAC_OVER_ENDS,       // ends of joints between two parts
    TAC_OVER_UNITS,
    TAC_OVERS
} tac_over;

enum { TAC_MOST_LAYERS = 3 }; // flexible bodies, sub-models, sub-steps

typedef struct tac_stage_entry {
    tac_stage *run;
    tac_layer *layer[TAC_MOST_LAYERS]; // around it, the innermost first                 (n_layer)
    int n_layer;
    const int *first;    // item of every block                                   (n_block + 1)
    int sized_as;        // the stage of index-3 over the same items, whose sizes it is priced by
    const double *price; // ns per unit of these (step/cost.h)
} tac_stage_entry;

// ---- the parts of a workspace ------------------------------------------------------------------
// Each is written in one place, named with it, and read everywhere.

enum { TAC_MAX_SEQUENCES = 3 };

// Numbers of cells, see model/plan/plan.h; written by the stages of bodies and elements. Single ones are reached
// by workspace/single_access.h.
typedef struct tac_fields {
    double *body;    // (n_body_cell + 1, TAC_BODY_FIELDS, lanes); the last is ground
    double *element; // (n_cell + 1, TAC_ELEMENT_FIELDS, lanes); the last is zero
    double *row;     // (rows, TAC_ROW_FIELDS, lanes)
    double *J;       // (slots, lanes), see plan.h; behind them zeros for one element
    double *J0;      // the same at the step's start, without these zeros
    double *law;     // numbers of laws and their sources  (n_law_cell, TAC_LAW_FIELDS, lanes)
} tac_fields;

// The linear problem; written by the stages of units. query/pivots.c needs all of it for its own fronts.
typedef struct tac_fronts {
    double *front; // of all units, behind them the scratch of all blocks      (plan->front)
    double *b;     // right-hand sides, then solutions                         (plan->b)
    double *dense; // Jacobians of wide leaves                                 (plan->dense)
} tac_fronts;

// What sweeps note for later phases; written by walks.
typedef struct tac_sweep {
    int *done[TAC_WAITS]; // what a sweep has reached, items as in the plan
    int *stretch;         // first block of the stretch that a block is in     (n_block)
    // Where what a unit leaves its parent lies, by its `scratch`: the fronts; and for every block the
    // scratch of the first one that the same worker goes through, plan->scratch; `element` (n_block + 2)
    double **scratch;
    int one_block[TAC_OVERS][2]; // first items and ends, if there is one block only
} tac_sweep;

// Shares of the report, four numbers side by side: of a body its energies, J, and the square of its last
// increment; of an element the squares of its constraint rows; and of both, one if a value is not
// finite or out of its bounds, else zero.
typedef double tac_share __attribute__((vector_size(4 * sizeof(double))));
enum { S_KINETIC, S_POTENTIAL, S_INCREMENT, S_BAD };
enum { S_POSITION, S_VELOCITY, S_ACCELERATION };
typedef struct tac_sum_share { // of a sum group, see model/plan/sums.c
    _Alignas(TAC_ALIGN) tac_share bodies;
    tac_share elements;
} tac_sum_share;

// The measures of doubt that every body has side by side: the largest of several bodies, and whose they are.
typedef struct tac_worst_share {
    _Alignas(TAC_ALIGN) tac_share value;
    tac_share body; // numbers; below zero: none is above zero
} tac_worst_share;
_Static_assert(TAC_BODY_MEASURES <= sizeof(tac_share) / sizeof(double),
               "one more needs wider shares");

// Of a friction in the last step (element/law/friction.c).
typedef struct tac_friction_share {
    double met;  // dt/2 w of the steepest slope between the rates of its start, middle and end
    double left; // what iterations have left of its force, in parts of its limit
} tac_friction_share;

// Written by the last stages of a step, and added up by step/report.c.
typedef struct tac_shares {
    tac_share *body;              // (n_body)
    tac_share *measure;           // of every body                                 (n_body)
    tac_worst_share *worst;       // of a sum group                   (tac_sum_group_count)
    tac_share *element;           // (n_element)
    tac_sum_share *sum_group;     // (tac_sum_group_count)
    double *energy;               // of force elements                             (n_element)
    double *memory;               // what laws will carry on                        (n_memory)
    tac_friction_share *friction; // of frictions, springs with a table of damping (n_left)
} tac_shares;

// Length of the step in every lane; of two copies side by side each has its own, model/plan/twin.h.
typedef struct tac_pace {
    _Alignas(TAC_ALIGN) double dt[TAC_MAX_LANES];
    _Alignas(TAC_ALIGN) double h[TAC_MAX_LANES]; // dt^2 / 4
} tac_pace;

// One step from its begin to its end; written between steps, method/index3/index3.c and step/state_io.c.
typedef struct tac_moment {
    const tac_state *from;    // state the step starts from
    tac_state to;             // and the one it leads to
    double start, end;        // times of the step
    tac_signal *signal;       // at its end; of every copy                        (n_source)
    tac_signal *mean;         // over it, and what to push with for that (source.h) (n_source)
    tac_signal *push;         // (n_source)
    double *input;            // inputs and values of blocks now, one and two steps ago
    double *block;            // what blocks will carry on                 (n_block_memory)
    double *sensed;           // scratch of a sensor that a block reads    (widest_sensed)
    const double *input_mean; // over the step; NULL: that of both its ends      (n_input)
    int most_iterations;      // of this step, 0: all
    unsigned callers_mode;    // float_mode.h, of the thread that begins and ends the step
    tac_report *report;       // of every mechanism beside others, and how the step went (m->sums.beside)
    tac_status *outcome;
} tac_moment;

// How far a joint is open after the first iteration and at most after later ones, and the force in it.
typedef enum tac_gap { TAC_FIRST_GAP, TAC_LATER_GAP, TAC_PULL, TAC_GAPS } tac_gap;

// Which principal moments of inertia are the same bits, of all bodies of a cell.
typedef enum tac_moments { TAC_ALL_EQUAL, TAC_PAIR_EQUAL, TAC_NONE_EQUAL } tac_moments;

// What the canonical step has beside the rest; written by the stages of kernel/method/canonical.
typedef struct tac_momenta {
    double
        *body; // constants and momenta of bodies, by cells (n_body_cell, TAC_MOMENTA_FIELDS, lanes)
    tac_moments *moments; // (n_body_cell)
    tac_signal *before;   // means of signals over the step before               (n_source)
    tac_signal *left;     // scratch                                             (n_source)
    double *stiff;        // h w K of every row of a law in the last step        (n_row)
    int *elsewhere;       // of a block: the state is not where the factors were made   (n_block)
    int made;             // rows and factors are those of the state that the last step led to
    // of models that may snap taut (method/canonical/snaps.h), NULL of others:
    double *gap;  // of joints: tac_gap                                   (n_cell, TAC_GAPS, lanes)
    double *open; // of mechanisms, by one of their bodies, the largest   (n_body, TAC_GAPS)
    double *pull; // of bodies: forces of their joints                    (n_body)
    double *snapped; // of bodies, 1: their joints are closed by projections (n_body + 1)
    tac_worst snap;  // farthest gap of one since the last report
} tac_momenta;

// Sources within a modular step; `signal` of the step is one of these.
typedef struct tac_stage_signals {
    tac_signal *end, *middle; // at the step's end and half way                (n_source)
    tac_signal *beyond; // by what the mean over the step is above that of the stages (n_source)
} tac_stage_signals;

// Of the consistent start; written by step/start.c.
typedef struct tac_starting {
    int is_on;       // laws do not stiffen the factors
    double shorten;  // share of a position correction that is made
    int holds_modes; // accelerations and velocities leave modes of flexible bodies as they are
    double stiffer;  // of a static start: modes against bodies
} tac_starting;

// Coordinates held at the start; written by step/held.c.
typedef struct tac_holding {
    bool is_on;               // the start at hand holds them
    int n;                    // of the kind at hand, positions or rates
    int *of;                  // of model.held
    struct tac_held_row *row; // where bodies are                          (n)
    double *push;             // what the next correction pushes them with (n)
    double *response;         // of each to a push of each, or its factors (n, n)
} tac_holding;

// Actuators that stand for drives, where a step has led; written by step/effort.c.
typedef struct tac_efforts {
    tac_workspace *space; // of its own, in which no step is made
    double *response;     // of drives' rows to a push of each actuator, then its factors (n, n)
    double *scale;        // of its rows, then of its columns                             (n, 2)
    double *effort;       // (n)
    int *order;           // rows as they are eliminated                                  (n)
} tac_efforts;

// How an isolated mechanism is turned once a step is made: by q about its centre of mass, which moves with V.
typedef struct tac_turn {
    quat q;
    vec3 c, V;
} tac_turn;

// Phases and what they are handed.
typedef struct tac_phases {
    tac_phase *phase; // (n)
    tac_work *work;   // (n)
    int n;
    tac_visit *visit; // of those that go through a mechanism of one block  (n_visit)
    int n_visit;
} tac_phases;

// Extrapolation, of the whole step: sequences of sub-steps, each with a workspace and a state of its own;
// or two of them at a time in the workspace of the twin.
typedef struct tac_sequences {
    int n;
    tac_workspace *space[TAC_MAX_SEQUENCES];
    tac_workspace *twin; // NULL: sequences are never side by side
    int longest; // a law is not resolved, begins or ends, or friction turns: the step is the longest sequence
    int longest_by; // the element of the last such law, TAC_NONE
    // weights of the combination, and of what laws are drawn towards
    double weight[TAC_MAX_SEQUENCES], spring[TAC_MAX_SEQUENCES], damper[TAC_MAX_SEQUENCES];
} tac_sequences;

// Of a sequence or twin; written by step/extrapolate.c and step/twin_sequences.c.
typedef struct tac_substeps {
    tac_workspace *whole;   // the workspace of the whole step
    int n;                  // sub-steps in the whole step
    int latched;            // and so far
    tac_state state;        // its own
    int in_twin;            // of a sequence: its last sub-step was made in the twin; with
    tac_status outcome;     // what there was to say about it
    double last;            // and its last Newton increment
    int measured;           // sub-steps whose measures of doubt are in
    tac_worst_share *worst; // (m->sums.beside)
} tac_substeps;

// Flexible bodies (feature/flexible/flexible.h).
typedef struct tac_flex_cell tac_flex_cell;
typedef struct tac_flexes {
    int n;
    tac_flex_cell *cell;
    int *cell_of, *lane; // of every body                                     (n_flexible)
} tac_flexes;

// What a solve asks the law of a coupler for, once the rows of its terms are there.
typedef enum tac_request {
    TAC_ASKED_NOTHING,
    TAC_ASKED_FRESH, // the force that an iteration wants, with its slope
    TAC_ASKED_AGAIN, // without
    TAC_ASKED_PLACE, // of corrections of places,
    TAC_ASKED_RATE,  // and of rates
    TAC_ASKED_FORCE, // at the end of the step
    TAC_ASKED_GIVEN, // of an instant, given as it is: of modular
    TAC_ASKED_CLOSE, // of canonical: the mean over the step, with its slope
    TAC_ASKED_CLOSE_AGAIN,
    TAC_ASKED_SHARE, // what of a damper velocities follow
    TAC_ASKED_END
} tac_request;

// Gives the row of the coupler that an element begins what has been asked for; nothing where
// nothing is.
typedef void tac_couple(tac_workspace *w, const tac_element *lead);

typedef struct tac_multirate tac_multirate; // feature/multirate/multirate.h
typedef struct tac_part tac_part;           // feature/submodel/parts.h

// Whether all elements of a cell are sub-models apart.
typedef enum tac_cell_apart {
    TAC_NOT_APART,
    TAC_APART_IN_TREE,
    TAC_APART_OUT_OF_TREE
} tac_cell_apart;

struct tac_workspace {
    const tac_model *m;
    const tac_plan *plan;
    tac_options o;
    double h;           // dt^2 / 4
    double length;      // of the model, with sub-models apart, m
    bool driven_loops;  // there are some with redundant rows that a drive moves (fronts/tension.h)
    double *coupled;    // of a step, as of a state                                (n_term, 2)
    tac_request *asked; // of couplers that give, by their first terms              (n_term)
    tac_couple *couple;
    double *heaviest; // fronts/light_parts.h (n_body, 2)
    bool light_loose; // rows of light parts are as loose as these are light
    bool turns_loads; // loads in world axes are turned into the body's and back
    tac_pace pace;
    tac_stage_entry stage[TAC_MOST_STAGES];
    bool layered; // some stages have layers
    tac_fields fields;
    tac_fronts fronts;
    tac_sweep sweep;
    tac_shares shares;
    tac_turn *turn; // written by step/momentum.c (n_isolated)
    tac_moment step;
    tac_starting start;
    tac_holding holding;
    tac_efforts efforts;
    tac_phases list;
    tac_sequences sequences;
    tac_substeps substeps;
    tac_momenta momenta;
    tac_stage_signals signals;
    tac_flexes flexes;
    int laws_given; // in solves for accelerations, which have a matrix of their own then
    tac_part
        *part; // of parts (feature/submodel/parts.h)                                    (n_part)
    int n_carried, *carried;    // first ones of batches of sub-models apart
    tac_cell_apart *cell_apart; // where there are parts (n_cell)
    int n_multirate;
    tac_multirate
        *multirate; // sub-models with steps of their own                       (n_multirate)
    int interface_told; // elements of multirate sub-models push on the interface bodies what the multirate sub-models say
    tac_multirate *of_multirate; // NULL: the workspace of a whole mechanism
};

// dt^2 / 4 of the whole step, also in its sub-steps, but for those of a multirate sub-model.
static inline double tac_whole_h(const tac_workspace *w)
{
    return w->substeps.whole && !w->of_multirate ? w->substeps.whole->h : w->h;
}

// Whether this iteration is the last one of the step at hand, which may leave out some.
static inline bool tac_is_last_iteration(const tac_workspace *w, int iteration)
{
    const tac_workspace *whole = w->substeps.whole ? w->substeps.whole : w;
    int most = whole->step.most_iterations;
    return iteration == (most > 0 && most < w->o.iterations ? most : w->o.iterations);
}

// Whether all reactions follow the bodies: projected accelerations leave multipliers that balance nothing at the
// step's start.
static inline bool tac_reactions_follow(const tac_workspace *w)
{
    return w->o.acceleration == TAC_PROJECTION;
}

// Whether velocities are projected as they are: so are those of the start, of combined sequences and of canonical.
static inline bool tac_keeps_rates(const tac_workspace *w)
{
    return w->sequences.n > 0 || w->start.is_on || w->momenta.elsewhere || tac_reactions_follow(w);
}

#endif
