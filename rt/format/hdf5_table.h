// Tables as HDF5 files that MATLAB's load takes as well (MAT-file 7.3).
//
// Every column is a data set of its own, one row of doubles, compressed, under groups made of the
// column's name: "leg1/rod.fx" becomes /leg1/rod/fx, in MATLAB the field leg1.rod.fx of a structure.
// Characters that a MATLAB name may not hold become '_'; what would then be the same name gets a
// number. The attribute `column` holds the name as it was.
#ifndef TAC_HDF5_TABLE_H
#define TAC_HDF5_TABLE_H

#include <hdf5.h>
#include <stddef.h>

#include "row_sink.h"

typedef struct tac_hdf5 {
    hid_t file, row;        // a chunk in memory
    hid_t property, access; // of data sets: chunks and packing; no cache
    const char *path;
    hid_t *column; // data sets                                              (n_column)
    double *value; // rows that are not written yet             (n_column, rows of a chunk)
    size_t n_column, capacity;
    size_t cell;        // next column of the current row
    size_t n_row, kept; // written, and kept in value
    int is_named;       // the row of names has ended
    int error;          // errno of the first failure, 0 while all is well
} tac_hdf5;

// Creates the file. Returns 0 when that fails; it may be closed all the same.
int tac_hdf5_open(tac_hdf5 *f, const char *path);
tac_row_sink tac_hdf5_table(tac_hdf5 *f);

// Writes what is kept and closes; 0 when not all could be written. May be called twice.
int tac_hdf5_close(tac_hdf5 *f);

#endif
