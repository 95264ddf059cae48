// Maps by their tables (model_maps.h). Every function refuses through the reader.
#ifndef TAC_READ_MAPS_H
#define TAC_READ_MAPS_H

#include "model_maps.h"
#include "reader.h"

// Refuses a node that is not a map with the keys of the table.
void tac_check_map(const tac_place *p, const tac_node *node, tac_map map);

// The one key of the map that says what it is, of those that exclude each other: its place among them. `as` is what
// messages call the map, `more` what they add of several.
int tac_only_key(const tac_place *p, const tac_node *node, tac_map map, const char *as,
                 const char *more);

// Which of its words a key has; `otherwise` without it.
int tac_map_choice(const tac_place *p, const tac_node *node, tac_map map, const char *key,
                   int otherwise);

// Its number from the first to the last that the key takes; that of the table without it.
int tac_map_integer(const tac_place *p, const tac_node *node, tac_map map, const char *key);

#endif
