// Texts, names and words out of nodes. Every function refuses through the reader when the node does
// not hold what is asked for. `key` is what messages call the value.
#ifndef TAC_TEXTS_H
#define TAC_TEXTS_H

#include "reader.h"

// Text with ${...} replaced.
const char *tac_text(const tac_place *p, const tac_node *node, const char *key);

// The name a thing is given, checked. `what` is the thing: "a joint".
const char *tac_new_name(const tac_place *p, const tac_node *item, const char *what);

bool tac_is_name(const char *text);
bool tac_is_identifier(const char *text);

// Blanks and comments only: a file without content.
bool tac_is_blank(const char *text, size_t size);

bool tac_truth_or(const tac_place *p, const tac_node *map, const char *key, bool otherwise);

// Index of the text among n words; refuses with the list of words and the nearest.
int tac_choice(const tac_place *p, const tac_node *node, const char *key, const char *const *words,
               int n);

#endif
