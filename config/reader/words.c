// Words that a person may have meant.
#include "words.h"

#include <stdio.h>

#include "diag.h"

void tac_nearest_offer(tac_nearest *best, const char *word, int rank)
{
    int distance = tac_name_distance(best->text, word);
    if (tac_name_is_near(best->text, distance) &&
        (!best->word || distance < best->distance ||
         (distance == best->distance && rank < best->rank))) {
        best->word = word;
        best->distance = distance;
        best->rank = rank;
    }
}

int tac_nearest_index(const char *text, const char *const *words, int n)
{
    tac_nearest best = {.text = text};
    for (int i = 0; i < n; i++) {
        tac_nearest_offer(&best, words[i], i);
    }
    return best.word ? best.rank : -1;
}

const char *tac_nearest_word(const char *text, const char *const *words, int n)
{
    int nearest = tac_nearest_index(text, words, n);
    return nearest < 0 ? NULL : words[nearest];
}

static const char *series(char *text, size_t size, const char *const *words, int n,
                          const char *last)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < n && used < size; i++) {
        const char *before = i == 0 ? "" : i == n - 1 ? last : ", ";
        int wrote = snprintf(text + used, size - used, "%s%s", before, words[i]);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    return text;
}

const char *tac_word_list(char *text, size_t size, const char *const *words, int n)
{
    return series(text, size, words, n, " or ");
}

const char *tac_word_series(char *text, size_t size, const char *const *words, int n)
{
    return series(text, size, words, n, " and ");
}
