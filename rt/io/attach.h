// Coming and going: finding instances, checking and mapping their state.
#ifndef TAC_IO_ATTACH_H
#define TAC_IO_ATTACH_H

#include "handle.h"

// Names of instances that have a plain file "tactus.NAME" + after, at most max of them in the order of the folder;
// returns how many there are.
int tac_io_list_files(const char *after, char (*name)[TAC_NAME_SIZE], int max);

// Opens, checks and maps the state segment, whoever it belongs to with any_owner; fills head, state and
// signal.
tac_io_status tac_io_open_state(tac_io *io, const char *instance, int any_owner,
                                tac_io_error *error);

// Checks and copies the dictionary of a mapped state, takes the memory for its frames.
tac_io_status tac_io_copy_dictionary(tac_io *io, tac_io_error *error);

// TAC_IO_OK while the executive behind the state segment lives.
tac_io_status tac_io_check_state(const tac_io *io);

// A handle of nothing yet; NULL: not enough memory.
tac_io *tac_io_new(void);

#endif
