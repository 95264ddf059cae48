// Where results come from, as pairs of a key and a text that a file of results keeps: title, path and hash of the model,
// method, step, version of the program.
#ifndef TAC_ORIGIN_H
#define TAC_ORIGIN_H

#include "simulation.h"

enum { TAC_ORIGIN_PAIRS = 6, TAC_ORIGIN_TEXT = 256 };

typedef struct tac_origin {
    char text[TAC_ORIGIN_PAIRS][TAC_ORIGIN_TEXT];
    const char *pair[TAC_ORIGIN_PAIRS][2]; // into text    (TAC_ORIGIN_PAIRS)
} tac_origin;

// files: of the model; NULL: the disk. A hash of files that cannot be read any more is "".
void tac_origin_of(tac_origin *o, const tac_simulation *s, const tac_file_source *files);

#endif
