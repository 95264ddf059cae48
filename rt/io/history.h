// The mapping of a history segment.
#ifndef TAC_IO_HISTORY_H
#define TAC_IO_HISTORY_H

#include "handle.h"

// Unmaps it; fine when there is none.
void tac_io_history_close(tac_io *io);

#endif
