// Keys of all items, and those that say where an item is.
#ifndef TAC_PLACE_KEYS_H
#define TAC_PLACE_KEYS_H

#include "key.h"

enum { TAC_N_COMMON_KEY = 3 };

extern const tac_key tac_common_keys[TAC_N_COMMON_KEY];

// Keys of a place; sets their number.
const tac_key *tac_place_keys(tac_placing placing, int *n);

#endif
