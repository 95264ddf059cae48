// Descriptions beside each other: arrays one behind the other, renumbered.
#include <string.h>

#include "beside.h"
#include "element/renumber.h"

// An array of a description: where its items and their number stand in it.
typedef struct array {
    size_t items, n, size;
} array;

#define ARRAY(items, n, type)                                          \
    {                                                                  \
        offsetof(tac_desc, items), offsetof(tac_desc, n), sizeof(type) \
    }

static const array arrays[TAC_ITEM_ARRAYS] = {
    [TAC_ITEMS_BODIES] = ARRAY(body, n_body, tac_body_desc),
    [TAC_ITEMS_GROUPS] = ARRAY(group, n_group, tac_group_desc),
    [TAC_ITEMS_JOINTS] = ARRAY(joint, n_joint, tac_joint_desc),
    [TAC_ITEMS_SPRINGS] = ARRAY(spring, n_spring, tac_spring_desc),
    [TAC_ITEMS_BUSHINGS] = ARRAY(bushing, n_bushing, tac_bushing_desc),
    [TAC_ITEMS_FRICTIONS] = ARRAY(friction, n_friction, tac_friction_desc),
    [TAC_ITEMS_CONTACTS] = ARRAY(contact, n_contact, tac_contact_desc),
    [TAC_ITEMS_LAWS] = ARRAY(law, n_law, tac_law_desc),
    [TAC_ITEMS_LOADS] = ARRAY(load, n_load, tac_load_desc),
    [TAC_ITEMS_SOURCES] = ARRAY(source, n_source, tac_source_desc),
    [TAC_ITEMS_SOURCE_TERMS] = ARRAY(source_term, n_source_term, int),
    [TAC_ITEMS_TABLES] = ARRAY(table, n_table, tac_table_desc),
    [TAC_ITEMS_INPUTS] = ARRAY(input, n_input, tac_input_desc),
    [TAC_ITEMS_SENSORS] = ARRAY(sensor, n_sensor, tac_sensor_desc),
    [TAC_ITEMS_COUPLERS] = ARRAY(coupler, n_coupler, tac_coupler_desc),
    [TAC_ITEMS_TERMS] = ARRAY(term, n_term, tac_term_desc),
    [TAC_ITEMS_ROADS] = ARRAY(roads.road, roads.n, tac_road_desc),
    [TAC_ITEMS_FLEX] = ARRAY(flex, n_flex, tac_flex_desc),
    [TAC_ITEMS_PARTS] = ARRAY(part, n_part, tac_part_desc),
};

static int count_of(const tac_desc *d, const array *a)
{
    int n;
    memcpy(&n, (const char *)d + a->n, sizeof n);
    return n;
}

static const char *items_of(const tac_desc *d, const array *a)
{
    const char *items;
    memcpy(&items, (const char *)d + a->items, sizeof items);
    return items;
}

static void set_array(tac_desc *d, const array *a, const char *items, int n)
{
    memcpy((char *)d + a->items, &items, sizeof items);
    memcpy((char *)d + a->n, &n, sizeof n);
}

// Those of one description, behind those of `which` others.
static void add(const tac_desc *of, int which, tac_items what, char *to)
{
    const size_t size = arrays[what].size;
    tac_renumbering r = {.before = {0}};
    for (int i = 0; i < TAC_ITEM_ARRAYS; i++) {
        r.before[i] = which * count_of(of, &arrays[i]);
    }
    int n = count_of(of, &arrays[what]), first = r.before[what];
    if (n > 0) {
        memcpy(to + (size_t)first * size, items_of(of, &arrays[what]), (size_t)n * size);
    }
    for (int i = first; i < first + n; i++) {
        tac_renumber(&r, what, to + (size_t)i * size);
    }
}

tac_desc tac_describe_beside(const tac_desc *const *of, int n, tac_arena *a)
{
    tac_desc all = **of;
    all.wants.flags &= ~TAC_PAIRED;
    all.wants.beside = n;
    for (int i = 0; i < TAC_ITEM_ARRAYS; i++) {
        int one = count_of(*of, &arrays[i]);
        char *to = tac_take(a, (size_t)(n * one), arrays[i].size);
        for (int k = 0; k < n && to; k++) {
            add(of[k], k, (tac_items)i, to);
        }
        set_array(&all, &arrays[i], to, n * one);
    }
    return all;
}
