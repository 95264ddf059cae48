// Blocks of a log: what happened in a stretch of steps, complete in itself.
//
// A block opens with the whole state and all parameters as they were before its first record: every
// block is a checkpoint, and a block can be replayed when all others are lost. Then comes a list of
// records. Records of one kind are rows of one table of 64-bit words; a table is stored by columns,
// each word as the difference to what the three rows before it predict, split into byte planes,
// which leaves long runs of zeros for the packer.
#ifndef TAC_LOG_BLOCK_H
#define TAC_LOG_BLOCK_H

#include <stddef.h>
#include <stdint.h>

typedef enum tac_log_kind { // of a record
    TAC_LOG_STEP,           // a solver step: TAC_LOG_STEP_WORDS, inputs, state after it where kept
    TAC_LOG_CYCLE,          // timing of a cycle of the executive: TAC_LOG_CYCLE_WORDS
    TAC_LOG_EVENT,          // TAC_LOG_EVENT_WORDS
    TAC_LOG_RESTORE,        // the state was replaced: all its words
    TAC_LOG_N_KIND
} tac_log_kind;

enum {               // words of a step record, then the inputs follow
    TAC_LOG_AT_STEP, // steps of the state afterwards
    TAC_LOG_AT_HOW,  // Newton iterations in the low half (0: as configured), flags in the high one
    TAC_LOG_AT_HASH, // XXH3 of the state's bytes afterwards
    TAC_LOG_AT_REPORT, // increment, position, velocity, acceleration, kinetic, potential
    TAC_LOG_STEP_WORDS = TAC_LOG_AT_REPORT + 6,
    TAC_LOG_CYCLE_WORDS = 16,
    TAC_LOG_EVENT_WORDS = 4, // tac_log_event_code and up to three values
};

enum {                  // flags of a step record
    TAC_LOG_FAILED = 1, // the solver refused the step, the old state stood
};

typedef enum tac_log_event_code {
    TAC_LOG_PARAMETER = 1, // index as in log_signals.h, 0, value: a parameter was set
    TAC_LOG_RESET,         // the state of the header was put back
    TAC_LOG_RUN_STATE,     // run state of the executive: changes no physics
    TAC_LOG_SKIPPED,       // periods dropped by the policy: changes no physics
    TAC_LOG_SAFE,          // reason: no steps from here on, until rearmed
    TAC_LOG_SLIPPED,       // ns by which the policy moved the grid: changes no physics
    TAC_LOG_DEGRADED,   // iterations of the steps from here on, 0: recovered; the steps say it too
    TAC_LOG_CLIENT,     // event of the exchange: kind and client, signal and code, value
    TAC_LOG_REARM,      // reason of the safe state that was left, paused: changes no physics
    TAC_LOG_APART,      // process that did not answer, 0, fault: no step was made
    TAC_LOG_TAKEN,      // tac_lacks of the monitor, 0, times so far: changes no physics
    TAC_LOG_FAULT,      // kind and signal of a fault on purpose, cycles, value
    TAC_LOG_FAULT_OVER, // the same when it ends
    TAC_LOG_N_EVENT_CODE
} tac_log_event_code;

typedef struct tac_log_shape {            // of all blocks of a log
    size_t n_input, n_state, n_parameter; // words
    int full;                             // step records hold the state, not only its hash
} tac_log_shape;

typedef struct tac_log_table {
    size_t n, words; // rows, and words in a row
    uint64_t *row;   // (n, words)
} tac_log_table;

typedef struct tac_log_block {
    int64_t first;       // steps recorded before it
    uint32_t flags;      // of its frame
    size_t n;            // records
    unsigned char *kind; // tac_log_kind of every record                      (n)
    uint64_t *state;     // before the first record                           (n_state)
    uint64_t *parameter; // bits of doubles                                   (n_parameter)
    tac_log_table table[TAC_LOG_N_KIND];
} tac_log_block;

size_t tac_log_row_words(const tac_log_shape *s, tac_log_kind kind);

// Unpacked bytes of a block, and the bytes themselves.
size_t tac_log_block_size(const tac_log_shape *s, const tac_log_block *b);
void tac_log_block_put(const tac_log_shape *s, const tac_log_block *b, unsigned char *out);

// Back again, into one block of memory that free(b->kind) releases. Returns 0 when the bytes are not
// a block of this shape, -1 without memory.
int tac_log_block_get(const tac_log_shape *s, const unsigned char *bytes, size_t n,
                      tac_log_block *b);

#endif
