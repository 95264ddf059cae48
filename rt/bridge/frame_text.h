// Frames as text: a JSON object with the values by their names, for programs that take JSON over UDP. docs/bridge-udp.md
// says what stands in it. Numbers have the fewest digits that read back to the same bits; one that is not finite is null.
#ifndef TAC_FRAME_TEXT_H
#define TAC_FRAME_TEXT_H

#include "link.h"

enum { TAC_FRAME_TEXT_MOST = 65000 }; // bytes; UDP carries 65507 at most

typedef struct tac_frame_text {
    struct tac_named_route *value; // (n, room)
    int n, room;
    char *text; // (TAC_FRAME_TEXT_MOST + 1)
} tac_frame_text;

// Finds the values in a link just attached; in the order of the file, or of the instance where the file names none.
// Nothing happens where the flow sends no JSON. Allocates; 0 and one line in diag.
int tac_frame_text_route(tac_frame_text *t, const tac_link *l, const char *path,
                         const tac_bridge_json *wanted, tac_diag *diag);

// Writes the snapshot of the link to t->text; returns its length, which is within bounds for any values.
int tac_frame_text_write(tac_frame_text *t, const tac_link *l, const tac_io_frame *frame);

void tac_frame_text_free(tac_frame_text *t);

#endif
