#include "maps.h"

#include "items.h"
#include "texts.h"
#include "values.h"
#include "words.h"

enum { MOST_KEYS = 24 };

void tac_check_map(const tac_place *p, const tac_node *node, tac_map map)
{
    const tac_type *type = &tac_model_maps[map];
    const char *name[MOST_KEYS + 1] = {NULL};
    for (int i = 0; i < type->n_key && i < MOST_KEYS; i++) {
        name[i] = type->key[i].name;
    }
    tac_check_keys(p, node, type->called, name);
}

int tac_only_key(const tac_place *p, const tac_node *node, tac_map map, const char *as,
                 const char *more)
{
    const tac_type *type = &tac_model_maps[map];
    const char *name[MOST_KEYS];
    int n = 0, n_found = 0, found = 0;
    for (int i = 0; i < type->n_key && n < MOST_KEYS; i++) {
        if (type->key[i].flags & TAC_KEY_ONE_OF) {
            name[n] = type->key[i].name;
            found = tac_find(node, name[n]) ? n : found;
            n_found += tac_find(node, name[n]) != NULL;
            n++;
        }
    }
    if (n_found != 1) {
        char list[200];
        tac_refuse(p->rd, node, "'%s' must be one of %s, not %d of them%s", as,
                   tac_word_list(list, sizeof list, name, n), n_found, more);
    }
    return found;
}

int tac_map_choice(const tac_place *p, const tac_node *node, tac_map map, const char *key,
                   int otherwise)
{
    const tac_key *k = tac_find_key(&tac_model_maps[map], key);
    const tac_node *value = tac_find(node, key);
    return value ? tac_choice(p, value, key, k->word, k->n_word) : otherwise;
}

int tac_map_integer(const tac_place *p, const tac_node *node, tac_map map, const char *key)
{
    const tac_key *k = tac_find_key(&tac_model_maps[map], key);
    const tac_node *value = tac_find(node, key);
    return value ? tac_integer(p, value, key, k->least, k->most) : (int)k->value;
}
