// Words that a person may have meant: the nearest of a list, and lists of words in messages.
#ifndef TAC_WORDS_H
#define TAC_WORDS_H

#include <stddef.h>

// Search for the word that a text may have meant, among words that are offered one after the other.
typedef struct tac_nearest {
    const char *text; // as it was written
    const char *word; // NULL while none is near enough to be meant (tac_name_is_near)
    int distance;
    int rank;
} tac_nearest;

// Keeps the nearest word; of words that are equally near the one of the lowest rank, of these the one
// that was offered first.
void tac_nearest_offer(tac_nearest *best, const char *word, int rank);

// Index of the word nearest to the text, -1 when none is near enough to be meant (tac_name_is_near); of
// words that are equally near the first one.
int tac_nearest_index(const char *text, const char *const *words, int n);

// That word itself, or NULL.
const char *tac_nearest_word(const char *text, const char *const *words, int n);

// "a, b or c" in text, cut where it is full; returns text.
const char *tac_word_list(char *text, size_t size, const char *const *words, int n);

// The same with "and" before the last.
const char *tac_word_series(char *text, size_t size, const char *const *words, int n);

#endif
