// Simulations that are alike, stepped together: mechanisms beside each other in one model, whose steps share vectors.
//
// Results, reports and failures are those that each has alone, bit for bit. Where a step fails for one of them, or
// a decision is made for the whole step, this step is made by each alone.
#ifndef TAC_SIDE_BY_SIDE_H
#define TAC_SIDE_BY_SIDE_H

#include "simulation/simulation.h"

typedef struct tac_side_by_side tac_side_by_side;

// How many simulations like a prepared one share its vectors; 1: it is stepped alone, as fast.
int tac_side_by_side_count(const tac_simulation *s);

// Takes memory for n simulations like the given ones, which are prepared, stay, and have the same numbers of everything
// and the same options. NULL: there is no memory, or they cannot.
tac_side_by_side *tac_side_by_side_open(const tac_simulation *const *of, int n);
void tac_side_by_side_close(tac_side_by_side *b); // NULL is fine

// A parameter of one of them, as tac_simulation_tune has set it.
void tac_side_by_side_tune(tac_side_by_side *b, int which, tac_parameter p, double value);

// Makes one step of each (n), NULL where there is none; all are at the same step. status (n) as of
// tac_simulation_step. With `begins` where they are others than in the step before, or were changed since.
void tac_side_by_side_step(tac_side_by_side *b, tac_simulation *const *s, bool begins,
                           tac_status *status);

#endif
