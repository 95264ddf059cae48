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
// where * marks the values of the trapezoidal rule, [004] (15) (16).
#ifndef TAC_INDEX3_H
#define TAC_INDEX3_H

#include "internal.h"

enum { TAC_MAX_SEQUENCES = 3 };

struct tac_work {
    const tac_model *m;
    tac_options o;
    double h;              // dt^2 / 4
    int starting;          // consistent start: laws do not stiffen the factors
    const tac_state *from; // state the step starts from

    // signals at the end of the step
    tac_signal *signal; // (n_source)
    double *input;      // inputs now, one and two steps ago                  (n_input, 3)
    double end;         // time at the end of the step

    // bodies at the end of the step; pose of ground is the last one
    tac_pose *pose;  // (n_body + 1)
    vec3 *a, *wd;    // accelerations                                         (n_body + 1)
    double *stretch; // p . p_dot of the trapezoidal rule                     (n_body)
    tac_slot *x;     // unknown of the linear problem, zero for ground        (n_body + 1)
    double *travel;  // largest Newton increment of the step                  (n_body)
    tac_slot *delta; // last Newton increment: displacement, rotation         (n_body)

    // slots
    tac_slot *J;  // Jacobian                                                 (n_slot)
    tac_slot *hJ; // h M^-1 J^T                                               (n_slot)

    // rows
    double *phi, *phi_t, *rate, *gamma, *c, *add, *lambda, *sigma, *acc; // (n_row)

    // elements
    double *angle;  // (n_angle)
    double *energy; // (n_element)

    // nodes
    double *front;  // (front_at[n_node])
    double *b;      // right-hand side and solution of every node             (row_at[n_node])
    double *column; // scratch of the factorization, one stretch per node     (row_at[n_node])

    tac_phase *phase; // (n_phase)
    int n_phase;
    tac_report report;

    // extrapolation: sequences of sub-steps, each with a work and a state of its own
    int n_sequence;
    tac_work *sequence[TAC_MAX_SEQUENCES];
    tac_work *whole; // of a sequence: the work of the whole step
    int n_substep;   // of a sequence: sub-steps in the whole step
    int substep;     // of a sequence: sub-steps latched so far
    tac_state own;   // of a sequence
};

// A list of phases under construction; counts only while phase is NULL.
typedef struct tac_phase_list {
    tac_phase *phase;
    int n;
    int iteration; // Newton iteration of what is added
} tac_phase_list;
typedef void tac_stage(tac_work *w, int first, int last);
void tac_add_phase(tac_phase_list *list, tac_work *w, const char *name, tac_stage *run, int first,
                   int n);
void tac_add_newton(tac_phase_list *list, tac_work *w, const tac_model *m, int iterations);
void tac_add_position(tac_phase_list *list, tac_work *w, const tac_model *m);
void tac_add_velocity(tac_phase_list *list, tac_work *w, const tac_model *m);
void tac_add_acceleration(tac_phase_list *list, tac_work *w, const tac_model *m,
                          const tac_options *o);
int tac_laws_refactored(const tac_model *m, const tac_options *o);

// solve.c: the linear problem over nodes; body i is leaf i.
void tac_leaf_front(tac_work *w, int body);    // W of one body
void tac_join_fronts(tac_work *w, int node);   // sum of the children's boundaries
void tac_node_factor(tac_work *w, int node);   // adds C of the eliminated rows, eliminates them
void tac_node_forward(tac_work *w, int node);  // right-hand side up
void tac_node_backward(tac_work *w, int node); // sigma of the eliminated rows down
tac_slot tac_body_reaction(const tac_work *w, int body, const double *y); // sum of J^T y
tac_slot tac_body_solution(const tac_work *w, int body);                  // x - h M^-1 J^T sigma

// row_stages.c: one element per item.
void tac_rows_newton(tac_work *w, int first, int last);
void tac_rows_position_only(tac_work *w, int first, int last); // constraints alone
void tac_rows_velocity(tac_work *w, int first, int last);
void tac_rows_acceleration(tac_work *w, int first, int last);
void tac_rows_residual(tac_work *w, int first, int last);

// stages.c: one body per item.
void tac_leaf_index1(tac_work *w, int first, int last);
double tac_increment_size(const tac_model *m, tac_slot delta);
void tac_move_body(tac_work *w, int body, tac_slot delta);
void tac_place_body(tac_work *w, int body, vec3 r, quat p);

// commit.c: what happens before and after the stages.
void tac_latch(tac_work *w, const tac_state *s, const double *input, int64_t step);
void tac_commit(const tac_work *w, tac_state *s);
void tac_measure(tac_work *w);
tac_status tac_judge(const tac_work *w);

// extrapolate.c
int tac_sequence_count(int order);
int tac_sequence_substeps(int order, int sequence);
void tac_add_extrapolation(tac_phase_list *list, tac_work *w, const tac_model *m);
void tac_begin_sequences(tac_work *w, const tac_state *s);

// momentum.c: one isolated mechanism per item.
void tac_keep_momentum(tac_work *w, int first, int last);

// start.c
tac_status tac_index3_start(tac_work *w, tac_state *s, const double *input, tac_start_report *r);

#endif
