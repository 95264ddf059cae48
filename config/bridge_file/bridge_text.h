// The content of a bridge file, with chosen limits: tests and fuzzing hand it over as text.
#ifndef TAC_BRIDGE_TEXT_H
#define TAC_BRIDGE_TEXT_H

#include "bridge_file.h"
#include "reader/reader.h"

// As tac_bridge_file_read, for `size` bytes of text that stand for a file called `path`. Without
// text the file of that path is read.
tac_bridge_file *tac_bridge_file_read_text(const char *path, const char *text, size_t size,
                                           const tac_limits *limits, tac_diag *diag);

#endif
