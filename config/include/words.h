// Words that a person may have meant: the nearest of a list, and lists of words in messages.
#ifndef TAC_WORDS_H
#define TAC_WORDS_H

#include <stddef.h>

// Index of the word nearest to the text, -1 when none is near enough to be meant (tac_name_is_near); of
// words that are equally near the first one.
int tac_nearest_index(const char *text, const char *const *words, int n);

// That word itself, or NULL.
const char *tac_nearest_word(const char *text, const char *const *words, int n);

// "a, b or c" in text, cut where it is full; returns text.
const char *tac_word_list(char *text, size_t size, const char *const *words, int n);

#endif
