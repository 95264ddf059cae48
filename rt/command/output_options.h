// Where results go: the options that `sim`, `dump`, `replay` and `log export` share.
#ifndef TAC_OUTPUT_OPTIONS_H
#define TAC_OUTPUT_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "args.h"
#include "exit.h"
#include "simulation/export.h"

typedef struct tac_output_options {
    const char *csv, *hdf5, *sensors; // NULL: not wanted
    int64_t every;                    // rows of steps that are multiples of it; 0: of all
} tac_output_options;

// A table for a syntax whose settings have a tac_output_options.
enum { TAC_N_OUTPUT_OPTION = 4, TAC_N_OUTPUT = 3 };
extern const tac_option tac_output_option[TAC_N_OUTPUT_OPTION];

bool tac_output_wanted(const tac_output_options *o);
bool tac_output_is_stdout(const char *path); // NULL is not
bool tac_output_on_stdout(const tac_output_options *o);

// The files, those that are not wanted NULL.
void tac_output_files(const tac_output_options *o, const char *file[TAC_N_OUTPUT]);

// Adds the tables of motion and sensors to a zeroed e. The paths stay the caller's.
void tac_output_export(const tac_output_options *o, tac_export *e);

// Closes the files; the lines about what could not be written are printed.
tac_exit tac_output_close(tac_export *e);

#endif
