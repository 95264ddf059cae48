// How the recording of a run stands, as everybody may see it: in the monitor, `list`, `top`, status and page.
#ifndef TAC_RECORD_STATE_H
#define TAC_RECORD_STATE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tac_record_mode {
    TAC_RECORD_NONE,    // nothing is to be recorded
    TAC_RECORD_OFF,     // stopped by command, or not started yet
    TAC_RECORD_WRITING, // into a file
    TAC_RECORD_WAITING, // round a ring in memory, until a trigger
    TAC_RECORD_FAILING, // what should be written cannot be
    TAC_N_RECORD_MODE
} tac_record_mode;

extern const char
    *const tac_record_mode_name[TAC_N_RECORD_MODE]; // one word each, as in docs/control.md

typedef struct tac_record_state {
    tac_record_mode mode;
    int error;                   // errno of the last failure, 0: there was none
    int64_t lost_steps, lost;    // that are in no file, for whatever reason; lost: records
    int64_t gaps, pieces, marks; // so far
    int64_t bytes;               // of all pieces
} tac_record_state;

typedef struct tac_record_shown { // the same in shared memory; numbers of about the same moment
    _Atomic int32_t mode, error;
    _Atomic int64_t lost_steps, lost, gaps, pieces, marks, bytes;
} tac_record_shown;

void tac_record_show(tac_record_shown *shown, const tac_record_state *s);
tac_record_state tac_record_read(const tac_record_shown *shown);

// Whether there is anything to worry about: it fails, or something is lost.
int tac_record_is_bad(const tac_record_state *s);

// "recording", "NOT RECORDED (No space left on device), 3500 steps lost", ...; returns out.
const char *tac_record_describe(const tac_record_state *s, char *out, size_t size);

#endif
