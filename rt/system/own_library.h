// Libraries that belong to the program itself and are loaded while it runs.
#ifndef TAC_OWN_LIBRARY_H
#define TAC_OWN_LIBRARY_H

#include <stdint.h>

#include "diag.h"

enum { TAC_OWN_LIBRARY_SIZE = 4096 }; // PATH_MAX of Linux, as realpath wants it

// Path of a library by its file name: in the library folder that was installed with the program, or beside a
// program in its build folder. Nothing else is looked at, no variable of the environment and no current folder;
// and it counts only where nobody can write but root, the user and the owner of the program.
// 0 with a line that names the remedy.
int tac_own_library(const char *name, char path[TAC_OWN_LIBRARY_SIZE], tac_diag *diag);

// What a table in such a library begins with, compared before anything else in it is looked at.
typedef struct tac_own_version {
    uint32_t layout, size; // of the table, and of what goes through it
} tac_own_version;

// The table of that name in a library, which stays loaded until the process ends; NULL with a line.
const void *tac_own_table(const char *name, const char *table, tac_own_version wanted,
                          tac_diag *diag);

#endif
