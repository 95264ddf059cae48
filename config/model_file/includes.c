// Sub-models: which files a model consists of, where each stands, and with which parameters. A
// file is parsed once and read once per inclusion.
#define _XOPEN_SOURCE 700
#include "includes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exports.h"
#include "frames.h"
#include "model_reader.h"
#include "orientation.h"
#include "parts.h"
#include "reader/given_values.h"
#include "reader/items.h"
#include "reader/maps.h"
#include "reader/omit.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "reader/values.h"
#include "references.h"
#include "repeat.h"
#include "words.h"

#define MAX_DEPTH 32 // of files that include files

typedef struct parsed_file { // a file, parsed once however often it is included
    const char *real_path;
    const tac_node *root;
} parsed_file;

// ---- files ---------------------------------------------------------------------------------------

// Path without "." and "x/..", as text: files that come from a source have no links.
static const char *plain_path(tac_reader *rd, const char *path)
{
    size_t n = 0, absolute = path[0] == '/';
    char *out = tac_reader_take(rd, strlen(path) + 2, 1);
    for (const char *part = path; *part != '\0';) {
        size_t length = strcspn(part, "/");
        size_t last = n; // where the last component of `out` begins
        while (last > 0 && out[last - 1] != '/') {
            last--;
        }
        bool up = length == 2 && memcmp(part, "..", 2) == 0;
        bool has_last = n > last && !(n - last == 2 && memcmp(out + last, "..", 2) == 0);
        if (up && has_last) {
            n = last > 0 ? last - 1 : 0;
        } else if (length > 0 && !(length == 1 && part[0] == '.')) {
            if (n > 0 || absolute) {
                out[n++] = '/';
            }
            memcpy(out + n, part, length);
            n += length;
        }
        part += length + (part[length] == '/');
        out[n] = '\0';
    }
    return out;
}

static const char *canonical_path(tac_reader *rd, const char *path, const tac_node *at)
{
    if (rd->limits.source) {
        return plain_path(rd, path);
    }
    char *real = realpath(path, NULL);
    if (!real) {
        int reason = errno;
        if (reason == ENOMEM) {
            tac_refuse_memory(rd);
        }
        if (access(path, F_OK) == 0) { // a pipe has no path of its own; opening it is refused
            return tac_copy_text(rd, path, strlen(path));
        }
        if (!at) {
            tac_refuse_at(rd, path, 1, 1, "the file cannot be opened (%s); check the path",
                          strerror(reason));
        }
        tac_refuse(rd, at, "file '%.200s' cannot be opened (%s); check the path", path,
                   strerror(reason));
    }
    // the pool may refuse, so the heap's copy goes first
    size_t length = strlen(real);
    char *copy = tac_pool_take(rd->pool, length + 1, 1);
    if (copy) {
        memcpy(copy, real, length);
    }
    free(real);
    return copy ? copy : tac_reader_take(rd, length + 1, 1);
}

// Robots' files are made into models before they come here; rigs and models do not include them.
static void refuse_robot(tac_reader *rd, const char *path, const char *text, size_t size)
{
    size_t at = 0;
    while (at < size && text[at] != '\0' && strchr(" \t\r\n", text[at])) {
        at++;
    }
    if (at + 1 < size && text[at] == '<' && text[at + 1] != '<') {
        tac_refuse_at(rd, path, 1, 1,
                      "this is a robot's file; give the model that 'tactus import' makes of it");
    }
}

static const tac_node *parse_file(tac_model_reader *model, const char *path, const char *real_path,
                                  const tac_node *at)
{
    const parsed_file *known = model->parsed.data;
    for (int i = 0; i < model->parsed.n; i++) {
        if (strcmp(known[i].real_path, real_path) == 0) {
            return known[i].root;
        }
    }
    tac_list_add_text(&model->rd, &model->file_name, path);
    size_t size = !at ? tac_read_whole_file(&model->rd, path, path, 1, 1)
                      : tac_read_whole_file(&model->rd, path, at->file, at->line, at->column);
    refuse_robot(&model->rd, path, model->rd.text, size);
    const tac_node *root = tac_yaml_parse(&model->rd, path, model->rd.text, size);
    parsed_file *d = tac_list_add(&model->rd, &model->parsed, sizeof *d);
    *d = (parsed_file){real_path, root};
    return root;
}

// ---- parameters ----------------------------------------------------------------------------------

static const tac_node *parameters_of(const tac_place *p, const tac_node *map)
{
    const tac_node *list = tac_find(map, "parameters");
    if (list && list->kind != TAC_MAP) {
        tac_refuse_kind(p, list, "parameters", "a map of names and values");
    }
    return list;
}

static void check_overrides(const tac_place *p, const tac_node *overrides, const tac_node *own)
{
    for (const tac_entry *e = overrides ? overrides->first : NULL; e; e = e->next) {
        if (own && tac_find(own, e->key)) {
            tac_check_parameter_shown(p, e);
            continue;
        }
        if (tac_omit_has(p->rd, e->key)) {
            tac_refuse_follower(p->rd, e->value);
        }
        tac_nearest best = {.text = e->key};
        for (const tac_entry *o = own ? own->first : NULL; o; o = o->next) {
            tac_nearest_offer(&best, o->key, 0);
        }
        if (best.word) {
            tac_refuse_at(p->rd, overrides->file, e->line, e->column,
                          "the included file has no parameter '%.60s'; did you mean '%s'?", e->key,
                          best.word);
        }
        tac_refuse_at(p->rd, overrides->file, e->line, e->column,
                      "the included file has no parameter '%.60s'; define it there or remove it",
                      e->key);
    }
}

// Parameters of a file in its order, overridden ones read where the inclusion stands; those of the outermost file
// may be given from outside.
static void read_parameters(const tac_place *p, const tac_place *outer, const tac_node *overrides)
{
    const tac_node *own = parameters_of(p, p->in->root);
    bool is_outermost = tac_instance_of(p)->parent == NULL;
    check_overrides(p, overrides, own);
    if (is_outermost) {
        tac_check_given(p->rd, own, p->in->root);
    }
    for (const tac_entry *e = own ? own->first : NULL; e; e = e->next) {
        if (!tac_is_identifier(e->key) || tac_expr_is_reserved(e->key)) {
            tac_refuse_at(p->rd, own->file, e->line, e->column,
                          "'%.60s' cannot name a parameter; use letters, digits and '_', and no "
                          "function's name",
                          e->key);
        }
        const tac_node *override = overrides ? tac_find(overrides, e->key) : NULL;
        const tac_node *given = is_outermost ? tac_given_value(p->rd, e->key) : NULL;
        tac_place here = {p->rd, p->in, tac_instance_of(p)->scope};
        tac_parameter_value *b = tac_reader_take(p->rd, 1, sizeof *b);
        b->name = e->key;
        b->value = override ? tac_any_value(outer, override, e->key)
                            : tac_any_value(&here, given ? given : e->value, e->key);
        b->next = tac_instance_of(p)->scope;
        tac_instance_of(p)->scope = b;
    }
}

// ---- inclusions ----------------------------------------------------------------------------------

static void refuse_cycle(const tac_place *p, const tac_node *file, const char *real_path)
{
    for (const tac_instance *in = tac_instance_of(p); in; in = in->parent) {
        if (strcmp(in->real_path, real_path) == 0) {
            tac_refuse(p->rd, file, "file '%.200s' includes itself; remove this inclusion",
                       in->file.path);
        }
    }
    if (tac_instance_of(p)->depth >= MAX_DEPTH) {
        tac_refuse(p->rd, file, "files are included more than %d deep; flatten the hierarchy",
                   MAX_DEPTH);
    }
}

static tac_instance *add_instance(tac_model_reader *model, tac_instance in)
{
    tac_instance *copy = tac_reader_take(&model->rd, 1, sizeof *copy);
    *copy = in;
    tac_instance **place = tac_list_add(&model->rd, &model->instance, sizeof *place);
    *place = copy;
    return copy;
}

static int add_group(const tac_place *p, const tac_node *item, const char *name)
{
    tac_model_reader *model = tac_model_of(p);
    const char *full = tac_full_name(p, name);
    tac_names_add(p->rd, &model->group_names, tac_find(item, "name"), "sub-model", full,
                  model->group.n);
    tac_list_add_text(p->rd, &model->group_name, full);
    tac_group_desc *g = tac_list_add(p->rd, &model->group, sizeof *g);
    g->parent = tac_instance_of(p)->group;
    g->keep = tac_truth_or(p, item, "keep", false);
    g->substeps = tac_map_integer(p, item, TAC_MAP_INCLUDED_FILE, "substeps");
    return model->group.n - 1;
}

static void read_inclusion(const tac_place *p, const tac_node *item);

// Parameters and inclusions of a file; `outer` is where the inclusion stands that gives some of them.
static void read_instance(tac_model_reader *model, tac_instance in, const tac_place *outer,
                          const tac_node *overrides)
{
    tac_instance *kept = add_instance(model, in);
    tac_place p = tac_place_in(model, kept);
    tac_check_map(&p, p.in->root, TAC_MAP_MODEL);
    tac_read_exports(&p);
    read_parameters(&p, outer, overrides);
    p.scope = kept->scope;
    tac_each_item(&p, "include", read_inclusion);
}

static void read_inclusion(const tac_place *p, const tac_node *item)
{
    tac_model_reader *model = tac_model_of(p);
    tac_instance *outer = tac_instance_of(p);
    const tac_node *file = tac_need(p, item, "file", "an inclusion");
    const char *path = tac_text(p, file, "file");
    if (tac_is_object(path)) { // a part, which is read with forces
        return;
    }
    tac_check_map(p, item, TAC_MAP_INCLUDED_FILE);
    if (!p->rd->limits.reads_files) {
        tac_refuse(p->rd, file, "file '%.200s' cannot be read here; write its content in place",
                   path);
    }
    const char *name = tac_new_name(p, item, "an inclusion");
    path = tac_relative_path(p->rd, p->in->path, path);
    const char *real_path = canonical_path(&model->rd, path, file);
    refuse_cycle(p, file, real_path);

    const tac_node *ground = tac_find(item, "ground");
    vec3 s = tac_vector_or(p, item, "position", TAC_Q_LENGTH, (vec3){0.0, 0.0, 0.0});
    quat q = tac_orientation(p, tac_find(item, "orientation"), "orientation");
    tac_instance in = {
        .file = {.path = path},
        .item = item,
        .parent = outer,
        .real_path = real_path,
        .prefix = tac_join_text(p->rd, tac_full_name(p, name), "/"),
        .r = tac_world_point(p, s),
        .q = tac_start_quat(mulq(outer->q, q)),
        .ground_name = !ground ? "ground" : tac_text(p, ground, "ground"),
        .ground = TAC_GROUND,
        .group = add_group(p, item, name),
        .depth = outer->depth + 1,
    };
    in.file.root = parse_file(model, path, real_path, file);
    read_instance(model, in, p, parameters_of(p, item));
}

void tac_open_files(tac_model_reader *model)
{
    tac_reader *rd = &model->rd;
    const char *path = tac_copy_text(rd, rd->path, strlen(rd->path)); // names and nodes keep it
    tac_instance in = {.file = {.path = path},
                       .real_path = "",
                       .prefix = "",
                       .q = {1.0, 0.0, 0.0, 0.0},
                       .ground = TAC_GROUND,
                       .group = TAC_NONE};
    if (rd->given) {
        tac_list_add_text(rd, &model->file_name, path);
        in.file.root = tac_yaml_parse(rd, path, rd->given, rd->given_size);
    } else {
        in.real_path = canonical_path(rd, path, NULL);
        in.file.root = parse_file(model, path, in.real_path, NULL);
    }
    in.item = in.file.root;
    read_instance(model, in, NULL, NULL);
}

void tac_check_kept(tac_model_reader *model)
{
    tac_instance *const *list = model->instance.data;
    const tac_group_desc *group = model->group.data;
    const tac_body_desc *body = model->body.data;
    bool *has = tac_reader_take(&model->rd, (size_t)model->group.n + 1, sizeof *has);
    for (int i = 0; i < model->body.n; i++) {
        for (int g = body[i].group; g != TAC_NONE && !has[g]; g = group[g].parent) {
            has[g] = true;
        }
    }
    for (int i = 1; i < model->instance.n; i++) { // behind the outermost file
        bool kept = group[i - 1].keep, steps = group[i - 1].substeps > 1;
        if ((kept || steps) && !has[i - 1]) {
            const tac_place p = tac_place_in(model, list[i]->parent);
            const char *key = kept ? "keep" : "substeps";
            tac_refuse(p.rd, tac_find(list[i]->item, key),
                       "'%.80s' has no bodies that could %s; remove '%s'",
                       ((const char *const *)model->group_name.data)[i - 1],
                       kept ? "be kept" : "have steps of their own", key);
        }
    }
}

void tac_resolve_grounds(tac_model_reader *model)
{
    tac_instance *const *list = model->instance.data;
    for (int i = 1; i < model->instance.n; i++) {
        tac_instance *in = list[i];
        tac_place outer = tac_place_in(model, in->parent);
        const tac_node *node = tac_find(in->item, "ground");
        if (strcmp(in->ground_name, "ground") == 0) {
            in->ground = in->parent->ground;
            in->in_world = in->parent->in_world;
            continue;
        }
        const char *full = tac_full_name(&outer, in->ground_name);
        in->ground = tac_names_find(&model->body_names, full);
        if (in->ground < 0 && strcmp(in->ground_name, "world") == 0) {
            in->ground = TAC_GROUND;
            in->in_world = true;
            continue;
        }
        if (in->ground < 0 && tac_omit_has(&model->rd, in->ground_name)) {
            tac_refuse_follower(&model->rd, node);
        }
        if (in->ground < 0) {
            const char *nearest =
                tac_names_nearest(&model->body_names, in->parent->prefix, in->ground_name);
            tac_refuse(&model->rd, node, "no body '%.80s'%s%s%s", in->ground_name,
                       nearest ? "; did you mean '" : "", nearest ? nearest : "",
                       nearest ? "'?" : "; define it or write 'ground' or 'world'");
        }
        tac_check_shown(&outer, node, in->ground_name);
    }
}
