// How good a step is: a model beside itself with half the step and with another order.
//
// Up to four runs go side by side, step by step, so that nothing has to be kept: the order that is asked
// about and another one, each with the step and with half of it. The finest of them, order 4 with half the
// step, is what the others are measured by. Where the other order does not follow the model, the order that is
// asked about runs with a quarter and an eighth of the step instead. The finest run's own error follows from the difference that halving makes and
// the power of the step with which it falls. Positions are in lengths of the model (tac_model_length), angles
// in rad; the error is the larger of the two, largest over bodies and time.
//
// It is the error of the step alone: not of the model's numbers, and not of inputs, which are held.
#ifndef TAC_ESTIMATE_H
#define TAC_ESTIMATE_H

#include "doubts.h"

enum { TAC_ESTIMATE_RUNS = 4, TAC_MOST_PARTS = 1000 };

typedef struct tac_step_error { // largest differences so far
    double position, angle;     // m, rad
    double force, torque;       // of joints on their second body, N, N m
    double energy;              // kinetic and potential, J
} tac_step_error;

typedef struct tac_estimate_run {
    tac_simulation sim;
    tac_doubts doubts;
    int order, parts; // the step is that of the estimate divided by parts
    bool stopped;     // could not go on, sim.diag says why; its error is without bound
    tac_step_error off;
} tac_estimate_run;

typedef struct tac_body_error { // of the first run
    int body;
    double position, angle; // m, rad
    // Sums over steps, of squares of vectors in lengths and rad: what the difference of order 2 to the finest run lacks of
    // falling to a quarter as the step is halved, and what halving changes at the finest run's order.
    double lacks, change;
} tac_body_error;

typedef struct tac_estimate {
    tac_estimate_run
        run[TAC_ESTIMATE_RUNS]; // order, step: own, dt; own, dt/2; other, dt; other, dt/2
    bool one_order;             // the latter are: own, dt/4; own, dt/8
    tac_diag why;               // then: what the other order cannot
    int n, finest;
    double dt, length;
    int64_t steps;        // of dt, made so far
    tac_body_error *body; // (n_body)
    double force, torque; // largest of any joint in the finest run
} tac_estimate;

// One of the runs: reads the model and applies what was asked for besides order and step; says why not in
// s->diag.
typedef bool tac_estimate_build(void *context, tac_simulation *s);

// Builds the runs and starts them; on failure the line is in e->run[0].sim.diag. To be closed in any case.
bool tac_estimate_open(tac_estimate *e, tac_estimate_build *build, void *context);
// One step of dt in every run. 0 when the finest, or all others, have stopped.
bool tac_estimate_step(tac_estimate *e);
void tac_estimate_close(tac_estimate *e);

// The error of a run as it is now; and with which power of the step that of its order falls, 0 when it does
// not fall.
tac_step_error tac_estimate_error(const tac_estimate *e, int run);
double tac_estimate_power(const tac_estimate *e, int order);
// The larger one of position and angle, as defined above.
double tac_estimate_size(const tac_estimate *e, const tac_step_error *error);

typedef struct tac_step_choice {
    int order;      // 0: no step does
    int parts;      // that the step is divided by
    double dt;      // s
    double expects; // error
} tac_step_choice;

// The cheapest order and step, never longer than the one that was judged, that keep the error below a bound.
tac_step_choice tac_estimate_choose(const tac_estimate *e, double error);

#endif
