// Stimuli from a table: a line of names, then a line of numbers per row.
//
// One column is the time and called t or time. A unit stands in brackets behind a name and a blank: "t [ms]". Fields are
// separated by comma, semicolon or tab, whichever the first line has; numbers have a full stop. Lines that begin with #
// and empty ones count for nothing; of what `tactus dump` writes, columns frame, cycle and step are no signals.
#ifndef TAC_STIMULUS_TABLE_H
#define TAC_STIMULUS_TABLE_H

#include "stimulus.h"

bool tac_stimulus_table_open(tac_stimulus *s, tac_diag *diag);
bool tac_stimulus_table_read(tac_stimulus *s, tac_diag *diag);

#endif
