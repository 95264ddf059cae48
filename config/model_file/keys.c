#include "keys.h"

#include "model_reader.h"
#include "reach.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"
#include "sources.h"
#include "tables.h"
#include "tyre_file.h"
#include "words.h"

enum { MOST_KEYS = 48 }; // of a type

typedef struct reading {
    const tac_place *p;
    const tac_node *item;
    const tac_type *type;
    tac_keyed_place place;
    bool turns; // its coordinate is an angle
} reading;

void tac_check_type_keys_and(const tac_place *p, const tac_node *item, const char *what,
                             const tac_type *type, const char *more)
{
    const char *name[MOST_KEYS + 2] = {NULL};
    const tac_key *key;
    int n = 0;
    for (; n < MOST_KEYS && (key = tac_key_of(type, n)); n++) {
        name[n] = key->name;
    }
    name[n] = more;
    tac_check_keys(p, item, what, name);
}

void tac_check_type_keys(const tac_place *p, const tac_node *item, const char *what,
                         const tac_type *type)
{
    tac_check_type_keys_and(p, item, what, type, NULL);
}

const char *tac_quoted_list(tac_reader *rd, const char *const *name, int n)
{
    const char *text = "";
    for (int i = 0; i < n; i++) {
        const char *before = i == 0 ? "'" : i == n - 1 ? "' or '" : "', '";
        text = tac_join_text(rd, text, tac_join_text(rd, before, name[i]));
    }
    return tac_join_text(rd, text, "'");
}

void tac_check_apart(const tac_place *p, const tac_node *item, const tac_type *type,
                     const tac_meeting *m)
{
    if (type->coincident && !(norm3(sub3(m->rb, m->ra)) > 0.0)) {
        const tac_node *at = tac_find(item, "at2");
        tac_refuse(p->rd, at ? at : item, "%s", type->coincident);
    }
}

// ---- one key -------------------------------------------------------------------------------------

static double distance_of(const reading *r)
{
    return norm3(sub3(r->place.meeting->rb, r->place.meeting->ra));
}

static void check_range(const reading *r, const tac_key *key, double x)
{
    switch (key->range) {
    case TAC_FROM_ZERO:
        (void)tac_check_from_zero(r->p, r->item, key->name, x);
        break;
    case TAC_ABOVE_ZERO:
        (void)tac_check_above_zero(r->p, r->item, key->name, x);
        break;
    case TAC_ANY_VALUE:
        break;
    }
}

static void read_number(const reading *r, const tac_key *key, const tac_node *node, double *to)
{
    tac_quantity q =
        key->flags & TAC_KEY_OF_USE ? r->place.use : tac_key_quantity(key, 0, r->turns);
    double x = node                                ? tac_number(r->p, node, key->name, q)
               : key->otherwise == TAC_OR_DISTANCE ? distance_of(r)
                                                   : key->value;
    check_range(r, key, x);
    *to = key->over != 0.0 ? x / key->over : x;
}

static void read_numbers(const reading *r, const tac_key *key, const tac_node *node, double *to)
{
    tac_quantity q[6];
    for (int i = 0; i < key->n; i++) {
        q[i] = tac_key_quantity(key, i, false);
        to[i] = key->value;
    }
    if (node) {
        tac_numbers(r->p, node, key->name, key->n, q, to);
        for (int i = 0; i < key->n; i++) {
            check_range(r, key, to[i]);
        }
    }
}

static int read_source(const reading *r, const tac_key *key, const tac_node *node)
{
    tac_quantity q = tac_key_quantity(key, 0, r->turns);
    if (!node && key->otherwise == TAC_OR_DISTANCE) {
        return tac_constant_source(tac_model_of(r->p), distance_of(r));
    }
    if (node && r->type->placing == TAC_PLACED_IN_TIME) { // operands: of a plain zero too
        return tac_source(r->p, node, key->name, key->flags & TAC_KEY_OF_USE ? r->place.use : q);
    }
    return tac_source_or_none(r->p, r->item, key->name, q);
}

// Three sources: a list of three, or a vector of constants.
static void read_sources(const reading *r, const tac_key *key, const tac_node *node, int to[3])
{
    to[0] = to[1] = to[2] = TAC_NONE;
    if (!node) {
        return;
    }
    if (node->kind != TAC_LIST || node->n != 3) {
        vec3 v = tac_vector(r->p, node, key->name, key->quantity);
        const double x[3] = {v.x, v.y, v.z};
        for (int i = 0; i < 3; i++) {
            to[i] = x[i] == 0.0 ? TAC_NONE : tac_constant_source(tac_model_of(r->p), x[i]);
        }
        return;
    }
    int i = 0;
    for (const tac_entry *e = node->first; e; e = e->next, i++) {
        bool is_zero =
            tac_is_number(e->value) && tac_number(r->p, e->value, key->name, key->quantity) == 0.0;
        to[i] = is_zero ? TAC_NONE : tac_source(r->p, e->value, key->name, key->quantity);
    }
}

// The joint's own coordinate where it has one, else the one named.
static tac_coordinate read_coordinate(const reading *r, const tac_key *key, const tac_node *node)
{
    const tac_joint_type *joint = r->place.joint;
    int own = tac_joint_type_own(joint);
    if (!node && own < 0) {
        tac_refuse(r->p->rd, r->item, "%s in this joint needs '%s': %s or %s", r->type->word,
                   key->name, key->word[0], key->word[1]);
    }
    int is_slide = node ? tac_choice(r->p, node, key->name, key->word, key->n_word) : 0;
    tac_coordinate coordinate = !node ? (tac_coordinate)own : is_slide ? TAC_SLIDE : TAC_ANGLE;
    if (!tac_joint_type_frees(joint, coordinate)) {
        tac_refuse(r->p->rd, node, "the joint has no free %s; choose the other coordinate or joint",
                   key->word[is_slide]);
    }
    return coordinate;
}

// A source in place of number i of a key: 1 + which; 0: the number is given.
static int read_source_of_number(const reading *r, const tac_key *key, int i, const tac_node *node)
{
    bool is_source = node && !tac_is_number(node);
    return is_source ? 1 + tac_source(r->p, node, key->name, tac_key_quantity(key, i, r->turns))
                     : 0;
}

static void read_number_or_source(const reading *r, const tac_key *key, const tac_node *node,
                                  char *description)
{
    int *by = (void *)(description + key->source_at);
    *by = read_source_of_number(r, key, 0, node);
    read_number(r, key, *by ? NULL : node, (void *)(description + key->at));
}

static bool has_sources(const tac_node *list, int n)
{
    bool has = false;
    if (list && list->kind == TAC_LIST && list->n == n) {
        for (const tac_entry *e = list->first; e; e = e->next) {
            has = has || !tac_is_number(e->value);
        }
    }
    return has;
}

// Lists of numbers, each of which may be a source.
static void read_numbers_or_sources(const reading *r, const tac_key *key, const tac_node *node,
                                    char *description)
{
    double *number = (void *)(description + key->at);
    int *by = (void *)(description + key->source_at), i = 0;
    for (int k = 0; k < key->n; k++) {
        by[k] = 0;
    }
    if (!has_sources(node, key->n)) {
        read_numbers(r, key, node, number);
        return;
    }
    for (const tac_entry *e = node->first; e; e = e->next, i++) {
        by[i] = read_source_of_number(r, key, i, e->value);
        number[i] = by[i]
                        ? key->value
                        : tac_number(r->p, e->value, key->name, tac_key_quantity(key, i, r->turns));
        check_range(r, key, number[i]);
    }
}

// A number or several, each of which may be a source where the key says so.
static void read_some_number(const reading *r, const tac_key *key, const tac_node *node,
                             char *description)
{
    if (key->flags & TAC_KEY_OR_SOURCE) {
        (key->n > 1 ? read_numbers_or_sources : read_number_or_source)(r, key, node, description);
    } else {
        (key->n > 1 ? read_numbers : read_number)(r, key, node,
                                                  (double *)(void *)(description + key->at));
    }
}

static int read_choice(const reading *r, const tac_key *key, const tac_node *node)
{
    return key->kind == TAC_KEY_WORD    ? tac_choice(r->p, node, key->name, key->word, key->n_word)
           : key->kind == TAC_KEY_TRUTH ? tac_truth_or(r->p, r->item, key->name, false)
                                        : tac_integer(r->p, node, key->name, key->least, key->most);
}

// Which word, whether, or how many: an int, or a double.
static void put_choice(const reading *r, const tac_key *key, const tac_node *node, void *to)
{
    int choice = node ? read_choice(r, key, node) : (int)key->value;
    if (key->flags & TAC_KEY_IN_NUMBER) {
        *(double *)to = choice;
    } else {
        *(int *)to = choice;
    }
}

static int read_reference(const reading *r, const tac_key *key, const tac_node *node)
{
    if (key->kind == TAC_KEY_ROAD) {
        return node ? 1 + tac_reference(r->p, node, "road", &tac_model_of(r->p)->roads.road_names)
                    : 0;
    }
    return !node ? TAC_NONE
           : key->kind == TAC_KEY_INPUT
               ? tac_reference(r->p, node, "input", &tac_model_of(r->p)->signals.input_names)
               : tac_table_reference(r->p, node);
}

// What a map says in place of a file is at the same place.
static void put_reference(const reading *r, const tac_key *key, const tac_node *node, void *to)
{
    if (key->flags & TAC_KEY_IN_NUMBER) {
        *(double *)to = read_reference(r, key, node);
    } else if (key->kind == TAC_KEY_MATRIX) {
        *(int *)to = node ? tac_read_matrix(r->p, node, key->name) : TAC_NONE;
    } else if (key->kind != TAC_KEY_TYRE) {
        *(int *)to = read_reference(r, key, node);
    } else if (node) {
        *(int *)to = tac_read_tyre(r->p, node);
    }
}

// A place that a mechanism is to be at, and cannot get to in no time.
static int read_drive(const reading *r, const tac_key *key, const tac_node *node)
{
    if (!node) {
        return TAC_NONE;
    }
    const tac_model_reader *model = tac_model_of(r->p);
    int source = tac_source(r->p, node, key->name, key->quantity);
    tac_source_jump jump =
        tac_find_source_jump(model->signals.source.data, model->signals.source_term.data,
                             model->signals.table.data, source);
    if (jump.by > 0.0) {
        tac_refuse(r->p->rd, node,
                   "'%s' jumps by %.6g %s at %.6g s, faster than anything can follow; take a ramp, "
                   "or a table",
                   key->name, jump.by, key->quantity == TAC_Q_ANGLE ? "rad" : "m", jump.time);
    }
    return source;
}

static void put_index(const reading *r, const tac_key *key, const tac_node *node, void *to)
{
    if (key->kind == TAC_KEY_WORD || key->kind == TAC_KEY_TRUTH || key->kind == TAC_KEY_INTEGER) {
        put_choice(r, key, node, to);
    } else {
        put_reference(r, key, node, to);
    }
}

static void put_source(const reading *r, const tac_key *key, const tac_node *node, void *to)
{
    if (key->kind == TAC_KEY_SOURCES) {
        read_sources(r, key, node, to);
    } else {
        *(int *)to = (key->kind == TAC_KEY_DRIVE ? read_drive : read_source)(r, key, node);
    }
}

static void put_coordinate(reading *r, const tac_key *key, const tac_node *node, tac_coordinate *to)
{
    *to = read_coordinate(r, key, node);
    r->turns = *to == TAC_ANGLE;
}

static const tac_node *find_key(const reading *r, const tac_key *key)
{
    return key->otherwise == TAC_NEEDED ? tac_need(r->p, r->item, key->name, r->type->called)
                                        : tac_find(r->item, key->name);
}

static void read_key(reading *r, const tac_key *key, char *description)
{
    void *to = description + key->at;
    const tac_node *node = find_key(r, key);
    switch (key->kind) {
    case TAC_KEY_NUMBER:
        read_some_number(r, key, node, description);
        break;
    case TAC_KEY_SOURCE:
    case TAC_KEY_DRIVE:
    case TAC_KEY_SOURCES:
        put_source(r, key, node, to);
        break;
    case TAC_KEY_TABLE:
    case TAC_KEY_TYRE:
    case TAC_KEY_MATRIX:
    case TAC_KEY_INPUT:
    case TAC_KEY_ROAD:
    case TAC_KEY_WORD:
    case TAC_KEY_TRUTH:
    case TAC_KEY_INTEGER:
        put_index(r, key, node, to);
        break;
    case TAC_KEY_COORDINATE:
        put_coordinate(r, key, node, to);
        break;
    case TAC_KEY_VECTOR:
        *(vec3 *)to = tac_vector_or(r->p, r->item, key->name, key->quantity, (vec3){0.0, 0.0, 0.0});
        break;
    case TAC_KEY_AS: // of maps, by hand
    case TAC_KEY_LIST:
    case TAC_KEY_TEXT:
    case TAC_KEY_MAKES:
    case TAC_KEY_ACTUATORS:
    case TAC_KEY_NAME: // said with the place
    case TAC_KEY_TYPE:
    case TAC_KEY_REPEAT:
    case TAC_KEY_BODY:
    case TAC_KEY_BODIES:
    case TAC_KEY_POINT:
    case TAC_KEY_DIRECTION:
    case TAC_KEY_FRAMES:
    case TAC_KEY_ORIENTATION:
    case TAC_KEY_INTERFACE:
    case TAC_KEY_INTERFACES:
    case TAC_KEY_JOINT:
    case TAC_KEY_JOINTS:
    case TAC_KEY_FORCE:
    case TAC_KEY_COUPLER:
    case TAC_KEY_FILE:
    case TAC_KEY_PARAMETERS:
    case TAC_KEY_INPUTS:
    case TAC_KEY_TOGETHER:
    case TAC_KEY_TERMS:
    case TAC_KEY_TERM:
    case TAC_KEY_OUTPUT:
    case TAC_N_KEY_KIND:
        break;
    }
}

// ---- all keys ------------------------------------------------------------------------------------

// Whether a key gives the item an effect: a number that is what it is without the key does not.
static bool has_effect(const reading *r, const tac_key *key, const char *description)
{
    bool is_source = key->flags & TAC_KEY_OR_SOURCE &&
                     *(const int *)(const void *)(description + key->source_at) != 0;
    bool is_number = key->kind == TAC_KEY_NUMBER && key->n <= 1 && !is_source;
    return is_number ? *(const double *)(const void *)(description + key->at) != key->value
                     : tac_find(r->item, key->name) != NULL;
}

static void check_effect(const reading *r, const char *description)
{
    const char *name[MOST_KEYS];
    int n = 0;
    for (int i = 0; i < r->type->n_key; i++) {
        const tac_key *key = &r->type->key[i];
        if (key->flags & TAC_KEY_ONE_OF && has_effect(r, key, description)) {
            return;
        }
        if (key->flags & TAC_KEY_ONE_OF && n < MOST_KEYS) {
            name[n++] = key->name;
        }
    }
    if (n > 0) {
        tac_refuse(r->p->rd, r->item, "%s without effect; give %s", r->type->called,
                   tac_quoted_list(r->p->rd, name, n));
    }
}

void tac_read_keys(const tac_place *p, const tac_node *item, const tac_type *type,
                   tac_keyed_place place, void *description)
{
    reading r = {.p = p, .item = item, .type = type, .place = place};
    for (int i = 0; i < type->n_key; i++) {
        if (tac_key_has_value(&type->key[i])) {
            read_key(&r, &type->key[i], description);
        }
    }
    check_effect(&r, description);
}
