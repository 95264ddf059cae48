// The packets of a metadata file, looked at before the reader of the library gets them: with sizes that contradict
// the file it never ends.
#ifndef TAC_TRACE_METADATA_H
#define TAC_TRACE_METADATA_H

#include <stdbool.h>

#include "diag.h"

// Whether the file is plain text, or whole packets one after the other. 0 with a line.
bool tac_trace_metadata_check(const char *path, tac_diag *diag);

#endif
