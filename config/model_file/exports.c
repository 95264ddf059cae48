#include "exports.h"

#include <string.h>

#include "reader/items.h"
#include "reader/omit.h"
#include "reader/texts.h"
#include "references.h"

void tac_read_exports(const tac_place *p)
{
    tac_instance *in = tac_instance_of(p);
    const tac_node *list = tac_find(p->in->root, "export");
    if (!list) {
        return;
    }
    tac_check_list(p, list, "export");
    for (const tac_entry *e = list->first; e; e = e->next) {
        if (e->value->kind != TAC_SCALAR) {
            tac_refuse_kind(p, e->value, "export", "a list of names");
        }
    }
    tac_model_reader *model = tac_model_of(p);
    in->exports = in->parent ? list : NULL; // a file simulated on its own has no outside
    model->has_exports |= in->parent != NULL;
    model->has_outside |= in->parent == NULL;
    for (const tac_entry *e = list->first; e && !in->parent; e = e->next) {
        tac_list_add_text(p->rd, &model->exported, e->value->text);
    }
}

// A name, or all of a sub-model by its name.
static bool shows(const tac_instance *in, const char *name)
{
    for (const tac_entry *e = in->exports->first; e; e = e->next) {
        const char *shown = e->value->text;
        size_t n = strlen(shown);
        if (strncmp(shown, name, n) == 0 && (name[n] == '\0' || name[n] == '/')) {
            return true;
        }
    }
    return false;
}

_Noreturn static void refuse_hidden(const tac_place *p, const tac_node *at, const tac_instance *in,
                                    const char *name)
{
    int length = (int)strlen(in->prefix) - 1; // without its '/'
    tac_refuse(p->rd, at,
               "'%.80s' of '%.*s' is not exported by %.200s:%d; add it to 'export' there, or take "
               "what is exported",
               name, length < 80 ? length : 80, in->prefix, in->exports->file, in->exports->line);
}

void tac_check_shown(const tac_place *p, const tac_node *at, const char *name)
{
    tac_model_reader *model = tac_model_of(p);
    if (!model->has_exports) {
        return;
    }
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        const char *path = tac_copy_text(p->rd, name, (size_t)(slash - name));
        int group = tac_names_find(&model->group_names, tac_full_name(p, path));
        // inclusions are listed in the order of their groups, behind the outermost file
        tac_instance *const *instance = model->instance.data;
        const tac_instance *in = group < 0 ? NULL : instance[group + 1];
        if (in && in->exports && !shows(in, slash + 1)) {
            refuse_hidden(p, at, in, slash + 1);
        }
    }
}

void tac_check_parameter_shown(const tac_place *inside, const tac_entry *given)
{
    const tac_instance *in = tac_instance_of(inside);
    if (in->exports && !shows(in, given->key)) {
        tac_refuse_at(inside->rd, given->value->file, given->line, given->column,
                      "the parameter '%.60s' is not exported by %.200s:%d; add it to 'export' "
                      "there, or remove it",
                      given->key, in->exports->file, in->exports->line);
    }
}

static bool is_there(const tac_place *p, const char *name)
{
    const tac_model_reader *model = tac_model_of(p);
    const tac_names *const all[] = {&model->body_names,           &model->joint_names,
                                    &model->forces.force_names,   &model->signals.table_names,
                                    &model->signals.signal_names, &model->signals.input_names,
                                    &model->signals.sensor_names, &model->group_names,
                                    &model->coupler_names,        &model->roads.road_names};
    const char *full = tac_full_name(p, name);
    bool found = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        found |= tac_names_find(all[i], full) >= 0;
    }
    const tac_node *own = tac_find(p->in->root, "parameters");
    return found || (own && tac_find(own, name));
}

void tac_check_exports(const tac_place *p)
{
    const tac_node *list = tac_find(p->in->root, "export");
    for (const tac_entry *e = list ? list->first : NULL; e; e = e->next) {
        const char *name = e->value->text;
        if (is_there(p, name)) {
            tac_check_shown(p, e->value, name); // what an inner one hides is nobody's to show
            continue;
        }
        if (tac_omit_has(p->rd, name)) {
            tac_refuse_follower(p->rd, e->value);
        }
        tac_refuse(
            p->rd, e->value,
            "'%.80s' is exported and nothing of this file has that name; define it or remove "
            "it",
            name);
    }
}
