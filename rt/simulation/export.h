// The motion of everything, written to a CSV file, an HDF5 file, or both: the same rows in each.
#ifndef TAC_EXPORT_H
#define TAC_EXPORT_H

#include "format/csv.h"
#include "format/hdf5_table.h"
#include "simulation.h"

typedef struct tac_export {
    const char *csv, *hdf5; // paths, NULL: not wanted
    tac_csv to_csv;
    tac_hdf5 to_hdf5;
    int begun, failed;
} tac_export;

// One row; the first one creates the files and names the columns. Returns 0 when something could not
// be written.
int tac_export_row(tac_export *e, const tac_simulation *s);

// Closes the files. Returns 0 after printing which of them could not be written, and why.
int tac_export_close(tac_export *e);

#endif
