// The matrix A = J M^-1 J^T of [003] (5), its Cholesky factors by CHOLMOD, times and condition.
#ifndef ELIMINATION_NUMERIC_H
#define ELIMINATION_NUMERIC_H

#include "order.h"

typedef struct numeric {
    double form_operations;     // multiplications and additions that make A
    double fill, operations;    // of the factor, as CHOLMOD counts
    double form, factor, solve; // shortest times, us
    double residual;            // of a solution, relative
} numeric;

// Elimination in an order of blocks; BY_AMD and BY_DISSECTION choose their own. False, with a line on stderr.
bool numeric_measure(const mechanism *m, order_kind kind, int repeats, numeric *n);

// The order of blocks that AMD or nested dissection chooses.
bool numeric_order(const mechanism *m, order_kind kind, int order[MOST_BODIES]);

// Ratio of the largest to the smallest eigenvalue, as it is or with a diagonal of ones.
bool numeric_condition(const mechanism *m, bool scaled, double *condition);

#endif
