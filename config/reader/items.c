#include "items.h"

#include <string.h>

#include "words.h"

const char *tac_kind_text(tac_node_kind kind)
{
    static const char *const text[] = {
        [TAC_SCALAR] = "a single value", [TAC_LIST] = "a list", [TAC_MAP] = "a map"};
    return text[kind];
}

void tac_refuse_kind(const tac_place *p, const tac_node *node, const char *key, const char *wanted)
{
    if (node->kind == TAC_SCALAR && node->text[0] == '\0') {
        tac_refuse(p->rd, node, "'%s' has no value; it must be %s", key, wanted);
    }
    if (node->kind == TAC_SCALAR) {
        tac_refuse(p->rd, node, "'%s' must be %s, not '%.60s'", key, wanted, node->text);
    }
    tac_refuse(p->rd, node, "'%s' must be %s, not %s", key, wanted, tac_kind_text(node->kind));
}

// ---- maps ----------------------------------------------------------------------------------------

const tac_node *tac_find(const tac_node *map, const char *key)
{
    for (const tac_entry *e = map->first; e; e = e->next) {
        if (e->key && strcmp(e->key, key) == 0) {
            return e->value;
        }
    }
    return NULL;
}

const tac_node *tac_need(const tac_place *p, const tac_node *map, const char *key, const char *what)
{
    const tac_node *node = tac_find(map, key);
    if (!node) {
        tac_refuse(p->rd, map, "%s needs '%s'; add the key", what, key);
    }
    return node;
}

void tac_check_keys(const tac_place *p, const tac_node *map, const char *what,
                    const char *const *allowed)
{
    if (map->kind != TAC_MAP) {
        tac_refuse(p->rd, map, "%s must be a map of keys and values, not %s", what,
                   map->kind == TAC_SCALAR && map->text[0] == '\0' ? "empty"
                                                                   : tac_kind_text(map->kind));
    }
    int n = 0;
    while (allowed[n]) {
        n++;
    }
    for (const tac_entry *e = map->first; e; e = e->next) {
        bool known = false;
        for (int i = 0; i < n && !known; i++) {
            known = strcmp(e->key, allowed[i]) == 0;
        }
        if (known) {
            continue;
        }
        const char *nearest = tac_nearest_word(e->key, allowed, n);
        char list[400];
        if (nearest) {
            tac_refuse_at(p->rd, map->file, e->line, e->column,
                          "unknown key '%.60s' in %s; did you mean '%s'?", e->key, what, nearest);
        }
        tac_refuse_at(p->rd, map->file, e->line, e->column,
                      "unknown key '%.60s' in %s; it takes %s", e->key, what,
                      tac_word_list(list, sizeof list, allowed, n));
    }
}

void tac_check_list(const tac_place *p, const tac_node *node, const char *key)
{
    if (node->kind != TAC_LIST) {
        tac_refuse_kind(p, node, key, "a list");
    }
}
