// The header of a log: named items, everything that is needed to build the same run again.
//
// What the items are is in docs/replay.md. tac_log_header_capture makes them from a simulation that
// stands at its start; tac_log_header_build makes the simulation from them, with no file of the
// original at hand.
#ifndef TAC_LOG_HEADER_H
#define TAC_LOG_HEADER_H

#include "block.h"
#include "simulation/simulation.h"

typedef struct tac_log_item {
    char *name;
    unsigned char *bytes; // followed by a zero that does not count
    size_t size;
} tac_log_item;

typedef struct tac_log_header {
    tac_log_item *item; // (n)
    size_t n, capacity;
    tac_log_shape shape; // from the item "shape"
    int bounds; // times those of bounds.h that its files may ask for, 0: once; not in the log
} tac_log_header;

// What only the caller knows.
typedef struct tac_log_origin {
    const char *rig_path; // NULL: no rig
    const char *signals;  // names of the exchange's signals in order, one line each; NULL: none
    const char *schedule; // who computed what, as tac_schedule_text; NULL: one thread everything
    int64_t period_ns;    // 0: not run against a clock
    double speed;         // against it, 0: 1
    int substeps;
    int full;            // keep the state of every step
    const double *input; // at the start                                     (n_input)
    const void *state;   // at the start                                     (state.size)
} tac_log_origin;

void tac_log_header_free(tac_log_header *h);
const tac_log_item *tac_log_find(const tac_log_header *h, const char *name);
const char *tac_log_text(const tac_log_header *h, const char *name); // "" when there is none

// Appends an item; 0 without memory.
int tac_log_header_add(tac_log_header *h, const char *name, const void *bytes, size_t size);

void tac_log_header_remove(tac_log_header *h, const char *name); // an item, if it is there

// Items to bytes (free them), NULL without memory; and back: 0 when the bytes are no header, -1 without
// memory.
unsigned char *tac_log_header_put(const tac_log_header *h, size_t *size);
int tac_log_header_get(tac_log_header *h, const unsigned char *bytes, size_t size);

// One more text in such bytes, for which there has to be room, and the last n away again.
void tac_log_header_append(unsigned char *bytes, size_t *size, const char *name, const char *text);
void tac_log_header_drop(unsigned char *bytes, unsigned n);

// Differences between the program that wrote the log and this one, one line each in out; 0 when
// there are none.
int tac_log_header_differs(const tac_log_header *h, char *out, size_t size);

const char *tac_log_cpu(void); // instruction sets of this processor that compilers care about

#endif
