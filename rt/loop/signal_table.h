// The table of what the rig of a log exchanged, for `replay` and `log export`.
#ifndef TAC_SIGNAL_TABLE_H
#define TAC_SIGNAL_TABLE_H

#include "log/header.h"
#include "signal_rows.h"
#include "system/exit.h"

#define TAC_SIGNALS_HELP "write the rig's signals, as HDF5 where FILE ends in .mat, .h5 or .hdf5"

typedef struct tac_signal_table {
    tac_rig_file *rig;
    tac_signal_rows rows, beside;
} tac_signal_table;

// Adds the table to e, which has to be closed before it. False with a line in diag when the log's rig shares
// nothing or cannot be read.
bool tac_signal_table_open(tac_signal_table *t, const char *path, const tac_log_header *h,
                           tac_export *e, tac_diag *diag);

// Has the files of e show the signals beside the motion, and says that cycles and events may come. A log without a rig
// has none, and a rig that cannot be read any more shows none.
void tac_signal_table_beside(tac_signal_table *t, const tac_log_header *h, tac_export *e);

// False with a line in diag when the rig did not fit what was exported.
bool tac_signal_table_close(tac_signal_table *t, tac_diag *diag);

#endif
