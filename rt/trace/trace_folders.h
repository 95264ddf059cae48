// Where recorded traces are: folders with a file `metadata`.
#ifndef TAC_TRACE_FOLDERS_H
#define TAC_TRACE_FOLDERS_H

#include <stdint.h>

#include "diag.h"

typedef struct tac_trace_folders {
    char **path; // (n)
    int n;
    uint64_t bytes; // of all files, those that links lead to included
} tac_trace_folders;

// Looks in the folder and below. 0 with a line: no trace, one whose metadata cannot be read, no memory. To be freed in
// any case.
int tac_trace_folders_find(tac_trace_folders *f, const char *folder, tac_diag *diag);
void tac_trace_folders_free(tac_trace_folders *f);

#endif
