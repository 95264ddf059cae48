// Coming and going: finding instances, checking and mapping their state.
#ifndef TAC_IO_ATTACH_H
#define TAC_IO_ATTACH_H

#include "handle.h"

// Opens, checks and maps the state segment; fills head, state and signal.
tac_io_status tac_io_open_state(tac_io *io, const char *instance, tac_io_error *error);

// Checks and copies the dictionary of a mapped state, takes the memory for its frames.
tac_io_status tac_io_copy_dictionary(tac_io *io, tac_io_error *error);

#endif
