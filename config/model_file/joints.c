// Joints, by the tables of their types.
#include "joints.h"

#include <string.h>

#include "efforts.h"
#include "forces.h"
#include "frames.h"
#include "keys.h"
#include "model_reader.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "references.h"
#include "repeat.h"
#include "shafts.h"
#include "sources.h"
#include "words.h"

enum { MOST_NAMES = 64 };

const char *tac_joint_kind_name(tac_joint_kind kind)
{
    return tac_joint_type_of(kind)->type.word;
}

static const tac_type *type_of(int kind)
{
    return &tac_joint_type_of((tac_joint_kind)kind)->type;
}

static tac_joint_kind read_kind(const tac_place *p, const tac_node *type)
{
    const char *word[TAC_MOST_TYPES];
    int n = tac_joint_type_count();
    for (int i = 0; i < n; i++) {
        word[i] = type_of(i)->word;
    }
    return (tac_joint_kind)tac_choice(p, type, "joint type", word, n);
}

// Keys that no joint has are unknown, those of other types are known.
static void check_names(const tac_place *p, const tac_node *item)
{
    const char *name[MOST_NAMES + 1] = {NULL};
    const tac_key *key;
    for (int kind = 0, n = 0; kind < tac_joint_type_count(); kind++) {
        for (int i = 0; n < MOST_NAMES && (key = tac_key_of(type_of(kind), i)); i++) {
            int k = 0;
            while (k < n && strcmp(name[k], key->name) != 0) {
                k++;
            }
            name[k] = key->name;
            n += k == n;
        }
    }
    tac_check_keys(p, item, "a joint", name);
}

// A key of other types: what to take instead, or who takes it.
_Noreturn static void refuse_foreign(const tac_place *p, const tac_node *item, const tac_type *type,
                                     const char *name)
{
    const char *near[MOST_NAMES], *taker[TAC_MOST_TYPES];
    int n_near = 0, n_taker = 0;
    size_t length = strlen(name);
    for (int i = 0; i < type->n_key; i++) {
        const char *own = type->key[i].name;
        if (strncmp(own, name, length) == 0 && own[length] == '_') {
            near[n_near++] = own;
        }
    }
    if (n_near > 0) {
        tac_refuse_key(p->rd, item, name, "%s has no '%s'; use %s", type->called, name,
                       tac_quoted_list(p->rd, near, n_near));
    }
    for (int kind = 0; kind < tac_joint_type_count(); kind++) {
        if (tac_find_key(type_of(kind), name)) {
            taker[n_taker++] = type_of(kind)->called;
        }
    }
    char list[400];
    tac_refuse_key(p->rd, item, name, "%s has no '%s'; only %s takes it", type->called, name,
                   tac_word_list(list, sizeof list, taker, n_taker));
}

static void check_own_names(const tac_place *p, const tac_node *item, const tac_type *type)
{
    for (const tac_entry *e = item->first; e; e = e->next) {
        if (!tac_find_key(type, e->key)) {
            refuse_foreign(p, item, type, e->key);
        }
    }
}

// Drives that are not said stay at zero; of the angles follow sources of the rows.
static void give_pose(tac_model_reader *model, tac_joint_desc *j)
{
    for (int k = 0; k < 6; k++) {
        j->pose[k] = j->pose[k] == TAC_NONE ? tac_constant_source(model, 0.0) : j->pose[k];
    }
    const int angle[3] = {j->pose[3], j->pose[4], j->pose[5]};
    for (int k = 0; k < 3; k++) {
        j->pose[3 + k] = tac_turn_source(model, angle, k);
    }
}

static tac_meeting read_meeting(const tac_place *p, const tac_node *item, const tac_joint_type *of)
{
    if (of->type.placing == TAC_PLACED_ON_AXIS) {
        return tac_read_housing(p, item, of->type.called);
    }
    return tac_read_meeting(p, item, of->type.called,
                            of->type.two_points ? TAC_AT2_NEEDED : TAC_AT2_ALLOWED,
                            of->second_axis && !tac_find(item, "frames"));
}

static void read_joint(const tac_place *p, const tac_node *item)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_node *type = tac_find(item, "type");
    if (type) { // before keys, which may be those of another type
        (void)read_kind(p, type);
    }
    check_names(p, item);
    const char *name = tac_full_name(p, tac_new_name(p, item, "a joint"));
    tac_names_add(p->rd, &model->joint_names, tac_find(item, "name"), "joint", name,
                  model->joint.n);
    tac_joint_desc j = {.kind = read_kind(p, tac_need(p, item, "type", "a joint")),
                        .drive_angle = TAC_NONE,
                        .drive_displacement = TAC_NONE,
                        .group = tac_instance_of(p)->group};
    const tac_joint_type *of = tac_joint_type_of(j.kind);
    check_own_names(p, item, &of->type);
    tac_meeting m = read_meeting(p, item, of);
    j.a = m.a;
    j.b = m.b;
    tac_check_apart(p, item, &of->type, &m);
    tac_read_keys(p, item, &of->type, (tac_keyed_place){.meeting = &m, .joint = of}, &j);
    if (of->is_driven) {
        give_pose(model, &j);
    }
    if (of->type.placing == TAC_PLACED_ON_AXIS) { // starts with its body
        tac_add_shaft(p, item, name, &j);
    } else {
        j.start.has_position = tac_find(item, "position") != NULL;
        j.start.has_rate = tac_find(item, "rate") != NULL;
    }
    tac_list_add_text(p->rd, &model->joint_name, name);
    *(tac_joint_desc *)tac_list_add(p->rd, &model->joint, sizeof j) = j;
    for (int i = 0; i < of->type.n_key; i++) {
        const tac_key *key = &of->type.key[i];
        const tac_node *value = tac_find(item, key->name);
        if (key->kind == TAC_KEY_MAKES && value) {
            tac_make_force(p, key, value, name);
        }
        if (key->kind == TAC_KEY_ACTUATORS && value) {
            tac_note_efforts(p, value, model->joint.n - 1);
        }
    }
}

void tac_read_joints(const tac_place *p)
{
    tac_each_item(p, "joints", read_joint);
}
