// What a workspace keeps of sub-models with steps of their own, which multirate.h explains.
#ifndef TAC_MULTIRATE_DATA_H
#define TAC_MULTIRATE_DATA_H

#include "work.h"

// An interface body: its path, and what elements of the multirate sub-model push on it, force (world) and torque (body axes).
typedef struct tac_interface_body {
    tac_body_state from; // at the start of the step; a and wd are those of the path
    double start[6];     // force at the start of the whole step,
    double before[6];    // of the sub-step,
    double after[6];     // and at its end as its velocities feel it
    double impulse[6];   // so far
    double mean[6];      // force at the end that, with the one at the start, makes this impulse
    double change;       // of it in the last pass, N at the farthest frame
    double felt;         // what iterations left of sub-steps moves it by, m
} tac_interface_body;

// A body of the multirate sub-model itself.
typedef struct tac_own_body {
    tac_body_state before;   // in the whole, before it iterates once more
    double last[2], most[2]; // B_LAST and B_TRAVEL, largest of all sub-steps
} tac_own_body;

struct tac_multirate {
    const tac_multirate_model *of;
    tac_workspace *space; // sub-steps; nothing of the interface bodies moves in it but as told
    tac_interface_body *interface; // (of->m->n_body - of->n_own)
    tac_own_body *own;             // (of->n_own)
};

static inline int tac_interface_count(const tac_multirate *multirate)
{
    return multirate->of->m->n_body - multirate->of->n_own;
}

#endif
