// What an executive holds of the processes that have its sub-models, and asks them; for rt/apart alone.
#ifndef TAC_APART_PEER_H
#define TAC_APART_PEER_H

#include <stdbool.h>

#include "apart_host.h"
#include "apart_layout.h"
#include "known_parts.h"

#define TAC_APART_PATIENCE_NS INT64_C(10000000000) // for an answer before t = 0

typedef struct tac_apart_peer tac_apart_peer;
typedef struct tac_apart_batch tac_apart_batch;

// A channel, with the questions that wait for the next one that has an answer.
struct tac_apart_batch {
    tac_apart_peer *of;
    tac_apart_channel *channel;
    const tac_part_table *object; // as loaded here, for its counts
    tac_part_setup setup;
    int starts;      // a start is under way
    bool is_at_up;   // it was asked for what goes up, and its answer not yet read
    uint64_t number; // of the last question
    uint64_t what;   // what comes before the next one
    uint64_t n_word, n_mark;
    uint64_t built;             // of what it has to be
    tac_apart_message question; // put together here, and what came back
    tac_apart_message answer;
};

// A table in place of that of an object, for those of its sub-models that the process has.
typedef struct tac_apart_stand_in {
    tac_part_table table;
    tac_part_bodies bodies; // of the table
    tac_apart_peer *of;
    const tac_model_part *model_part;
    const tac_part_table *object;
} tac_apart_stand_in;

struct tac_apart_peer {
    tac_apart_processes *all;
    const tac_process_options *options;
    tac_apart_segment *segment;
    int file;
    tac_apart_batch *batch[TAC_APART_CHANNELS];
    tac_apart_stand_in stand_in[TAC_MAX_PROCESS_PARTS];
    int n_batch, n_stand_in;
    uint64_t epoch;        // of the process that is asked in this step
    _Atomic uint64_t gone; // epoch of one that was found to live no more
    _Atomic int fault;     // of this step
    int64_t count[TAC_APART_FAULTS];
};

struct tac_apart_processes {
    const char *instance;
    tac_apart_peer process[TAC_MAX_PROCESSES];
    int n;
    bool in_time;        // no patience any more
    int64_t step_begin;  // ns
    int64_t step_next;   // ns, 0: at once
    _Atomic int trouble; // of the last step: process and fault in one number
};

// Of those that stand in for objects: the functions that ask.
extern const tac_part_bodies tac_apart_functions;

// Notes the first fault of a step; returns false.
bool tac_apart_fail(tac_apart_peer *p, tac_apart_fault fault);

// Whether a process has the segment, with a system call.
bool tac_apart_is_served(const tac_apart_peer *p);

// Takes the epoch of the process that serves; false where none does.
bool tac_apart_has_come(tac_apart_peer *p);

#endif
