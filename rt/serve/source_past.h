// What an instance did before a page came: the frames that its history still holds, seconds of them, as bins with the
// least and the largest value of each, so that a chart begins full.
#ifndef TAC_SERVE_SOURCE_PAST_H
#define TAC_SERVE_SOURCE_PAST_H

#include "source.h"

// A binary message: this head, then the time of every bin (n_bin), then of every bin the least and the largest values
// (n_value each), all as f64.
typedef struct tac_past_head {
    uint32_t kind; // TAC_PAST
    uint32_t source, n_bin, n_value;
} tac_past_head;

enum { TAC_PAST = 3, TAC_PAST_BINS = 600 };

// At most 2 MiB, of at most 2^22 values that are looked at. NULL: nothing is kept, or no memory.
tac_message *tac_source_past(const tac_source *s);

#endif
