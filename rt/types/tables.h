// What the types of model files are and which keys they take, for people.
#ifndef TAC_TYPE_TABLES_H
#define TAC_TYPE_TABLES_H

#include "groups.h"
#include "model_maps.h"

// All types, a line each.
void tac_print_types(void);

// Every type of the word, with its keys. False when there is none.
int tac_print_type(const char *word);

// The tables of the manual: types and keys of a section.
void tac_print_manual(const tac_type_group *group);

// The table of the keys of a map.
void tac_print_map(const tac_type *map);

// The table of what may be set while a model runs, by type.
void tac_print_tunable(void);

#endif
