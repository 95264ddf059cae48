// What the recording of a rig has beside its steps, in tables of an HDF5 file: signals as columns of every row, below
// /signals; cycles and events with rows of their own, below /cycles and /events. Words are numbers there; attributes of
// / say what they mean.
#ifndef TAC_EXPORT_RIG_H
#define TAC_EXPORT_RIG_H

#include "export.h"

// Columns of the signals behind those of a row, and their values.
bool tac_export_signal_names(const tac_export_rig *r, const tac_row_sink *t,
                             const tac_simulation *s);
bool tac_export_signals(const tac_export_rig *r, const tac_row_sink *t, const tac_simulation *s);

// Tables beside the first one of a file; a file that has one table alone gets none. As those of export.h.
bool tac_export_clock_names(tac_table_file *file, const tac_export_rig *r);
bool tac_export_cycle_row(tac_table_file *file, const tac_export_cycle *c, double t);
bool tac_export_event_row(tac_table_file *file, tac_clock_tables *k, const tac_export_event *v,
                          double t);
void tac_export_clock_words(tac_table_file *file, const tac_clock_tables *k); // before it is closed

#endif
