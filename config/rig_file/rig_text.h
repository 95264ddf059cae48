// The content of a rig file, with chosen limits: tests and fuzzing hand it over as text.
#ifndef TAC_RIG_TEXT_H
#define TAC_RIG_TEXT_H

#include "reader/reader.h"
#include "rig_file.h"

// As tac_rig_file_read, for `size` bytes of text that stand for a file called `path`. Without
// text the file of that path is read. Where the limits let no files be read, the model is taken to have
// the kernel's default options.
tac_rig_file *tac_rig_file_read_text(const char *path, const char *text, size_t size,
                                     const tac_limits *limits, tac_diag *diag);

#endif
