// Where results go: the options that `sim`, `dump`, `replay` and `log export` share.
#ifndef TAC_OUTPUT_OPTIONS_H
#define TAC_OUTPUT_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "args/args.h"
#include "scene/view_file.h"
#include "simulation/export.h"
#include "plot/plot_file.h"
#include "system/exit.h"

typedef struct tac_output_options {
    const char *csv, *hdf5, *sensors; // NULL: not wanted
    const char *only;                 // columns of these, with commas; NULL: all
    int64_t every;                    // rows of steps that are multiples of it; 0: of all
    tac_view_file mcap, glb, svg;     // what needs a model; their paths and rates are options
    tac_plot_file plot;
} tac_output_options;

// A table for a syntax whose settings have a tac_output_options; the first ones do without a model.
enum { TAC_N_TABLE_OPTION = 5, TAC_N_OUTPUT_OPTION = 12, TAC_N_OUTPUT = 7 };
enum { TAC_OUTPUT_PLOT = 10 }; // place of --plot in the table
extern const tac_option tac_output_option[TAC_N_OUTPUT_OPTION];

// Whether options go together; else sets the error of a and returns false.
bool tac_output_check(const tac_output_options *o, tac_args *a);

bool tac_output_wanted(const tac_output_options *o);
bool tac_output_is_stdout(const char *path); // NULL is not
bool tac_output_on_stdout(const tac_output_options *o);

// The files, those that are not wanted NULL.
void tac_output_files(const tac_output_options *o, const char *file[TAC_N_OUTPUT]);

// Adds all files to a zeroed e. The options stay the caller's, and where they are.
void tac_output_export(tac_output_options *o, tac_export *e);

// Closes the files; the lines about what could not be written, or was wrong, are printed.
tac_exit tac_output_close(tac_export *e);

#endif
