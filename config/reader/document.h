// A file of one YAML document, read into a struct together with everything it points to: bridges and
// platform controllers. The struct lives in front of its pool and goes with it.
#ifndef TAC_DOCUMENT_H
#define TAC_DOCUMENT_H

#include "reader.h"

typedef struct tac_document {
    size_t size;       // of the struct, which starts as zeros
    const char *empty; // what an empty file is told
    void (*read)(const tac_place *p, void *out);
} tac_document;

// Reads the file of that path, or `size` bytes of text that stand for it. Returns the struct, or NULL
// and one line in diag.
void *tac_document_read(const tac_document *d, const char *path, const char *text, size_t size,
                        const tac_limits *limits, tac_diag *diag);
void tac_document_free(void *out); // NULL is fine

#endif
