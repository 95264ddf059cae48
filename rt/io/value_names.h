// The one rule of how a value is called, for the executive and for clients.
#ifndef TAC_VALUE_NAMES_H
#define TAC_VALUE_NAMES_H

#include "layout.h"

// What follows a signal's name for value k of n, in out: nothing for a single value, ".z" where it has a name,
// else "[2]". e: NULL where values have no names.
const char *tac_value_suffix(const tac_value_entry *e, int n, int k, char *out, size_t size);

#endif
