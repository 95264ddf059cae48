// Faults on purpose, for those who test a controller: what a signal says is changed on its way, for a while.
//
// A fault of a state changes what clients see, one of a command what the model gets; the model's inputs are recorded as
// they are consumed, so that a run with faults replays to its bits. What a fault does follows from its begin, the
// cycle and the signal alone. All memory is taken at the start, and nothing is done while there is no fault.
#ifndef TAC_FAULTS_H
#define TAC_FAULTS_H

#include <stdint.h>

#include "log/fault_kind.h"
#include "rig_file.h"

enum {
    TAC_MOST_FAULTS = 8,
    TAC_FAULT_VALUES = 12, // of a signal
    TAC_FAULT_PAST = 4096  // cycles of the longest delay
};

typedef struct tac_fault_order {
    tac_fault_kind kind;
    int32_t signal; // of the rig: states, then commands
    double
        value; // as the signal is where it is changed: a state in its unit, a command as the model's input
    int64_t cycles; // it lasts, 0: until it is cleared
} tac_fault_order;

typedef struct tac_signal_fault {
    tac_fault_order is;
    int64_t left; // cycles; negative: until it is cleared, 0: the place is free
    int64_t age;  // times that it was applied
    double held[TAC_FAULT_VALUES];
} tac_signal_fault;

typedef struct tac_faults {
    int n; // that are on
    tac_signal_fault fault[TAC_MOST_FAULTS];
    double *
        past; // of what is delayed      (TAC_MOST_FAULTS, TAC_FAULT_PAST, TAC_FAULT_VALUES), NULL: not allowed
} tac_faults;

// Takes the memory where the rig allows faults; 0 without it.
int tac_faults_open(tac_faults *f, const tac_rig_file *rig);
void tac_faults_close(tac_faults *f);

// Cycle thread. Puts a fault on, in place of one of its kind on its signal; 0: there are too many.
int tac_faults_put(tac_faults *f, const tac_fault_order *o);

// Cycle thread. Those of a signal (negative: of all) are over.
void tac_faults_clear(tac_faults *f, int signal);

// Cycle thread: those that are over go, told one after the other; 0: no more.
int tac_faults_next_over(tac_faults *f, tac_fault_order *over);

// Cycle thread, at the end of a cycle, when those that were over have gone: the others have a cycle less.
void tac_faults_count(tac_faults *f);

// Cycle thread: the n values of a signal as faults leave them; drop: what a dropped one has.
void tac_faults_apply(tac_faults *f, int signal, int64_t cycle, double drop, double *value, int n);

#endif
