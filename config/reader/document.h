// A file read into a struct together with everything it points to: memory, locale and the way out on
// an error are the same for models, rigs, bridges and platform controllers. The struct lives behind
// its pool and goes with it.
#ifndef TAC_DOCUMENT_H
#define TAC_DOCUMENT_H

#include "reader.h"

typedef struct tac_document { // a kind of file
    size_t size;              // of the struct, which starts as zeros
    size_t reader_size;       // of the reader: a tac_reader or a struct that begins with one
    const char *empty;        // what an empty file is told
    void (*read)(tac_reader *rd, void *out);
    bool omits; // a file with a mistake is read again without the part that has it
    void (*close)(tac_reader *rd); // releases what the reader holds beside its pool; NULL: nothing
} tac_document;

// Reads the file of that path, or `size` bytes of text that stand for it. Returns the struct, or NULL
// and one line in diag, which may be NULL.
void *tac_document_read(const tac_document *d, const char *path, const char *text, size_t size,
                        const tac_limits *limits, tac_diag *diag);
void tac_document_free(void *out); // NULL is fine

// Bytes of memory that it holds.
size_t tac_document_memory(const void *out);

// Reads and parses the file that everything begins with.
void tac_document_open(tac_reader *rd, tac_file *file);

#endif
