// Forces: springs, bushings, friction, contacts, loads and parts, by the tables of their types.
#include "forces.h"

#include "flexible.h"
#include "frames.h"
#include "interfaces.h"
#include "keys.h"
#include "model_reader.h"
#include "orientation.h"
#include "parts.h"
#include "reader/items.h"
#include "reader/maps.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"
#include "repeat.h"
#include "roads.h"
#include "tables.h"

typedef union any_force {
    tac_spring_desc spring;
    tac_bushing_desc bushing;
    tac_friction_desc friction;
    tac_contact_desc contact;
    tac_law_desc law;
    tac_load_desc load;
} any_force;

// Without keys: no sources, no tables, part of the implicit solution.
static const tac_law_desc no_law = {
    .source = {TAC_NONE, TAC_NONE}, .table = {TAC_NONE, TAC_NONE}, .implicit = 1};

// ---- where a force acts --------------------------------------------------------------------------

// Whether a key says the coordinate.
static bool acts_on_key(const tac_force_type *type)
{
    bool does = false;
    for (int i = 0; i < type->type.n_key; i++) {
        does = does || type->type.key[i].kind == TAC_KEY_COORDINATE;
    }
    return does;
}

// Whether the law may act on frames of the joint: on its own coordinate, or on one of those that it is told.
static bool may_act(const tac_force_type *type, const tac_joint_type *joint)
{
    if (type->any_coordinate) {
        return !tac_joint_type_has_row(joint, TAC_ROW_ASIDE); // a shaft has no place
    }
    return acts_on_key(type)
               ? tac_joint_type_frees(joint, TAC_ANGLE) || tac_joint_type_frees(joint, TAC_SLIDE)
               : tac_joint_type_frees(joint, type->coordinate);
}

static int joint_of(const tac_place *p, const tac_node *item)
{
    return tac_reference(p, tac_find(item, "joint"), "joint", &tac_model_of(p)->joint_names);
}

static const tac_joint_desc *read_joint(const tac_place *p, const tac_node *item,
                                        const tac_force_type *type)
{
    const tac_node *node = tac_need(p, item, "joint", type->type.called);
    const tac_joint_desc *j =
        (const tac_joint_desc *)tac_model_of(p)->joint.data + joint_of(p, item);
    if (!may_act(type, tac_joint_type_of(j->kind))) {
        tac_refuse(p->rd, node, "joint '%.80s' has no free %s; choose another joint",
                   tac_text(p, node, "joint"), type->acts_on ? type->acts_on : "displacement");
    }
    return j;
}

static void refuse_second_place(const tac_place *p, const tac_node *item, const tac_type *type)
{
    const tac_key *key;
    for (int i = 0; (key = tac_key_of(type, i)); i++) {
        bool is_place = key->kind >= TAC_KEY_BODY && key->kind < TAC_KEY_JOINT;
        if (is_place && tac_find(item, key->name)) {
            tac_refuse_key(p->rd, item, key->name, "'joint' gives the place already; remove '%s'",
                           key->name);
        }
    }
}

// Numbers of a tyre stand at one of the keys that have some.
static void check_tyre(const tac_place *p, const tac_node *item, const tac_type *type)
{
    const char *name[2] = {"", ""};
    int found = 0;
    for (int i = 0, n = 0; i < type->n_key && n < 2; i++) {
        if (type->key[i].kind == TAC_KEY_TYRE) {
            name[n++] = type->key[i].name;
            found += tac_find(item, type->key[i].name) != NULL;
        }
    }
    if (found != 1) {
        tac_refuse(p->rd, item, "a tyre needs either '%s' or '%s'; %s one", name[0], name[1],
                   found ? "remove" : "add");
    }
}

// A road lies in the plane z = 0 of the file, unless frames say where; it moves with its body.
static void place_road(const tac_place *p, const tac_node *item, tac_meeting *m)
{
    const tac_node *bodies = tac_find(item, "bodies");
    vec3 origin = {0.0, 0.0, 0.0};
    if (tac_find(item, "road")) {
        m->a = tac_frame_of_road(p, item);
        return;
    }
    if (tac_find(item, "frames")) {
        return;
    }
    if (m->a.body != TAC_GROUND && tac_flexible_of(tac_model_of(p), m->a.body)) {
        tac_refuse(p->rd, bodies->first->value,
                   "a road lies on ground or on a rigid body, not on a flexible one");
    }
    m->ra = tac_world_point(p, origin);
    m->a = tac_frame_on(tac_model_of(p), m->a.body, m->ra, tac_instance_of(p)->q);
}

static tac_meeting read_meeting(const tac_place *p, const tac_node *item,
                                const tac_force_type *type, const tac_joint_type **joint)
{
    const tac_type *of = &type->type;
    *joint = NULL;
    if (!type->on_road && tac_find(item, "road") && tac_find_key(of, "road")) {
        return tac_read_on_road(p, item, of->called);
    }
    if (of->placing != TAC_PLACED_BY_JOINT && !tac_find(item, "joint")) {
        tac_second_point second = of->two_points ? TAC_AT2_NEEDED : TAC_AT2_ALLOWED;
        return tac_read_meeting(p, item, of->called, second, false);
    }
    refuse_second_place(p, item, of);
    const tac_joint_desc *j = read_joint(p, item, type);
    *joint = tac_joint_type_of(j->kind);
    tac_meeting m = {.a = j->a, .b = j->b};
    m.ra = tac_frame_origin(tac_model_of(p), &m.a);
    m.rb = tac_frame_origin(tac_model_of(p), &m.b);
    return m;
}

// A contact of the model.
static const tac_contact_desc *contact_called(const tac_place *p, const tac_node *node, int *index)
{
    tac_model_reader *model = tac_model_of(p);
    int force = tac_reference(p, node, "contact", &model->forces.force_names);
    const tac_force_ref *of = (const tac_force_ref *)model->forces.force_ref.data + force;
    if (of->what != TAC_CONTACTS) {
        tac_refuse(p->rd, node, "'%.80s' is no contact; name a force of type 'contact'",
                   tac_text(p, node, "contact"));
    }
    *index = of->index;
    return (const tac_contact_desc *)model->forces.contact.data + of->index;
}

// Where a load acts; its axes are those of the body.
static void read_load_point(const tac_place *p, const tac_node *item, const tac_node *body,
                            tac_frame *frame)
{
    const tac_node *at = tac_find(item, "at"), *named = tac_interface_node(item, 0);
    const char *interface = tac_interface_name(p, item, 0);
    const tac_model_reader *model = tac_model_of(p);
    int index = frame->body;
    if (!at && !interface && tac_flexible_of(model, index)) {
        tac_refuse(p->rd, item, "a load on a flexible body needs 'interface' or 'at'; add one");
    }
    if (at || interface) {
        vec3 r = at ? tac_world_point(p, tac_vector(p, at, "at", TAC_Q_LENGTH))
                    : tac_interface_place(p, named, body, index, interface);
        *frame = tac_attach(p, interface ? named : at, body, index, r, frame->q, interface);
        frame->q = (quat){1.0, 0.0, 0.0, 0.0};
    }
}

static tac_frame read_load_frame(const tac_place *p, const tac_node *item, const tac_type *type)
{
    const tac_node *body = tac_need(p, item, "body", type->called);
    tac_frame at = {.body = tac_body_reference(p, body), .q = {1.0, 0.0, 0.0, 0.0}};
    if (at.body == TAC_GROUND) {
        tac_refuse(p->rd, body, "%s on ground has no effect; name a body", type->called);
    }
    if (!tac_find(item, "at") && tac_is_ground(body)) {
        tac_refuse(p->rd, item, "%s on ground needs 'at'; add the point", type->called);
    }
    read_load_point(p, item, body, &at);
    return at;
}

// ---- all forces ----------------------------------------------------------------------------------

static void add_force(const tac_place *p, tac_element_class what, bool is_load, int index)
{
    tac_force_ref *f = tac_list_add(p->rd, &tac_model_of(p)->forces.force_ref, sizeof *f);
    *f = (tac_force_ref){what, is_load, index};
}

static void add_spring(const tac_place *p, const tac_force_type *type, const tac_meeting *m,
                       const char *name, tac_spring_desc s)
{
    tac_model_reader *model = tac_model_of(p);
    s.coordinate = type->coordinate;
    s.a = m->a;
    s.b = m->b;
    add_force(p, TAC_SPRINGS, false, model->forces.spring.n);
    tac_list_add_text(p->rd, &model->forces.spring_name, name);
    *(tac_spring_desc *)tac_list_add(p->rd, &model->forces.spring, sizeof s) = s;
}

// A part with bodies of its own hangs on the second body alone.
static void read_object(const tac_place *p, const tac_node *item, tac_meeting *m,
                        tac_bushing_desc *b)
{
    b->implicit = 1;
    b->part = tac_read_part(p, item);
    if (!tac_part_has_bodies(tac_model_of(p), b->part - 1)) {
        return;
    }
    if (m->a.body != TAC_GROUND || m->b.body == TAC_GROUND) {
        tac_refuse(p->rd, item,
                   "this part has bodies of its own and hangs on one body; write 'bodies: "
                   "[ground, BODY]'");
    }
    m->a = tac_frame_on(tac_model_of(p), TAC_GROUND, m->ra, (quat){1.0, 0.0, 0.0, 0.0});
}

static void add_bushing(const tac_place *p, const tac_meeting *m, const char *name,
                        tac_bushing_desc b)
{
    tac_model_reader *model = tac_model_of(p);
    b.a = m->a;
    b.b = m->b;
    add_force(p, TAC_BUSHINGS, false, model->forces.bushing.n);
    tac_list_add_text(p->rd, &model->forces.bushing_name, name);
    *(tac_bushing_desc *)tac_list_add(p->rd, &model->forces.bushing, sizeof b) = b;
}

static void add_friction(const tac_place *p, const tac_meeting *m, const char *name,
                         tac_friction_desc f)
{
    tac_model_reader *model = tac_model_of(p);
    f.a = m->a;
    f.b = m->b;
    add_force(p, TAC_FRICTIONS, false, model->forces.friction.n);
    tac_list_add_text(p->rd, &model->forces.friction_name, name);
    *(tac_friction_desc *)tac_list_add(p->rd, &model->forces.friction, sizeof f) = f;
}

static void add_contact(const tac_place *p, const tac_meeting *m, const char *name,
                        tac_contact_desc c)
{
    tac_model_reader *model = tac_model_of(p);
    c.a = m->a;
    c.b = m->b;
    add_force(p, TAC_CONTACTS, false, model->forces.contact.n);
    tac_list_add_text(p->rd, &model->forces.contact_name, name);
    *(tac_contact_desc *)tac_list_add(p->rd, &model->forces.contact, sizeof c) = c;
}

static void add_law(const tac_place *p, const tac_node *item, const tac_force_type *type,
                    const tac_meeting *m, const char *name, tac_law_desc l)
{
    tac_model_reader *model = tac_model_of(p);
    while (l.type < tac_force_type_count() && tac_force_type_of(l.type) != type) {
        l.type++;
    }
    l.own = l.type < tac_force_type_count() ? NULL : type;
    l.coordinate = acts_on_key(type) ? l.coordinate : type->coordinate;
    l.a = m->a;
    l.b = m->b;
    if (type->in_the_middle) {
        if (tac_flexible_of(model, m->a.body) || tac_flexible_of(model, m->b.body)) {
            tac_refuse(p->rd, item, "%s lies between rigid bodies; take a bushing at an interface",
                       type->type.called);
        }
        vec3 along = sub3(m->rb, m->ra), middle = add3(m->ra, scale3(0.5, along));
        quat q = tac_smallest_rotation(2, scale3(1.0 / norm3(along), along));
        l.a = tac_frame_on(model, m->a.body, middle, q);
        l.b = tac_frame_on(model, m->b.body, middle, q);
    }
    add_force(p, TAC_LAWS, false, model->forces.law.n);
    tac_list_add_text(p->rd, &model->forces.law_name, name);
    *(tac_law_desc *)tac_list_add(p->rd, &model->forces.law, sizeof l) = l;
}

static void add_load(const tac_place *p, tac_frame at, const char *name, tac_load_desc l)
{
    tac_model_reader *model = tac_model_of(p);
    l.at = at;
    add_force(p, TAC_JOINTS, true, model->forces.load.n);
    tac_list_add_text(p->rd, &model->forces.load_name, name);
    *(tac_load_desc *)tac_list_add(p->rd, &model->forces.load, sizeof l) = l;
}

static void refuse_values(const tac_place *p, const tac_node *item, const tac_force_type *type,
                          const any_force *f)
{
    const char *key, *wrong = type->wrong ? type->wrong(f, &key) : NULL;
    if (wrong) {
        const tac_node *at = tac_find(item, key);
        tac_refuse(p->rd, at ? at : item, "%s", wrong);
    }
}

// ---- what joints and contacts make -------------------------------------------------------------------

enum { MOST_MADE = 4 }; // numbers of a list

static const tac_key *first_number(const tac_key *own)
{
    for (; own->kind != TAC_KEY_NUMBER; own++) {
    }
    return own;
}

// The numbers of a list as if they stood by the first keys of the type that are numbers.
static void name_numbers(const tac_place *p, const tac_key *key, const tac_type *type,
                         const tac_node *list, tac_entry *entry)
{
    if (key->n == 1) {
        tac_refuse(p->rd, list, "'%s' must be a number or a map, not a list", key->name);
    }
    if (list->n != key->n || key->n > MOST_MADE) {
        tac_refuse(p->rd, list, "'%s' must be %d numbers or a map, not %d", key->name, key->n,
                   list->n);
    }
    const tac_key *own = type->key;
    for (const tac_entry *e = list->first; e; e = e->next, own++) {
        own = first_number(own);
        entry->next = entry + 1;
        *++entry = (tac_entry){.key = own->name, .value = e->value};
    }
}

static void check_made(const tac_place *p, const tac_key *key, const tac_type *type,
                       const tac_node *map)
{
    const char *name[16] = {NULL};
    for (int i = 0, n = 0; i < type->n_key && n < 15; i++) {
        if (type->key[i].kind != TAC_KEY_COORDINATE) {
            name[n++] = type->key[i].name;
        }
    }
    tac_check_keys(p, map, tac_join_text(p->rd, "'", tac_join_text(p->rd, key->name, "'")), name);
}

// Entries behind `entry` as a map of the type's keys would have them.
static void say_made(const tac_place *p, const tac_key *key, const tac_type *type,
                     const tac_node *value, tac_node *number, tac_entry *entry)
{
    *number = *value;
    if (value->kind == TAC_LIST) {
        name_numbers(p, key, type, value, entry);
    } else if (value->kind == TAC_SCALAR && key->n == 1) {
        entry->next = entry + 1;
        entry[1] = (tac_entry){.key = first_number(type->key)->name, .value = number};
    } else {
        check_made(p, key, type, value);
        entry->next = value->first;
    }
}

static const char *name_made(const tac_place *p, const tac_key *key, const tac_node *value,
                             const char *of)
{
    tac_model_reader *model = tac_model_of(p);
    const char *name = tac_join_text(p->rd, tac_join_text(p->rd, of, "/"), key->name);
    tac_names_add(p->rd, &model->forces.force_names, value, "force", name,
                  model->forces.force_ref.n);
    return name;
}

void tac_make_force(const tac_place *p, const struct tac_key *key, const tac_node *value,
                    const char *joint)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_joint_desc *j = (const tac_joint_desc *)model->joint.data + (model->joint.n - 1);
    const tac_joint_type *of = tac_joint_type_of(j->kind);
    tac_meeting m = {.a = j->a, .b = j->b};
    const tac_force_type *type = tac_force_type_called(key->makes);
    tac_node word = *value, map = *value, number;
    word.kind = TAC_SCALAR;
    word.text = key->quantity == TAC_Q_ANGLE ? "angle" : "displacement";
    tac_entry entry[MOST_MADE + 1] = {{.key = "coordinate", .value = &word}};
    say_made(p, key, &type->type, value, &number, entry);
    map.kind = TAC_MAP;
    map.first = entry;
    any_force f = {.law = no_law};
    tac_read_keys(p, &map, &type->type, (tac_keyed_place){.meeting = &m, .joint = of}, &f);
    refuse_values(p, &map, type, &f);
    add_law(p, &map, type, &m, name_made(p, key, value, joint), f.law);
}

// What a key of a contact makes, of the contact read last.
static void make_at_contact(const tac_place *p, const tac_key *key, const tac_node *value,
                            const char *contact)
{
    const tac_list *all = &tac_model_of(p)->forces.contact;
    const tac_contact_desc *c = (const tac_contact_desc *)all->data + (all->n - 1);
    tac_meeting m = {.a = c->a, .b = c->b};
    const tac_force_type *type = tac_force_type_called(key->makes);
    tac_node map = *value, number;
    tac_entry entry[MOST_MADE + 1] = {{.key = NULL}};
    say_made(p, key, &type->type, value, &number, entry);
    map.kind = TAC_MAP;
    map.first = entry[0].next;
    any_force f = {.law = no_law};
    tac_read_keys(p, &map, &type->type, (tac_keyed_place){.meeting = &m}, &f);
    refuse_values(p, &map, type, &f);
    type->of_contact(&f.law, c);
    f.law.contact = all->n;
    add_law(p, &map, type, &m, name_made(p, key, value, contact), f.law);
}

static void make_forces(const tac_place *p, const tac_node *item, const tac_force_type *type,
                        const char *name)
{
    for (int i = 0; i < type->type.n_key; i++) {
        const tac_key *key = &type->type.key[i];
        const tac_node *value = tac_find(item, key->name);
        if (key->kind == TAC_KEY_MAKES && value) {
            make_at_contact(p, key, value, name);
        }
    }
}

// ---- one force -----------------------------------------------------------------------------------

static void read_of_type(const tac_place *p, const tac_node *item, const tac_force_type *type,
                         const char *name)
{
    any_force f = {0};
    if (type->is == TAC_LAWS) {
        f.law = no_law;
    }
    tac_meeting m = {0};
    tac_frame at = {0};
    const tac_joint_type *joint = NULL;
    const tac_contact_desc *contact = NULL;
    if (type->type.placing == TAC_PLACED_AT_LOAD) {
        at = read_load_frame(p, item, &type->type);
    } else if (type->type.placing == TAC_PLACED_AT_CONTACT) {
        const tac_node *node = tac_need(p, item, "contact", type->type.called);
        contact = contact_called(p, node, &f.law.contact);
        m = (tac_meeting){.a = contact->a, .b = contact->b};
        f.law.contact++;
    } else {
        m = read_meeting(p, item, type, &joint);
        if (type->on_road) {
            place_road(p, item, &m);
            check_tyre(p, item, &type->type);
        }
        tac_check_apart(p, item, &type->type, &m);
    }
    tac_read_keys(p, item, &type->type, (tac_keyed_place){.meeting = &m, .joint = joint}, &f);
    refuse_values(p, item, type, &f);
    if (type->mixes) {
        tac_mix_matrices(p, item, &type->type, &f.law);
    }
    if (contact) {
        type->of_contact(&f.law, contact);
    }
    if (type->is_part) {
        read_object(p, item, &m, &f.bushing);
    }
    switch (type->is) {
    case TAC_SPRINGS:
        add_spring(p, type, &m, name, f.spring);
        break;
    case TAC_BUSHINGS:
        add_bushing(p, &m, name, f.bushing);
        break;
    case TAC_FRICTIONS:
        f.friction.loaded_by = f.friction.bearing > 0.0 ? 1 + joint_of(p, item) : 0;
        add_friction(p, &m, name, f.friction);
        break;
    case TAC_CONTACTS:
        add_contact(p, &m, name, f.contact);
        make_forces(p, item, type, name);
        break;
    case TAC_LAWS:
        add_law(p, item, type, &m, name, f.law);
        break;
    case TAC_JOINTS:
        add_load(p, at, name, f.load);
        break;
    case TAC_TERMS: // are no forces
        break;
    }
}

static void read_force(const tac_place *p, const tac_node *item)
{
    const char *word[TAC_MOST_TYPES];
    int n = tac_force_type_count();
    for (int i = 0; i < n; i++) {
        word[i] = tac_force_type_of(i)->type.word;
    }
    tac_model_reader *model = tac_model_of(p);
    const tac_node *node = tac_need(p, item, "type", "a force");
    const tac_force_type *type = tac_force_type_of(tac_choice(p, node, "force type", word, n));
    if (type->is_object) {
        type = tac_read_law_object(p, item);
        tac_check_type_keys_and(p, item, type->type.called, &type->type, "file");
    } else {
        tac_check_type_keys(p, item, type->type.called, &type->type);
    }
    const char *name = tac_full_name(p, tac_new_name(p, item, type->type.called));
    tac_names_add(p->rd, &model->forces.force_names, tac_find(item, "name"), "force", name,
                  model->forces.force_ref.n);
    read_of_type(p, item, type, name);
}

// A compiled sub-model in place of a file: a part on the body that would be its ground.
static void read_included(const tac_place *p, const tac_node *item)
{
    const tac_node *file = tac_need(p, item, "file", "an inclusion");
    if (!tac_is_object(tac_text(p, file, "file"))) {
        return;
    }
    tac_model_reader *model = tac_model_of(p);
    tac_check_map(p, item, TAC_MAP_INCLUDED_OBJECT);
    const char *name = tac_full_name(p, tac_new_name(p, item, "an inclusion"));
    tac_names_add(p->rd, &model->forces.force_names, tac_find(item, "name"), "force", name,
                  model->forces.force_ref.n);
    tac_list_add_text(p->rd, &model->forces.bushing_name, name);
    const tac_node *ground = tac_need(p, item, "ground", "the inclusion of an object");
    int body = tac_body_reference(p, ground);
    if (body == TAC_GROUND) {
        tac_refuse(p->rd, ground, "an object hangs on a body; name one as 'ground'");
    }
    vec3 r =
        tac_world_point(p, tac_vector_or(p, item, "position", TAC_Q_LENGTH, (vec3){0.0, 0.0, 0.0}));
    quat q = tac_orientation(p, tac_find(item, "orientation"), "orientation");
    tac_bushing_desc b = {.a = tac_frame_on(model, TAC_GROUND, r, (quat){1.0, 0.0, 0.0, 0.0}),
                          .b = tac_frame_on(model, body, r, mulq(tac_instance_of(p)->q, q)),
                          .implicit = 1,
                          .part = tac_read_part(p, item)};
    if (!tac_part_has_bodies(model, b.part - 1)) {
        tac_refuse(p->rd, file,
                   "the object is a force, no sub-model; take it as a force of type 'part'");
    }
    *(tac_bushing_desc *)tac_list_add(p->rd, &model->forces.bushing, sizeof b) = b;
    add_force(p, TAC_BUSHINGS, false, model->forces.bushing.n - 1);
}

// ---- all -----------------------------------------------------------------------------------------

void tac_read_forces(const tac_place *p)
{
    tac_each_item(p, "forces", read_force);
    tac_each_item(p, "include", read_included);
}
