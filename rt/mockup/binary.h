// The shared object of an FMU, looked at without being loaded: whether it is one for this machine, and which functions it
// defines.
#ifndef TAC_MOCKUP_BINARY_H
#define TAC_MOCKUP_BINARY_H

#include <stdbool.h>
#include <stddef.h>

#include "fmu_archive.h"
#include "mockup.h"

// The folder below binaries/ that has the object of this machine, by either name that the standard gives it. NULL: there
// is none.
const char *tac_binary_platform(const tac_fmu_archive *a, const char *identifier);

// Lists the platforms that an archive has binaries for: "win64, x86_64-linux"; "none".
void tac_binary_platforms(const tac_fmu_archive *a, char *text, size_t size);

// Finds what keeps the bytes of an object from being loaded, and functions that are missing.
void tac_binary_check(const char *bytes, size_t size, int version, tac_findings *f);

#endif
