// A simulation into a header and back.
#ifndef TAC_LOG_CAPTURE_H
#define TAC_LOG_CAPTURE_H

#include "file_source.h"
#include "header.h"

// The files that the log holds, as long as its header lives.
tac_file_source tac_log_files(const tac_log_header *h);

// Options of the solver; 0 when the header has none.
int tac_log_options(const tac_log_header *h, tac_options *o);

// Fails with a line in diag when a file cannot be read any more, or when what the log would hold does
// not build the same start again.
int tac_log_header_capture(tac_log_header *h, const tac_simulation *s, const tac_log_origin *o,
                           tac_diag *diag);

// Builds the simulation with the log's options and this many lanes (0: the widest of this machine), and
// runs its consistent start. Fails as
// tac_simulation_start, the line is in s->diag. Whether layout and start agree is for the caller.
int tac_log_header_build(const tac_log_header *h, int lanes, tac_simulation *s);

// ns of a cycle, 0: not run against a clock.
int64_t tac_log_period(const tac_log_header *h);

// The rig that ran, read from the log alone; free it with tac_rig_file_free. NULL with a line in diag, also when
// there was none.
tac_rig_file *tac_log_rig(const tac_log_header *h, tac_diag *diag);

#endif
