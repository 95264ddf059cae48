#include "takers.h"

#include <stdio.h>

#include "words.h"

enum { MOST_METHODS = 64 };

const char *tac_takers(char *text, size_t size, tac_solver_key key)
{
    const char *word[MOST_METHODS] = {NULL};
    int n = 0;
    for (const tac_named_method *m = tac_methods; m->word && n < MOST_METHODS; m++) {
        if (tac_method_takes(m->method, key)) {
            word[n++] = m->word;
        }
    }
    char list[256];
    snprintf(text, size, "the method%s %s", n > 1 ? "s" : "",
             tac_word_series(list, sizeof list, word, n));
    return text;
}

const char *tac_why_it_lacks(char *text, size_t size, const tac_method *method)
{
    const char *lacks = method->takes->lacks;
    snprintf(text, size, "%s%s", lacks ? ", " : "", lacks ? lacks : "");
    return text;
}
