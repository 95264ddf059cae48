// Frames of a running instance as tables in files, a row of each table per frame: frame, cycle, step, time and all
// signals; and time and what the instance shares of its sensors.
#ifndef TAC_FRAME_TABLES_H
#define TAC_FRAME_TABLES_H

#include "format/table_file.h"
#include "io/tactus_io.h"
#include "output_options.h"
#include "system/exit.h"

typedef struct tac_frame_tables {
    struct {
        tac_table_file file;
        bool sensors;      // of these only
    } table[TAC_N_OUTPUT]; // (n)
    int n;
    int64_t every;
    bool failed; // something could not be written
} tac_frame_tables;

// Creates the files and names the columns. Returns false when something could not be written.
bool tac_frame_tables_open(tac_frame_tables *t, const tac_output_options *o, const tac_io *io);

// The frame that the handle has read, if its number is one of those wanted. Returns false when something could
// not be written, now or before.
bool tac_frame_tables_row(tac_frame_tables *t, const tac_io *io);

// Closes the files; the lines about what could not be written begin with the command.
tac_exit tac_frame_tables_close(tac_frame_tables *t, const char *command);

#endif
