// Folders into which FMUs are unpacked: new ones below TMPDIR or /tmp that only this user can enter. One is locked while it
// is used; those that nobody uses any more, since what made them was killed, are removed by the next one.
#ifndef TAC_COSIM_HOST_FOLDER_H
#define TAC_COSIM_HOST_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"

// Makes one; *lock is its descriptor, which a process that uses it inherits. False with a line.
bool tac_host_folder_make(char *path, size_t size, int *lock, tac_diag *diag);

void tac_host_folder_remove(const char *path);

#endif
