// Which instances are there: the one place that looks into /dev/shm for them.
#ifndef TAC_INSTANCE_LIST_H
#define TAC_INSTANCE_LIST_H

#include <stdbool.h>

#include "io/layout.h"

typedef struct tac_instance {
    char name[TAC_NAME_SIZE];
    bool has_monitor; // there is a file of its monitor
    bool has_signals; // there is a state file
    bool is_own;      // its files are of this process's user
    bool is_foreign;  // it, or the monitor, is of a user who is not trusted, or is no plain file
} tac_instance;

// All instances whose files are here, in the order of their names, each once; those of other users and of dead
// processes as well: that shows when their files are opened.
//   returns  how many; *list is to be freed. -1: not enough memory
int tac_instance_list(tac_instance **list);

#endif
