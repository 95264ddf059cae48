// What a recorded trace tells: misses with their causes, policy actions, safe states, stale inputs,
// and how long wake-up, step and every stage took.
//
// Fed with events one by one (trace_reader.h), oldest first. Stages have no end of their own: one
// ends where the next begins, the last where its cycle says that the step ended.
#ifndef TAC_TRACE_REPORT_H
#define TAC_TRACE_REPORT_H

#include <stdint.h>
#include <stdio.h>

#include "monitor/histogram.h"
#include "trace_reader.h"

enum { TAC_TRACE_TEXT = 48, TAC_TRACE_NAMES = 64 }; // different stages, causes, actions, inputs

typedef enum tac_trace_kind { // what is kept of a trace one by one
    TAC_TRACE_MISS,
    TAC_TRACE_ACTION,
    TAC_TRACE_SAFE,
    TAC_TRACE_N_KIND
} tac_trace_kind;

typedef struct tac_trace_note {
    tac_trace_kind kind;
    int64_t cycle, step;
    double t;
    int64_t amount; // slack of a miss in ns, amount of an action
    int64_t wake_latency, step_time;
    char text[TAC_TRACE_TEXT]; // cause, action or reason
} tac_trace_note;

typedef struct tac_trace_tally { // how often a name came, and the sum of what came with it
    char name[TAC_TRACE_TEXT];
    int64_t n, sum, max;
} tac_trace_tally;

typedef struct tac_trace_stage_times {
    char name[TAC_TRACE_TEXT];
    tac_histogram time;
} tac_trace_stage_times;

typedef struct tac_trace_report {
    int64_t events, discarded;
    int64_t cycles, misses;             // without the start phase
    int64_t start_cycles, start_misses; // of the start phase
    int64_t last_step;                  // of the cycle before
    int in_start;                       // that cycle belonged to the start phase
    double first_t, last_t;             // simulation time of the first and last event
    tac_trace_note *note;               // (n_note), grows
    int n_note, note_capacity;
    tac_trace_tally cause[TAC_TRACE_NAMES], action[TAC_TRACE_NAMES], stale[TAC_TRACE_NAMES];
    int n_cause, n_action, n_stale;
    tac_trace_stage_times *stage; // (TAC_TRACE_NAMES)
    int n_stage;
    int open_stage;                  // the stage that has not ended yet, -1: none
    int64_t open_since;              // ns
    tac_histogram wake, step, slack; // without the start phase; step without cycles that made none
    int no_memory;                   // some notes are missing
} tac_trace_report;

int tac_trace_report_init(tac_trace_report *r); // 0: no memory
void tac_trace_report_free(tac_trace_report *r);

void tac_trace_report_add(tac_trace_report *r, const tac_trace_event *e);

// All of it as text; at most n lines of each list, 0: all.
void tac_trace_report_print(const tac_trace_report *r, int lines, FILE *out);

#endif
