// The instances of this machine as a table: what `tactus list` and `tactus signals` without a name print.
#ifndef TAC_INSTANCE_TABLE_H
#define TAC_INSTANCE_TABLE_H

#include "system/exit.h"

// One line per instance on standard output: name, run state, step, misses, process, model; of one that is dead,
// or of a user who is not trusted, what is to be said about it.
tac_exit tac_instance_table_print(void);

// The same as one JSON object.
tac_exit tac_instance_table_json(void);

// Removes the files of dead instances and says so, a line each; one that cannot be removed is a line on standard
// error and the exit code for bad input.
tac_exit tac_instance_table_clean(const char *command);

#endif
