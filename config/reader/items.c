// Keys of maps, items of lists with their repetition, and names of other things.
#include <string.h>

#include "values.h"

static const char *const kind_text[] = {
    [TAC_SCALAR] = "a single value", [TAC_LIST] = "a list", [TAC_MAP] = "a map"};

void tac_refuse_kind(const tac_place *p, const tac_node *node, const char *key, const char *wanted)
{
    if (node->kind == TAC_SCALAR && node->text[0] == '\0') {
        tac_refuse(p->rd, node, "'%s' has no value; it must be %s", key, wanted);
    }
    if (node->kind == TAC_SCALAR) {
        tac_refuse(p->rd, node, "'%s' must be %s, not '%.60s'", key, wanted, node->text);
    }
    tac_refuse(p->rd, node, "'%s' must be %s, not %s", key, wanted, kind_text[node->kind]);
}

// ---------------------------------------------------------------- maps

const tac_node *tac_find(const tac_node *map, const char *key)
{
    for (const tac_entry *e = map->first; e != NULL; e = e->next) {
        if (e->key != NULL && strcmp(e->key, key) == 0) {
            return e->value;
        }
    }
    return NULL;
}

const tac_node *tac_need(const tac_place *p, const tac_node *map, const char *key, const char *what)
{
    const tac_node *node = tac_find(map, key);
    if (node == NULL) {
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
                                                                   : kind_text[map->kind]);
    }
    int n = 0;
    while (allowed[n] != NULL) {
        n++;
    }
    for (const tac_entry *e = map->first; e != NULL; e = e->next) {
        int known = 0;
        for (int i = 0; i < n && !known; i++) {
            known = strcmp(e->key, allowed[i]) == 0;
        }
        if (known) {
            continue;
        }
        const char *nearest = tac_nearest_word(e->key, allowed, n);
        char list[400];
        if (nearest != NULL) {
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

// ---------------------------------------------------------------- repetition

// Every item counts, and every value of a range, so that empty ranges inside long ones end too.
static void count_item(const tac_place *p, const tac_node *item)
{
    if (++p->rd->n_item > p->rd->limits.items) {
        tac_refuse(p->rd, item, "the model has more than %d items; make the repetition smaller",
                   p->rd->limits.items);
    }
}

// One name of `repeat` after the other; the last one changes fastest.
static void read_range(const tac_place *p, const tac_node *item, const tac_entry *range,
                       tac_item_reader *read)
{
    if (range == NULL) {
        read(p, item);
        return;
    }
    const tac_node *ends = range->value;
    if (!tac_is_identifier(range->key) || tac_expr_is_reserved(range->key)) {
        tac_refuse_at(p->rd, item->file, range->line, range->column,
                      "'%.60s' cannot name a parameter; use letters, digits and '_'", range->key);
    }
    if (tac_parameter_find(p->scope, range->key, strlen(range->key)) != NULL) {
        tac_refuse_at(p->rd, item->file, range->line, range->column,
                      "parameter '%.60s' already exists; choose another name", range->key);
    }
    if (ends->kind != TAC_LIST || ends->n != 2) {
        tac_refuse(p->rd, ends, "'%.60s' must be a range [first, last]", range->key);
    }
    int first = tac_integer(p, ends->first->value, range->key, -1000000000, 1000000000);
    int last = tac_integer(p, ends->first->next->value, range->key, -1000000000, 1000000000);
    if (last < first - 1 || last - first >= TAC_MAX_REPEAT) {
        tac_refuse(p->rd, ends, "the range %d to %d %s", first, last,
                   last < first ? "runs backwards; give the smaller end first"
                                : "has more than 100000 values; make it smaller");
    }
    for (int k = first; k <= last; k++) {
        count_item(p, item);
        tac_parameter_value *b = tac_reader_take(p->rd, 1, sizeof *b);
        *b = (tac_parameter_value){range->key, {1, {k, 0.0, 0.0}}, p->scope};
        tac_place inner = {p->rd, p->in, b};
        read_range(&inner, item, range->next, read);
    }
}

void tac_each_item(const tac_place *p, const char *list, tac_item_reader *read)
{
    const tac_node *node = tac_find(p->in->root, list);
    if (node == NULL) {
        return;
    }
    tac_check_list(p, node, list);
    for (const tac_entry *e = node->first; e != NULL; e = e->next) {
        const tac_node *item = e->value;
        const tac_node *repeat = item->kind == TAC_MAP ? tac_find(item, "repeat") : NULL;
        if (item->kind != TAC_MAP) {
            tac_refuse(p->rd, item, "an item of '%s' must be a map of keys and values, not %s",
                       list, kind_text[item->kind]);
        }
        if (repeat == NULL) {
            count_item(p, item);
            read(p, item);
            continue;
        }
        if (repeat->kind != TAC_MAP || repeat->n < 1 || repeat->n > 3) {
            tac_refuse(p->rd, repeat,
                       "'repeat' must be {NAME: [FIRST, LAST]} with one to three names");
        }
        read_range(p, item, repeat->first, read);
    }
}

// ---------------------------------------------------------------- references

int tac_reference(const tac_place *p, const tac_node *node, const char *what,
                  const tac_names *names)
{
    const char *name = tac_text(p, node, what);
    int index = tac_names_find(names, tac_full_name(p, name));
    if (index >= 0) {
        return index;
    }
    const char *nearest = tac_names_nearest(names, p->in->prefix, name);
    if (nearest != NULL) {
        tac_refuse(p->rd, node, "no %s '%.80s'; did you mean '%s'?", what, name, nearest);
    }
    tac_refuse(p->rd, node, "no %s '%.80s'; define it or correct the name", what, name);
}

int tac_is_ground(const tac_node *node)
{
    return node->kind == TAC_SCALAR && strcmp(node->text, "ground") == 0;
}

int tac_body_reference(const tac_place *p, const tac_node *node)
{
    if (tac_is_ground(node)) {
        return p->in->ground;
    }
    return tac_reference(p, node, "body", &p->rd->body_names);
}
