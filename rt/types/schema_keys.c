#include "schema_keys.h"

#include <stdio.h>
#include <string.h>

#include "element_types.h"
#include "units.h"

#define NUMBER "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?"
#define EXPRESSION "\\$\\{[^}]*\\}"

enum { MOST_TEXT = 4096 }; // of a pattern

void tac_schema_reference(tac_json *j, const char *key, const char *name)
{
    char path[96];
    (void)snprintf(path, sizeof path, "#/definitions/%s", name);
    tac_json_open(j, key, '{');
    tac_json_text(j, "$ref", path);
    tac_json_close(j, '}');
}

void tac_schema_size(tac_json *j, int n)
{
    tac_json_whole(j, "minItems", n);
    tac_json_whole(j, "maxItems", n);
}

// ---- quantities ----------------------------------------------------------------------------------

static bool fits(const tac_unit *u, tac_quantity q)
{
    return q == TAC_Q_ANY || u->quantity == q;
}

// "m|mm" of the units that fit, with letters escaped that mean something in a pattern; "" without any.
static void put_alternatives(char *text, size_t size, tac_quantity q)
{
    size_t n = 0;
    text[0] = '\0';
    const tac_unit *u;
    for (int i = 0; (u = tac_unit_at(i)); i++) {
        if (!fits(u, q)) {
            continue;
        }
        if (n > 0 && n + 1 < size) {
            text[n++] = '|';
        }
        for (const char *c = u->name; *c && n + 2 < size; c++) {
            if (*c == '*' || *c == '^') {
                text[n++] = '\\';
            }
            text[n++] = *c;
        }
        text[n] = '\0';
    }
}

static void put_pattern(tac_json *j, const char *number, tac_quantity q)
{
    char units[MOST_TEXT / 2], text[MOST_TEXT];
    put_alternatives(units, sizeof units, q);
    const char *open = units[0] ? "(\\s+(" : "", *close = units[0] ? "))?" : "";
    (void)snprintf(text, sizeof text, "^\\s*%s%s%s%s\\s*$", number, open, units, close);
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "string");
    tac_json_text(j, "pattern", text);
    tac_json_close(j, '}');
}

static void put_description(tac_json *j, tac_quantity q, bool is_vector)
{
    char units[512], text[MOST_TEXT];
    tac_unit_list(q, units, sizeof units);
    const char *what = q == TAC_Q_ANY ? "number with any unit" : tac_quantity_word(q);
    (void)snprintf(text, sizeof text, "%s%s%s%s", is_vector ? "vector, " : "", what,
                   units[0] ? ": " : "", units);
    tac_json_text(j, "description", text);
}

// Three numbers, with a unit each or none.
static void put_three(tac_json *j, const char *of)
{
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "array");
    tac_schema_reference(j, "items", of);
    tac_schema_size(j, 3);
    tac_json_close(j, '}');
}

// [[x, y, z], unit]
static void put_three_of_unit(tac_json *j, tac_quantity q)
{
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "array");
    tac_schema_size(j, 2);
    tac_json_open(j, "items", '[');
    put_three(j, "number");
    tac_json_open(j, NULL, '{');
    tac_json_open(j, "enum", '[');
    const tac_unit *u;
    for (int i = 0; (u = tac_unit_at(i)); i++) {
        bool again = false; // rpm is of two quantities
        for (int k = 0; k < i; k++) {
            again =
                again || (fits(tac_unit_at(k), q) && strcmp(tac_unit_at(k)->name, u->name) == 0);
        }
        if (fits(u, q) && !again) {
            tac_json_text(j, NULL, u->name);
        }
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

void tac_schema_quantity(tac_json *j, tac_quantity q, bool is_vector)
{
    put_description(j, q, is_vector);
    tac_json_open(j, "anyOf", '[');
    if (is_vector) {
        put_three(j, tac_quantity_word(q));
        put_pattern(j, EXPRESSION, q);
        if (q != TAC_Q_NUMBER) {
            put_three_of_unit(j, q);
        }
    } else {
        tac_json_open(j, NULL, '{');
        tac_json_text(j, "type", "number");
        tac_json_close(j, '}');
        put_pattern(j, "(" EXPRESSION "|" NUMBER ")", q);
    }
    tac_json_close(j, ']');
}

// ---- keys ----------------------------------------------------------------------------------------

static void put_range(tac_json *j, const tac_key *key)
{
    if (key->range != TAC_ANY_VALUE) {
        tac_json_real(j, key->range == TAC_FROM_ZERO ? "minimum" : "exclusiveMinimum", 0.0);
    }
}

// A map, or the name of a source or an input.
static void put_source_choices(tac_json *j)
{
    tac_schema_reference(j, NULL, "source_map");
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "string");
    tac_json_text(j, "pattern", "^\\s*[A-Za-z][A-Za-z0-9_./-]*\\s*$");
    tac_json_close(j, '}');
}

// One of several numbers.
static void put_number_or_source(tac_json *j, const tac_key *key, tac_quantity q)
{
    if (!(key->flags & TAC_KEY_OR_SOURCE)) {
        tac_schema_reference(j, NULL, tac_quantity_word(q));
        return;
    }
    tac_json_open(j, NULL, '{');
    tac_json_open(j, "anyOf", '[');
    tac_schema_reference(j, NULL, tac_quantity_word(q));
    put_source_choices(j);
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

static void put_number(tac_json *j, const tac_key *key)
{
    if (key->n > 1) {
        tac_json_text(j, "type", "array");
        tac_schema_size(j, key->n);
        tac_json_open(j, "items", '[');
        for (int i = 0; i < key->n; i++) {
            put_number_or_source(j, key, tac_key_quantity(key, i, false));
        }
        tac_json_close(j, ']');
        return;
    }
    bool or_source = (key->flags & TAC_KEY_OR_SOURCE) != 0, turns = key->turning != TAC_Q_NUMBER;
    tac_json_open(j, turns || or_source ? "anyOf" : "allOf", '[');
    tac_schema_reference(j, NULL, tac_quantity_word(key->quantity));
    if (turns) {
        tac_schema_reference(j, NULL, tac_quantity_word(key->turning));
    }
    if (or_source) {
        put_source_choices(j);
    }
    tac_json_close(j, ']');
    put_range(j, key);
}

static void put_sources(tac_json *j, const tac_key *key)
{
    char vector[64];
    (void)snprintf(vector, sizeof vector, "%s_vector", tac_quantity_word(key->quantity));
    tac_json_open(j, "anyOf", '[');
    put_three(j, "source");
    tac_schema_reference(j, NULL, vector);
    tac_json_close(j, ']');
}

static void put_words(tac_json *j, const tac_key *key)
{
    tac_json_open(j, "enum", '[');
    for (int i = 0; i < key->n_word; i++) {
        tac_json_text(j, NULL, key->word[i]);
    }
    tac_json_close(j, ']');
}

static void put_map(tac_json *j, const char *of)
{
    tac_json_text(j, "type", "object");
    if (of) {
        tac_schema_reference(j, "additionalProperties", of);
    }
}

// What a definition by hand says of the kind, NULL: nothing.
static const char *defined(tac_key_kind kind)
{
    static const char *const name[TAC_N_KEY_KIND] = {
        [TAC_KEY_TERM] = "source",
        [TAC_KEY_SOURCE] = "source",
        [TAC_KEY_DRIVE] = "source",
        [TAC_KEY_TABLE] = "reference",
        [TAC_KEY_TRUTH] = "truth",
        [TAC_KEY_NAME] = "name",
        [TAC_KEY_REPEAT] = "repeat",
        [TAC_KEY_BODY] = "body",
        [TAC_KEY_BODIES] = "bodies",
        [TAC_KEY_POINT] = "length_vector",
        [TAC_KEY_DIRECTION] = "number_vector",
        [TAC_KEY_FRAMES] = "frames",
        [TAC_KEY_ORIENTATION] = "orientation",
        [TAC_KEY_INTERFACE] = "reference",
        [TAC_KEY_INTERFACES] = "interfaces",
        [TAC_KEY_JOINT] = "reference",
        [TAC_KEY_FORCE] = "reference",
        [TAC_KEY_COUPLER] = "reference",
        [TAC_KEY_OUTPUT] = "name",
        [TAC_KEY_INPUT] = "reference",
        [TAC_KEY_ROAD] = "reference",
    };
    return name[kind];
}

void tac_schema_list(tac_json *j, const char *of, int n)
{
    tac_json_text(j, "type", "array");
    tac_schema_reference(j, "items", of);
    if (n > 0) {
        tac_schema_size(j, n);
    }
}

// A value of a definition, or a list of them as well.
static void put_as(tac_json *j, const tac_key *key)
{
    bool or_list = key->flags & TAC_KEY_OR_LIST;
    tac_json_open(j, "anyOf", '[');
    tac_schema_reference(j, NULL, key->as);
    if (or_list) {
        tac_json_open(j, NULL, '{');
        tac_schema_list(j, key->as, 0);
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
}

static void put_integer(tac_json *j, const tac_key *key)
{
    tac_json_open(j, "allOf", '[');
    tac_schema_reference(j, NULL, "integer");
    tac_json_close(j, ']');
    tac_json_whole(j, "minimum", key->least);
    tac_json_whole(j, "maximum", key->most);
}

// Numbers, or a map of the keys of what it makes.
static void put_made(tac_json *j, const tac_key *key)
{
    const tac_type *type = &tac_force_type_called(key->makes)->type;
    const tac_key *number = type->key;
    for (; number->kind != TAC_KEY_NUMBER; number++) {
    }
    tac_quantity q = tac_key_quantity(number, 0, key->quantity == TAC_Q_ANGLE);
    tac_json_open(j, "anyOf", '[');
    if (key->n == 1) {
        tac_schema_reference(j, NULL, tac_quantity_word(q));
    } else {
        tac_json_open(j, NULL, '{');
        tac_schema_list(j, tac_quantity_word(q), key->n);
        tac_json_close(j, '}');
    }
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "object");
    tac_json_open(j, "properties", '{');
    for (int i = 0; i < type->n_key; i++) {
        tac_schema_key(j, type, &type->key[i]);
    }
    tac_json_close(j, '}');
    tac_json_truth(j, "additionalProperties", 0);
    tac_json_close(j, '}');
    tac_json_close(j, ']');
}

// Sources, or sources with factors.
static void put_terms(tac_json *j)
{
    tac_json_text(j, "type", "array");
    tac_json_open(j, "items", '{');
    tac_json_open(j, "anyOf", '[');
    tac_schema_reference(j, NULL, "source");
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "object");
    tac_json_open(j, "properties", '{');
    tac_json_open(j, "of", '{');
    tac_json_open(j, "allOf", '[');
    tac_schema_reference(j, NULL, "source");
    tac_json_close(j, ']');
    tac_json_close(j, '}');
    tac_json_open(j, "factor", '{');
    tac_json_open(j, "allOf", '[');
    tac_schema_reference(j, NULL, "number");
    tac_json_close(j, ']');
    tac_json_close(j, '}');
    tac_json_close(j, '}');
    tac_json_open(j, "required", '[');
    tac_json_text(j, NULL, "of");
    tac_json_text(j, NULL, "factor");
    tac_json_close(j, ']');
    tac_json_truth(j, "additionalProperties", 0);
    tac_json_close(j, '}');
    tac_json_close(j, ']');
    tac_json_close(j, '}');
    tac_json_whole(j, "minItems", 1);
}

static void put_matrix(tac_json *j)
{
    enum { ROWS = 6 };
    tac_json_text(j, "type", "array");
    tac_json_open(j, "items", '{');
    tac_schema_list(j, "number", ROWS);
    tac_json_close(j, '}');
    tac_schema_size(j, ROWS);
}

void tac_schema_key(tac_json *j, const tac_type *type, const tac_key *key)
{
    char vector[64];
    const char *name = defined(key->kind);
    if (key->kind == TAC_KEY_VECTOR) {
        (void)snprintf(vector, sizeof vector, "%s_vector", tac_quantity_word(key->quantity));
        name = vector;
    }
    tac_json_open(j, key->name, '{');
    if (key->help) {
        tac_json_text(j, "description", key->help);
    }
    if (name) {
        tac_json_open(j, "allOf", '[');
        tac_schema_reference(j, NULL, name);
        tac_json_close(j, ']');
    } else if (key->kind == TAC_KEY_TYPE) {
        tac_json_text(j, "const", type->word);
    } else if (key->kind == TAC_KEY_NUMBER) {
        put_number(j, key);
    } else if (key->kind == TAC_KEY_INTEGER) {
        put_integer(j, key);
    } else if (key->kind == TAC_KEY_AS) {
        put_as(j, key);
    } else if (key->kind == TAC_KEY_MATRIX) {
        put_matrix(j);
    } else if (key->kind == TAC_KEY_MAKES) {
        put_made(j, key);
    } else if (key->kind == TAC_KEY_LIST) {
        tac_schema_list(j, key->as, key->n);
    } else if (key->kind == TAC_KEY_ACTUATORS) {
        tac_json_text(j, "type", "array");
        tac_schema_reference(j, "items", "reference");
        tac_json_whole(j, "minItems", 1);
    } else if (key->kind == TAC_KEY_TERMS) {
        put_terms(j);
    } else if (key->kind == TAC_KEY_SOURCES) {
        put_sources(j, key);
    } else if (key->kind == TAC_KEY_WORD || key->kind == TAC_KEY_COORDINATE) {
        put_words(j, key);
    } else if (key->kind == TAC_KEY_PARAMETERS || key->kind == TAC_KEY_INPUTS ||
               (key->kind == TAC_KEY_TYRE && key->as)) {
        put_map(j, key->kind == TAC_KEY_INPUTS ? "source" : NULL);
    } else { // a text, a file, a word
        const char *text = key->kind == TAC_KEY_TEXT ? "text" : NULL;
        if (text) {
            tac_json_open(j, "allOf", '[');
            tac_schema_reference(j, NULL, text);
            tac_json_close(j, ']');
        } else {
            tac_json_text(j, "type", "string");
        }
    }
    tac_json_close(j, '}');
}
