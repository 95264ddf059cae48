// Whether the program may use the law of a shared object.
#include "law.h"

static const char remedy_of_keys[] =
    "has a key that is not its own; see tac_key and TAC_LAW_NUMBER in element_types.h";

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_name(const char *name)
{
    enum { MOST = 63 };
    int n = 0;
    while (name && n <= MOST && is_letter(name[n])) {
        n++;
    }
    return name && n > 0 && n <= MOST && name[n] == '\0';
}

// Of up to 400 letters that terminals show as they are.
static bool is_text(const char *text)
{
    enum { MOST = 400 };
    int n = 0;
    while (text && n <= MOST && text[n] >= ' ' && text[n] <= '~') {
        n++;
    }
    return text && n <= MOST && text[n] == '\0';
}

static bool is_among(size_t at, size_t first, size_t size, int n)
{
    return at >= first && (at - first) % size == 0 && (at - first) / size < (size_t)n;
}

// Whether a key puts what it has where the law looks for it.
static bool is_placed(const tac_key *key, const tac_law_type *law)
{
    bool source = is_among(key->at, offsetof(tac_law_desc, source), sizeof(int), law->n_source);
    switch (key->kind) {
    case TAC_KEY_NUMBER:
        return key->n <= 1 &&
               is_among(key->at, offsetof(tac_law_desc, number), sizeof(double), law->n_number) &&
               (!(key->flags & TAC_KEY_OR_SOURCE) ||
                (key->source_at - offsetof(tac_law_desc, number_by)) / sizeof(int) ==
                    (key->at - offsetof(tac_law_desc, number)) / sizeof(double));
    case TAC_KEY_SOURCE:
    case TAC_KEY_DRIVE:
        return source;
    case TAC_KEY_COORDINATE:
        return key->at == offsetof(tac_law_desc, coordinate) && key->word && key->n_word == 2;
    case TAC_KEY_TRUTH:
        return key->at == offsetof(tac_law_desc, implicit);
    case TAC_KEY_INTEGER:
    case TAC_KEY_VECTOR:
    case TAC_KEY_AS:
    case TAC_KEY_LIST:
    case TAC_KEY_TEXT:
    case TAC_KEY_MAKES:
    case TAC_KEY_ACTUATORS:
    case TAC_KEY_SOURCES:
    case TAC_KEY_TABLE:
    case TAC_KEY_TYRE:
    case TAC_KEY_MATRIX:
    case TAC_KEY_WORD:
    case TAC_KEY_NAME:
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
    case TAC_KEY_OUTPUT:
    case TAC_KEY_INPUT:
    case TAC_KEY_TERMS:
    case TAC_KEY_TERM:
    case TAC_KEY_ROAD:
    case TAC_N_KEY_KIND:
        break;
    }
    return false;
}

static const char *wrong_keys(const tac_force_type *type)
{
    const tac_type *t = &type->type;
    if (t->n_key < 0 || t->n_key > TAC_LAW_NUMBERS + TAC_LAW_SOURCES + 2 ||
        (t->n_key > 0 && !t->key)) {
        return "has too many keys; see element_types.h";
    }
    for (int i = 0; i < t->n_key; i++) {
        const tac_key *key = &t->key[i];
        bool known = key->quantity < TAC_N_QUANTITY && key->turning < TAC_N_QUANTITY &&
                     key->otherwise <= TAC_NEEDED && key->range <= TAC_ABOVE_ZERO;
        if (!is_name(key->name) || !is_text(key->help) || !known || !is_placed(key, type->law)) {
            return remedy_of_keys;
        }
    }
    return NULL;
}

static bool has_places(const tac_law_type *law)
{
    static const tac_law_type own = {TAC_LAW_PLACES};
    bool has = true;
    for (int i = 0; i < law->n_number; i++) {
        has = has && law->number_at[i] == own.number_at[i] && law->number_by[i] == own.number_by[i];
    }
    for (int i = 0; i < law->n_source; i++) {
        has = has && law->source_at[i] == own.source_at[i];
    }
    return has;
}

static bool is_counted(const tac_law_type *law)
{
    bool rows = law->n_row == 1 || law->n_row == TAC_LAW_ROWS;
    return rows && law->n_number >= 0 && law->n_number <= TAC_LAW_NUMBERS && law->n_source >= 0 &&
           law->n_source <= TAC_LAW_SOURCES && law->n_table == 0 && law->n_state >= 0 &&
           law->n_state <= TAC_LAW_STATES;
}

// Functions of one width; those of others are not looked at.
static bool has_functions(const tac_law_type *law)
{
    const tac_law_lanes *one = law->on[0];
    bool over = (law->flags & (TAC_LAW_SIDES | TAC_LAW_MEMORY)) != 0;
    bool all = law->bounds != NULL;
    for (int i = 0; i < TAC_WIDTHS; i++) {
        all = all && law->on[i];
    }
    return all && one->at && !one->rates && !one->end && !one->left && !one->over == !over;
}

static const char *wrong_law(const tac_law_type *law)
{
    if (!is_counted(law)) {
        return "has a law with other counts than 1 or 6 rows, 12 numbers, 3 sources, 12 states and "
               "no "
               "tables; see law.h";
    }
    if (law->flags & (TAC_LAW_RESISTS | TAC_LAW_INERTIA) || (law->n_row > 1 && law->flags != 0)) {
        return "has a law that resists, or one of six rows that is taken over the step, which only "
               "built-in ones do; see law.h";
    }
    if (!has_places(law)) {
        return "has a law whose numbers are not in their places; give it TAC_LAW_PLACES";
    }
    return has_functions(law) ? NULL
                              : "has a law without a function that its flags ask for; see law.h";
}

const char *tac_law_object_wrong(const tac_law_object *o)
{
    if (o->abi != TAC_LAW_ABI || o->size != TAC_LAW_SIZE) {
        return "is made for another version of laws; compile it again with the headers of this "
               "program";
    }
    const tac_force_type *type = o->type;
    if (!type || !type->law || type->is != TAC_LAWS || type->is_part || type->is_object) {
        return "has no type of a law; see TAC_LAW_OBJECT in law.h";
    }
    bool placed = type->type.placing == TAC_PLACED_BETWEEN ||
                  type->type.placing == TAC_PLACED_BETWEEN_OR_BY ||
                  type->type.placing == TAC_PLACED_BY_JOINT;
    bool said = is_name(type->type.word) && is_text(type->type.called) && is_text(type->type.help);
    bool acts = type->law->n_row != 1 || is_text(type->acts_on);
    if (!placed || !said || !acts || type->coordinate >= TAC_N_COORDINATE ||
        (type->type.coincident && !is_text(type->type.coincident))) {
        return "has a type without a word or a place; see element_types.h";
    }
    const char *wrong = wrong_law(type->law);
    return wrong ? wrong : wrong_keys(type);
}
