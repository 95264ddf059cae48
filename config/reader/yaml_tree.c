// Events of libyaml to nodes. One event is alive at a time and the reader knows it, so leaving
// early releases it.
#include "yaml_tree.h"

#include <string.h>

#include "omit.h"
#include "reader.h"

typedef struct anchor {
    const char *name;
    tac_node *node;
    struct anchor *next;
} anchor;

typedef struct document {
    tac_reader *rd;
    const char *file;
    const char *text;
    size_t size;
    anchor *anchors;
    int n_anchor;
} document;

// ---- events --------------------------------------------------------------------------------------

static int has_expression(const document *d, size_t line) // ${ in that line of the text
{
    const char *c = d->text, *end = d->text + d->size;
    for (; line > 0 && c < end; c++) {
        line -= *c == '\n';
    }
    for (; c + 1 < end && *c != '\n'; c++) {
        if (c[0] == '$' && c[1] == '{') {
            return 1;
        }
    }
    return 0;
}

// The column of a tab that indents this line, counted from 1; 0: there is none.
static int find_tab(const document *d, size_t line)
{
    size_t at = 0;
    for (size_t i = 0; i < d->size && line > 0; i++) {
        line -= d->text[i] == '\n';
        at = i + 1;
    }
    size_t tab = at;
    while (tab < d->size && d->text[tab] == ' ') {
        tab++;
    }
    return tab < d->size && d->text[tab] == '\t' ? (int)(tab - at) + 1 : 0;
}

_Noreturn static void refuse_yaml(document *d)
{
    const yaml_parser_t *y = &d->rd->yaml;
    if (y->error == YAML_MEMORY_ERROR) {
        tac_refuse_memory(d->rd);
    }
    if (y->error == YAML_READER_ERROR) {
        int line = 1, column = 1;
        for (size_t i = 0; i < y->problem_offset && i < d->size; i++) {
            column = d->text[i] == '\n' ? 1 : column + 1;
            line += d->text[i] == '\n';
        }
        tac_refuse_at(d->rd, d->file, line, column, "not text: %s; save the file as UTF-8",
                      y->problem);
    }
    int tab = find_tab(d, y->problem_mark.line);
    if (tab > 0) {
        tac_refuse_at(d->rd, d->file, (int)y->problem_mark.line + 1, tab,
                      "not YAML: a tab indents this line; write spaces instead");
    }
    const char *remedy =
        has_expression(d, y->problem_mark.line) || has_expression(d, y->context_mark.line)
            ? "write expressions inside [ ] and { } in quotes: \"${...}\""
            : "check brackets, quotes and indentation";
    tac_refuse_at(d->rd, d->file, (int)y->problem_mark.line + 1, (int)y->problem_mark.column + 1,
                  "not YAML: %s%s%s; %s", y->context ? y->context : "", y->context ? ", " : "",
                  y->problem ? y->problem : "unreadable", remedy);
}

// The next event; it lives until the next call.
static yaml_event_t *next_event(document *d)
{
    tac_reader *rd = d->rd;
    if (rd->event_is_open) {
        yaml_event_delete(&rd->event);
        rd->event_is_open = false;
    }
    if (!yaml_parser_parse(&rd->yaml, &rd->event)) {
        refuse_yaml(d);
    }
    rd->event_is_open = true;
    return &rd->event;
}

_Noreturn static void refuse_event(document *d, const yaml_event_t *e, const char *message)
{
    tac_refuse_at(d->rd, d->file, (int)e->start_mark.line + 1, (int)e->start_mark.column + 1, "%s",
                  message);
}

// ---- nodes ---------------------------------------------------------------------------------------

static tac_node *new_node(document *d, const yaml_event_t *e, tac_node_kind kind)
{
    if (++d->rd->n_node > TAC_MAX_NODES) {
        refuse_event(d, e, "more than 4 million values; use 'repeat' or split the model");
    }
    tac_node *n = tac_reader_take(d->rd, 1, sizeof *n);
    n->kind = kind;
    n->file = d->file;
    n->line = (int)e->start_mark.line + 1;
    n->column = (int)e->start_mark.column + 1;
    return n;
}

static void refuse_tag(document *d, const yaml_event_t *e, const yaml_char_t *tag)
{
    if (tag) {
        refuse_event(d, e, "YAML tags such as !!str have no meaning here; remove the tag");
    }
}

static const char *copy_anchor(document *d, const yaml_char_t *name)
{
    return !name ? NULL : tac_copy_text(d->rd, (const char *)name, strlen((const char *)name));
}

static void keep_anchor(document *d, const char *name, tac_node *node)
{
    if (!name) {
        return;
    }
    if (++d->n_anchor > TAC_MAX_ANCHORS) {
        tac_refuse(d->rd, node, "more than %d anchors in one file; use parameters or sub-models",
                   TAC_MAX_ANCHORS);
    }
    anchor *a = tac_reader_take(d->rd, 1, sizeof *a);
    *a = (anchor){name, node, d->anchors};
    d->anchors = a;
}

static tac_node *find_anchor(document *d, const yaml_event_t *e)
{
    const char *name = (const char *)e->data.alias.anchor;
    for (const anchor *a = d->anchors; a; a = a->next) {
        if (strcmp(a->name, name) == 0) {
            return a->node;
        }
    }
    tac_refuse_at(d->rd, d->file, (int)e->start_mark.line + 1, (int)e->start_mark.column + 1,
                  "alias '*%.60s' has no anchor before it; write '&%.60s' at the value meant", name,
                  name);
}

static const char *copy_scalar(document *d, const yaml_event_t *e)
{
    size_t length = e->data.scalar.length;
    if (memchr(e->data.scalar.value, '\0', length)) {
        refuse_event(d, e, "a text with a zero byte; remove the \\0");
    }
    return tac_copy_text(d->rd, (const char *)e->data.scalar.value, length);
}

static tac_node *read_scalar(document *d, const yaml_event_t *e)
{
    refuse_tag(d, e, e->data.scalar.tag);
    tac_node *n = new_node(d, e, TAC_SCALAR);
    n->text = copy_scalar(d, e);

    // the text stands letter by letter in the file when it spans exactly its own columns
    size_t quotes = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE ? 0 : 2;
    if (e->start_mark.line == e->end_mark.line &&
        e->end_mark.column - e->start_mark.column == e->data.scalar.length + quotes) {
        n->text_column = n->column + (int)quotes / 2;
    }
    keep_anchor(d, copy_anchor(d, e->data.scalar.anchor), n);
    return n;
}

static tac_node *read_node(document *d, const yaml_event_t *e, int depth);

static tac_node *read_list(document *d, const yaml_event_t *e, int depth)
{
    refuse_tag(d, e, e->data.sequence_start.tag);
    tac_node *list = new_node(d, e, TAC_LIST);
    const char *name = copy_anchor(d, e->data.sequence_start.anchor);
    tac_entry **last = &list->first;
    for (e = next_event(d); e->type != YAML_SEQUENCE_END_EVENT; e = next_event(d)) {
        tac_entry *item = tac_reader_take(d->rd, 1, sizeof *item);
        item->line = (int)e->start_mark.line + 1;
        item->column = (int)e->start_mark.column + 1;
        item->value = read_node(d, e, depth + 1);
        list->n++;
        *last = item;
        last = &item->next;
    }
    keep_anchor(d, name, list);
    return list;
}

static tac_entry *read_key(document *d, const tac_node *map, const yaml_event_t *e)
{
    if (e->type != YAML_SCALAR_EVENT) {
        refuse_event(d, e, "a key must be a plain word");
    }
    refuse_tag(d, e, e->data.scalar.tag);
    tac_entry *item = tac_reader_take(d->rd, 1, sizeof *item);
    item->key = copy_scalar(d, e);
    item->line = (int)e->start_mark.line + 1;
    item->column = (int)e->start_mark.column + 1;
    for (const tac_entry *other = map->first; other; other = other->next) {
        if (strcmp(other->key, item->key) == 0) {
            tac_refuse_at(d->rd, d->file, item->line, item->column,
                          "key '%.60s' is already given in line %d; remove one of them", item->key,
                          other->line);
        }
    }
    if (map->n >= TAC_MAX_KEYS) {
        refuse_event(d, e, "more than 4096 keys in one map; use lists or 'repeat'");
    }
    return item;
}

static tac_node *read_map(document *d, const yaml_event_t *e, int depth)
{
    refuse_tag(d, e, e->data.mapping_start.tag);
    tac_node *map = new_node(d, e, TAC_MAP);
    const char *name = copy_anchor(d, e->data.mapping_start.anchor);
    tac_entry **last = &map->first;
    for (e = next_event(d); e->type != YAML_MAPPING_END_EVENT; e = next_event(d)) {
        tac_entry *item = read_key(d, map, e);
        item->value = read_node(d, next_event(d), depth + 1);
        map->n++;
        *last = item;
        last = &item->next;
    }
    keep_anchor(d, name, map);
    return map;
}

static tac_node *read_node(document *d, const yaml_event_t *e, int depth)
{
    if (depth > TAC_MAX_DEPTH) {
        refuse_event(d, e, "lists and maps nested more than 64 deep; flatten them");
    }
    switch ((int)e->type) {
    case YAML_SCALAR_EVENT:
        return read_scalar(d, e);
    case YAML_SEQUENCE_START_EVENT:
        return read_list(d, e, depth);
    case YAML_MAPPING_START_EVENT:
        return read_map(d, e, depth);
    default: // only an alias is left by the grammar of events
        return find_anchor(d, e);
    }
}

const tac_node *tac_yaml_parse(tac_reader *rd, const char *file, const char *text, size_t size)
{
    document d = {rd, file, text, size, NULL, 0};
    if (!yaml_parser_initialize(&rd->yaml)) {
        tac_refuse_memory(rd);
    }
    rd->yaml_is_open = true;
    yaml_parser_set_input_string(&rd->yaml, (const unsigned char *)text, size);

    // stream start, document start, the root, document end, stream end
    (void)next_event(&d);
    yaml_event_t *e = next_event(&d);
    if (e->type == YAML_STREAM_END_EVENT) {
        tac_refuse_at(rd, file, (int)e->start_mark.line + 1, (int)e->start_mark.column + 1,
                      "the file is empty; %s", rd->empty);
    }
    tac_node *root = read_node(&d, next_event(&d), 0);
    (void)next_event(&d);
    e = next_event(&d);
    if (e->type != YAML_STREAM_END_EVENT) {
        refuse_event(&d, e, "a second YAML document; a model file holds one, remove the '---'");
    }

    yaml_event_delete(&rd->event);
    rd->event_is_open = false;
    yaml_parser_delete(&rd->yaml);
    rd->yaml_is_open = false;
    tac_omit_from(rd, root);
    return root;
}
