#include "groups.h"

#include <stdio.h>
#include <string.h>

#include "element_types.h"
#include "sensor_types.h"
#include "units.h"

static const tac_type *joint(int i)
{
    return &tac_joint_type_of((tac_joint_kind)i)->type;
}

static const tac_type *force(int i)
{
    return &tac_force_type_of(i)->type;
}

static const tac_type *sensor(int i)
{
    return &tac_sensor_type_of((tac_sensor_kind)i)->type;
}

static const tac_type *coupling(int i)
{
    return &tac_coupling_type_of(i)->type;
}

static const tac_type *road(int i)
{
    return &tac_road_type_of(i)->type;
}

static const tac_type *source(int i)
{
    return &tac_source_type_of((tac_source_kind)i)->type;
}

const tac_type_group tac_type_groups[TAC_N_TYPE_GROUP] = {
    {"joints", "a joint", tac_joint_type_count, joint},
    {"forces", "a force", tac_force_type_count, force},
    {"sensors", "a sensor", tac_sensor_type_count, sensor},
    {"sources", "a source", tac_source_type_count, source},
    {"couplers", "a coupler", tac_coupling_type_count, coupling},
    {"roads", "a road", tac_road_type_count, road},
};

const char *tac_type_columns(const tac_type *type, char *text, size_t size)
{
    const tac_sensor_type *s = NULL;
    for (int i = 0; i < tac_sensor_type_count() && !s; i++) {
        s = sensor(i) == type ? tac_sensor_type_of((tac_sensor_kind)i) : NULL;
    }
    if (!s || !s->column) {
        return s ? s->columns : NULL;
    }
    size_t n = (size_t)snprintf(text, size, "`");
    for (int k = 0; k < s->n_column && n < size; k++) {
        n += (size_t)snprintf(text + n, size - n, "%s%s%s", k > 0 ? " " : "", s->column[k].name,
                              k == s->n_column - 1 ? "`" : "");
    }
    return text;
}

// ---- keys ----------------------------------------------------------------------------------------

// "N/m", or "N/m, N*m/rad" where coordinates may be angles.
static void put_units(const tac_key *key, char *text, size_t size)
{
    if (key->flags & TAC_KEY_OF_USE) {
        (void)snprintf(text, size, "as where it is used");
        return;
    }
    const char *first = tac_quantity_si(key->quantity), *second = tac_quantity_si(key->turning);
    bool has = key->turning != TAC_Q_NUMBER;
    (void)snprintf(text, size, "%s%s%s", first, has ? key->n > 1 ? ", " : " or " : "",
                   has ? second : "");
}

static const char *range_text(tac_range range)
{
    switch (range) {
    case TAC_FROM_ZERO:
        return ", >= 0";
    case TAC_ABOVE_ZERO:
        return ", > 0";
    case TAC_ANY_VALUE:
        break;
    }
    return "";
}

static const char *plain_text(tac_key_kind kind)
{
    static const char *const text[TAC_N_KEY_KIND] = {
        [TAC_KEY_TABLE] = "name of a table",
        [TAC_KEY_ROAD] = "name of a road",
        [TAC_KEY_TRUTH] = "`true` or `false`",
        [TAC_KEY_NAME] = "name",
        [TAC_KEY_TYPE] = "word",
        [TAC_KEY_REPEAT] = "map",
        [TAC_KEY_BODY] = "body",
        [TAC_KEY_BODIES] = "`[first, second]`",
        [TAC_KEY_POINT] = "vector, m",
        [TAC_KEY_DIRECTION] = "vector",
        [TAC_KEY_FRAMES] = "`[F1, F2]`",
        [TAC_KEY_ORIENTATION] = "orientation",
        [TAC_KEY_INTERFACE] = "name",
        [TAC_KEY_INTERFACES] = "`[first, second]`",
        [TAC_KEY_JOINT] = "name of a joint",
        [TAC_KEY_FORCE] = "name of a force",
        [TAC_KEY_COUPLER] = "name of a coupler",
        [TAC_KEY_FILE] = "path",
        [TAC_KEY_TYRE] = "path",
        [TAC_KEY_MATRIX] = "6 lists of 6 numbers",
        [TAC_KEY_PARAMETERS] = "`{NAME: number}`",
        [TAC_KEY_INPUTS] = "`{NAME: source}`",
        [TAC_KEY_TOGETHER] = "word",
        [TAC_KEY_INPUT] = "name of an input",
        [TAC_KEY_JOINTS] = "list of names",
        [TAC_KEY_ACTUATORS] = "list of names",
        [TAC_KEY_TERMS] = "list of sources",
        [TAC_KEY_OUTPUT] = "name",
        [TAC_KEY_MAKES] = "`[first, second]`, or a map",
        [TAC_KEY_TEXT] = "text",
        [TAC_KEY_LIST] = "list",
    };
    return text[kind] ? text[kind] : "";
}

const char *tac_key_value_text(const tac_key *key, char *text, size_t size)
{
    char units[64];
    put_units(key, units, sizeof units);
    if (key->kind == TAC_KEY_MAKES && key->n == 1) {
        (void)snprintf(text, size, "number, or a map");
    } else if (key->kind == TAC_KEY_NUMBER && key->n > 1) {
        const char *or_source = key->flags & TAC_KEY_OR_SOURCE ? ", or sources" : "";
        (void)snprintf(text, size, "%d numbers%s%s%s%s", key->n, units[0] ? ", " : "", units,
                       range_text(key->range), or_source);
    } else if (key->kind == TAC_KEY_NUMBER) {
        const char *or_source = key->flags & TAC_KEY_OR_SOURCE ? ", or a source" : "";
        (void)snprintf(text, size, "%s%s%s", units[0] ? units : "number", range_text(key->range),
                       or_source);
    } else if (key->kind == TAC_KEY_SOURCE || key->kind == TAC_KEY_DRIVE ||
               key->kind == TAC_KEY_TERM) {
        (void)snprintf(text, size, "source, %s", units);
    } else if (key->kind == TAC_KEY_SOURCES) {
        (void)snprintf(text, size, "3 sources, %s", units);
    } else if (key->kind == TAC_KEY_VECTOR) {
        (void)snprintf(text, size, "vector%s%s", units[0] ? ", " : "", units);
    } else if (key->kind == TAC_KEY_INTEGER) {
        (void)snprintf(text, size, "%d to %d", key->least, key->most);
    } else if (key->kind == TAC_KEY_AS) { // the first word of its definition
        (void)snprintf(text, size, "%.*s%s", (int)strcspn(key->as, "_"), key->as,
                       key->flags & TAC_KEY_OR_LIST ? ", or a list" : "");
    } else if (key->kind == TAC_KEY_WORD || key->kind == TAC_KEY_COORDINATE) {
        size_t n = 0;
        for (int i = 0; i < key->n_word && n < size; i++) {
            n += (size_t)snprintf(text + n, size - n, "%s`%s`", i > 0 ? " or " : "", key->word[i]);
        }
    } else if (key->kind == TAC_KEY_TYRE && key->as) {
        (void)snprintf(text, size, "%s", key->as);
    } else {
        (void)snprintf(text, size, "%s", plain_text(key->kind));
    }
    return text;
}

const char *tac_key_default_text(const tac_key *key, char *text, size_t size)
{
    bool is_plain = key->kind == TAC_KEY_NUMBER && key->n <= 1;
    (void)snprintf(text, size, "%s", "");
    switch (key->otherwise) {
    case TAC_NEEDED:
        return "required";
    case TAC_OR_DISTANCE:
        return "the initial distance";
    case TAC_OR_OWN:
        return "the joint's own";
    case TAC_OR_BODIES:
        return "as the bodies are";
    case TAC_OR_NOTHING:
        return "";
    case TAC_OR_VALUE:
        break;
    }
    if (is_plain || key->kind == TAC_KEY_INTEGER) {
        (void)snprintf(text, size, "%g", key->value);
    } else if (key->kind == TAC_KEY_SOURCE || key->kind == TAC_KEY_NUMBER ||
               key->kind == TAC_KEY_SOURCES || key->kind == TAC_KEY_VECTOR) {
        (void)snprintf(text, size, "0");
    } else if (key->kind == TAC_KEY_WORD) {
        (void)snprintf(text, size, "`%s`", key->word[(int)key->value]);
    } else if (key->kind == TAC_KEY_TRUTH) {
        (void)snprintf(text, size, "`%s`", key->value != 0.0 ? "true" : "false");
    }
    return text;
}
