// Does Tactus keep what it promises beside its peers?
//
// Three comparisons, each within one run, of entries that took turns:
//   - with first-order integrators at equal steps, in chains of 8 bodies and more: quicker per step
//   - with first-order integrators at equal steps, everywhere: closer to the reference
//   - with Runge-Kutta methods of order 4 at fixed steps: order 4 of index-3, 4 or 6 of canonical, or
//     modular reaches the error of each of their runs at less cost
// The first two are for order 2 of index-3. For the last one, cost over error of Tactus is the curves through its
// runs, straight between neighbouring steps where both are logarithmic, as cost goes with 1 / dt and
// error with dt^4. It ends at the longest and the shortest step: a greater error costs as much as the
// longest one, a smaller one is not reached. Errors below ERROR_FLOOR are counted, but not judged.
#ifndef PEERS_JUDGE_H
#define PEERS_JUDGE_H

#include <stdio.h>

#include "result.h"

typedef enum judge_outcome { JUDGE_NOT_COMPARED, JUDGE_KEPT, JUDGE_LOST } judge_outcome;

// One entry of a peer at a time: is Tactus of order 2 closer, is it quicker.
judge_outcome judge_closer(const result *r, const entry *e);
judge_outcome judge_quicker(const result *r, const entry *e);

// Least cost at which Tactus of order 4 or 6 stays below an error, us per simulated second; NONE: it does not.
double judge_cost(const result *r, double error);

// Writes a line per promise and one for each comparison that was lost. Returns how many promises were
// missed; one without a comparison is not.
int judge(const result *r, int n, FILE *to);

#endif
