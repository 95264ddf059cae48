// Reading logs: what is whole is found, checked and handed out, whatever happened to the rest.
//
// Opening looks at every byte: each frame's head and content have to match their checksums. Behind a
// damaged place the reader goes on with the next whole frame of the same recording; heads are judged before
// contents, and a file in which heads claim more than is there again and again is given up. Only the header
// cannot be missed. Everything that is wrong is remembered in one line each; a log about which
// anything is wrong is not complete, and says so.
#ifndef TAC_LOG_READER_H
#define TAC_LOG_READER_H

#include "diag.h"
#include "file.h"
#include "header.h"
#include "note.h"

typedef struct tac_log_place {
    tac_log_frame frame;
    int64_t at;  // byte of the file
    int follows; // nothing is missing between the block before it and this one
} tac_log_place;

typedef struct tac_log {
    int descriptor; // -1: in memory
    const unsigned char *memory;
    int64_t size;          // bytes
    unsigned char *buffer; // what was fetched last
    size_t capacity;
    int64_t buffer_at; // where that stands in the file
    size_t n_buffer;
    uint64_t fetched, hashed_in_vain; // bytes: work of opening, linear in the size
    tac_log_header header;
    tac_log_frame header_frame;
    tac_log_place *block; // whole blocks in the order of the file    (n_block)
    size_t n_block, block_capacity;
    tac_log_note_row *note; // whole ones in the order of the file    (n_note)
    size_t n_note, note_capacity;
    int has_end;
    tac_log_end end;
    uint64_t *last_state; // of the end frame, NULL: none             (n_state)
    int64_t steps;        // step records in all whole blocks
    int no_memory;        // for something that was read
    int64_t n_damage;     // places where something is wrong
    char damage[512];     // the first ones, a line each
} tac_log;

// Opens a file, or bytes that stay valid. Fails with a line in diag when there is no usable header, or
// not enough memory to say what is whole.
// What failed to open is closed already; it, or a zeroed log, may be closed all the same.
int tac_log_open(tac_log *l, const char *path, tac_diag *diag);
int tac_log_open_memory(tac_log *l, const char *name, const unsigned char *bytes, size_t size,
                        tac_diag *diag);
void tac_log_close(tac_log *l);

// Whether the log holds its whole recording, undamaged.
int tac_log_is_complete(const tac_log *l);

// Whether it holds any of the steps from .. until (until < 0: to the end); if not, a line in diag says
// which it holds.
int tac_log_covers(const tac_log *l, int64_t from, int64_t until, tac_diag *diag);

// Unpacks block i; free(b->kind) afterwards. Returns 0 when its content is none, or without memory,
// which l->no_memory tells apart.
int tac_log_load(tac_log *l, size_t i, tac_log_block *b);

#endif
