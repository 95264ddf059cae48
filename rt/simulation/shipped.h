// Files that come with the program: models and rigs.
#ifndef TAC_SHIPPED_H
#define TAC_SHIPPED_H

enum { TAC_SHIPPED_SIZE = 4096 }; // PATH_MAX of Linux, as realpath wants it

// Path of "rigs/four_bar.yaml" and the like: beside an installed program, beside a built one, or
// below the current folder, which is the answer when there is none. Writes and returns path.
const char *tac_shipped(const char *name, char path[TAC_SHIPPED_SIZE]);

#endif
