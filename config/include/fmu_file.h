// Files that couple an FMU: what its inputs are read from, what its outputs command, and values of its parameters.
// docs/fmi.md is the reference. Same reader and error lines as model and rig files.
#ifndef TAC_FMU_FILE_H
#define TAC_FMU_FILE_H

#include <stdbool.h>

#include "diag.h"

typedef struct tac_fmu_link { // one value of the FMU and one of a signal
    const char *variable;     // "torque", "u[1]" of an array, counted from 0
    const char *signal;
    bool converts; // scale and offset stand for the conversion of units
    double scale, offset;
    int line, column;
} tac_fmu_link;

typedef struct tac_fmu_value {
    const char *variable, *text; // as --set has them
} tac_fmu_value;

typedef struct tac_fmu_file {
    const char *path;
    const char *fmu; // relative to the file
    double rate;     // communication steps per second, 0: not said
    bool has_input, has_output;
    const tac_fmu_link *input;  // (n_input)
    const tac_fmu_link *output; // (n_output)
    const tac_fmu_value *set;   // (n_set)
    int n_input, n_output, n_set;
} tac_fmu_file;

// Whether a path is one of these, and no FMU.
bool tac_is_fmu_file(const char *path);

// Reads and checks a file. Returns NULL and one line in diag when anything is wrong. Whether FMU and instance have what
// is named shows when they meet.
tac_fmu_file *tac_fmu_file_read(const char *path, tac_diag *diag);
void tac_fmu_file_free(tac_fmu_file *f);

#endif
