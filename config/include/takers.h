// Who takes a key of `solver:`, for refusals of those that do not.
#ifndef TAC_TAKERS_H
#define TAC_TAKERS_H

#include <stddef.h>

#include "methods.h"

// "the method modular" or "the methods index3 and canonical": those of the table that have a key;
// returns text.
const char *tac_takers(char *text, size_t size, tac_solver_key key);

// ", LACKS" of a method that says why it lacks keys, "" of another one; returns text.
const char *tac_why_it_lacks(char *text, size_t size, const tac_method *method);

#endif
