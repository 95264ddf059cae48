#include "part_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "printable.h"

// A list of the table by what it is for people.
typedef struct list {
    const char *what;
    uint32_t n;
    const tac_part_value *value;
} list;

static bool missing(const tac_part_error *error, const char *what)
{
    return tac_part_say(error, "lacks %s; see part.h", what);
}

// One line of UTF-8.
static bool check_text(const tac_part_error *error, const char *what, const char *text)
{
    if (!text) {
        return missing(error, what);
    }
    if (strnlen(text, TAC_PART_NAME_SIZE) == TAC_PART_NAME_SIZE) {
        return tac_part_say(error, "%s is too long; at most %d bytes", what,
                            TAC_PART_NAME_SIZE - 1);
    }
    char shown[TAC_PART_NAME_SIZE];
    return strcmp(tac_printable(shown, sizeof shown, text), text) == 0 ||
           tac_part_say(error, "%s has bytes that cannot be printed, '%s'; write UTF-8", what,
                        shown);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool check_name(const tac_part_error *error, const list *l, uint32_t i)
{
    char what[64];
    const char *name = l->value[i].name;
    (void)snprintf(what, sizeof what, "the name of its %s %u", l->what, i + 1);
    if (!check_text(error, what, name)) {
        return false;
    }
    if (name[0] == '\0') {
        return tac_part_say(error, "%s is empty; give it one", what);
    }
    for (const char *c = name; *c != '\0'; c++) {
        if (!is_letter(*c)) {
            return tac_part_say(error, "%s is '%s'; use letters, digits and underscores", what,
                                name);
        }
    }
    for (uint32_t k = 0; k < i; k++) {
        if (strcmp(name, l->value[k].name) == 0) {
            return tac_part_say(error, "has two of its %ss with the name '%s'; rename one", l->what,
                                name);
        }
    }
    return true;
}

static bool check_list(const tac_part_error *error, const list *l, bool zero)
{
    char what[2 * TAC_PART_NAME_SIZE];
    if (l->n > TAC_PART_MOST_VALUES) {
        return tac_part_say(error, "has %u %ss; at most %d", l->n, l->what, TAC_PART_MOST_VALUES);
    }
    (void)snprintf(what, sizeof what, "the list of its %ss", l->what);
    if (l->n > 0 && !l->value) {
        return missing(error, what);
    }
    for (uint32_t i = 0; i < l->n; i++) {
        const tac_part_value *v = &l->value[i];
        if (!check_name(error, l, i)) {
            return false;
        }
        (void)snprintf(what, sizeof what, "the unit of its %s '%s'", l->what, v->name);
        if (!check_text(error, what, v->unit)) {
            return false;
        }
        if (!isfinite(v->value) || (zero && v->value != 0)) {
            return tac_part_say(error, "the value of its %s '%s' is %g; it should be %s", l->what,
                                v->name, v->value, zero ? "0" : "finite");
        }
    }
    return true;
}

static bool is_positive(const tac_part_sharpness *s)
{
    return isfinite(s->own + s->shift + s->turn) && s->own >= 0.0 && s->shift >= 0.0 &&
           s->turn >= 0.0;
}

static bool check_sharp(const tac_part_error *error, const tac_part_sharp *sharp)
{
    return (is_positive(&sharp->sided) && is_positive(&sharp->friction)) ||
           tac_part_say(error,
                        "has a number of 'sharp' that is negative or not finite; see part.h");
}

static bool is_cost(const tac_part_cost *c)
{
    enum { NUMBERS = sizeof *c / sizeof(double) };
    double number[NUMBERS];
    bool all = true;
    memcpy(number, c, sizeof number);
    for (int i = 0; i < NUMBERS; i++) {
        all = all && isfinite(number[i]) && number[i] >= 0.0;
    }
    return all;
}

static bool check_cost(const tac_part_error *error, const tac_part_cost *cost)
{
    bool all = true;
    for (int n = 0; n < TAC_PART_MOST_ALIKE; n++) {
        all = all && is_cost(&cost[n]);
    }
    return all ||
           tac_part_say(error, "has a number of 'cost' that is negative or not finite; see part.h");
}

static bool check_bodies(const tac_part_error *error, const tac_part_table *t)
{
    const tac_part_bodies *b = t->bodies;
    if (!b->size || !b->init || !b->mark || !b->first || !b->begin || !b->up || !b->down ||
        !b->move || !b->end) { // `ahead` may be none
        return missing(error, "a function of its table 'bodies'");
    }
    if (tac_part_form_of(t) != 0 && !b->piece) {
        return missing(error, "'piece' of its table 'bodies'");
    }
    return (!b->sharp || check_sharp(error, b->sharp)) && (!b->cost || check_cost(error, b->cost));
}

bool tac_part_table_check(const tac_part_table *table, const tac_part_error *error)
{
    if (!table) {
        return missing(error, "a table");
    }
    if (table->abi != TAC_PART_ABI) {
        return tac_part_say(error,
                            "is made for version %u of parts, and this program has version %d; "
                            "build it anew with this version of part.h, or of 'tactus compile'",
                            table->abi, TAC_PART_ABI);
    }
    if (table->size != sizeof *table) {
        return tac_part_say(error,
                            "has a table of %u bytes in place of %zu; build it with the "
                            "part.h of this version",
                            table->size, sizeof *table);
    }
    uint32_t most = table->bodies ? TAC_PART_MOST_KEPT : TAC_PART_MOST_STATE;
    if (table->n_state > most) {
        return tac_part_say(error, "has %u states; at most %u", table->n_state, most);
    }
    const list parameters = {"parameter", table->n_parameter, table->parameter};
    const list inputs = {"input", table->n_input, table->input};
    const list outputs = {"output", table->n_output, table->output};
    if (!check_text(error, "its title", table->title) || !check_list(error, &parameters, false) ||
        !check_list(error, &inputs, false) || !check_list(error, &outputs, true)) {
        return false;
    }
    return table->bodies ? check_bodies(error, table)
                         : table->step || missing(error, "a function 'step' in its table");
}
