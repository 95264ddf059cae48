#include "schema.h"

#include <stdlib.h>
#include <string.h>

#include "element_types.h"
#include "format/json.h"
#include "groups.h"
#include "methods.h"
#include "model_maps.h"
#include "schema_base.h"
#include "schema_keys.h"
#include "units.h"

// One definition of the schema: of a quantity, or of the types of a section.
typedef struct definition {
    tac_quantity quantity;
    bool is_vector;
    const tac_type_group *group; // NULL: of the quantity, of a source, or of a map
    const tac_type *map;
    bool is_source, is_named;
    void (*put)(tac_json *j); // NULL: neither methods nor couplers
} definition;

// ---- types ---------------------------------------------------------------------------------------

// One set of keys of which all are needed; NULL after the last.
typedef const char *const key_set[4];

static void put_sets(tac_json *j, key_set *set, int n)
{
    tac_json_open(j, NULL, '{');
    tac_json_open(j, "anyOf", '[');
    for (int i = 0; i < n; i++) {
        tac_json_open(j, NULL, '{');
        tac_json_open(j, "required", '[');
        for (int k = 0; k < 4 && set[i][k]; k++) {
            tac_json_text(j, NULL, set[i][k]);
        }
        tac_json_close(j, ']');
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

// Which keys say where the item is.
static void put_place(tac_json *j, const tac_type *type)
{
    const char *also = type->two_points ? "at2" : tac_find_key(type, "axis2") ? "axis2" : NULL;
    key_set between[] = {
        {"at", also}, {"frames"}, {"interfaces", type->two_points ? NULL : also}, {"road", also}};
    int n_between = tac_find_key(type, "road") ? 4 : 3;
    key_set or_by[] = {
        {"joint"}, {"bodies", "at", also}, {"bodies", "frames"}, {"bodies", "interfaces"}};
    key_set interface[] = {{"interface"}, {"at"}};
    if (type->placing == TAC_PLACED_BETWEEN) {
        put_sets(j, between, n_between);
    } else if (type->placing == TAC_PLACED_BETWEEN_OR_BY) {
        put_sets(j, or_by, 4);
    } else if (type->placing == TAC_PLACED_ON_FLEXIBLE) {
        put_sets(j, interface, 2);
    }
}

// One of the keys that give it an effect.
static void put_effect(tac_json *j, const tac_type *type)
{
    int n = 0;
    for (int i = 0; i < type->n_key; i++) {
        n += (type->key[i].flags & TAC_KEY_ONE_OF) != 0;
    }
    if (n == 0) {
        return;
    }
    tac_json_open(j, NULL, '{');
    tac_json_open(j, type->only_one ? "oneOf" : "anyOf", '[');
    for (int i = 0; i < type->n_key; i++) {
        if (type->key[i].flags & TAC_KEY_ONE_OF) {
            tac_json_open(j, NULL, '{');
            tac_json_open(j, "required", '[');
            tac_json_text(j, NULL, type->key[i].name);
            tac_json_close(j, ']');
            tac_json_close(j, '}');
        }
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

static void put_is_type(tac_json *j, const tac_type *type)
{
    tac_json_open(j, "if", '{');
    tac_json_open(j, "properties", '{');
    tac_json_open(j, "type", '{');
    tac_json_text(j, "const", type->word);
    tac_json_close(j, '}');
    tac_json_close(j, '}');
    tac_json_open(j, "required", '[');
    tac_json_text(j, NULL, "type");
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

static void put_needed(tac_json *j, const tac_type *type)
{
    const tac_key *key;
    tac_json_open(j, "required", '[');
    for (int i = 0; (key = tac_key_of(type, i)); i++) {
        if (key->otherwise == TAC_NEEDED) {
            tac_json_text(j, NULL, key->name);
        }
    }
    tac_json_close(j, ']');
}

// Whether an object says what other keys there are.
static bool has_other_keys(const tac_type *type)
{
    bool has = false;
    for (int i = 0; i < tac_force_type_count(); i++) {
        const tac_force_type *force = tac_force_type_of(i);
        has = has || (&force->type == type && force->is_object);
    }
    return has;
}

static void put_type(tac_json *j, const tac_type *type)
{
    const tac_key *key;
    tac_json_open(j, NULL, '{');
    put_is_type(j, type);
    tac_json_open(j, "then", '{');
    tac_json_text(j, "description", type->help);
    tac_json_open(j, "properties", '{');
    for (int i = 0; (key = tac_key_of(type, i)); i++) {
        tac_schema_key(j, type, key);
    }
    tac_json_close(j, '}');
    tac_json_truth(j, "additionalProperties", has_other_keys(type));
    put_needed(j, type);
    tac_json_open(j, "allOf", '[');
    tac_json_open(j, NULL, '{'); // so that there is one
    tac_json_close(j, '}');
    put_place(j, type);
    put_effect(j, type);
    tac_json_close(j, ']');
    tac_json_close(j, '}');
    tac_json_close(j, '}');
}

static void put_group(tac_json *j, const tac_type_group *g)
{
    tac_json_text(j, "type", "object");
    tac_json_text(j, "description", g->item);
    tac_json_open(j, "required", '[');
    tac_json_text(j, NULL, "name");
    tac_json_text(j, NULL, "type");
    tac_json_close(j, ']');
    tac_json_open(j, "properties", '{');
    tac_json_open(j, "type", '{');
    tac_json_open(j, "enum", '[');
    for (int i = 0; i < g->count(); i++) {
        tac_json_text(j, NULL, g->type(i)->word);
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
    tac_json_close(j, '}');
    tac_json_open(j, "allOf", '[');
    for (int i = 0; i < g->count(); i++) {
        put_type(j, g->type(i));
    }
    tac_json_close(j, ']');
}

// ---- sources -------------------------------------------------------------------------------------

static const tac_source_type *source_at(int i)
{
    return tac_source_type_of((tac_source_kind)i);
}

// What a map of these keys is.
static void put_map_of(tac_json *j, const tac_type *type)
{
    tac_json_text(j, "type", "object");
    tac_json_open(j, "properties", '{');
    for (int i = 0; i < type->n_key; i++) {
        tac_schema_key(j, type, &type->key[i]);
    }
    tac_json_close(j, '}');
    tac_json_truth(j, "additionalProperties", 0);
    put_needed(j, type);
    tac_json_open(j, "allOf", '[');
    tac_json_open(j, NULL, '{'); // so that there is one
    tac_json_close(j, '}');
    put_effect(j, type);
    tac_json_close(j, ']');
}

// Keys in a map of their own.
static void put_keyed_map(tac_json *j, const tac_type *type)
{
    tac_json_open(j, type->word, '{');
    tac_json_text(j, "description", type->help);
    put_map_of(j, type);
    tac_json_close(j, '}');
}

// Whether a type before it has the key beside its word as well.
static bool is_put(const tac_key *key, int before)
{
    bool is = false;
    for (int i = 0; i < before; i++) {
        is = is || (source_at(i)->beside && tac_find_key(&source_at(i)->type, key->name));
    }
    return is;
}

static void put_source(tac_json *j, bool named)
{
    tac_json_text(j, "type", "object");
    tac_json_open(j, "properties", '{');
    if (named) {
        tac_schema_reference(j, "name", "name");
        tac_schema_reference(j, "repeat", "repeat");
    }
    for (int i = 0; i < tac_source_type_count(); i++) {
        const tac_type *type = &source_at(i)->type;
        if (!source_at(i)->beside) {
            put_keyed_map(j, type);
        }
        for (int k = 0; k < type->n_key && source_at(i)->beside; k++) {
            if (!is_put(&type->key[k], i)) {
                tac_schema_key(j, type, &type->key[k]);
            }
        }
    }
    tac_json_close(j, '}');
    tac_json_truth(j, "additionalProperties", 0);
    if (named) {
        tac_json_open(j, "required", '[');
        tac_json_text(j, NULL, "name");
        tac_json_close(j, ']');
    }
    tac_json_open(j, "oneOf", '[');
    for (int i = 0; i < tac_source_type_count(); i++) {
        tac_json_open(j, NULL, '{');
        tac_json_open(j, "required", '[');
        tac_json_text(j, NULL, source_at(i)->type.word);
        tac_json_close(j, ']');
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
}

// ---- couplers ------------------------------------------------------------------------------------

// Keys of all couplers: what they are called, and how they give.
static void put_coupler_keys(tac_json *j)
{
    tac_schema_reference(j, "name", "name");
    tac_schema_reference(j, "repeat", "repeat");
    tac_schema_reference(j, "offset", "source");
    for (int i = 0; i < tac_coupler_type.type.n_key; i++) {
        tac_schema_key(j, &tac_coupler_type.type, &tac_coupler_type.type.key[i]);
    }
}

static void put_coupling(tac_json *j, const tac_coupling_type *of)
{
    const tac_key *key;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "description", of->type.help);
    tac_json_open(j, "properties", '{');
    put_coupler_keys(j);
    for (int i = 0; (key = tac_key_of(&of->type, i)); i++) {
        if (key->kind == TAC_KEY_JOINTS) {
            tac_json_open(j, key->name, '{');
            tac_json_text(j, "type", "array");
            tac_schema_reference(j, "items", "reference");
            tac_schema_size(j, of->n_joint);
            tac_json_close(j, '}');
        } else if (key->kind != TAC_KEY_NAME && key->kind != TAC_KEY_REPEAT) {
            tac_schema_key(j, &of->type, key);
        }
    }
    tac_json_close(j, '}');
    tac_json_truth(j, "additionalProperties", 0);
    put_needed(j, &of->type);
    tac_json_close(j, '}');
}

// Of its terms, or of a type.
static void put_coupler(tac_json *j)
{
    tac_json_text(j, "description", "joint coordinates held together");
    tac_json_text(j, "type", "object");
    tac_json_open(j, "anyOf", '[');
    tac_json_open(j, NULL, '{');
    tac_json_open(j, "properties", '{');
    put_coupler_keys(j);
    tac_json_open(j, "terms", '{');
    tac_schema_list(j, "coupled_term", 0);
    tac_json_whole(j, "minItems", 1);
    tac_json_whole(j, "maxItems", TAC_MOST_TERMS);
    tac_json_close(j, '}');
    tac_json_close(j, '}');
    tac_json_truth(j, "additionalProperties", 0);
    tac_json_open(j, "required", '[');
    tac_json_text(j, NULL, "name");
    tac_json_text(j, NULL, "terms");
    tac_json_close(j, ']');
    tac_json_close(j, '}');
    for (int i = 0; i < tac_coupling_type_count(); i++) {
        put_coupling(j, tac_coupling_type_of(i));
    }
    tac_json_close(j, ']');
}

static void put_methods(tac_json *j)
{
    tac_json_text(j, "description", "how steps are made");
    tac_json_open(j, "enum", '[');
    for (int i = 0; tac_methods[i].word; i++) {
        tac_json_text(j, NULL, tac_methods[i].word);
    }
    tac_json_close(j, ']');
}

// ---- the whole -----------------------------------------------------------------------------------

static void put_definition(tac_json *j, void *context)
{
    const definition *d = context;
    tac_json_open(j, NULL, '{');
    if (d->group) {
        put_group(j, d->group);
    } else if (d->put) {
        d->put(j);
    } else if (d->map) {
        put_map_of(j, d->map);
    } else if (d->is_source) {
        put_source(j, d->is_named);
    } else {
        tac_schema_quantity(j, d->quantity, d->is_vector);
    }
    tac_json_close(j, '}');
}

// Without a name as keys of the whole.
static int print_definition(FILE *out, const char *name, definition d)
{
    tac_json_buffer b = {0};
    int ok = tac_json_fill(&b, put_definition, &d);
    if (ok && name) {
        (void)fprintf(out, "    \"%s\": %s,\n", name, b.text);
    } else if (ok) { // without its braces
        (void)fprintf(out, "%.*s,\n  ", (int)strlen(b.text) - 2, b.text + 1);
    }
    free(b.text);
    return ok;
}

int tac_print_schema(FILE *out)
{
    static const char *const section[] = {"joint", "force_element",
                                          "sensor"}; // sources have no type
    static const char head[] = "\"definitions\": {\n";
    const char *rest = strstr(tac_schema_base, head) + strlen(head);
    int ok = 1;
    (void)fwrite(tac_schema_base, 1, (size_t)(rest - tac_schema_base) - strlen(head), out);
    ok = print_definition(out, NULL, (definition){.map = &tac_model_maps[TAC_MAP_MODEL]});
    (void)fputs(head, out);
    for (int i = 1; ok && i < TAC_N_MAP; i++) {
        ok = print_definition(out, tac_model_maps[i].word, (definition){.map = &tac_model_maps[i]});
    }
    for (int q = 0; ok && q < TAC_N_QUANTITY; q++) {
        char vector[64];
        const char *word = tac_quantity_word((tac_quantity)q);
        (void)snprintf(vector, sizeof vector, "%s_vector", word);
        ok = print_definition(out, word, (definition){.quantity = (tac_quantity)q}) &&
             print_definition(out, vector,
                              (definition){.quantity = (tac_quantity)q, .is_vector = true});
    }
    ok = ok && print_definition(out, "road",
                                (definition){.group = &tac_type_groups[TAC_N_TYPE_GROUP - 1]});
    for (int i = 0; ok && i < (int)(sizeof section / sizeof *section); i++) {
        ok = print_definition(out, section[i], (definition){.group = &tac_type_groups[i]});
    }
    ok = ok && print_definition(out, "method", (definition){.put = put_methods}) &&
         print_definition(out, "coupler", (definition){.put = put_coupler});
    ok = ok && print_definition(out, "source_map", (definition){.is_source = true}) &&
         print_definition(out, "named_source", (definition){.is_source = true, .is_named = true});
    (void)fputs(rest, out);
    return ok;
}
