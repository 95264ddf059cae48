// Names by which viewers know things, each of one thing: one that is taken gets a "_" behind it until it is not.
#ifndef TAC_DISTINCT_NAMES_H
#define TAC_DISTINCT_NAMES_H

#include <stdbool.h>

// Begins as {NULL}. A name costs the logarithm of how many there are.
typedef struct tac_distinct_names {
    void *tree; // of the names themselves, which have to stay until the end
} tac_distinct_names;

// A name that others have given. False: no memory.
bool tac_distinct_take(tac_distinct_names *d, const char *name);

// A copy of the name that is like no name before, for the caller to free; NULL: no memory.
char *tac_distinct_name(tac_distinct_names *d, const char *name);

void tac_distinct_end(tac_distinct_names *d);

#endif
