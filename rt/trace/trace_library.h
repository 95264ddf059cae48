// Loads the tracing library, which stays loaded until the process ends.
#ifndef TAC_TRACE_LIBRARY_H
#define TAC_TRACE_LIBRARY_H

#include "diag.h"
#include "trace_table.h"

#define TAC_TRACE_LIBRARY "libtactus-trace.so"

// The library's table, NULL with a line. Starts the threads of LTTng with the scheduling and the cores of the
// calling thread; waits until a session daemon that runs has told it what to record, 3 s at most.
const tac_trace_table *tac_trace_library_load(tac_diag *diag);

#endif
