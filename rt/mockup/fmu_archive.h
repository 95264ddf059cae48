// Archives of FMUs, by libzip: looked at as a whole, then unpacked as far as needed.
//
// An archive is refused for the first entry that could be meant for a place outside of it, that is a link or no plain
// file, that has another's name (letters of both cases are one), or for too many of them, too large ones, and ones that
// grow too much while they are unpacked, which counts and not what their header says.
#ifndef TAC_FMU_ARCHIVE_INPUT_H
#define TAC_FMU_ARCHIVE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"

enum {
    TAC_ARCHIVE_ENTRIES = 10000,
    TAC_ARCHIVE_NAME = 1024, // letters of an entry
    TAC_ARCHIVE_RATIO = 1000 // bytes that one byte of an entry of a mebibyte or more may become
};
#define TAC_ARCHIVE_BYTES (INT64_C(1) << 30) // of all that is unpacked, and of the archive

typedef struct tac_fmu_archive tac_fmu_archive;

// NULL with a line in diag. It stays open until the process ends.
tac_fmu_archive *tac_fmu_archive_open(const char *path, tac_diag *diag);

int tac_fmu_archive_count(const tac_fmu_archive *a);
const char *tac_fmu_archive_name(const tac_fmu_archive *a, int i); // a folder's ends with a slash

// A whole entry in memory; NULL with a line, which is empty if there is no such entry.
char *tac_fmu_archive_load(tac_fmu_archive *a, const char *name, size_t most, size_t *size,
                           tac_diag *diag);

// Unpacks modelDescription.xml, resources, licenses and what is below the folder of binaries `platform` to an empty folder
// of this user's, open as a descriptor.
bool tac_fmu_archive_unpack(tac_fmu_archive *a, const char *platform, int folder, tac_diag *diag);

#endif
