// The top level of a file that couples an FMU.
#include "fmu_text.h"

#include <string.h>

#include "reader/document.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "reader/values.h"

enum { MOST_NAME = 512 }; // letters

static void read_link(const tac_place *p, const tac_entry *e, tac_fmu_link *l)
{
    static const char *const keys[] = {"signal", "scale", "offset", NULL};
    const tac_node *node = e->value;
    *l = (tac_fmu_link){
        .variable = e->key, .scale = 1.0, .line = node->line, .column = node->column};
    if (node->kind == TAC_MAP) {
        tac_check_plain_map(p, node, "a link", keys);
        l->converts = tac_find(node, "scale") || tac_find(node, "offset");
        l->scale = tac_number_or(p, node, "scale", TAC_Q_NUMBER, 1.0);
        l->offset = tac_number_or(p, node, "offset", TAC_Q_NUMBER, 0.0);
        node = tac_need(p, node, "signal", "a link");
    }
    l->signal = tac_text(p, node, "signal");
    if (*l->signal == '\0' || strlen(l->signal) > MOST_NAME || strlen(e->key) > MOST_NAME) {
        tac_refuse(p->rd, node, "a link is VARIABLE: SIGNAL, each of 1 to %d letters", MOST_NAME);
    }
    if (l->scale == 0.0) {
        tac_refuse_key(p->rd, e->value, "scale", "a scale of 0 carries nothing; remove the link");
    }
}

static const tac_fmu_link *read_links(const tac_place *p, const char *key, bool *has, int *n)
{
    const tac_node *map = tac_find(p->in->root, key);
    tac_list links = {0};
    *has = map != NULL;
    if (map && map->kind != TAC_MAP) {
        tac_refuse_kind(p, map, key, "a map VARIABLE: SIGNAL");
    }
    for (const tac_entry *e = map ? map->first : NULL; e; e = e->next) {
        read_link(p, e, tac_list_add(p->rd, &links, sizeof(tac_fmu_link)));
    }
    *n = links.n;
    return links.data;
}

static void read_values(const tac_place *p, tac_fmu_file *file)
{
    const tac_node *map = tac_find(p->in->root, "set");
    tac_list values = {0};
    if (map && map->kind != TAC_MAP) {
        tac_refuse_kind(p, map, "set", "a map VARIABLE: VALUE");
    }
    for (const tac_entry *e = map ? map->first : NULL; e; e = e->next) {
        if (e->value->kind != TAC_SCALAR) {
            tac_refuse_kind(p, e->value, e->key, "one value; those of an array stand in quotes");
        }
        tac_fmu_value *v = tac_list_add(p->rd, &values, sizeof *v);
        *v = (tac_fmu_value){.variable = e->key, .text = tac_text(p, e->value, e->key)};
    }
    file->set = values.data;
    file->n_set = values.n;
}

static void read_all(const tac_place *p, tac_fmu_file *file)
{
    static const char *const keys[] = {"title", "fmu", "rate", "inputs", "outputs", "set", NULL};
    const tac_node *root = p->in->root;
    tac_check_plain_map(p, root, "an FMU's file", keys);
    const tac_node *fmu = tac_need(p, root, "fmu", "an FMU's file");
    file->path = p->in->path;
    file->fmu = tac_relative_path(p->rd, p->in->path, tac_text(p, fmu, "fmu"));
    file->rate = tac_number_or(p, root, "rate", TAC_Q_FREQUENCY, 0.0);
    if (tac_find(root, "rate") && !(file->rate > 0.0 && file->rate <= 1e6)) {
        tac_refuse_key(p->rd, root, "rate", "'rate' is a frequency above 0, such as 1 kHz");
    }
    if (tac_find(root, "title")) {
        (void)tac_text(p, tac_find(root, "title"), "title");
    }
    file->input = read_links(p, "inputs", &file->has_input, &file->n_input);
    file->output = read_links(p, "outputs", &file->has_output, &file->n_output);
    read_values(p, file);
}

static void read_document(tac_reader *rd, void *out)
{
    tac_file in;
    tac_document_open(rd, &in);
    const tac_place place = {.rd = rd, .in = &in};
    read_all(&place, out);
}

tac_fmu_file *tac_fmu_file_read_text(const char *path, const char *text, size_t size,
                                     const tac_limits *limits, tac_diag *diag)
{
    static const tac_document document = {
        .size = sizeof(tac_fmu_file),
        .reader_size = sizeof(tac_reader),
        .empty = "the file is empty; it needs at least 'fmu: FILE.fmu'",
        .read = read_document,
    };
    return tac_document_read(&document, path, text, size, limits, diag);
}
