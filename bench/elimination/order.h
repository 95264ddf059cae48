// In which order blocks are eliminated, and what that costs before a number is computed.
#ifndef ELIMINATION_ORDER_H
#define ELIMINATION_ORDER_H

#include "mechanism.h"

typedef enum order_kind {
    AS_NUMBERED,
    AS_PAPER, // [003] Fig. 5: parts of a divided body beside every second joint of the loop
    FOLDED,   // first, last, second, last but one, ...
    BY_AMD,
    BY_DISSECTION,
    BY_TREE, // the assembly tree of Tactus
    N_ORDER
} order_kind;

extern const char *const order_name[N_ORDER];

// Joints in the order of elimination for the kinds that need no matrix: not BY_AMD, BY_DISSECTION. False: the
// tree cannot be built.
bool order_joints(const mechanism *m, order_kind kind, int order[MOST_BODIES]);

typedef struct cost {
    int band;                 // blocks from the diagonal to the farthest one, both included
    int height;               // blocks on the longest path of the elimination tree
    double fill;              // numbers of the factor, the diagonal's lower half included
    double operations;        // sum of squares of the columns' lengths, as CHOLMOD counts
    double path;              // the same along the longest path
    int parent[MOST_BODIES];  // place in the order of the block each place waits for it, -1: none
    double work[MOST_BODIES]; // operations of each place
} cost;

// Blocks of the mechanism, or of nine rows each where nine is true.
bool order_cost(const mechanism *m, const int order[MOST_BODIES], bool nine, cost *c);

// Time of the elimination and of n independent leaves before it on so many processors, in operations: the block
// with the longest way to the root first.
double order_schedule(const mechanism *m, const cost *c, double leaf, int processors);

#endif
