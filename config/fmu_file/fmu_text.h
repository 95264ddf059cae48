// The content of a file that couples an FMU, with chosen limits: tests hand it over as text.
#ifndef TAC_FMU_TEXT_H
#define TAC_FMU_TEXT_H

#include "fmu_file.h"
#include "reader/reader.h"

// As tac_fmu_file_read, for `size` bytes of text that stand for a file called `path`. Without text the file of that path
// is read.
tac_fmu_file *tac_fmu_file_read_text(const char *path, const char *text, size_t size,
                                     const tac_limits *limits, tac_diag *diag);

#endif
