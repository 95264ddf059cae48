// A table of results in a file of one format or another.
#ifndef TAC_TABLE_FILE_H
#define TAC_TABLE_FILE_H

#include <stdbool.h>

#include "csv.h"
#include "hdf5_table.h"

typedef enum tac_table_format {
    TAC_TABLE_BY_NAME, // HDF5 where the name ends in .h5, .hdf5 or .mat, else CSV
    TAC_TABLE_CSV,
    TAC_TABLE_HDF5,
} tac_table_format;

typedef struct tac_table_file {
    const char *path;
    tac_table_format format;
    const char *only; // patterns with commas of the columns that are written, besides t; NULL: all
    struct {
        unsigned char *keep; // of every column, as its name was     (n)
        int n, room, at;     // at: of the next number
        bool named, any, no_memory;
    } chosen;
    tac_csv csv;
    tac_hdf5 hdf5;
} tac_table_file;

// Creates the file of the path. Returns false when that fails; it may be closed all the same.
bool tac_table_open(tac_table_file *t);
tac_row_sink tac_table_sink(tac_table_file *t); // of an open one

// Another table of the same file, which --only leaves alone: k from 1 to TAC_HDF5_TABLES - 1. False: this kind of file
// has one table.
bool tac_table_beside(tac_table_file *t, int k, tac_row_sink *sink);

// Writes what is kept and closes; false when not all could be written. One that was never opened and a
// closed one may be closed.
bool tac_table_close(tac_table_file *t);
const char *tac_table_why(const tac_table_file *t); // of the first failure, once it is closed

#endif
