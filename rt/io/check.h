// Everything that is checked about a segment before anything in it is used.
#ifndef TAC_IO_CHECK_H
#define TAC_IO_CHECK_H

#include <stdbool.h>

#include "layout.h"
#include "tactus_io.h"

// The header alone, copied; file_size is that of the file.
tac_io_status tac_io_check_state_header(const tac_state_header *h, uint64_t file_size,
                                        tac_io_error *error);

// The dictionary that belongs to a good header.
tac_io_status tac_io_check_dictionary(const tac_state_header *h, const tac_signal_entry *entry,
                                      tac_io_error *error);

// Whether the texts about a value end.
bool tac_io_is_value(const tac_value_entry *e);

// A command segment's header against the state segment it belongs to.
tac_io_status tac_io_check_command_header(const tac_state_header *s, const tac_command_header *h,
                                          uint64_t file_size, tac_io_error *error);

// A history segment's header, the same way.
tac_io_status tac_io_check_history_header(const tac_state_header *s, const tac_history_header *h,
                                          uint64_t file_size, tac_io_error *error);

tac_io_status tac_io_fail(tac_io_error *error, tac_io_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
