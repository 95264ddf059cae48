// A model as an FMU: tactus fmu.
#ifndef TAC_FMU_EXPORT_H
#define TAC_FMU_EXPORT_H

#include <stdbool.h>

#include "fmu_list.h"
#include "system/fail.h"

typedef struct tac_fmu_about { // what was written
    int n[TAC_VALUE_KINDS];    // variables
    size_t binary;             // bytes
} tac_fmu_about;

// Writes an FMU of a simulation that was read and prepared and has been started, from the template (path). given: the texts (n) with
// which libtactus makes the same of its files. The same model gives the same bytes.
//   fails    with a line in why: the model has what an FMU cannot hold, or a file cannot be read or written; then what
//            has the name stays as it was
bool tac_fmu_export(const tac_simulation *s, tac_fmi_version version, const char *const *given,
                    int n, const char *template, const char *out, tac_fmu_about *about,
                    tac_failure *why);

#endif
