// The view of an instance, read: what its bodies look like and where they are (docs/shared-memory.md).
#ifndef TAC_SERVE_VIEW_READER_H
#define TAC_SERVE_VIEW_READER_H

#include <stdbool.h>

#include "diag.h"
#include "io/layout.h"

typedef struct tac_view_reader {
    const unsigned char *at; // the segment, read-only; NULL: not open
    size_t size;
    tac_view_header head; // copied and checked
    uint64_t number;      // of the view that was read last
    uint64_t *frame;      // it: tac_state_head, 7 numbers per body, 6 per force
    size_t words;
} tac_view_reader;

// Opens and checks the view of this generation; false with a line in diag.
bool tac_view_reader_open(tac_view_reader *v, const char *instance, uint64_t generation,
                          tac_diag *diag);
void tac_view_reader_close(tac_view_reader *v); // a zeroed one is fine

// The newest view; false: there is none that is newer, or none could be copied.
bool tac_view_reader_next(tac_view_reader *v);

// The scene as it stands there: not checked, and not ended by a zero.
const char *tac_view_reader_scene(const tac_view_reader *v);

#endif
