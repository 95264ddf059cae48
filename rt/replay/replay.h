// Replay: runs a log again and compares.
//
// The simulation is built from the log alone. It begins with the state of a checkpoint, then makes
// every recorded step with the recorded inputs and iterations, and lets recorded events happen between
// steps. After every step the hash of the state must be the recorded one. At the first that is not,
// both states are compared word by word: at once when the log holds the state of every step, at the
// next checkpoint otherwise.
//
// With tolerances states are compared by value instead, and the replay goes its own way to the end:
// for programs whose numerics were changed on purpose.
#ifndef TAC_REPLAY_H
#define TAC_REPLAY_H

#include <stdint.h>

#include "log/reader.h"
#include "simulation/doubts.h"
#include "team/stepper.h"

typedef enum tac_replay_verdict {
    TAC_REPLAY_IDENTICAL, // or within the tolerances
    TAC_REPLAY_DIVERGED,
    TAC_REPLAY_UNUSABLE, // why says what is in the way
} tac_replay_verdict;

typedef struct tac_tolerance {
    char *pattern; // of signal names, as in a shell; NULL: all
    double value;  // times the larger of 1 and the recorded value, SI
} tac_tolerance;

typedef struct tac_replay_options {
    int64_t from, until;            // steps to look at; until < 0: to the end
    int workers;                    // threads that share a step, 0: without a team
    int lanes;                      // width of vectors, 0: the widest of this machine
    int by_value;                   // compare with tolerances
    bool error_check;               // beside it with half the step, halved.h
    const tac_tolerance *tolerance; // the last that fits a signal counts      (n_tolerance)
    int n_tolerance;
    // called after every step from `from` on that was not refused, and for the start when that is step 0; 0 ends
    // it
    int (*row)(void *context, const tac_simulation *s);
    void *context;
} tac_replay_options;

typedef struct tac_replay_difference { // of one signal
    char signal[160];
    int64_t step;                // of the log
    uint64_t recorded, replayed; // bits
    int whole;                   // an integer, not a double
    size_t n;                    // signals that differ
    double deviation;            // by value
} tac_replay_difference;

typedef struct tac_replay_result {
    tac_replay_verdict verdict;
    int no_memory;                    // unusable for want of it
    int64_t first, last;              // steps replayed: after first, up to last
    int64_t compared;                 // states compared, by hash or value
    int64_t step;                     // first step that differs
    int64_t checkpoint;               // step of the checkpoint before it
    int refused;                      // the solver refuses that step here only: 1, there only: -1
    int has_values;                   // difference holds the first signal that differs
    int interrupted;                  // row ended it
    tac_replay_difference difference; // by value: the largest deviation
    int other_plan;                   // the solver's plan is not the recorded one
    tac_doubts doubts;                // steps that are in doubt, and
    char doubt[TAC_DOUBT_TEXT];       // why, "" without doubt
    double simulated_s, wall_s;
    char error[1200]; // the line of error_check, "" without it
    char why[512];
} tac_replay_result;

// Replays a log; the simulation that was built is handed to row only.
void tac_replay(tac_log *l, const tac_replay_options *o, tac_replay_result *r);

#endif
