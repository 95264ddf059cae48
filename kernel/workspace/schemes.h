// The sequences of sub-steps that orders 3 and 4 are combined from: how many, with which weights, and what they are drawn
// towards. Why so: extrapolate.c.
#ifndef TAC_SCHEMES_H
#define TAC_SCHEMES_H

#include "work.h"

// What rows of laws are drawn towards when sequences are combined: the weights of these, how strong
// the pull is and how stiff the law counts for its onset, as multiples of the law's slopes.
typedef struct tac_pull_to {
    double weight[TAC_MAX_SEQUENCES], share, onset;
} tac_pull_to;
typedef struct tac_pull {
    tac_pull_to spring, damper;
    double
        force_onset; // of the law's force, towards those of the sequences with a damper's weights
} tac_pull;
const tac_pull *tac_pull_at(int order);

// The sequence with the most sub-steps.
const tac_workspace *tac_longest(const tac_workspace *w);

int tac_sequence_count(int order);
int tac_sequence_substeps(int order, int sequence);
void tac_init_sequences(tac_workspace *w); // weights

#endif
