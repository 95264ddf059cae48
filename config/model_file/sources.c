// Sources: functions of time, named or written in place. Named ones may use each other in any
// order; each is read when it is first needed, so that the terms of a sum get lower indices than
// the sum.
#include "sources.h"

#include <string.h>

#include "model_reader.h"
#include "reader/items.h"
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

static int source_at_depth(const tac_place *p, const tac_node *node, const char *key,
                           tac_quantity q, int depth);

static int add_source(tac_model_reader *model, tac_source_desc s)
{
    if (++model->n_item > model->rd.limits.items) {
        const tac_instance *const *first = model->instance.data;
        tac_refuse(&model->rd, first[0]->file.root,
                   "the model has more than %d items; use fewer sources", model->rd.limits.items);
    }
    tac_source_desc *place = tac_list_add(&model->rd, &model->source, sizeof *place);
    *place = s;
    tac_list_add_text(&model->rd, &model->source_name, "");
    return model->source.n - 1;
}

static tac_source_desc blank(tac_source_kind kind)
{
    return (tac_source_desc){.kind = kind, .table = TAC_NONE, .input = TAC_NONE};
}

int tac_constant_source(tac_model_reader *model, double value)
{
    tac_source_desc s = blank(TAC_CONSTANT);
    s.c[0] = value;
    return add_source(model, s);
}

// ---- kinds ---------------------------------------------------------------------------------------

static double need(const tac_place *p, const tac_node *map, const char *key, const char *what,
                   tac_quantity q)
{
    return tac_need_number(p, map, key, what, q);
}

static tac_source_desc read_step(const tac_place *p, const tac_node *m, tac_quantity q)
{
    static const char *const keys[] = {"at", "from", "to", NULL};
    tac_source_desc s = blank(TAC_STEP);
    tac_check_keys(p, m, "a step", keys);
    s.c[0] = need(p, m, "from", "a step", q);
    s.c[1] = need(p, m, "to", "a step", q);
    s.c[2] = need(p, m, "at", "a step", TAC_Q_TIME);
    return s;
}

static tac_source_desc read_ramp(const tac_place *p, const tac_node *m, tac_quantity q)
{
    static const char *const keys[] = {"start", "end", "from", "to", NULL};
    tac_source_desc s = blank(TAC_RAMP);
    tac_check_keys(p, m, "a ramp", keys);
    s.c[0] = need(p, m, "from", "a ramp", q);
    s.c[1] = need(p, m, "to", "a ramp", q);
    s.c[2] = need(p, m, "start", "a ramp", TAC_Q_TIME);
    s.c[3] = need(p, m, "end", "a ramp", TAC_Q_TIME);
    if (!(s.c[3] > s.c[2])) {
        tac_refuse(p->rd, tac_find(m, "end"), "'end' must come after 'start'");
    }
    return s;
}

static tac_source_desc read_sine(const tac_place *p, const tac_node *m, tac_quantity q)
{
    static const char *const keys[] = {"amplitude", "frequency", "phase", "offset", NULL};
    tac_source_desc s = blank(TAC_SINE);
    tac_check_keys(p, m, "a sine", keys);
    s.c[0] = tac_number_or(p, m, "offset", q, 0.0);
    s.c[1] = need(p, m, "amplitude", "a sine", q);
    s.c[2] = need(p, m, "frequency", "a sine", TAC_Q_FREQUENCY);
    s.c[3] = tac_number_or(p, m, "phase", TAC_Q_ANGLE, 0.0);
    return s;
}

static tac_source_desc read_chirp(const tac_place *p, const tac_node *m, tac_quantity q)
{
    static const char *const keys[] = {"amplitude", "from",   "to", "start",
                                       "duration",  "offset", NULL};
    tac_source_desc s = blank(TAC_CHIRP);
    tac_check_keys(p, m, "a chirp", keys);
    s.c[0] = tac_number_or(p, m, "offset", q, 0.0);
    s.c[1] = need(p, m, "amplitude", "a chirp", q);
    s.c[2] = need(p, m, "from", "a chirp", TAC_Q_FREQUENCY);
    s.c[3] = need(p, m, "to", "a chirp", TAC_Q_FREQUENCY);
    s.c[4] = tac_number_or(p, m, "start", TAC_Q_TIME, 0.0);
    s.c[5] = need(p, m, "duration", "a chirp", TAC_Q_TIME);
    tac_check_above_zero(p, m, "duration", s.c[5]);
    return s;
}

// c0 + c1 (something): `scale` may change the unit, so it takes any.
static tac_source_desc scaled(const tac_place *p, const tac_node *m, tac_source_kind kind,
                              tac_quantity q)
{
    tac_source_desc s = blank(kind);
    s.c[0] = tac_number_or(p, m, "offset", q, 0.0);
    s.c[1] = tac_number_or(p, m, "scale", TAC_Q_ANY, 1.0);
    return s;
}

static tac_source_desc read_sum(const tac_place *p, const tac_node *list, tac_quantity q, int depth)
{
    tac_check_list(p, list, "sum");
    if (list->n == 0) {
        tac_refuse(p->rd, list, "'sum' is empty; list the sources to add");
    }
    // terms first: each may add terms of its own
    int *term = tac_reader_take(p->rd, (size_t)list->n, sizeof *term), n = 0;
    for (const tac_entry *e = list->first; e; e = e->next) {
        term[n++] = source_at_depth(p, e->value, "sum", q, depth + 1);
    }
    tac_source_desc s = blank(TAC_SUM);
    s.c[1] = 1.0;
    s.first_term = tac_model_of(p)->source_term.n;
    s.n_term = n;
    for (int i = 0; i < n; i++) {
        int *place = tac_list_add(p->rd, &tac_model_of(p)->source_term, sizeof *place);
        *place = term[i];
    }
    return s;
}

// ---- any source ----------------------------------------------------------------------------------

typedef enum map_kind {
    M_CONSTANT,
    M_STEP,
    M_RAMP,
    M_SINE,
    M_CHIRP,
    M_TABLE,
    M_SUM,
    M_INPUT,
    N_MAP
} map_kind;

static const char *const map_words[N_MAP] = {"constant", "step",  "ramp", "sine",
                                             "chirp",    "table", "sum",  "input"};

static map_kind find_kind(const tac_place *p, const tac_node *map)
{
    static const char *const keys[] = {"name",   "constant", "step", "ramp",  "sine",
                                       "chirp",  "table",    "sum",  "input", "scale",
                                       "offset", "repeat",   NULL};
    tac_check_keys(p, map, "a source", keys);
    map_kind kind = N_MAP;
    for (int k = 0; k < N_MAP; k++) {
        if (!tac_find(map, map_words[k])) {
            continue;
        }
        if (kind != N_MAP) {
            tac_refuse_key(p->rd, map, map_words[k],
                           "a source is '%s' or '%s', not both; use 'sum'", map_words[kind],
                           map_words[k]);
        }
        kind = (map_kind)k;
    }
    if (kind == N_MAP) {
        tac_refuse(p->rd, map,
                   "a source needs one of constant, step, ramp, sine, chirp, table, sum "
                   "or input");
    }
    for (int i = 0; i < 2 && kind != M_TABLE && kind != M_INPUT; i++) {
        const char *key = i == 0 ? "scale" : "offset";
        if (tac_find(map, key)) {
            tac_refuse_key(p->rd, map, key,
                           "'%s' does not belong to '%s' here; only 'table' and "
                           "'input' take it",
                           key, map_words[kind]);
        }
    }
    return kind;
}

static int read_map(const tac_place *p, const tac_node *map, tac_quantity q, int depth)
{
    map_kind kind = find_kind(p, map);
    const tac_node *inner = tac_find(map, map_words[kind]);
    tac_source_desc s = blank(TAC_CONSTANT);
    switch (kind) {
    case M_STEP:
        s = read_step(p, inner, q);
        break;
    case M_RAMP:
        s = read_ramp(p, inner, q);
        break;
    case M_SINE:
        s = read_sine(p, inner, q);
        break;
    case M_CHIRP:
        s = read_chirp(p, inner, q);
        break;
    case M_TABLE:
        s = scaled(p, map, TAC_TABLE, q);
        s.table = tac_table_reference(p, inner);
        break;
    case M_INPUT:
        s = scaled(p, map, TAC_INPUT, q);
        s.input = tac_reference(p, inner, "input", &tac_model_of(p)->input_names);
        break;
    case M_SUM:
        s = read_sum(p, inner, q, depth);
        break;
    case M_CONSTANT:
        s.c[0] = tac_number(p, inner, "constant", q);
        break;
    case N_MAP:
        break;
    }
    return add_source(tac_model_of(p), s);
}

// ---- names ---------------------------------------------------------------------------------------

static tac_named_source *named_source(tac_model_reader *model, int i)
{
    return (tac_named_source *)model->named_source.data + i;
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
    named_source(model, i)->state = 1;
    if (n.input >= 0) {
        tac_source_desc s = blank(TAC_INPUT);
        s.c[1] = 1.0;
        s.input = n.input;
        n.source = add_source(model, s);
    } else {
        n.source = read_map(&n.place, n.item, TAC_Q_ANY, depth);
    }
    ((const char **)model->source_name.data)[n.source] = n.name;
    named_source(model, i)->source = n.source;
    named_source(model, i)->state = 2;
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
    int i = tac_reference(p, node, "source or input", &tac_model_of(p)->signal_names);
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
    tac_names_add(p->rd, &model->signal_names, tac_find(item, "name"), "source or input", name,
                  model->named_source.n);
    tac_named_source *n = tac_list_add(p->rd, &model->named_source, sizeof *n);
    *n = (tac_named_source){*p, item, name, input, 0, TAC_NONE};
}

static void read_input(const tac_place *p, const tac_node *item)
{
    static const char *const keys[] = {"name", "value", "repeat", NULL};
    tac_model_reader *model = tac_model_of(p);
    tac_check_keys(p, item, "an input", keys);
    const char *name = tac_full_name(p, tac_new_name(p, item, "an input"));
    add_name(p, item, name, model->input.n);
    tac_names_add(p->rd, &model->input_names, tac_find(item, "name"), "input", name,
                  model->input.n);
    tac_list_add_text(p->rd, &model->input_name, name);
    double value = tac_number_or(p, item, "value", TAC_Q_ANY, 0.0);
    tac_input_desc *i = tac_list_add(p->rd, &model->input, sizeof *i);
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
    for (int i = 0; i < model->named_source.n; i++) {
        const tac_named_source *n = named_source(model, i);
        if (n->input < 0) {
            (void)resolve(model, i, n->item, 0);
        }
    }
}
