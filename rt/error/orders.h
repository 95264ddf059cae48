// What all orders of a method make of a model's step, by halving (halving.h) over the whole motion, and the cheapest order and
// step that keep an error.
//
// It is the error of the step alone: not of the model's numbers, and not of inputs, which are held.
#ifndef TAC_ORDERS_H
#define TAC_ORDERS_H

#include "trial.h"

enum { TAC_MOST_ORDERS = 4, TAC_MOST_PARTS = 1000 };

typedef struct tac_step_choice {
    int order;      // 0: no step does
    int parts;      // that the step is divided by
    double dt;      // s
    double expects; // error: relative positions and angles in rad, as in verdict.h
    double price;   // operations per step of the model
} tac_step_choice;

typedef struct tac_order_trial {
    int order, parts; // the step is the model's divided by parts
    bool missing;     // the method has no such order
    double price;     // operations per step
    tac_trial trial;  // steps are 0 where the order cannot be tried
    tac_step_choice choice;
} tac_order_trial;

typedef struct tac_orders {
    double error; // the bound that is asked about
    int n;
    tac_order_trial of[TAC_MOST_ORDERS];
    tac_step_choice choice; // never longer than the model's step
} tac_orders;

// Tries n_step steps of the model with every order that its method takes; orders whose step is dearer than one that was
// found are left out unless all are wanted. Steps that do not resolve the motion are divided, as often as that may pay.
// Rows are printed as they come; NULL: none are. False when a stop signal came.
bool tac_try_orders(tac_orders *o, int64_t n_step, double error, bool all, tac_trial_build *build,
                    void *context, FILE *out);

#endif
