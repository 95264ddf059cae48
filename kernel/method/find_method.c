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

const char *tac_solver_key_word(tac_solver_key key)
{
    static const char *const word[TAC_SOLVER_KEYS] = {
        [TAC_KEY_ITERATIONS] = "iterations",     [TAC_KEY_ALPHA] = "alpha",
        [TAC_KEY_ACCELERATION] = "acceleration", [TAC_KEY_ORDER] = "order",
        [TAC_KEY_TANGENT] = "tangent",           [TAC_KEY_DOUBT_LENGTH] = "doubt_length",
        [TAC_KEY_DOUBT_ANGLE] = "doubt_angle",   [TAC_KEY_CARRIERS] = "carriers",
        [TAC_KEY_CORRECTIONS] = "corrections",   [TAC_KEY_COORDINATES] = "coordinates",
        [TAC_KEY_IMPULSES] = "impulses",         [TAC_KEY_PROJECTIONS] = "projections",
        [TAC_KEY_REACTIONS] = "reactions"};
    return word[key];
}

bool tac_method_takes(const tac_method *method, tac_solver_key key)
{
    return (method->takes->keys >> key & 1) != 0;
}

const tac_named_method *tac_method_with(tac_solver_key key)
{
    for (const tac_named_method *m = tac_methods; m->word; m++) {
        if (tac_method_takes(m->method, key)) {
            return m;
        }
    }
    return NULL;
}

const tac_named_method *tac_method_following(unsigned bits)
{
    for (const tac_named_method *m = tac_methods; m->word; m++) {
        if ((m->method->takes->follows & bits) == bits) {
            return m;
        }
    }
    return NULL;
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
