#include "renumber.h"

#include "element_types.h"
#include "sensor_types.h"

static void move_on(const tac_renumbering *r, tac_items array, int *number)
{
    *number += *number == TAC_NONE ? 0 : r->before[array];
}

// Of n numbers that are 1 + an item, or 0.
static void move_counted(const tac_renumbering *r, tac_items array, int *number, int n)
{
    for (int i = 0; i < n; i++) {
        number[i] += number[i] == 0 ? 0 : r->before[array];
    }
}

static void move_all(const tac_renumbering *r, tac_items array, int *number, int n)
{
    for (int i = 0; i < n; i++) {
        move_on(r, array, &number[i]);
    }
}

static void move_frame(const tac_renumbering *r, tac_frame *f)
{
    if (r->frame) {
        r->frame(r, f);
    } else {
        move_on(r, TAC_ITEMS_BODIES, &f->body); // ground is TAC_NONE
    }
}
_Static_assert(TAC_GROUND == TAC_NONE, "ground is no body");

static void move_frames(const tac_renumbering *r, tac_frame *a, tac_frame *b)
{
    move_frame(r, a);
    move_frame(r, b);
}

// The numbers that a key of a source has, where it names items of an array.
static void move_key(const tac_renumbering *r, const tac_key *key, void *item)
{
    static const struct {
        tac_key_kind kind;
        tac_items array;
    } names[] = {{TAC_KEY_SOURCE, TAC_ITEMS_SOURCES},
                 {TAC_KEY_TABLE, TAC_ITEMS_TABLES},
                 {TAC_KEY_INPUT, TAC_ITEMS_INPUTS}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (key->kind == names[i].kind) {
            move_on(r, names[i].array, (int *)(void *)((char *)item + key->at));
        }
    }
}

static void move_keys(const tac_renumbering *r, const tac_type *type, void *item)
{
    for (int i = 0; i < type->n_key; i++) {
        move_key(r, &type->key[i], item);
    }
}

// ---- items -----------------------------------------------------------------------------------------

static void move_body(const tac_renumbering *r, void *item)
{
    tac_body_desc *b = item;
    move_on(r, TAC_ITEMS_GROUPS, &b->group);
    move_counted(r, TAC_ITEMS_FLEX, &b->flex, 1);
}

static void move_group(const tac_renumbering *r, void *item)
{
    move_on(r, TAC_ITEMS_GROUPS, &((tac_group_desc *)item)->parent);
}

static void move_joint(const tac_renumbering *r, void *item)
{
    tac_joint_desc *j = item;
    move_frames(r, &j->a, &j->b);
    move_on(r, TAC_ITEMS_SOURCES, &j->drive_angle);
    move_on(r, TAC_ITEMS_SOURCES, &j->drive_displacement);
    move_all(r, TAC_ITEMS_SOURCES, j->pose, 6);
    move_on(r, TAC_ITEMS_GROUPS, &j->group);
}

static void move_spring(const tac_renumbering *r, void *item)
{
    tac_spring_desc *s = item;
    move_frames(r, &s->a, &s->b);
    move_on(r, TAC_ITEMS_SOURCES, &s->x0);
    move_on(r, TAC_ITEMS_SOURCES, &s->actuator);
    move_on(r, TAC_ITEMS_TABLES, &s->spring_table);
    move_on(r, TAC_ITEMS_TABLES, &s->damper_table);
    move_counted(r, TAC_ITEMS_SOURCES, &s->k_by, 1);
    move_counted(r, TAC_ITEMS_SOURCES, &s->c_by, 1);
}

static void move_bushing(const tac_renumbering *r, void *item)
{
    tac_bushing_desc *b = item;
    move_frames(r, &b->a, &b->b);
    move_counted(r, TAC_ITEMS_PARTS, &b->part, 1);
    move_counted(r, TAC_ITEMS_SOURCES, b->k_by, 6);
    move_counted(r, TAC_ITEMS_SOURCES, b->c_by, 6);
}

static void move_friction(const tac_renumbering *r, void *item)
{
    tac_friction_desc *f = item;
    move_frames(r, &f->a, &f->b);
    move_counted(r, TAC_ITEMS_JOINTS, &f->loaded_by, 1);
    move_counted(r, TAC_ITEMS_SOURCES, &f->coulomb_by, 1);
    move_counted(r, TAC_ITEMS_SOURCES, &f->viscous_by, 1);
}

static void move_contact(const tac_renumbering *r, void *item)
{
    tac_contact_desc *k = item;
    move_frames(r, &k->a, &k->b);
    move_on(r, TAC_ITEMS_SOURCES, &k->offset);
    move_counted(r, TAC_ITEMS_ROADS, &k->road, 1);
}

// Keys of roads are among the numbers of a law, as 1 + the road.
static void move_law(const tac_renumbering *r, void *item)
{
    tac_law_desc *l = item;
    const tac_type *type = &tac_type_of_law(l)->type;
    move_frames(r, &l->a, &l->b);
    move_counted(r, TAC_ITEMS_CONTACTS, &l->contact, 1);
    move_counted(r, TAC_ITEMS_SOURCES, l->number_by, TAC_LAW_NUMBERS);
    move_all(r, TAC_ITEMS_SOURCES, l->source, TAC_LAW_SOURCES);
    move_all(r, TAC_ITEMS_TABLES, l->table, TAC_LAW_TABLES);
    for (int i = 0; i < type->n_key; i++) {
        if (type->key[i].kind == TAC_KEY_ROAD) {
            double *road = (double *)(void *)((char *)l + type->key[i].at);
            *road += *road > 0.0 ? (double)r->before[TAC_ITEMS_ROADS] : 0.0;
        }
    }
}

static void move_load(const tac_renumbering *r, void *item)
{
    tac_load_desc *l = item;
    move_frame(r, &l->at);
    move_all(r, TAC_ITEMS_SOURCES, l->force, 3);
    move_all(r, TAC_ITEMS_SOURCES, l->torque, 3);
}

static void move_source(const tac_renumbering *r, void *item)
{
    tac_source_desc *s = item;
    const tac_source_type *type = tac_source_type_of(s->kind);
    move_keys(r, &type->type, s);
    bool terms = tac_source_has(s->kind, TAC_KEY_TERMS) || tac_source_has(s->kind, TAC_KEY_TERM);
    s->first_term += terms ? r->before[TAC_ITEMS_SOURCE_TERMS] : 0;
    s->sensor += type->senses ? r->before[TAC_ITEMS_SENSORS] : 0;
    move_counted(r, TAC_ITEMS_ROADS, &s->road, 1);
}

static void move_source_term(const tac_renumbering *r, void *item)
{
    move_on(r, TAC_ITEMS_SOURCES, item);
}

// Those of flexible bodies and shared objects, which no description that moves has, name other items.
static void move_sensor(const tac_renumbering *r, void *item)
{
    static const tac_items of_class[] = {
        [TAC_JOINTS] = TAC_ITEMS_JOINTS,     [TAC_SPRINGS] = TAC_ITEMS_SPRINGS,
        [TAC_BUSHINGS] = TAC_ITEMS_BUSHINGS, [TAC_FRICTIONS] = TAC_ITEMS_FRICTIONS,
        [TAC_CONTACTS] = TAC_ITEMS_CONTACTS, [TAC_LAWS] = TAC_ITEMS_LAWS,
        [TAC_TERMS] = TAC_ITEMS_COUPLERS,
    };
    tac_sensor_desc *s = item;
    move_frames(r, &s->a, &s->b);
    move_on(r, of_class[s->what], &s->element);
    move_counted(r, TAC_ITEMS_ROADS, &s->road, 1);
}

static void move_coupler(const tac_renumbering *r, void *item)
{
    tac_coupler_desc *k = item;
    move_on(r, TAC_ITEMS_TERMS, &k->first_term);
    move_on(r, TAC_ITEMS_SOURCES, &k->offset);
}

static void move_term(const tac_renumbering *r, void *item)
{
    tac_term_desc *t = item;
    move_frames(r, &t->a, &t->b);
    move_on(r, TAC_ITEMS_TABLES, &t->table);
}

static void move_road(const tac_renumbering *r, void *item)
{
    tac_road_desc *road = item;
    move_frame(r, &road->at);
    move_all(r, TAC_ITEMS_SOURCES, road->source, TAC_ROAD_SOURCES);
    move_all(r, TAC_ITEMS_TABLES, road->table, TAC_ROAD_TABLES);
    move_counted(r, TAC_ITEMS_ROADS, &road->over, 1);
}

void tac_renumber(const tac_renumbering *r, tac_items array, void *item)
{
    typedef void move_item(const tac_renumbering *r, void *item);
    static move_item *const move[TAC_ITEM_ARRAYS] = {
        [TAC_ITEMS_BODIES] = move_body,      [TAC_ITEMS_GROUPS] = move_group,
        [TAC_ITEMS_JOINTS] = move_joint,     [TAC_ITEMS_SPRINGS] = move_spring,
        [TAC_ITEMS_BUSHINGS] = move_bushing, [TAC_ITEMS_FRICTIONS] = move_friction,
        [TAC_ITEMS_CONTACTS] = move_contact, [TAC_ITEMS_LAWS] = move_law,
        [TAC_ITEMS_LOADS] = move_load,       [TAC_ITEMS_SOURCES] = move_source,
        [TAC_ITEMS_SENSORS] = move_sensor,   [TAC_ITEMS_SOURCE_TERMS] = move_source_term,
        [TAC_ITEMS_COUPLERS] = move_coupler, [TAC_ITEMS_TERMS] = move_term,
        [TAC_ITEMS_ROADS] = move_road,
    };
    if (move[array]) { // tables, inputs, modes name nothing
        move[array](r, item);
    }
}
