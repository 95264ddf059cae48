// Roads, by the tables of their types, and where others meet them.
#include "roads.h"

#include "crg_file.h"
#include "element_types.h"
#include "flexible.h"
#include "interfaces.h"
#include "keys.h"
#include "orientation.h"
#include "reader/items.h"
#include "reader/maps.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"
#include "repeat.h"

typedef struct named_road {
    tac_place place;
    const tac_node *item;
} named_road;

static void read_name(const tac_place *p, const tac_node *item)
{
    tac_found_roads *roads = &tac_model_of(p)->roads;
    const char *name = tac_full_name(p, tac_new_name(p, item, "a road"));
    tac_names_add(p->rd, &roads->road_names, tac_find(item, "name"), "road", name,
                  roads->named_road.n);
    *(named_road *)tac_list_add(p->rd, &roads->named_road, sizeof(named_road)) =
        (named_road){*p, item};
    tac_list_add_text(p->rd, &roads->road_name, name);
}

void tac_read_road_names(const tac_place *p)
{
    tac_each_item(p, "roads", read_name);
}

// ---- where it stands -----------------------------------------------------------------------------

static tac_frame read_place(const tac_place *p, const tac_node *item)
{
    const tac_node *body = tac_find(item, "body"), *normal = tac_find(item, "normal");
    const tac_node *axes = tac_find(item, "orientation");
    if (normal && axes) {
        tac_refuse(p->rd, normal, "'normal' and 'orientation' exclude each other; remove one");
    }
    int index = body ? tac_body_reference(p, body) : tac_instance_of(p)->ground;
    if (tac_flexible_of(tac_model_of(p), index)) {
        tac_refuse(p->rd, body ? body : item,
                   "a road stands on ground or on a rigid body; weld one to the flexible body");
    }
    vec3 s = tac_vector_or(p, item, "at", TAC_Q_LENGTH, (vec3){0.0, 0.0, 0.0});
    quat q = normal ? tac_smallest_rotation(2, tac_direction(p, normal, "normal"))
                    : tac_orientation(p, axes, "orientation");
    if (!body || tac_is_ground(body) || tac_is_world(p, body)) {
        return tac_frame_on(tac_model_of(p), index, tac_world_point(p, s),
                            mulq(tac_instance_of(p)->q, q));
    }
    tac_frame at = tac_frame_in(p, body, item, "at", TAC_AT_ORIGIN);
    at.q = tac_start_quat(q);
    return at;
}

// Where the road lies that this one is over.
static tac_frame place_under(const tac_place *p, const tac_node *item, const tac_road_desc *r)
{
    const tac_list *roads = &tac_model_of(p)->roads.road;
    if (r->over > roads->n) {
        tac_refuse_key(p->rd, item, "over",
                       "a road lies over one that is listed before; move it up");
    }
    return ((const tac_road_desc *)roads->data)[r->over - 1].at;
}

// ---- data ----------------------------------------------------------------------------------------

static void put_numbers(const tac_place *p, tac_list *list, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        double *place = tac_list_add(p->rd, list, sizeof *place);
        *place = x[i];
    }
}

static void read_wave(const tac_place *p, const tac_node *map, tac_list *list)
{
    tac_check_map(p, map, TAC_MAP_WAVE);
    double x[TAC_WAVE_NUMBERS] = {
        [TAC_WAVE_NUMBER] = tac_need_number(p, map, "wave_number", "a wave", TAC_Q_NUMBER),
        [TAC_WAVE_AMPLITUDE] = tac_need_number(p, map, "amplitude", "a wave", TAC_Q_LENGTH),
        [TAC_WAVE_PHASE] = tac_number_or(p, map, "phase", TAC_Q_ANGLE, 0.0),
        [TAC_WAVE_TRACK] = tac_map_choice(p, map, TAC_MAP_WAVE, "track", 0)};
    (void)tac_check_above_zero(p, map, "wave_number", x[TAC_WAVE_NUMBER]);
    put_numbers(p, list, x, TAC_WAVE_NUMBERS);
}

// The list that a type of road has.
static const tac_node *find_list(const tac_place *p, const tac_node *item, const tac_type *type)
{
    int i = 0;
    while (type->key[i].kind != TAC_KEY_LIST) {
        i++;
    }
    const tac_node *list = tac_need(p, item, type->key[i].name, type->called);
    tac_check_list(p, list, type->key[i].name);
    return list;
}

static void read_waves(const tac_place *p, const tac_node *waves, tac_list *list)
{
    enum { MOST = 1000 }; // each is computed in every query
    if (waves->n == 0 || waves->n > MOST) {
        tac_refuse(p->rd, waves, "a road has 1 to %d waves, not %d; take a profile for more", MOST,
                   waves->n);
    }
    for (const tac_entry *e = waves->first; e; e = e->next) {
        read_wave(p, e->value, list);
    }
}

// Both sides of a patch along an axis.
static bool read_side(const tac_place *p, const tac_node *map, const char *key, double *x)
{
    static const tac_quantity length[] = {TAC_Q_LENGTH, TAC_Q_LENGTH};
    const tac_node *node = tac_find(map, key);
    if (node) {
        tac_numbers(p, node, key, 2, length, x);
        if (!(x[1] > x[0])) {
            tac_refuse(p->rd, node, "'%s' is [from, to] with 'to' above 'from'", key);
        }
    }
    return node;
}

static void read_patch(const tac_place *p, const tac_node *map, tac_list *list)
{
    tac_check_map(p, map, TAC_MAP_PATCH);
    double x[TAC_PATCH_NUMBERS] = {
        [TAC_PATCH_FACTOR] = tac_number_or(p, map, "friction", TAC_Q_NUMBER, 1.0),
        [TAC_PATCH_HEIGHT] = tac_number_or(p, map, "height", TAC_Q_LENGTH, 0.0),
        [TAC_PATCH_EDGE] = tac_number_or(p, map, "edge", TAC_Q_LENGTH, 0.05)};
    (void)tac_check_from_zero(p, map, "friction", x[TAC_PATCH_FACTOR]);
    (void)tac_check_above_zero(p, map, "edge", x[TAC_PATCH_EDGE]);
    bool by_x = read_side(p, map, "x", x + TAC_PATCH_FROM);
    bool by_y = read_side(p, map, "y", x + TAC_PATCH_RIGHT);
    bool by_u = read_side(p, map, "u", x + TAC_PATCH_FROM);
    bool by_v = read_side(p, map, "v", x + TAC_PATCH_RIGHT);
    if (by_x != by_y || by_u != by_v || by_x == by_u) {
        tac_refuse(p->rd, map, "a patch lies between 'x' and 'y', or between 'u' and 'v'");
    }
    x[TAC_PATCH_LINE] = by_u;
    put_numbers(p, list, x, TAC_PATCH_NUMBERS);
}

static void read_patches(const tac_place *p, const tac_node *patches, tac_list *list)
{
    enum { MOST = 1000 }; // each is looked at in every query
    if (patches->n == 0 || patches->n > MOST) {
        tac_refuse(p->rd, patches, "a road has 1 to %d patches, not %d", MOST, patches->n);
    }
    for (const tac_entry *e = patches->first; e; e = e->next) {
        read_patch(p, e->value, list);
    }
}

static void read_data(const tac_place *p, const tac_node *item, const tac_road_type *type,
                      tac_road_desc *r)
{
    tac_list list = {0};
    switch (type->data) {
    case TAC_ROAD_NOTHING:
        break;
    case TAC_ROAD_WAVES:
        read_waves(p, find_list(p, item, &type->type), &list);
        break;
    case TAC_ROAD_PATCHES:
        read_patches(p, find_list(p, item, &type->type), &list);
        break;
    case TAC_ROAD_GRID:
        tac_read_crg(p, tac_find(item, "file"), r);
        return;
    }
    r->data = list.data;
    r->n_data = list.n;
}

// ---- one road ------------------------------------------------------------------------------------

// Sources are functions of time and inputs beforehand; a road of signals has some itself.
static void refuse_sources(const tac_place *p, const tac_node *item, int road)
{
    const tac_list *sources = &tac_model_of(p)->signals.source;
    for (int i = 0; i < sources->n; i++) {
        if (((const tac_source_desc *)sources->data)[i].road == road + 1) {
            tac_refuse(p->rd, item,
                       "a source is drawn over this road, which is signals itself; take them");
        }
    }
}

static void read_road(const tac_place *p, const tac_node *item)
{
    const char *word[TAC_MOST_TYPES];
    int n = tac_road_type_count();
    for (int i = 0; i < n; i++) {
        word[i] = tac_road_type_of(i)->type.word;
    }
    const tac_node *node = tac_need(p, item, "type", "a road");
    tac_road_desc r = {
        .kind = tac_choice(p, node, "road type", word, n), .envelope = 1, .factor = 1.0};
    const tac_road_type *type = tac_road_type_of(r.kind);
    for (int i = 0; i < TAC_ROAD_SOURCES; i++) {
        r.source[i] = TAC_NONE;
    }
    for (int i = 0; i < TAC_ROAD_TABLES; i++) {
        r.table[i] = TAC_NONE;
    }
    tac_check_type_keys(p, item, type->type.called, &type->type);
    tac_read_keys(p, item, &type->type, (tac_keyed_place){.meeting = NULL}, &r);
    r.at = r.over ? place_under(p, item, &r) : read_place(p, item);
    read_data(p, item, type, &r);
    const char *key, *wrong = type->wrong ? type->wrong(&r, &key) : NULL;
    if (wrong) {
        const tac_node *at = tac_find(item, key);
        tac_refuse(p->rd, at ? at : item, "%s", wrong);
    }
    if (type->by_signals) {
        refuse_sources(p, item, tac_model_of(p)->roads.road.n);
    }
    *(tac_road_desc *)tac_list_add(p->rd, &tac_model_of(p)->roads.road, sizeof r) = r;
}

void tac_read_roads(tac_model_reader *model)
{
    for (int i = 0; i < model->roads.named_road.n; i++) {
        const named_road *n = (const named_road *)model->roads.named_road.data + i;
        const tac_place p = n->place;
        const tac_node *item = model->rd.item;
        model->rd.item = n->item;
        read_road(&p, n->item);
        model->rd.item = item;
    }
}

// ---- what meets one ------------------------------------------------------------------------------

tac_meeting tac_read_on_road(const tac_place *p, const tac_node *item, const char *what)
{
    static const char *const excluded[] = {"at", "axis", "frames", "interfaces"};
    tac_model_reader *model = tac_model_of(p);
    const tac_node *node = tac_find(item, "road");
    int road = tac_reference(p, node, "road", &model->roads.road_names);
    const tac_frame at = ((const tac_road_desc *)model->roads.road.data)[road].at;
    const tac_node *bodies = tac_need(p, item, "bodies", what);
    int kind = ((const tac_road_desc *)model->roads.road.data)[road].kind;
    if (tac_road_type_of(kind)->by_signals) {
        tac_refuse(
            p->rd, node,
            "road '%.60s' is known by signals at wheels alone, which %s cannot stand on; name "
            "another",
            tac_text(p, node, "road"), what);
    }
    for (int i = 0; i < 4; i++) {
        if (tac_find(item, excluded[i])) {
            tac_refuse_key(p->rd, item, excluded[i],
                           "'road' says where the first body has its surface; remove '%s'",
                           excluded[i]);
        }
    }
    if (bodies->kind != TAC_LIST || bodies->n != 2) {
        tac_refuse(p->rd, bodies, "'bodies' must be two names [first, second]");
    }
    const tac_node *second = bodies->first->next->value, *at2 = tac_need(p, item, "at2", what);
    int a = tac_body_reference(p, bodies->first->value), b = tac_body_reference(p, second);
    if (a != at.body || b == at.body) {
        const char *const *name = model->body_name.data;
        tac_refuse(p->rd, bodies,
                   "road '%.60s' stands on '%.60s'; name that first, and another body",
                   tac_text(p, node, "road"), at.body == TAC_GROUND ? "ground" : name[at.body]);
    }
    vec3 r = tac_world_point(p, tac_vector(p, at2, "at2", TAC_Q_LENGTH));
    tac_meeting m = {.a = at, .ra = tac_frame_origin(model, &at), .rb = r};
    m.b = tac_attach(p, at2, second, b, r, tac_instance_of(p)->q, NULL);
    return m;
}

tac_frame tac_frame_of_road(const tac_place *p, const tac_node *item)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_node *node = tac_find(item, "road"), *bodies = tac_find(item, "bodies");
    int road = tac_reference(p, node, "road", &model->roads.road_names);
    const tac_road_desc *r = (const tac_road_desc *)model->roads.road.data + road;
    const char *const *name = model->body_name.data;
    if (tac_road_type_of(r->kind)->by_signals) {
        tac_refuse(p->rd, node,
                   "road '%.60s' is known by signals alone, which a tyre does not "
                   "ask; name another",
                   tac_text(p, node, "road"));
    }
    if (tac_find(item, "frames")) {
        tac_refuse_key(p->rd, item, "frames",
                       "'road' says where the first body has its surface; give 'at' and 'axis' of "
                       "the wheel in place of 'frames'");
    }
    if (tac_body_reference(p, bodies->first->value) != r->at.body) {
        tac_refuse(p->rd, bodies->first->value, "road '%.60s' stands on '%.60s'; name that first",
                   tac_text(p, node, "road"),
                   r->at.body == TAC_GROUND ? "ground" : name[r->at.body]);
    }
    return r->at;
}
