// One interface for every formulation: model, state, work, step, report.
//
// A method is a table of functions, which callers know nothing else of: index-3 divide-and-conquer ([004],
// tac_index3) for real time, and others beside it (methods.h).
//
// Memory. Ask the size, hand over a 64-byte aligned block, nothing is allocated afterwards.
//   model   constants derived at setup; read-only (but see tune.h), may be shared by any solvers
//   state   exactly what decides the future; its bytes are a checkpoint
//   work    scratch, one per solver; no meaning between steps
//
// Time. A step is a list of phases. Phases run one after another; the items of a phase are
// independent of each other and may be spread over threads in any way: the bits stay the same.
// tac_step walks the list plainly; an executive walks it with its own workers and tracepoints.
#ifndef TAC_SOLVER_H
#define TAC_SOLVER_H

#include <stddef.h>
#include <stdint.h>

#include "desc.h"
#include "model.h"
#include "status.h"
#include "takes.h"

typedef enum tac_acceleration_mode { // accelerations and multipliers at the end of a step
    TAC_INDEX1,     // M qdd + Phi_q^T lambda = Q, Phi_q qdd = gamma; [solver] section 7
    TAC_PROJECTION, // mass-orthogonal projection, [004] section 3.4
} tac_acceleration_mode;

typedef enum tac_tangent { // when Jacobians and factors of the Newton iterations are computed
    TAC_TANGENT_FULL,      // in every iteration
    TAC_TANGENT_FIRST,     // in the first of a step; later ones correct with exact residuals
} tac_tangent;

// Of the methods hdca and dca alone, docs/formulations.md:
typedef enum tac_coordinate_set { // what is integrated
    TAC_ON_BODIES,                // positions and orientations of all bodies
    TAC_ON_JOINTS,                // joint coordinates of a spanning tree
} tac_coordinate_set;

typedef enum tac_impulses { // sigma of hdca between steps
    TAC_IMPULSES_RESET,     // set to zero: motions do not feel it, and nothing grows
    TAC_IMPULSES_KEPT,      // as in [001]
} tac_impulses;

typedef enum tac_projections { // what is put onto the constraints after a step; bits
    TAC_PROJECT_NOTHING,
    TAC_PROJECT_POSITIONS,
    TAC_PROJECT_VELOCITIES, // those of hdca fit without it
    TAC_PROJECT_BOTH,
} tac_projections;

typedef enum tac_reactions { // where reactions are from
    TAC_REACTIONS_INDEX1,    // the accelerations of the instant
    TAC_REACTIONS_IMPULSES,  // differences of sigma over the step: its mean; hdca on bodies alone
} tac_reactions;

typedef struct tac_offline_options {
    tac_coordinate_set coordinates;
    tac_impulses impulses;
    tac_projections projections;
    tac_reactions reactions;
} tac_offline_options;

typedef enum tac_corrections { // what the method modular puts onto the constraints after a step
    TAC_CORRECT_BOTH,
    TAC_CORRECT_POSITIONS,
    TAC_CORRECT_VELOCITIES,
    TAC_CORRECT_NOTHING,
    TAC_CORRECTIONS
} tac_corrections;

typedef enum tac_carriers { // what meets one body by more than six rows, of index-3 and canonical,
    TAC_CARRIERS_ON, // is condensed to that body's six unknowns where that takes fewer operations
    TAC_CARRIERS_OFF // stays rows
} tac_carriers;

typedef struct tac_options {
    double dt;      // s, > 0
    int iterations; // Newton-Raphson iterations of every step, 1 to 50
    double penalty; // beta = alpha h m_row, dimensionless, > 0; default 1e7
    double alpha;   // > 0: the same absolute penalty for all rows instead
    tac_acceleration_mode acceleration;
    int order; // 2: plain steps; 3, 4: extrapolation over 3 or 6 sub-steps, see extrapolate.c;
               // of the canonical step 2, 4, 6; modular is of order 4 whatever is asked for
    tac_tangent tangent; // FULL whatever is asked for with contacts that the step does not resolve;
                         // with any contacts accelerations by INDEX1
    int lanes; // 1, 4, 8: width of vectors; 0: what suits processor and model. Same bits for all.
               // Sequences of sub-steps that are side by side (order 3, 4) take four of them
    tac_offline_options
        offline;         // of methods that are not for real time, never recorded; these know dt and
                         // penalty besides
    double doubt_length; // last Newton increments above which a step is in doubt, see doubt.h: m
    double doubt_angle;  // and rad. They change no result
    int is_static; // start: modes of flexible bodies at rest under their loads, K q = Qf + Phi^T lambda
    tac_corrections corrections; // of the method modular alone
    // what was asked for; desc.carriers is what a tree is built with
    tac_carriers carriers;
} tac_options;

// dt 1 ms, 3 iterations, penalty 1e7, TAC_INDEX1, order 2, doubt above 1e-3 m and 1e-3 rad
tac_options tac_default_options(void);

// Lanes of the vectors of its steps, those of these options or what suits: 1, 4 or 8.
int tac_lanes_of(const tac_model *m, const tac_options *o);

// One body of a state. A body's values lie together, so that threads at work on different bodies
// hardly write to the same cache lines.
typedef struct tac_body_state {
    vec3 r;  // centre of mass, world
    quat p;  // Euler parameters, body to world, unit
    vec3 v;  // velocity of the centre of mass, world
    vec3 w;  // angular velocity, body axes
    vec3 a;  // acceleration of the centre of mass, world
    vec3 wd; // angular acceleration, body axes
} tac_body_state;
_Static_assert(sizeof(tac_body_state) == 19 * sizeof(double), "read as an array of numbers");

// Everything that decides the future. data (size bytes) holds all of it; the rest points inside.
typedef struct tac_state {
    void *data;  // all of the below, `size` bytes without pointers; padding is zero
    void *spare; // where the next step is written: memory as of data, which data and this swap
    size_t size;
    int64_t *step;        // steps since t = 0; time is *step times dt
    double *dt;           // s, copied from the options at start
    tac_body_state *body; //                                            (n_body)
    double *lambda;       // multipliers; force on the second body is -Phi_b^T lambda (n_row)
    double *angle;        // multi-turn angle of every element that has one    (n_angle)
    double *input;        // inputs at this step, the last and the one before  (n_input, 3)
                          // then values of blocks likewise                   (n_block, 3)
    double *memory;       // what laws carry, in the order of elements     (n_memory)
    double *mode;         // of every flexible body q, q', q''             (n_mode, 3 times)
    double *mode_left;    // what modes lack of their equation             (n_mode)
    double *part;         // of every part its state and outputs, tac_part_size
    // of every term of a coupler the factor of the last step; of the first one the sum  (n_term, 2)
    double *coupled;
    double *
        effort; // of actuators that stand for drives, above zero it increases its coordinate   (n_effort)
    double *block; // what blocks carry (n_block_memory)
} tac_state;

// What puts the result of a step in doubt when it is too large, doubt.h.
typedef enum tac_doubt {
    TAC_LAST_SHIFT, // last Newton increment of a body, at its farthest joint or force element, m; of
                    // methods without one how far its joint is open
    TAC_LAST_TURN,  // and as a rotation, rad
    TAC_STEP_TURN,  // rotation of a body in the step, rad
    TAC_TENSION,    // dt^2/4 of the geometric stiffness of its reactions, over its inertia
    TAC_BODY_MEASURES, // of every body; of flexible ones alone:
    TAC_BENT =
        TAC_BODY_MEASURES, // farthest displacement of an interface by its modes, over its length
    TAC_TWISTED,           // and farthest rotation of one, rad
    TAC_UNSETTLED,         // work of its last Newton increment in the step, of its energy
    TAC_FRICTION_LEFT, // what the last Newton iteration has left of the force of a friction on it, of the limit
    TAC_INTERFACE_LEFT, // what the last iteration of sub-steps would move a body by that they push, m
    TAC_SNAP,           // how far iterations left a joint open that was closed by projections, m
    TAC_MEASURES
} tac_doubt;

typedef struct tac_worst { // the largest of all bodies and sub-steps
    double value;
    int body; // whose; of equal ones the first; TAC_NONE: none is above zero
} tac_worst;

// Measured after every step and after start.
typedef struct tac_report {
    double increment;              // norm of the last Newton increment of all (r, p)
    double position;               // norm of Phi over all constraint rows
    double velocity;               // norm of Phi_q qd + Phi_t
    double acceleration;           // norm of Phi_q qdd - gamma
    double kinetic, potential;     // J; potential of gravity, springs, bushings and contacts
    tac_worst worst[TAC_MEASURES]; // of a step; after start none
    // Orders above 2: whether the step is its longest sequence alone, of order 2, and the law that had it so,
    // numbered as in the tree; TAC_NONE: a link under tension, or a friction.
    int uncombined, uncombined_by;
} tac_report;

// How far the given start was from the constraints.
typedef struct tac_start_report {
    int iterations;         // position corrections made
    double residual_before; // norm of Phi as given
    double residual_after;
    double max_shift;              // largest displacement of a body, m
    double max_turn;               // largest rotation of a body, rad
    int shifted_body;              // the body of max_shift
    double velocity_before;        // norm of Phi_q qd + Phi_t as given
    double max_velocity_change;    // m/s
    double max_spin_change;        // rad/s
    double max_move;               // largest displacement of a centre of mass or joint point, m
    int moved_body;                // whose
    int slowed_body, stilled_body; // the bodies of max_velocity_change and max_spin_change
    int held;                      // coordinates of joints that have their start
} tac_start_report;

typedef struct tac_work tac_work; // private to the method

typedef struct tac_phase {
    const char *name; // of the stage, for tracing
    tac_work *work;   // first argument of run: a part of the method's work
    void (*run)(tac_work *w, int first, int last); // items first <= i < last
    int n;                                         // number of items
    int first;                                     // the first item: items first .. first + n - 1
    int iteration; // 0: always run; k: part of the k-th Newton iteration, which may be left out
                   // together with all later ones when there is no time
    int worth;     // items that are worth a worker of their own; 1: an item is a whole subtree
    int together;  // 1: a worker that has all items takes less than the sum of their costs
    int cut; // 0, or a number: all phases of this number are cut into the same stretches, since
             // one stretch leaves to another what lies inside of it
} tac_phase;

typedef struct tac_method {
    const char *name;
    size_t (*state_size)(const tac_model *m);
    tac_status (*state_init)(const tac_model *m, tac_state *s, void *mem, size_t size);
    size_t (*work_size)(const tac_model *m, const tac_options *o);
    tac_status (*work_init)(const tac_model *m, const tac_options *o, tac_work **w, void *mem,
                            size_t size);
    // Consistent start: positions, then velocities onto the constraints, then accelerations and
    // multipliers. May be called again at any time with another state. Cost is bounded but not
    // real time.
    tac_status (*start)(tac_work *w, tac_state *s, const double *input, tac_start_report *r);
    // The step in three parts: begin reads state and inputs, the phases compute the next state in
    // s->spare, end checks it and swaps the two. iterations: how many of the Newton iterations will
    // be made, 0 for all; phases of later ones are left out by whoever runs the phases.
    void (*begin)(tac_work *w, const tac_state *s, const double *input, int iterations);
    int (*phases)(const tac_work *w, const tac_phase **list);
    tac_status (*end)(tac_work *w, tac_state *s);
    void (*report)(const tac_work *w, tac_report *r);
    // The thread that calls begin and end has the mode of float_mode.h between them and its own again
    // afterwards; other threads that run phases set it themselves.
    // Estimated cost of one item of a phase of the list, of begin and end together for phase NULL; ns
    // on some machine, for schedules. NULL: not known.
    double (*cost)(const tac_work *w, const tac_phase *phase, int item);
    // The same of items first .. last - 1 by one worker, where it is not the sum because phases leave
    // work to later ones: ask for all stretches of a step in order, nothing is left after the last.
    // NULL: it is the sum.
    double (*stretch)(const tac_work *w, const tac_phase *phase, int first, int last);
    // The item that a body belongs to in phases over subtrees; TAC_NONE above them.
    int (*subtree)(const tac_work *w, int body);
    // Iterations of a step when nobody says how many; NULL: as tac_default_options.
    int (*iterations)(const tac_desc *d);
    // What it has against options, as a constant sentence without a full stop; NULL, or NULL returned:
    // nothing.
    const char *(*refuses)(const tac_options *o);
    // Not for real time: no step against the clock, no recordings.
    int is_offline;
    const tac_takes *takes; // never NULL
} tac_method;

extern const tac_method tac_index3;
// Momenta instead of accelerations: symmetric, orders 2, 4 (over 1 and 2 sub-steps) and 6 (1, 2, 3). Of the
// options, tangent and accelerations by projection have no meaning to it.
extern const tac_method tac_canonical;
// Accelerations by a Runge-Kutta step of order 4 whose drift is taken away once per step ([002]). Laws act as forces
// alone; contacts, tables with corners and laws too stiff for the step are refused. Of the options it has dt,
// penalty, alpha, lanes and corrections.
extern const tac_method tac_modular;
// Momenta, or accelerations, by a fixed Runge-Kutta step of order 4: for comparison ([001]). They have
// joints, drives and smooth laws; contacts, tables with corners and laws too stiff for the step are refused.
extern const tac_method tac_hdca, tac_dca;

// One step with all phases on the calling thread.
//   reads    s, input (n_input), NULL for all as in the description
//   writes   s on success; on failure the old state stands
//   fails    TAC_DIVERGED, TAC_NOT_FINITE with the body or element, TAC_TURNS_TOO_FAR with the body
//   cost     the same number of operations every time; no allocation, no system call
tac_status tac_step(const tac_method *method, tac_work *w, tac_state *s, const double *input);

#endif
