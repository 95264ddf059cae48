// Words that a person may have meant.
#include "words.h"

#include <stdio.h>

#include "diag.h"

int tac_nearest_index(const char *text, const char *const *words, int n)
{
    int nearest = -1, fewest = 0;
    for (int i = 0; i < n; i++) {
        int distance = tac_name_distance(text, words[i]);
        if (tac_name_is_near(text, distance) && (nearest < 0 || distance < fewest)) {
            nearest = i;
            fewest = distance;
        }
    }
    return nearest;
}

const char *tac_nearest_word(const char *text, const char *const *words, int n)
{
    int nearest = tac_nearest_index(text, words, n);
    return nearest < 0 ? NULL : words[nearest];
}

const char *tac_word_list(char *text, size_t size, const char *const *words, int n)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < n && used < size; i++) {
        const char *before = i == 0 ? "" : i == n - 1 ? " or " : ", ";
        int wrote = snprintf(text + used, size - used, "%s%s", before, words[i]);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    return text;
}
