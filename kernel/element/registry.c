// What the tables of types say.
#include "element_types.h"
#include "kinds.h"
#include "place_keys.h"

#define DECLARE_JOINT(type) extern const tac_joint_type type;
#define DECLARE_FORCE(type) extern const tac_force_type type;
#define DECLARE_COUPLING(type) extern const tac_coupling_type type;
#define DECLARE_SOURCE(type) extern const tac_source_type type;
#define DECLARE_ROAD(type) extern const tac_road_type type;
TAC_JOINT_TYPES(DECLARE_JOINT)
TAC_FORCE_TYPES(DECLARE_FORCE)
TAC_COUPLING_TYPES(DECLARE_COUPLING)
TAC_SOURCE_TYPES(DECLARE_SOURCE)
TAC_ROAD_TYPES(DECLARE_ROAD)

#define PUT(type) &(type),
static const tac_joint_type *const joint_types[] = {TAC_JOINT_TYPES(PUT)};
static const tac_force_type *const force_types[] = {TAC_FORCE_TYPES(PUT)};
static const tac_coupling_type *const coupling_types[] = {TAC_COUPLING_TYPES(PUT)};
static const tac_source_type *const source_types[] = {TAC_SOURCE_TYPES(PUT)};
static const tac_road_type *const road_types[] = {TAC_ROAD_TYPES(PUT)};

#define N_JOINT ((int)(sizeof joint_types / sizeof *joint_types))
#define N_FORCE ((int)(sizeof force_types / sizeof *force_types))
#define N_COUPLING ((int)(sizeof coupling_types / sizeof *coupling_types))
#define N_SOURCE ((int)(sizeof source_types / sizeof *source_types))
#define N_ROAD ((int)(sizeof road_types / sizeof *road_types))

_Static_assert(N_JOINT >= (int)TAC_N_JOINT_KIND && N_JOINT <= (int)TAC_MOST_TYPES &&
                   N_FORCE <= (int)TAC_MOST_TYPES && N_SOURCE >= (int)TAC_N_SOURCE_KIND &&
                   N_SOURCE <= (int)TAC_MOST_TYPES && N_COUPLING <= (int)TAC_MOST_TYPES &&
                   N_ROAD <= (int)TAC_MOST_TYPES,
               "a type of every kind that has a name");

const tac_joint_type *tac_joint_type_of(tac_joint_kind kind)
{
    return joint_types[kind];
}

int tac_joint_type_count(void)
{
    return N_JOINT;
}

const tac_coupling_type *tac_coupling_type_of(int i)
{
    return coupling_types[i];
}

int tac_coupling_type_count(void)
{
    return N_COUPLING;
}

const tac_source_type *tac_source_type_of(tac_source_kind kind)
{
    return source_types[kind];
}

int tac_source_type_count(void)
{
    return N_SOURCE;
}

const tac_road_type *tac_road_type_of(int kind)
{
    return road_types[kind];
}

int tac_road_type_count(void)
{
    return N_ROAD;
}

bool tac_source_has(tac_source_kind source, tac_key_kind key)
{
    const tac_type *type = &source_types[source]->type;
    bool has = false;
    for (int i = 0; i < type->n_key; i++) {
        has = has || type->key[i].kind == key;
    }
    return has;
}

const tac_force_type *tac_force_type_of(int i)
{
    return force_types[i];
}

int tac_force_type_count(void)
{
    return N_FORCE;
}

const tac_force_type *tac_force_type_called(const char *word)
{
    for (int i = 0; i < N_FORCE; i++) {
        const char *a = force_types[i]->type.word, *b = word;
        while (*a && *a == *b) {
            a++;
            b++;
        }
        if (*a == *b) {
            return force_types[i];
        }
    }
    return NULL;
}

const tac_force_type *tac_force_type_in(tac_element_class is)
{
    int i = 0;
    while (force_types[i]->is != is) {
        i++;
    }
    return force_types[i];
}

// ---- keys ----------------------------------------------------------------------------------------

const tac_key *tac_key_of(const tac_type *type, int i)
{
    int n;
    const tac_key *place = tac_place_keys(type->placing, &n);
    int common = type->placing == TAC_PLACED_IN_TIME ? 0 : TAC_N_COMMON_KEY;
    if (i < common) {
        return &tac_common_keys[i];
    }
    i -= common;
    return i < n ? &place[i] : i < n + type->n_key ? &type->key[i - n] : NULL;
}

static bool is_same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++, b++;
    }
    return *a == *b;
}

const tac_key *tac_find_key(const tac_type *type, const char *name)
{
    const tac_key *key;
    for (int i = 0; (key = tac_key_of(type, i)) && !is_same(key->name, name); i++) {
    }
    return key;
}

// ---- joints --------------------------------------------------------------------------------------

static int width_of(tac_coordinate_kind kind)
{
    return kind == TAC_ROTATION_VECTOR ? 3 : kind == TAC_CROSS_ANGLES ? 2 : 1;
}

int tac_joint_type_width(const tac_joint_type *type)
{
    int n = 0;
    for (int i = 0; i < type->n_coordinate; i++) {
        n += width_of(type->coordinate[i].kind);
    }
    return n;
}

bool tac_joint_type_turns(const tac_joint_type *type, int k)
{
    int i = 0;
    for (; k >= width_of(type->coordinate[i].kind); i++) {
        k -= width_of(type->coordinate[i].kind);
    }
    tac_coordinate_kind kind = type->coordinate[i].kind;
    return kind != TAC_SLIDE_ALONG && kind != TAC_LENGTH_OF;
}

bool tac_joint_type_has_row(const tac_joint_type *type, tac_row_measure measure)
{
    bool has = false;
    for (int i = 0; i < type->n_row; i++) {
        has = has || type->row[i].measure == measure;
    }
    return has;
}

bool tac_joint_type_has_coordinate(const tac_joint_type *type, tac_coordinate_kind kind)
{
    bool has = false;
    for (int i = 0; i < type->n_coordinate; i++) {
        has = has || type->coordinate[i].kind == kind;
    }
    return has;
}

static int dots_of(const tac_joint_type *type, bool parallel)
{
    int n = 0;
    for (int i = 0; i < type->n_row; i++) {
        n += type->row[i].measure == TAC_ROW_DOT && type->row[i].parallel == parallel;
    }
    return n;
}

bool tac_joint_type_is_aligned(const tac_joint_type *type)
{
    return dots_of(type, false) == 3;
}

bool tac_joint_type_is_parallel(const tac_joint_type *type)
{
    return tac_joint_type_is_aligned(type) || dots_of(type, true) == 2;
}

static bool slides_along(const tac_joint_type *type, int axis)
{
    bool slides = tac_joint_type_has_row(type, TAC_ROW_SCREW) && axis == 2;
    for (int i = 0; i < type->n_coordinate; i++) {
        const tac_coordinate_use *c = &type->coordinate[i];
        slides = slides || (c->kind == TAC_SLIDE_ALONG && c->axis == axis);
    }
    return slides;
}

bool tac_joint_type_frees(const tac_joint_type *type, tac_coordinate coordinate)
{
    bool along = slides_along(type, 2);
    switch (coordinate) {
    case TAC_ANGLE:
        return tac_joint_type_has_coordinate(type, TAC_TURN_ABOUT_Z) ||
               tac_joint_type_has_coordinate(type, TAC_ROTATION_VECTOR);
    case TAC_SLIDE:
        return along;
    case TAC_DISTANCE:
        return along || slides_along(type, 0) || slides_along(type, 1);
    case TAC_N_COORDINATE:
        break;
    }
    return false;
}

int tac_joint_type_own(const tac_joint_type *type)
{
    bool one = type->n_coordinate == 1;
    return one && type->coordinate[0].kind == TAC_TURN_ABOUT_Z ? (int)TAC_ANGLE
           : one && slides_along(type, 2)                      ? (int)TAC_SLIDE
                                                               : -1;
}
