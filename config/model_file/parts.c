#include "parts.h"

#include <string.h>

#include "known_parts.h"
#include "printable.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "sources.h"

static tac_part_finder *find_on_disk;

bool tac_is_object(const char *path)
{
    size_t n = strlen(path);
    return n > 3 && strcmp(path + n - 3, ".so") == 0;
}

void tac_find_parts(tac_part_finder *find)
{
    find_on_disk = find;
}

// ---- the object --------------------------------------------------------------------------------

static tac_known_part find_object(const tac_place *p, const tac_node *file, const char *path)
{
    const tac_file_source *source = p->rd->limits.source;
    tac_part_finder *find = source ? source->part : find_on_disk;
    tac_known_part known = {.table = NULL};
    char why[TAC_SHOWN_SIZE] = "this program loads no parts; take 'tactus'";
    if (!p->rd->limits.reads_files || !find ||
        !find(source ? source->context : NULL, path, &known, why, sizeof why)) {
        tac_refuse(p->rd, file, "%s", why);
    }
    return known;
}

// A file may be named a thousand times, and is looked for once.
static tac_known_part find_part(const tac_place *p, const tac_node *file, const char *path)
{
    tac_model_reader *model = tac_model_of(p);
    int before = tac_names_find(&model->part_names, path);
    if (before >= 0) {
        return ((const tac_model_part *)model->model_part.data)[before].known;
    }
    tac_known_part known = find_object(p, file, path);
    if (!known.table) {
        tac_refuse(p->rd, file, "the object has a law; take it as a force of type 'law'");
    }
    tac_names_add(p->rd, &model->part_names, file, "part", path, model->model_part.n);
    return known;
}

const tac_force_type *tac_read_law_object(const tac_place *p, const tac_node *item)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_node *file = tac_need(p, item, "file", "a law of an object");
    const char *path = tac_relative_path(p->rd, p->in->path, tac_text(p, file, "file"));
    int before = tac_names_find(&model->law_names, path);
    if (before >= 0) {
        return ((const tac_model_part *)model->model_law.data)[before].known.law;
    }
    tac_known_part known = find_object(p, file, path);
    if (!known.law) {
        tac_refuse(p->rd, file, "the object is a part; take it as a force of type 'part'");
    }
    tac_names_add(p->rd, &model->law_names, file, "law", path, model->model_law.n);
    *(tac_model_part *)tac_list_add(p->rd, &model->model_law, sizeof(tac_model_part)) =
        (tac_model_part){path, known, NULL};
    return known.law;
}

// ---- what the model gives it -------------------------------------------------------------------

static int index_of(const tac_part_value *value, uint32_t n, const char *name)
{
    for (uint32_t i = 0; i < n; i++) {
        if (strcmp(value[i].name, name) == 0) {
            return (int)i;
        }
    }
    return TAC_NONE;
}

// Names of a part, for a line about one that it does not have.
static const char *list_names(tac_reader *rd, const tac_part_value *value, uint32_t n)
{
    const char *list = n > 0 ? value[0].name : "none";
    for (uint32_t i = 1; i < n; i++) {
        list = tac_join_text(rd, tac_join_text(rd, list, ", "), value[i].name);
    }
    return list;
}

typedef void take_value(const tac_place *p, const tac_node *node, const char *name, int i,
                        void *to);

// Hands over what the item gives by name.
static void read_values(const tac_place *p, const tac_node *item, const char *key, const char *what,
                        const tac_part_value *value, uint32_t n, take_value *take, void *to)
{
    const tac_node *map = tac_find(item, key);
    if (map && map->kind != TAC_MAP) {
        tac_refuse_kind(p, map, key, "a map of names and values");
    }
    for (const tac_entry *e = map ? map->first : NULL; e; e = e->next) {
        int i = index_of(value, n, e->key);
        if (i == TAC_NONE) {
            tac_refuse_key(p->rd, map, e->key, "the part has no %s '%.60s'; it has: %s", what,
                           e->key, list_names(p->rd, value, n));
        }
        take(p, e->value, e->key, i, to);
    }
}

static void take_parameter(const tac_place *p, const tac_node *node, const char *name, int i,
                           void *to)
{
    tac_value v = tac_any_value(p, node, name);
    if (v.n != 1) {
        tac_refuse(p->rd, node, "'%.60s' must be a number", name);
    }
    ((double *)to)[i] = v.x[0];
}

static void take_input(const tac_place *p, const tac_node *node, const char *name, int i, void *to)
{
    ((int *)to)[i] = tac_source(p, node, name, TAC_Q_NUMBER);
}

// Parts with the same word step together, and those without one.
static int read_together(const tac_place *p, const tac_node *item, const tac_part_table *table,
                         const char **word)
{
    const tac_list *others = &tac_model_of(p)->model_part;
    const tac_model_part *other = (const void *)others->data;
    const tac_node *together = tac_find(item, "together");
    if (!together) {
        return 0;
    }
    if (!table->bodies) {
        tac_refuse(p->rd, together,
                   "this part has no bodies of its own, and steps with no other; remove it");
    }
    *word = tac_text(p, together, "together");
    int n = 0;
    while (n < others->n && !(other[n].together && strcmp(other[n].together, *word) == 0)) {
        n++;
    }
    return n + 1;
}

int tac_read_part(const tac_place *p, const tac_node *item)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_node *file = tac_need(p, item, "file", "a part");
    const char *path = tac_relative_path(p->rd, p->in->path, tac_text(p, file, "file"));
    tac_known_part known = find_part(p, file, path);
    const tac_part_table *table = known.table;
    const char *word = NULL;
    double *parameter = tac_reader_take(p->rd, table->n_parameter, sizeof *parameter);
    int *input = tac_reader_take(p->rd, table->n_input, sizeof *input);
    for (uint32_t i = 0; i < table->n_parameter; i++) {
        parameter[i] = table->parameter[i].value;
    }
    for (uint32_t i = 0; i < table->n_input; i++) {
        input[i] = TAC_NONE;
    }
    read_values(p, item, "parameters", "parameter", table->parameter, table->n_parameter,
                take_parameter, parameter);
    read_values(p, item, "inputs", "input", table->input, table->n_input, take_input, input);
    for (uint32_t i = 0; i < table->n_input; i++) {
        if (input[i] == TAC_NONE && table->input[i].value != 0.0) {
            input[i] = tac_constant_source(model, table->input[i].value);
        }
    }
    const char *wrong = known.wrong ? known.wrong(table, parameter) : NULL;
    if (wrong) {
        const tac_node *at = tac_find(item, "parameters");
        tac_refuse(p->rd, at ? at : file, "the part refuses its parameters: %.200s",
                   TAC_SHOWN(wrong));
    }
    int together = read_together(p, item, table, &word);
    tac_part_desc *part = tac_list_add(p->rd, &model->part, sizeof *part);
    *part = (tac_part_desc){.table = known.is_here ? table : NULL,
                            .bushing = model->forces.bushing.n, // which comes next
                            .n_state = (int)table->n_state,
                            .n_output = (int)table->n_output,
                            .n_input = (int)table->n_input,
                            .n_parameter = (int)table->n_parameter,
                            .together = together,
                            .input = input,
                            .parameter = parameter};
    *(tac_model_part *)tac_list_add(p->rd, &model->model_part, sizeof(tac_model_part)) =
        (tac_model_part){path, known, word};
    return model->part.n;
}

int tac_part_output(const tac_place *p, const tac_node *node, int part)
{
    const tac_model_part *of = (const tac_model_part *)tac_model_of(p)->model_part.data + part;
    const tac_part_table *table = of->known.table;
    const char *name = tac_text(p, node, "output");
    int i = index_of(table->output, table->n_output, name);
    if (i == TAC_NONE) {
        tac_refuse(p->rd, node, "the part has no output '%.60s'; it has: %s", name,
                   list_names(p->rd, table->output, table->n_output));
    }
    return i;
}

bool tac_part_has_bodies(const tac_model_reader *model, int part)
{
    return ((const tac_model_part *)model->model_part.data)[part].known.table->bodies != NULL;
}
