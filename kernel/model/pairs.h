// Sorting, in place and in the same order on every machine.
#ifndef TAC_PAIRS_H
#define TAC_PAIRS_H

#include <stdint.h>

// Neighbouring compounds while a tree is built, or anything else with a key.
typedef struct tac_pair {
    uint64_t key;
    int index; // breaks ties
    int rows;
} tac_pair;

// By key, then index; n log n.
void tac_sort_pairs(tac_pair *v, int n);

#endif
