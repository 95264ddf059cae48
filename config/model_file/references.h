// Names of the things of a model, as the file of a place sees them.
#ifndef TAC_REFERENCES_H
#define TAC_REFERENCES_H

#include "reader/names.h"
#include "reader/reader.h"

// A name behind the prefix of its inclusion.
const char *tac_full_name(const tac_place *p, const char *name);

// Index a name stands for, seen from this file; refuses with the nearest known name.
int tac_reference(const tac_place *p, const tac_node *node, const char *what,
                  const tac_names *names);

bool tac_is_ground(const tac_node *node); // the word `ground`

// The word `world`, ground of the outermost file, or `ground` where it stands for that by name.
bool tac_is_world(const tac_place *p, const tac_node *node);

// Body index; `ground` is what stands for ground in this inclusion.
int tac_body_reference(const tac_place *p, const tac_node *node);

#endif
