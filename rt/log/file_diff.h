// Where files that logs hold differ, in words: file, line, both lines.
#ifndef TAC_LOG_FILE_DIFF_H
#define TAC_LOG_FILE_DIFF_H

#include <stdbool.h>
#include <stdio.h>

#include "header.h"

// One line for each file of the model, or its first parameter that differs where files do not say why. Nothing when the
// headers hold the same.
void tac_log_print_files_differ(const tac_log_header *a, const tac_log_header *b, FILE *out);

// The first file of the header that is another one here now, in a line without its end; false when none is. Files
// that are not here any more are none.
bool tac_log_file_changed(const tac_log_header *h, char *text, size_t size);

#endif
