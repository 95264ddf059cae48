// Parts: force elements and small subsystems that somebody else wrote and compiled, as shared objects.
//
// A part sits between two mounts of a mechanism, frame a (a body or ground) and frame b (a body), and pushes them
// apart, together or around: its wrench acts on b, and the opposite wrench at the same place on a. It may carry numbers
// of its own from step to step (its state), read signals of the model (its inputs), and show results (its outputs).
// docs/parts.md has a worked example, docs/equations.md, "Parts", what the solver makes of an answer.
//
// A shared object exports one function, TAC_PART_ENTRY, which returns a constant table. Built by
//   cc -std=c17 -O2 -ffp-contract=off -fPIC -shared -nostdlib -o part.so part.c
//
// Rules for its functions. They are called from within the step: no allocation, system call, lock, wait or loop
// without a bound; no functions but their own and memcpy, memmove, memset and memcmp; no data but what they are handed
// and constants, so that any thread may call them and every call with
// the same numbers gives the same bits. Results of a step are the same bits on all processors only if a part's
// are: no contraction of products and sums, no functions of a processor's own.
//
// This header stands by itself and is all that a part includes.
#ifndef TAC_PART_H
#define TAC_PART_H

#include <stdint.h>

// Version of tables and calls below; objects of another one are refused.
enum { TAC_PART_ABI = 9 };

#define TAC_PART_ENTRY tactus_part
// const tac_part_table *tactus_part(void);

// Most of everything in a table.
enum {
    TAC_PART_MOST_VALUES = 64,
    TAC_PART_MOST_STATE = 256,
    TAC_PART_MOST_KEPT = 1 << 16, // state of one with bodies
    TAC_PART_MOST_ALIKE =
        8 // with bodies, of one object or form and on one carrier, that step together
};

// A parameter, input or output by its name in model files: letters, digits and underscores.
typedef struct tac_part_value {
    const char *name;
    const char *unit; // SI, as text for people: "N/m"; "" for numbers
    double value;     // of a parameter or input that a model does not give; of outputs 0
} tac_part_value;

// A mount where it is at the time of a call, all in world axes.
typedef struct tac_part_mount {
    double r[3]; // origin, m
    // Axes of the mount in world axes: row i, column j is the i-th component of axis j.
    double A[3][3];
    double v[3]; // velocity of the origin, m/s
    double w[3]; // angular velocity, rad/s
} tac_part_mount;

typedef struct tac_part_call {
    double t;                // time at the end of the step, s; of the start 0
    double dt;               // step, s
    const double *parameter; // (n_parameter)
    const double *input;     // at t                                             (n_input)
    const double *from;      // state at the start of the step                   (n_state)
    tac_part_mount a, b; // at t: as the iteration has them, in the last call of a step as they stay
} tac_part_call;

// All numbers are zero when a part is asked.
typedef struct tac_part_answer {
    // Force on b at its origin and torque, world axes, N and N m, for mounts where the call has them and for the state
    // of this step's end.
    double wrench[6];
    // By how much that wrench falls per displacement (m) and rotation (rad) of b against a, world axes; velocities grow
    // by 2/dt of a displacement: stiffness + 2/dt damping. Symmetric, not negative. Its entries above the diagonal are
    // read: [i][j], j >= i. It decides how fast the iteration converges and what is stable, not where it ends: a part
    // without stiffness for the step may leave it zero.
    double stiffness[6][6];
    double energy;  // stored, J; counted as potential energy
    double *to;     // state at t; what the last call of a step writes stays     (n_state)
    double *output; // likewise                                                   (n_output)
} tac_part_answer;

// ---- parts with bodies of their own -------------------------------------------------------------
//
// Sub-models that meet one body, their carrier, where mounts b are; mounts a are on ground. Those of one object on one
// carrier are one batch, in one memory and stepped side by side by its functions, and so are those of objects of one
// form, by the functions of the first of them; of more than fit in, the others are another one. Each
// solve of a step is one exchange: up goes what the batch is to the carrier, down what the solve makes of the
// carrier. docs/equations.md, "Sub-models apart". Coordinates of the carrier are the displacement of its centre of mass,
// world axes, and its rotation, body axes.

typedef enum tac_part_solve { // what is solved for
    TAC_PART_POSITION,        // of a start
    TAC_PART_NEWTON,          // an iteration with a tangent of its own,
    TAC_PART_AGAIN,           // and one with that of an earlier one
    TAC_PART_VELOCITY,
    TAC_PART_ACCELERATION, // with the matrix of velocities but for laws_given
    TAC_PART_SOLVES
} tac_part_solve;

enum { TAC_PART_TOLD = 15, TAC_PART_BODY = 19, TAC_PART_MOTION = 29 };

typedef struct tac_part_up {
    // Sums over its elements of what they tell the carrier: force, torque, and of Newton iterations what turns and
    // stiffens.
    double told[TAC_PART_TOLD];
    // The reaction on the carrier is k + K (x - x0), x its unknowns and x0 what they are before the solve, beside what was
    // told: of places zero, of rates and accelerations those that it has, so that little cancels. K is symmetric, read on and
    // above the diagonal ([i][j], j >= i), and left as it was where the matrix is that of before.
    double k[6], K[6][6];
    // Of a start, for each sub-model: what its joints are open by, or their rates miss by: sum of squares, and largest.
    double open[TAC_PART_MOST_ALIKE], widest[TAC_PART_MOST_ALIKE];
} tac_part_up;

// Asked for after the last Newton iteration and where positions of a start are solved for, and where laws have sides after
// every Newton iteration; of all other solutions nothing is, so that a host may hand them over with what it asks next.
typedef struct tac_part_down {
    // Of the last iteration: torque of reactions along the step's start less that along its end.
    double turned[3];
    // Of a start: squares of the largest increments of a body, rotation and displacement in m.
    double turn, shift;
    // Of Newton iterations: force and torque on the carrier of laws with sides, which push along the mean of their row, less
    // those along its end, which K has.
    double aside[6];
} tac_part_down;

typedef struct tac_part_setup {
    double dt, penalty, alpha, gravity[3]; // as in tac_options and tac_desc
    int iterations, tangent_first;
    int laws_given; // a solve for accelerations takes forces of laws as given, with a matrix of its own
    double mass, J[6];                                           // of the carrier
    double r[3], p[4], v[3], w[3];                               // of the carrier as given
    int n;                                                       // sub-models, at least 1
    double s[TAC_PART_MOST_ALIKE][3], q[TAC_PART_MOST_ALIKE][4]; // mount b of each on the carrier
    const struct tac_part_table
        *table[TAC_PART_MOST_ALIKE]; // of the object of each, as the host has it
} tac_part_setup;

// Where numbers of a sub-model are.
typedef struct tac_part_own {
    const double *from;  // state at the start of the step  (n_state)
    const double *input; // at its end, then their means over it     (2 n_input)
    double *to;          // state at its end                (n_state)
    double *output;      //                                 (n_output)
} tac_part_own;

typedef struct tac_part_result {             // of all of a batch
    double kinetic, potential;               // J
    double position, velocity, acceleration; // squares of residuals
    double increment;                        // square
    double worst[4]; // measures of doubt: shift, turn, rotation in the step, tension
    int code;        // of tac_status, TAC_OK
    double moved, shifted, turned, slowed, stilled; // by the start: as in tac_start_report
    double value;                                   // of the code, as in tac_status
    double wrench[TAC_PART_MOST_ALIKE][6]; // force and torque of each sub-model on the carrier
    double friction; // measure of doubt: what iterations left of a friction, of its limit
} tac_part_result;

// Of a sub-model on a carrier of mass m and inertia J, at s from its centre of mass, slope times mobility of its laws is
// at most own + shift / m + (sqrt(turn) + |s| sqrt(shift))^2 |J^-1|.
typedef struct tac_part_sharpness {
    double own, shift, turn;
} tac_part_sharpness;

// Of laws with sides, at the steepest, 1/s^2, N/m and N m; and of frictions, 1/s, N s/m and N m s. So a host knows
// whether its steps are too long for one tangent. Zero: there are none.
typedef struct tac_part_sharp {
    tac_part_sharpness sided, friction;
} tac_part_sharp;

// What a batch takes: estimates, by which hosts decide who computes what and say what a step takes; never a promise.
typedef struct tac_part_cost {
    double operations; // in floating point, of one factorization
    // ns on one processor, of the functions below
    double begin, up[TAC_PART_SOLVES], down[TAC_PART_SOLVES], end;
} tac_part_cost;

// What a host and its sub-models find out together, once they are built: which tensions and stiff laws there are in
// the mechanism that they are. docs/equations.md, "Sub-models apart".
typedef enum tac_part_marking {
    TAC_PART_COUNTED, // afresh: out joints that are left on the carrier in the sub-model
    TAC_PART_PEELED,  // in joints that are left on the carrier outside; out as before
    TAC_PART_LOOPED, // out mobility of the loops that the carrier is in, without its own, and rows with drives
    TAC_PART_MARKED, // in the same of the whole
    TAC_PART_STIFF,  // in and out marks of the carrier
    TAC_PART_LENGTH, // in and out the model's length, m, the largest lever of an element on a body
    TAC_PART_HEAVIEST // in and out the largest mass, kg, and mean moment of inertia, kg m^2, that joints connect
} tac_part_marking;

typedef struct tac_part_bodies {
    uint64_t (*size)(const tac_part_setup *setup); // bytes of its memory
    int (*init)(const tac_part_setup *setup,
                void *memory); // 64-byte aligned; 0: it cannot be built
    void (*mark)(void *memory, tac_part_marking what, double number[2]);
    void (*first)(void *memory, const tac_part_own *own); // `to` at the given start  (n)
    // Numbers of the carrier at the start of the step, a tac_body_state. A start if `starts`. What `own` (n) says is for
    // this call.
    void (*begin)(void *memory, const tac_part_own *own, const double carrier[TAC_PART_BODY],
                  int64_t step, int starts);
    // Said before other elements of the host are at work: `up` of this solve comes next. NULL: there is nothing to do
    // until then. For one that is asked elsewhere, and so is at work meanwhile.
    void (*ahead)(void *memory, tac_part_solve solve);
    void (*up)(void *memory, tac_part_solve solve, tac_part_up *up);
    // x of the solve, its unknowns as a whole, in a start times `scale`.
    void (*down)(void *memory, tac_part_solve solve, int is_last, double scale, const double x[6],
                 tac_part_down *down);
    // Where the carrier is now: place, rotation, Euler parameters, rates and accelerations; and how far reactions on it
    // follow it in iterations with the tangent of an earlier one.
    void (*move)(void *memory, const double motion[TAC_PART_MOTION]);
    void (*end)(void *memory, const tac_part_own *own, tac_part_result *result);
    const tac_part_sharp *sharp; // of one sub-model; NULL: no law has sides, and nothing rubs
    const tac_part_cost
        *cost; // of n sub-models at [n - 1], (TAC_PART_MOST_ALIKE); NULL: it is not known
    // Of objects whose sub-models can step together, since one has in `piece` what another builds it from, and they differ
    // in numbers alone, not in how many states, inputs and outputs they have. The functions of one of them serve all,
    // also in batches of their own. NULL, or 0: with others of this object alone.
    const uint64_t *form;
    const void *piece;
    // Not zero: laws of its sub-models push against ground itself, beside their carrier. NULL: none does.
    const uint32_t *in_world;
} tac_part_bodies;

typedef struct tac_part_table {
    uint32_t abi;  // TAC_PART_ABI
    uint32_t size; // sizeof(tac_part_table)
    const char *title;
    uint32_t n_parameter, n_input, n_output, n_state;
    const tac_part_value *parameter, *input, *output;
    // What is wrong with these parameters, one line, in the object itself; NULL: nothing. May itself be NULL.
    const char *(*check)(const double *parameter);
    // State at t = 0 (answer->to, outputs); call->from is zero. NULL: all zero.
    void (*start)(const tac_part_call *call, tac_part_answer *answer);
    // The answer at the end of a step; called in every iteration, and once with what the step ends with.
    void (*step)(const tac_part_call *call, tac_part_answer *answer);
    const tac_part_bodies *bodies; // of a sub-model, in place of start and step; NULL: a law
} tac_part_table;

// Of a sub-model, NULL: none of its laws has sides, and nothing rubs.
static inline const tac_part_sharp *tac_part_sharp_of(const tac_part_table *table)
{
    return table && table->bodies ? table->bodies->sharp : (const tac_part_sharp *)0;
}

// Of a batch of n sub-models, NULL: it is not known.
static inline const tac_part_cost *tac_part_cost_of(const tac_part_table *table, int n)
{
    int has = table && table->bodies && table->bodies->cost;
    return has ? &table->bodies->cost[n - 1] : (const tac_part_cost *)0;
}

// Zero: it has none.
static inline uint64_t tac_part_form_of(const tac_part_table *table)
{
    int has = table && table->bodies && table->bodies->form;
    return has ? *table->bodies->form : 0;
}

static inline int tac_part_is_in_world(const tac_part_table *table)
{
    return table && table->bodies && table->bodies->in_world && *table->bodies->in_world != 0;
}

// Whether sub-models of these objects can be one batch.
static inline int tac_part_is_like(const tac_part_table *one, const tac_part_table *other)
{
    uint64_t form = tac_part_form_of(one);
    return one == other ||
           (form != 0 && form == tac_part_form_of(other) && one->n_state == other->n_state &&
            one->n_input == other->n_input && one->n_output == other->n_output);
}

static inline int tac_part_has_sides(const tac_part_table *table)
{
    const tac_part_sharp *sharp = tac_part_sharp_of(table);
    return sharp && (sharp->sided.own > 0.0 || sharp->sided.shift > 0.0 || sharp->sided.turn > 0.0);
}

#endif
