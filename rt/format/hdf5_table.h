// Tables as HDF5 files that MATLAB's load takes as well (MAT-file 7.3).
//
// Every column is a data set of its own, one row of doubles, compressed, under groups made of the
// column's name: "leg1/rod.fx" becomes /leg1/rod/fx, in MATLAB the field leg1.rod.fx of a structure.
// Characters that a MATLAB name may not hold become '_'; what would then be the same name gets a
// number. The attribute `column` holds the name as it was, `unit` what it is measured in; attributes of / say where the
// results come from (simulation/origin.h).
//
// What writes them is a library of its own (rt/hdf5, libtactus-hdf5.so), loaded by the first file: thirty libraries come
// with HDF5, of networks and certificates among them, which no executive maps, locks in memory or waits for.
#ifndef TAC_HDF5_TABLE_H
#define TAC_HDF5_TABLE_H

#include "row_sink.h"
#include "system/own_library.h"

enum { TAC_HDF5_LAYOUT = 3, TAC_HDF5_TABLES = 3 };

typedef struct tac_hdf5_library {
    tac_own_version version; // size: of a sink

    void *(*create)(const char *path, int *error); // NULL with an errno
    tac_row_sink (*table)(void *file, int k);
    int (*close)(void *file); // writes what is kept; errno of the first failure, or 0. Frees file
} tac_hdf5_library;

extern const tac_hdf5_library tac_hdf5_files; // of the library: the only name looked up in it

typedef struct tac_hdf5 {
    const tac_hdf5_library *library;
    void *file;
    int alone;     // keeps other outputs off the file; -1: none
    int error;     // errno of the first failure, 0 while all is well; known when it is closed
    char why[512]; // the library cannot be loaded; "" where it was
} tac_hdf5;

// Creates the file. Returns 0 when that fails; it may be closed all the same.
int tac_hdf5_open(tac_hdf5 *f, const char *path);
// Of an open one, table k of TAC_HDF5_TABLES: each has rows of its own.
tac_row_sink tac_hdf5_table(tac_hdf5 *f, int k);

// Writes what is kept and closes; 0 when not all could be written. May be called twice.
int tac_hdf5_close(tac_hdf5 *f);

#endif
