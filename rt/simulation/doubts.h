// Steps whose results are in doubt: how many, and what was worst in them.
//
// What puts a step in doubt is measured by the kernel (doubt.h); here it is counted over a run and
// said in one line: body, value, time and limit, and what to do.
#ifndef TAC_DOUBTS_H
#define TAC_DOUBTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "doubt.h"
#include "simulation.h"

enum { TAC_DOUBT_TEXT = 512 }; // room for a description

typedef struct tac_doubts {
    tac_judged_by by;              // TAC_BY_ERROR: the error of the motion is judged elsewhere
    int64_t made;                  // steps
    int64_t steps;                 // of them that are in doubt
    tac_worst worst[TAC_MEASURES]; // of all steps
    int64_t step[TAC_MEASURES];    // in which step, counted from t = 0
    double turned;                 // last increments of all steps together, rad
    tac_balance balance;
} tac_doubts;

// After a step that was made; whether it is in doubt. Constant time, no system call.
bool tac_doubts_add(tac_doubts *d, const tac_simulation *s);

// Another state was put in place: the energy of what follows is measured from there.
void tac_doubts_go_on(tac_doubts *d);

// Whether results are in doubt: a step is; or the last increments of a hundred steps or more are,
// which turn bodies by more than a tenth of what a single step may leave in the mean (iterations
// that are cut off in the same way in every turn of a rotor take energy out of it, step by step; of
// methods with iterations); the penalty of a joint is too small for its reactions (penalty.h); a
// drive jumps; or the energy is not what work and damping make it (balance.h).
bool tac_doubts_any(const tac_doubts *d, const tac_simulation *s);

// The measure that is farthest above its limit; TAC_MEASURES when none is.
tac_doubt tac_doubts_worst(const tac_doubts *d, const tac_simulation *s);

// "results are in doubt, 3 of 100 steps: body 'rotor' turns by 0.63 rad in the step at t = 0.1 s,
// more than 0.3 rad; take a step of 0.0004 s or less"; empty without doubt.
void tac_doubts_describe(const tac_doubts *d, const tac_simulation *s, char *out, size_t size);

// What the rules that stand in for a measured error say of its cause, and what to do: "body 'A2' snaps taut: ... by 0.01 m
// ...; take a smaller step or method index3"; empty where they say nothing.
void tac_doubts_cause(const tac_doubts *d, const tac_simulation *s, char *out, size_t size);

// That as a line behind the model's path; nothing without doubt.
void tac_doubts_warn(const tac_doubts *d, const tac_simulation *s, FILE *out);

#endif
