#include "part_table.h"

#include <elf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "printable.h"

typedef struct object {
    const tac_elf_image *image;
    uintptr_t base;
    const tac_part_error *error;
} object;

// A list of the table by what it is for people.
typedef struct list {
    const char *what;
    uint32_t n;
    const tac_part_value *value;
} list;

static bool holds(const object *o, const void *at, uint64_t size, uint32_t with)
{
    return tac_elf_at(o->image, (uintptr_t)at - o->base, size, with, 0) != NULL;
}

static bool holds_function(const object *o, uintptr_t at)
{
    return tac_elf_at(o->image, at - o->base, 1, PF_X, PF_W) != NULL;
}

static bool outside(const object *o, const char *what)
{
    return tac_part_say(o->error, "%s is not in the object itself; see part.h", what);
}

// One line of UTF-8 with its end in the object.
static bool check_text(const object *o, const char *what, const char *text)
{
    uint64_t n = 0;
    while (n < TAC_PART_NAME_SIZE && holds(o, text + n, 1, PF_R) && text[n] != '\0') {
        n++;
    }
    if (n < TAC_PART_NAME_SIZE && !holds(o, text + n, 1, PF_R)) {
        return outside(o, what);
    }
    if (n == TAC_PART_NAME_SIZE) {
        return tac_part_say(o->error, "%s is too long; at most %d bytes", what,
                            TAC_PART_NAME_SIZE - 1);
    }
    char shown[TAC_PART_NAME_SIZE];
    return strcmp(tac_printable(shown, sizeof shown, text), text) == 0 ||
           tac_part_say(o->error, "%s has bytes that cannot be printed, '%s'; write UTF-8", what,
                        shown);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool check_name(const object *o, const list *l, uint32_t i)
{
    char what[64];
    const char *name = l->value[i].name;
    (void)snprintf(what, sizeof what, "the name of its %s %u", l->what, i + 1);
    if (!check_text(o, what, name)) {
        return false;
    }
    if (name[0] == '\0') {
        return tac_part_say(o->error, "%s is empty; give it one", what);
    }
    for (const char *c = name; *c != '\0'; c++) {
        if (!is_letter(*c)) {
            return tac_part_say(o->error, "%s is '%s'; use letters, digits and underscores", what,
                                name);
        }
    }
    for (uint32_t k = 0; k < i; k++) {
        if (strcmp(name, l->value[k].name) == 0) {
            return tac_part_say(o->error, "has two of its %ss with the name '%s'; rename one",
                                l->what, name);
        }
    }
    return true;
}

static bool check_list(const object *o, const list *l, bool zero)
{
    char what[2 * TAC_PART_NAME_SIZE];
    if (l->n > TAC_PART_MOST_VALUES) {
        return tac_part_say(o->error, "has %u %ss; at most %d", l->n, l->what,
                            TAC_PART_MOST_VALUES);
    }
    (void)snprintf(what, sizeof what, "the list of its %ss", l->what);
    if (l->n > 0 && ((uintptr_t)l->value % sizeof(double) != 0 ||
                     !holds(o, l->value, l->n * sizeof *l->value, PF_R))) {
        return outside(o, what);
    }
    for (uint32_t i = 0; i < l->n; i++) {
        const tac_part_value *v = &l->value[i];
        if (!check_name(o, l, i)) {
            return false;
        }
        (void)snprintf(what, sizeof what, "the unit of its %s '%s'", l->what, v->name);
        if (!check_text(o, what, v->unit)) {
            return false;
        }
        if (!isfinite(v->value) || (zero && v->value != 0)) {
            return tac_part_say(o->error, "the value of its %s '%s' is %g; it should be %s",
                                l->what, v->name, v->value, zero ? "0" : "finite");
        }
    }
    return true;
}

static bool is_positive(const tac_part_sharpness *s)
{
    return isfinite(s->own + s->shift + s->turn) && s->own >= 0.0 && s->shift >= 0.0 &&
           s->turn >= 0.0;
}

static bool check_sharp(const object *o, const tac_part_sharp *sharp)
{
    if ((uintptr_t)sharp % sizeof(double) != 0 || !holds(o, sharp, sizeof *sharp, PF_R)) {
        return outside(o, "what is 'sharp' in its table 'bodies'");
    }
    return (is_positive(&sharp->sided) && is_positive(&sharp->friction)) ||
           tac_part_say(o->error,
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

static bool check_cost(const object *o, const tac_part_cost *cost)
{
    if ((uintptr_t)cost % sizeof(double) != 0 ||
        !holds(o, cost, TAC_PART_MOST_ALIKE * sizeof *cost, PF_R)) {
        return outside(o, "what is 'cost' in its table 'bodies'");
    }
    bool all = true;
    for (int n = 0; n < TAC_PART_MOST_ALIKE; n++) {
        all = all && is_cost(&cost[n]);
    }
    return all || tac_part_say(o->error,
                               "has a number of 'cost' that is negative or not finite; see part.h");
}

static bool check_form(const object *o, const tac_part_bodies *b)
{
    bool well =
        (uintptr_t)b->form % sizeof(uint64_t) == 0 && holds(o, b->form, sizeof *b->form, PF_R);
    if (!well || (*b->form != 0 && !holds(o, b->piece, 1, PF_R))) {
        return outside(o, "what is 'form' or 'piece' in its table 'bodies'");
    }
    return true;
}

// What the tables of later versions have besides.
static bool check_constants(const object *o, const tac_part_table *t)
{
    const tac_part_sharp *sharp = tac_part_sharp_of(t);
    const tac_part_cost *cost = tac_part_cost_of(t, 1);
    bool is_now = t->abi > TAC_PART_ABI_OF_COST;
    if (is_now && t->bodies->in_world &&
        ((uintptr_t)t->bodies->in_world % sizeof(uint32_t) != 0 ||
         !holds(o, t->bodies->in_world, sizeof *t->bodies->in_world, PF_R))) {
        return outside(o, "what is 'in_world' in its table 'bodies'");
    }
    bool has_form = is_now && t->bodies->form;
    return (!sharp || check_sharp(o, sharp)) && (!cost || check_cost(o, cost)) &&
           (!has_form || check_form(o, t->bodies));
}

static bool check_bodies(const object *o, const tac_part_table *t)
{
    enum { FUNCTIONS = offsetof(tac_part_bodies, sharp) }; // of all versions
    const tac_part_bodies *b = t->bodies;
    size_t size = t->abi > TAC_PART_ABI_OF_COST     ? sizeof *b
                  : t->abi > TAC_PART_ABI_OF_SHARP  ? offsetof(tac_part_bodies, form)
                  : t->abi > TAC_PART_ABI_OF_BODIES ? offsetof(tac_part_bodies, cost)
                                                    : FUNCTIONS;
    if ((uintptr_t)b % sizeof(void *) != 0 || !holds(o, b, size, PF_R)) {
        return outside(o, "its table 'bodies'");
    }
    uintptr_t function[FUNCTIONS / sizeof(uintptr_t)];
    memcpy(function, b, FUNCTIONS);
    const size_t may_lack = offsetof(tac_part_bodies, ahead) / sizeof(uintptr_t);
    bool all = true;
    for (size_t i = 0; i < FUNCTIONS / sizeof(uintptr_t); i++) {
        bool is_none = i == may_lack && function[i] == 0;
        all = all && (is_none || holds_function(o, function[i]));
    }
    return all ? check_constants(o, t) : outside(o, "a function of its table 'bodies'");
}

static bool check_functions(const object *o, const tac_part_table *t)
{
    if (t->bodies) {
        return check_bodies(o, t);
    }
    if (!t->step) {
        return tac_part_say(o->error, "has no function 'step' in its table; give it one");
    }
    return (holds_function(o, (uintptr_t)t->step) || outside(o, "its function 'step'")) &&
           (!t->check || holds_function(o, (uintptr_t)t->check) ||
            outside(o, "its function 'check'")) &&
           (!t->start || holds_function(o, (uintptr_t)t->start) ||
            outside(o, "its function 'start'"));
}

bool tac_part_table_check(const tac_part_table *table, const tac_elf_image *e, uintptr_t base,
                          const tac_part_error *error)
{
    const object o = {e, base, error};
    const uint64_t head = offsetof(tac_part_table, title); // in tables of all versions
    if ((uintptr_t)table % sizeof(double) != 0 || !holds(&o, table, head, PF_R)) {
        return outside(&o, "its table");
    }
    if (table->abi < TAC_PART_ABI_OF_LAWS || table->abi > TAC_PART_ABI) {
        return tac_part_say(error,
                            "is made for version %u of parts, and this program has version %d; "
                            "build it with the part.h of this version",
                            table->abi, TAC_PART_ABI);
    }
    if (table->size != sizeof *table) {
        return tac_part_say(error,
                            "has a table of %u bytes in place of %zu; build it with the "
                            "part.h of this version",
                            table->size, sizeof *table);
    }
    if (!holds(&o, table, sizeof *table, PF_R)) {
        return outside(&o, "its table");
    }
    if (table->bodies && table->abi < TAC_PART_ABI_OF_BODIES) {
        return tac_part_say(
            error, "was compiled by another version of tactus; compile its sub-model again");
    }
    uint32_t most = table->bodies ? TAC_PART_MOST_KEPT : TAC_PART_MOST_STATE;
    if (table->n_state > most) {
        return tac_part_say(error, "has %u states; at most %u", table->n_state, most);
    }
    const list parameters = {"parameter", table->n_parameter, table->parameter};
    const list inputs = {"input", table->n_input, table->input};
    const list outputs = {"output", table->n_output, table->output};
    return check_text(&o, "its title", table->title) && check_list(&o, &parameters, false) &&
           check_list(&o, &inputs, false) && check_list(&o, &outputs, true) &&
           check_functions(&o, table);
}
