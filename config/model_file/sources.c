// Sources: functions of time, named or written in place. Named ones may use each other in any
// order; each is read when it is first needed, so that the terms of a sum get lower indices than
// the sum.
#include "sources.h"

#include <string.h>

#include "element_types.h"
#include "keys.h"
#include "model_reader.h"
#include "reader/items.h"
#include "reader/maps.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"
#include "repeat.h"
#include "tables.h"

#define MAX_NESTING 64 // sums inside sums and sources that use later ones

typedef struct tac_named_source { // an entry of `sources` or `inputs`
    tac_place place;
    const tac_node *item;
    const char *name;
    int input;  // index of the input, -1 for an entry of `sources`
    int state;  // 0 not read, 1 being read, 2 read
    int source; // index once read
} tac_named_source;

extern const tac_source_type tac_turn_type, tac_product_source; // kernel/element/source

static int source_at_depth(const tac_place *p, const tac_node *node, const char *key,
                           tac_quantity q, int depth);

static int add_source(tac_model_reader *model, tac_source_desc s)
{
    if (++model->n_item > model->rd.limits.items) {
        const tac_instance *const *first = model->instance.data;
        tac_refuse(&model->rd, first[0]->file.root,
                   "the model has more than %d items; use fewer sources", model->rd.limits.items);
    }
    tac_source_desc *place = tac_list_add(&model->rd, &model->signals.source, sizeof *place);
    *place = s;
    tac_list_add_text(&model->rd, &model->signals.source_name, "");
    return model->signals.source.n - 1;
}

static tac_source_desc blank(tac_source_kind kind)
{
    return (tac_source_desc){.kind = kind,
                             .table = TAC_NONE,
                             .input = TAC_NONE,
                             .operand = {TAC_NONE, TAC_NONE, TAC_NONE, TAC_NONE},
                             .sensor = TAC_NONE};
}

int tac_constant_source(tac_model_reader *model, double value)
{
    tac_source_desc s = blank(TAC_CONSTANT);
    s.c[0] = value;
    return add_source(model, s);
}

static tac_source_kind kind_of(const tac_source_type *type)
{
    int kind = 0;
    while (tac_source_type_of((tac_source_kind)kind) != type) {
        kind++;
    }
    return (tac_source_kind)kind;
}

int tac_turn_source(tac_model_reader *model, const int angle[3], int axis)
{
    tac_source_desc s = blank(kind_of(&tac_turn_type));
    s.c[1] = 1.0;
    s.repeats = axis;
    s.first_term = model->signals.source_term.n;
    s.n_term = 3;
    for (int k = 0; k < 3; k++) {
        *(int *)tac_list_add(&model->rd, &model->signals.source_term, sizeof(int)) = angle[k];
    }
    return add_source(model, s);
}

// ---- types ---------------------------------------------------------------------------------------

static void put_terms(tac_model_reader *model, const int *term, int n, tac_source_desc *s)
{
    s->first_term = model->signals.source_term.n;
    s->n_term = n;
    for (int i = 0; i < n; i++) {
        int *place = tac_list_add(&model->rd, &model->signals.source_term, sizeof *place);
        *place = term[i];
    }
}

// A term with a factor is a sum of its own, of that term alone.
static int read_factored(const tac_place *p, const tac_node *node, tac_quantity q, int depth)
{
    static const char *const keys[] = {"of", "factor", NULL};
    tac_check_keys(p, node, "a term with a factor", keys);
    const tac_node *factor = tac_need(p, node, "factor", "a term with 'of'");
    tac_source_desc s = blank(TAC_SUM);
    int term = source_at_depth(p, tac_find(node, "of"), "of", q, depth + 1);
    put_terms(tac_model_of(p), &term, 1, &s);
    s.c[1] = tac_number(p, factor, "factor", TAC_Q_NUMBER);
    return add_source(tac_model_of(p), s);
}

static int read_term(const tac_place *p, const tac_node *node, const char *key, tac_quantity q,
                     int depth)
{
    return node->kind == TAC_MAP && tac_find(node, "of")
               ? read_factored(p, node, q, depth)
               : source_at_depth(p, node, key, q, depth + 1);
}

// Terms first: each may add terms of its own.
static void read_terms(const tac_place *p, const tac_node *list, const tac_key *key, tac_quantity q,
                       int depth, tac_source_desc *s)
{
    tac_check_list(p, list, key->name);
    if (list->n == 0) {
        tac_refuse(p->rd, list, "'%s' is empty; list the sources to add", key->name);
    }
    int *term = tac_reader_take(p->rd, (size_t)list->n, sizeof *term), n = 0;
    for (const tac_entry *e = list->first; e; e = e->next) {
        term[n++] = read_term(p, e->value, key->name, q, depth);
    }
    s->c[1] = 1.0;
    put_terms(tac_model_of(p), term, n, s);
}

// Terms that have a key each; one that is missing is zero.
static void read_each_term(const tac_place *p, const tac_node *map, const tac_type *type, int depth,
                           tac_source_desc *s)
{
    enum { MOST = 4 };
    int term[MOST], n = 0;
    for (int i = 0; i < type->n_key && n < MOST; i++) {
        const tac_key *key = &type->key[i];
        if (key->kind != TAC_KEY_TERM) {
            continue;
        }
        const tac_node *node = key->otherwise == TAC_NEEDED
                                   ? tac_need(p, map, key->name, type->called)
                                   : tac_find(map, key->name);
        term[n++] = node ? source_at_depth(p, node, key->name, key->quantity, depth + 1)
                         : tac_constant_source(tac_model_of(p), 0.0);
    }
    if (n > 0) {
        put_terms(tac_model_of(p), term, n, s);
    }
}

static const tac_type *type_at(int i)
{
    return &tac_source_type_of((tac_source_kind)i)->type;
}

// "step, ramp or sine": the types that have a key, or all for NULL; quoted or not.
static const char *types_with(tac_reader *rd, const char *key, bool quoted)
{
    const char *name[TAC_MOST_TYPES], *text = "";
    int n = 0;
    for (int i = 0; i < tac_source_type_count(); i++) {
        bool has = !key || (tac_source_type_of((tac_source_kind)i)->beside &&
                            tac_find_key(type_at(i), key));
        if (has) {
            name[n++] = type_at(i)->word;
        }
    }
    const char *const quote = quoted ? "'" : "";
    for (int i = 0; i < n; i++) {
        const char *between = i == 0 ? "" : i == n - 1 ? (quoted ? " and " : " or ") : ", ";
        const char *word = tac_join_text(rd, tac_join_text(rd, quote, name[i]), quote);
        text = tac_join_text(rd, text, tac_join_text(rd, between, word));
    }
    return text;
}

enum { MOST_WORDS = 2 * TAC_MOST_TYPES };

// The words of all types and the keys that stand beside them; NULL after the last. Returns their number.
static int list_words(const char *word[MOST_WORDS])
{
    int n = 0;
    word[n++] = "name";
    word[n++] = "repeat";
    for (int i = 0; i < tac_source_type_count(); i++) {
        const tac_source_type *type = tac_source_type_of((tac_source_kind)i);
        word[n++] = type->type.word;
        for (int k = 1; k < type->type.n_key && type->beside; k++) {
            bool again = false;
            for (int j = 0; j < n; j++) {
                again = again || strcmp(word[j], type->type.key[k].name) == 0;
            }
            if (!again && n + 1 < MOST_WORDS) {
                word[n++] = type->type.key[k].name;
            }
        }
    }
    word[n] = NULL;
    return n;
}

// Refuses keys that stand beside another type.
static void check_beside(const tac_place *p, const tac_node *map, const tac_source_type *type,
                         const char *const *word, int n)
{
    for (int i = 2; i < n; i++) {
        bool is_word = false;
        for (int k = 0; k < tac_source_type_count(); k++) {
            is_word = is_word || strcmp(type_at(k)->word, word[i]) == 0;
        }
        bool takes = type->beside && tac_find_key(&type->type, word[i]);
        if (!is_word && !takes && tac_find(map, word[i])) {
            tac_refuse_key(p->rd, map, word[i],
                           "'%s' does not belong to '%s' here; only %s take it", word[i],
                           type->type.word, types_with(p->rd, word[i], true));
        }
    }
}

static tac_source_kind find_kind(const tac_place *p, const tac_node *map)
{
    const char *word[MOST_WORDS];
    int n = list_words(word), kind = TAC_NONE;
    tac_check_keys(p, map, "a source", word);
    for (int k = 0; k < tac_source_type_count(); k++) {
        if (!tac_find(map, type_at(k)->word)) {
            continue;
        }
        if (kind != TAC_NONE) {
            tac_refuse_key(p->rd, map, type_at(k)->word,
                           "a source is '%s' or '%s', not both; use 'sum'", type_at(kind)->word,
                           type_at(k)->word);
        }
        kind = k;
    }
    if (kind == TAC_NONE) {
        tac_refuse(p->rd, map, "a source needs one of %s", types_with(p->rd, NULL, false));
    }
    check_beside(p, map, tac_source_type_of((tac_source_kind)kind), word, n);
    return (tac_source_kind)kind;
}

// ---- maps of two sources -------------------------------------------------------------------------

// A table of the share that row k of a map has: 1 at its value, 0 at those beside it, and straight between.
static int share_of_row(const tac_place *p, const double *value, int k, int n)
{
    double x[3], y[3];
    int points = 0;
    for (int i = k > 0 ? k - 1 : 0; i <= k + 1 && i < n; i++) {
        x[points] = value[i];
        y[points++] = i == k ? 1.0 : 0.0;
    }
    return tac_add_points(p, x, y, points);
}

static int lookup_source(const tac_place *p, tac_source_kind kind, int source, int table)
{
    tac_source_desc s = blank(kind);
    s.operand[0] = source;
    s.table = table;
    return add_source(tac_model_of(p), s);
}

static int add_of_terms(const tac_place *p, tac_source_kind kind, const int *term, int n)
{
    tac_source_desc s = blank(kind);
    s.c[1] = 1.0;
    put_terms(tac_model_of(p), term, n, &s);
    return add_source(tac_model_of(p), s);
}

// The sum over its rows of a table of the first source times the share that the row has of the second.
static int read_rows(const tac_place *p, const tac_node *list, const char *key,
                     tac_source_kind kind, const tac_source_desc *s)
{
    tac_check_list(p, list, key);
    if (list->n < 2 || s->operand[1] == TAC_NONE || s->table != TAC_NONE) {
        tac_refuse(p->rd, list,
                   "a map needs two rows or more and their source, 'by', in place of 'in'");
    }
    double *value = tac_reader_take(p->rd, (size_t)list->n, sizeof *value);
    int *term = tac_reader_take(p->rd, (size_t)list->n, sizeof *term), n = 0;
    int *table = tac_reader_take(p->rd, (size_t)list->n, sizeof *table);
    for (const tac_entry *e = list->first; e; e = e->next, n++) {
        if (e->value->kind != TAC_LIST || e->value->n != 2) {
            tac_refuse(p->rd, e->value, "a row of a map must be a pair [value, table]");
        }
        value[n] = tac_number(p, e->value->first->value, key, TAC_Q_ANY);
        table[n] = tac_table_reference(p, e->value->first->next->value);
        if (n > 0 && !(value[n] > value[n - 1])) {
            tac_refuse(p->rd, e->value, "values do not increase here; sort the rows by them");
        }
    }
    for (int k = 0; k < n; k++) {
        const int pair[2] = {lookup_source(p, kind, s->operand[0], table[k]),
                             lookup_source(p, kind, s->operand[1], share_of_row(p, value, k, n))};
        term[k] = add_of_terms(p, kind_of(&tac_product_source), pair, 2);
    }
    return add_of_terms(p, TAC_SUM, term, n);
}

// The key of a type that is a list, if it is there.
static const tac_key *rows_of(const tac_type *type, const tac_node *map)
{
    const tac_key *found = NULL;
    for (int i = 0; i < type->n_key; i++) {
        bool is_list = type->key[i].kind == TAC_KEY_LIST && tac_find(map, type->key[i].name);
        found = is_list ? &type->key[i] : found;
    }
    return found;
}

// ---- one source ----------------------------------------------------------------------------------

static int read_map(const tac_place *p, const tac_node *map, tac_quantity q, int depth)
{
    tac_source_kind kind = find_kind(p, map);
    const tac_source_type *of = tac_source_type_of(kind);
    const tac_node *keyed = of->beside ? map : tac_find(map, of->type.word);
    tac_source_desc s = blank(kind);
    if (!of->beside) {
        tac_check_type_keys(p, keyed, of->type.called, &of->type);
    }
    tac_read_keys(p, keyed, &of->type, (tac_keyed_place){.use = q}, &s);
    for (int i = 0; i < of->type.n_key; i++) {
        const tac_key *key = &of->type.key[i];
        if (key->kind == TAC_KEY_TERMS) {
            read_terms(p, tac_need(p, keyed, key->name, of->type.called), key, q, depth, &s);
        }
    }
    read_each_term(p, keyed, &of->type, depth, &s);
    const tac_key *rows = rows_of(&of->type, keyed);
    if (rows) {
        return read_rows(p, tac_find(keyed, rows->name), rows->name, kind, &s);
    }
    const char *key, *wrong = of->wrong ? of->wrong(&s, &key) : NULL;
    if (wrong) {
        tac_refuse(p->rd, tac_find(keyed, key), "%s", wrong);
    }
    int source = add_source(tac_model_of(p), s);
    if (of->senses) {
        tac_sensed_source *sensed =
            tac_list_add(p->rd, &tac_model_of(p)->signals.sensed, sizeof *sensed);
        *sensed = (tac_sensed_source){*p, tac_need(p, keyed, of->type.key[0].name, of->type.called),
                                      source};
    }
    return source;
}

// ---- names ---------------------------------------------------------------------------------------

static tac_named_source *named_source(tac_model_reader *model, int i)
{
    return (tac_named_source *)model->signals.named_source.data + i;
}

static bool is_block(const tac_named_source *n)
{
    return n->input < 0 && tac_source_type_of(find_kind(&n->place, n->item))->run;
}

// Blocks run in the order of the file: one that reads a later one would have its value of the step before.
static void refuse_later(tac_model_reader *model, int i, const tac_node *at)
{
    int by = model->signals.reading - 1;
    const tac_named_source *n = named_source(model, i);
    if (by >= 0 && i > by && n->state == 0 && is_block(n) && is_block(named_source(model, by))) {
        tac_refuse(&model->rd, at,
                   "block '%.80s' stands below '%.80s', which reads it; blocks run in the order of "
                   "the file: move it up",
                   n->name, named_source(model, by)->name);
    }
}

// Reads entry i unless it is read; `at` is where it is used.
static int resolve(tac_model_reader *model, int i, const tac_node *at, int depth)
{
    tac_named_source n = *named_source(model, i);
    if (n.state == 2) {
        return n.source;
    }
    if (n.state == 1) {
        tac_refuse(&model->rd, at, "source '%.80s' uses itself; break the circle", n.name);
    }
    refuse_later(model, i, at);
    int outer = model->signals.reading;
    model->signals.reading = 1 + i;
    named_source(model, i)->state = 1;
    if (n.input >= 0) {
        tac_source_desc s = blank(TAC_INPUT);
        s.c[1] = 1.0;
        s.input = n.input;
        n.source = add_source(model, s);
    } else {
        n.source = read_map(&n.place, n.item, TAC_Q_ANY, depth);
    }
    ((const char **)model->signals.source_name.data)[n.source] = n.name;
    named_source(model, i)->source = n.source;
    named_source(model, i)->state = 2;
    model->signals.reading = outer;
    return n.source;
}

static int source_at_depth(const tac_place *p, const tac_node *node, const char *key,
                           tac_quantity q, int depth)
{
    if (depth > MAX_NESTING) {
        p->rd->is_final = true; // of many sources together
        tac_refuse(p->rd, node, "sources nested more than %d deep; define inner ones first",
                   MAX_NESTING);
    }
    if (tac_is_number(node)) {
        return tac_constant_source(tac_model_of(p), tac_number(p, node, key, q));
    }
    if (node->kind == TAC_LIST || (node->kind == TAC_SCALAR && node->text[0] == '\0')) {
        tac_refuse_kind(p, node, key, "a source: a number, a name or a map such as {sine: ...}");
    }
    if (node->kind == TAC_MAP) {
        if (tac_find(node, "name") || tac_find(node, "repeat")) {
            tac_refuse(p->rd, node,
                       "a source in place has no 'name' or 'repeat'; move it to "
                       "'sources'");
        }
        return read_map(p, node, q, depth);
    }
    int i = tac_reference(p, node, "source or input", &tac_model_of(p)->signals.signal_names);
    return resolve(tac_model_of(p), i, node, depth + 1);
}

int tac_source(const tac_place *p, const tac_node *node, const char *key, tac_quantity q)
{
    return source_at_depth(p, node, key, q, 0);
}

int tac_source_or_none(const tac_place *p, const tac_node *map, const char *key, tac_quantity q)
{
    const tac_node *node = tac_find(map, key);
    if (!node || (tac_is_number(node) && tac_number(p, node, key, q) == 0.0)) {
        return TAC_NONE;
    }
    return tac_source(p, node, key, q);
}

static void add_name(const tac_place *p, const tac_node *item, const char *name, int input)
{
    tac_model_reader *model = tac_model_of(p);
    tac_names_add(p->rd, &model->signals.signal_names, tac_find(item, "name"), "source or input",
                  name, model->signals.named_source.n);
    tac_named_source *n = tac_list_add(p->rd, &model->signals.named_source, sizeof *n);
    *n = (tac_named_source){*p, item, name, input, 0, TAC_NONE};
}

static void read_input(const tac_place *p, const tac_node *item)
{
    tac_model_reader *model = tac_model_of(p);
    tac_check_map(p, item, TAC_MAP_INPUT);
    const char *name = tac_full_name(p, tac_new_name(p, item, "an input"));
    add_name(p, item, name, model->signals.input.n);
    tac_names_add(p->rd, &model->signals.input_names, tac_find(item, "name"), "input", name,
                  model->signals.input.n);
    tac_list_add_text(p->rd, &model->signals.input_name, name);
    double value = tac_number_or(p, item, "value", TAC_Q_ANY, 0.0);
    tac_input_desc *i = tac_list_add(p->rd, &model->signals.input, sizeof *i);
    i->value = value;
}

static void read_source_name(const tac_place *p, const tac_node *item)
{
    (void)find_kind(p, item);
    add_name(p, item, tac_full_name(p, tac_new_name(p, item, "a source")), -1);
}

void tac_read_source_names(const tac_place *p)
{
    tac_each_item(p, "inputs", read_input);
    tac_each_item(p, "sources", read_source_name);
}

void tac_read_sources(tac_model_reader *model)
{
    for (int i = 0; i < model->signals.named_source.n; i++) {
        const tac_named_source *n = named_source(model, i);
        if (n->input < 0) {
            (void)resolve(model, i, n->item, 0);
        }
    }
}
