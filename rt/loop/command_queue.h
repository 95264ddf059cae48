// Commands from outside the loop: a ring with one producer (the control thread) and one consumer
// (the cycle thread), which takes all that is there at the top of a cycle as one batch.
//
// Verbs follow the ASAM XIL MAPort where it has them: start, pause, stop, read, write.
#ifndef TAC_COMMAND_QUEUE_H
#define TAC_COMMAND_QUEUE_H

#include <stdatomic.h>
#include <stdint.h>

typedef enum tac_verb {
    TAC_VERB_START,   // from paused or stopped at t = 0: run
    TAC_VERB_PAUSE,   // hold the state, keep cycling
    TAC_VERB_STEP,    // while paused: make `count` cycles
    TAC_VERB_RESET,   // back to the consistent initial state, paused
    TAC_VERB_SAVE,    // copy the state into `buffer` (state size)
    TAC_VERB_RESTORE, // copy the state from `buffer`
    TAC_VERB_CLAIM, // before writes of the same count: they are refused when a client has `signal`
    TAC_VERB_WRITE, // input or tunable parameter `index` := value
    TAC_VERB_STOP,  // leave the loop after this cycle
    TAC_VERB_SAFE,  // enter the safe state
    TAC_VERB_REARM, // leave it, paused
    TAC_VERB_FAULT, // of a kind on a signal, for `count` cycles
    TAC_VERB_CLEAR, // take those of a signal off, negative: all
} tac_verb;

typedef struct tac_command_message {
    uint64_t id; // echoed in done
    tac_verb verb;
    int32_t index; // CLAIM, WRITE: variable; FAULT, CLEAR: signal of the rig
    int32_t
        signal; // CLAIM, WRITE: command of the exchange that commands it, from 1; 0: none; FAULT: its kind
    int64_t count; // STEP; CLAIM, WRITE: number of the request, 0: stands alone
    double value;  // WRITE, FAULT
    void *buffer;  // SAVE, RESTORE: locked memory owned by the control thread until done
} tac_command_message;

typedef enum tac_command_result { // why the cycle thread did not apply a command
    TAC_COMMAND_DONE,
    TAC_COMMAND_RUNNING,   // STEP and START: it runs already
    TAC_COMMAND_SAFE,      // not in the safe state
    TAC_COMMAND_VALUE,     // WRITE: no such variable, or not a value for it
    TAC_COMMAND_STATE,     // RESTORE: not a state of this model
    TAC_COMMAND_NOT_SAFE,  // REARM: not in the safe state
    TAC_COMMAND_FORBIDDEN, // REARM: the rig does not allow it
    TAC_COMMAND_HUNG,      // REARM: a step hung, and its threads may not be trusted
    TAC_COMMAND_FULL,      // FAULT: too many are on
    TAC_COMMAND_TAKEN,     // CLAIM, WRITE: a client commands it
    TAC_N_COMMAND_RESULT
} tac_command_result;

enum { TAC_QUEUE_SIZE = 64 };

typedef struct tac_command_queue {
    _Alignas(64) _Atomic uint64_t head; // written by the producer
    _Alignas(64) _Atomic uint64_t tail; // written by the consumer
    _Alignas(64) _Atomic uint64_t done; // id of the last command applied
    _Atomic int32_t result;             // tac_command_result of that command; stored before done
    _Atomic int32_t taken; // variable that TAC_COMMAND_TAKEN is about; stored before done
    tac_command_message slot[TAC_QUEUE_SIZE];
} tac_command_queue;

// All n messages become visible at once, so that the cycle thread takes them in the same cycle;
// 0: not room for all, nothing was put.
int tac_queue_put_all(tac_command_queue *q, const tac_command_message *m, int n);
int tac_queue_take(tac_command_queue *q, tac_command_message *m); // 0: empty

#endif
