// Methods looked up in the table.
#include "methods.h"

#include <stddef.h>

static int is_same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

int tac_method_count(void)
{
    int n = 0;
    while (tac_methods[n].word) {
        n++;
    }
    return n;
}

const tac_method *tac_method_of_word(const char *word)
{
    for (const tac_named_method *m = tac_methods; m->word; m++) {
        if (is_same(m->word, word)) {
            return m->method;
        }
    }
    return NULL;
}

const tac_method *tac_method_of_name(const char *name)
{
    for (const tac_named_method *m = tac_methods; m->word; m++) {
        if (is_same(m->method->name, name)) {
            return m->method;
        }
    }
    return NULL;
}

int tac_method_iterations(const tac_method *method, const tac_desc *d)
{
    return method->iterations ? method->iterations(d) : tac_default_options().iterations;
}

bool tac_method_has_carriers(const tac_method *method)
{
    return method == &tac_index3 || method == &tac_canonical;
}

bool tac_method_wants_first(const tac_method *method)
{
    return method == &tac_modular || method->is_offline;
}

const char *tac_method_word(const tac_method *method)
{
    for (const tac_named_method *m = tac_methods; m->word; m++) {
        if (m->method == method) {
            return m->word;
        }
    }
    return NULL;
}
