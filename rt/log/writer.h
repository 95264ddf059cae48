// Recording: the cycle thread puts records into a ring, a helper thread makes a file of them.
//
// Records without their states go into one ring, states into another, each with one producer and one
// consumer. The producer copies and goes on: no system call, no lock, no wait. When a ring is full the
// record is dropped and counted, and the file says that it is incomplete; the last quarter of both is
// kept for events, without which nothing after them could be replayed. Hashing, packing and writing
// are the helper's work; where the blocks go is decided in store.h.
//
// What costs time in a cycle is the state. A producer that waits between steps leaves it where it
// is (tac_log_step_begin) and copies it while it waits (tac_log_ready): the steps of a method go
// between two halves, so that a state stands until the step after the next.
//
// A recording may also be patient: then the producer waits for room. That is for simulations
// without a clock.
#ifndef TAC_LOG_WRITER_H
#define TAC_LOG_WRITER_H

#include "ask.h"
#include "header.h"
#include "monitor/cycle.h"
#include "store.h"

typedef struct tac_log_writer tac_log_writer; // opaque

typedef struct tac_log_writer_options {
    int patient;         // wait for room instead of dropping records
    int sync;            // the end is on the disk when the helper returns
    int steps_per_block; // a checkpoint every n steps; 0: chosen by the size of the state
    size_t ring_bytes;   // of both rings together; 0: 64 MiB
    const tac_record_options *record; // pieces, ring, triggers; NULL: one file
} tac_log_writer_options;

typedef struct tac_log_totals {
    int64_t steps, lost; // lost: records that did not get into a file
    int64_t bytes;       // of all files
    int64_t lost_steps, gaps, pieces;
    uint64_t chain; // one number for all state hashes, see docs/replay.md
    int error;      // errno of the first failure, 0: none
} tac_log_totals;

// Creates the file, writes the header and takes all memory. The path stays the caller's. Fails with a line in diag.
tac_log_writer *tac_log_writer_open(const char *path, const tac_log_header *h,
                                    const tac_log_writer_options *o, tac_diag *diag);

// Thread function of the helper, argument tac_log_writer; returns soon after tac_log_writer_quit,
// with everything written.
void *tac_log_writer_run(void *writer);
void tac_log_writer_quit(tac_log_writer *w);

// Thread function of a second helper, for runs against the clock: asks the disk once a second to keep
// what it got. A busy disk takes seconds for it, in which the first helper has to go on.
void *tac_log_writer_sync(void *writer);

// After the helpers have ended: closes the file and releases the memory. Returns 0 when the recording
// is incomplete.
int tac_log_writer_close(tac_log_writer *w, tac_log_totals *totals);

// Producer, between a step and the next, while there is time: copies the state of the step that was
// begun, and asks for the memory of the next records, which arrives meanwhile.
void tac_log_ready(tac_log_writer *w);

// Producer, between steps. The step has just been made: s->input are its inputs, s->report and
// s->state what came out; iterations as ordered, 0: as configured; failed: the old state stands.
void tac_log_step(tac_log_writer *w, const tac_simulation *s, int iterations, int failed);

// The same without its state. tac_log_ready or the next record of a state completes it: until then one
// more step may be made, but the state must not be changed in place; the helper waits for it.
void tac_log_step_begin(tac_log_writer *w, const tac_simulation *s, int iterations, int failed);

void tac_log_cycle(tac_log_writer *w, const tac_cycle *c);
void tac_log_note(tac_log_writer *w, tac_log_event_code code, uint64_t a, uint64_t b, double value);
void tac_log_restore(tac_log_writer *w, const tac_simulation *s); // the state was replaced

// Any thread. How it stands; what people ask, 0 with the reason in why; a condition of the rig that has come true, by
// its number among the triggers.
void tac_log_writer_shown(tac_log_writer *w, tac_log_shown *out);
int tac_log_writer_ask(tac_log_writer *w, tac_log_verb verb, const char *text, char *why,
                       size_t size);
void tac_log_writer_trigger(tac_log_writer *w, int trigger);

int64_t tac_log_lost(const tac_log_writer *w); // so far; any thread

#endif
