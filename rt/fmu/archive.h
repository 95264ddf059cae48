// Archives of FMUs: ZIP, written by a library of its own (rt/zip, libtactus-zip.so), which is loaded by the first one.
#ifndef TAC_FMU_ARCHIVE_H
#define TAC_FMU_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "system/fail.h"
#include "system/own_library.h"

typedef struct tac_archive_entry {
    const char *name;  // with forward slashes
    const char *bytes; // (size)
    size_t size;
} tac_archive_entry;

enum { TAC_ZIP_LAYOUT = 1 };

typedef struct tac_zip_library {
    tac_own_version version; // size: of an entry
    // The bytes of an archive with entries (n) in this order, to be freed; the same entries give the same bytes. NULL with a
    // line in why (size).
    char *(*pack)(const tac_archive_entry *entry, int n, size_t *packed, char *why, size_t size);
} tac_zip_library;

extern const tac_zip_library tac_zip_archives; // of the library: the only name looked up in it

// Writes an archive that takes the place of what has the name. False with a line in why; then that stays as it was.
bool tac_archive_write(const char *path, const tac_archive_entry *entry, int n, tac_failure *why);

#endif
