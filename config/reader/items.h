// Keys of maps and lists. Every function refuses through the reader when the node does not hold what
// is asked for. `key` is what messages call the value, `what` the thing that holds it: "a joint".
#ifndef TAC_ITEMS_H
#define TAC_ITEMS_H

#include "reader.h"

// "a single value", "a list" or "a map".
const char *tac_kind_text(tac_node_kind kind);

// Refuses a node that is not what the key wants: "a vector [x, y, z]".
_Noreturn void tac_refuse_kind(const tac_place *p, const tac_node *node, const char *key,
                               const char *wanted);

// The value of a key, NULL when the map does not have it.
const tac_node *tac_find(const tac_node *map, const char *key);

// The same; refuses when it is missing.
const tac_node *tac_need(const tac_place *p, const tac_node *map, const char *key,
                         const char *what);

// Refuses a node that is not a map with these keys only.
void tac_check_keys(const tac_place *p, const tac_node *map, const char *what,
                    const char *const *allowed);

void tac_check_list(const tac_place *p, const tac_node *node, const char *key);

#endif
