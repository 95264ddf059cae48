// Compiled sub-models in processes of their own, from the executive's side: in their place stand tables whose functions
// ask the process that has the object. docs/subsystems.md, "In a process of its own".
//
// A question waits for its answer, in a step without a system call and no longer than the rig allows from the start of
// the step on. What comes too late, not at all, or is none, is told to nobody: from then on everything in the step is
// answered by zeros at once, the step fails, and the old state stands.
#ifndef TAC_APART_HOST_H
#define TAC_APART_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "model_file.h"
#include "rig_file.h"

typedef enum tac_apart_fault { // of a process
    TAC_APART_WELL,
    TAC_APART_GONE,    // none serves
    TAC_APART_LATE,    // no answer in time
    TAC_APART_GARBAGE, // an answer that is none
    TAC_APART_LARGE,   // its sub-models are too many or too large for it
    TAC_APART_FAULTS
} tac_apart_fault;

typedef struct tac_apart_processes tac_apart_processes;

// Makes the segments of a rig's processes and puts their tables into the model's description, before a model is made of
// it; the instance's claim is held. core (workers of the rig, or NULL) is what the processes keep off. *to is NULL for
// a rig without processes. 0 with a line.
bool tac_apart_open(tac_apart_processes **to, const tac_rig_file *rig, const int *core,
                    tac_model_file *model, tac_diag *diag);
void tac_apart_close(tac_apart_processes *a); // NULL is fine

// Why the start failed, if it is for a process: a line, and true.
bool tac_apart_blame(const tac_apart_processes *a, tac_diag *diag);

// From here on no answer is waited for longer than the rig allows, and what is missing is counted from 0.
void tac_apart_go(tac_apart_processes *a);

// Before each step, by the thread that makes it; NULL is fine. next: when this thread is awake for the one that follows,
// in ns of CLOCK_MONOTONIC, until when processes may sleep; 0: at once. Then whether something was missing in it, with the
// process: the first of them, which is counted.
void tac_apart_begin_step(tac_apart_processes *a, int64_t next);
tac_apart_fault tac_apart_fault_of_step(tac_apart_processes *a, int *process);

// What kept the last cycle from its step, for other threads; TAC_APART_WELL when it was made.
tac_apart_fault tac_apart_trouble(const tac_apart_processes *a, int *process);

// Looks who lives, with system calls: now and then, by another thread.
void tac_apart_look(tac_apart_processes *a);

// Steps that failed for a process, by fault, and "process 'left' is gone; start ..." of the last fault.
int64_t tac_apart_count(const tac_apart_processes *a, int process, tac_apart_fault fault);
const char *tac_apart_fault_name(tac_apart_fault fault);
void tac_apart_describe(const tac_apart_processes *a, int process, tac_apart_fault fault, char *out,
                        size_t size);

#endif
