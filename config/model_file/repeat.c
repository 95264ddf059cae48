#include "repeat.h"

#include <string.h>

#include "model_reader.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/values.h"

#define MAX_REPEAT 100000 // values of one range

// Every item counts, and every value of a range, so that empty ranges inside long ones end too.
static void count_item(const tac_place *p, const tac_node *item)
{
    if (++tac_model_of(p)->n_item > p->rd->limits.items) {
        p->rd->is_final = true;
        tac_refuse(p->rd, item, "the model has more than %d items; make the repetition smaller",
                   p->rd->limits.items);
    }
}

// One name of `repeat` after the other; the last one changes fastest.
static void read_range(const tac_place *p, const tac_node *item, const tac_entry *range,
                       tac_item_reader *read)
{
    if (!range) {
        read(p, item);
        return;
    }
    const tac_node *ends = range->value;
    if (!tac_is_identifier(range->key) || tac_expr_is_reserved(range->key)) {
        tac_refuse_at(p->rd, item->file, range->line, range->column,
                      "'%.60s' cannot name a parameter; use letters, digits and '_'", range->key);
    }
    if (tac_parameter_find(p->scope, range->key, strlen(range->key))) {
        tac_refuse_at(p->rd, item->file, range->line, range->column,
                      "parameter '%.60s' already exists; choose another name", range->key);
    }
    if (ends->kind != TAC_LIST || ends->n != 2) {
        tac_refuse(p->rd, ends, "'%.60s' must be a range [first, last]", range->key);
    }
    int first = tac_integer(p, ends->first->value, range->key, -1000000000, 1000000000);
    int last = tac_integer(p, ends->first->next->value, range->key, -1000000000, 1000000000);
    if (last < first - 1 || last - first >= MAX_REPEAT) {
        tac_refuse(p->rd, ends, "the range %d to %d %s", first, last,
                   last < first ? "runs backwards; give the smaller end first"
                                : "has more than 100000 values; make it smaller");
    }
    for (int k = first; k <= last; k++) {
        count_item(p, item);
        tac_parameter_value *b = tac_reader_take(p->rd, 1, sizeof *b);
        *b = (tac_parameter_value){range->key, {1, {k, 0.0, 0.0}, &tac_written_number}, p->scope};
        tac_place inner = {p->rd, p->in, b};
        read_range(&inner, item, range->next, read);
    }
}

void tac_each_item(const tac_place *p, const char *list, tac_item_reader *read)
{
    const tac_node *node = tac_find(p->in->root, list), *outer = p->rd->item;
    if (!node) {
        return;
    }
    tac_check_list(p, node, list);
    for (const tac_entry *e = node->first; e; e = e->next) {
        const tac_node *item = e->value;
        const tac_node *repeat = item->kind == TAC_MAP ? tac_find(item, "repeat") : NULL;
        p->rd->item = item;
        if (item->kind != TAC_MAP) {
            tac_refuse(p->rd, item, "an item of '%s' must be a map of keys and values, not %s",
                       list, tac_kind_text(item->kind));
        }
        if (!repeat) {
            count_item(p, item);
            read(p, item);
            p->rd->item = outer;
            continue;
        }
        if (repeat->kind != TAC_MAP || repeat->n < 1 || repeat->n > 3) {
            tac_refuse(p->rd, repeat,
                       "'repeat' must be {NAME: [FIRST, LAST]} with one to three names");
        }
        read_range(p, item, repeat->first, read);
        p->rd->item = outer;
    }
}
