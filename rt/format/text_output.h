// Results as text: a file, or standard output for the name "-".
#ifndef TAC_TEXT_OUTPUT_H
#define TAC_TEXT_OUTPUT_H

#include <stdio.h>

#include "system/fail.h"

// By this process alone, as every output (system/files.h). NULL: errno says why.
FILE *tac_text_open(const char *path);
int tac_text_close(FILE *out); // 1: all of it was written; 0: errno says why; not for NULL

// The line of a path that cannot be written because of errno, about an output; returns 0.
int tac_text_failed(const char *path, tac_failure *why);

#endif
