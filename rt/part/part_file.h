// A part's file, found good and loaded. An object is trusted code (docs/security.md): what is checked is whose file it is,
// that it is whole, its version, and what its table says; not what its code does.
//
//   tac_part_file p;
//   if (tac_part_open(&p, "tyre.so", error, sizeof error)) {
//       ... p.table->step(...)
//       tac_part_close(&p);
//   }
#ifndef TAC_PART_FILE_H
#define TAC_PART_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "part.h"

enum { TAC_PART_PATH_SIZE = 4096 };

#define TAC_PART_MOST_BYTES ((size_t)64 << 20) // of a file

typedef struct tac_part_file {
    const tac_part_table *table;      // valid until the file is closed; NULL of a law
    const struct tac_law_object *law; // likewise; NULL of a part
    // XXH3 of the file's bytes, 128 bits, the high ones first, as xxh128sum has them
    uint64_t hash[2];
    char path[TAC_PART_PATH_SIZE];
    void *library; // of dlopen
    int copy;      // of the bytes, -1: none; stays open, since its number is the library's name
} tac_part_file;

// Reads the file once, loads exactly the bytes that were read, asks for the table and checks it (part_table.h). False with one line "PATH: what is wrong; what to do" in error (size); then nothing stays loaded
// or open. The file is a plain one of the effective user or root that nobody else may write. The same file may be
// opened several times. Not for the loop: maps memory, calls the dynamic linker. Any thread.
bool tac_part_open(tac_part_file *p, const char *path, char *error, size_t size);

// Unloads it; nothing where it was not opened.
void tac_part_close(tac_part_file *p);

#endif
