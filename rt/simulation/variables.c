#include "variables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "element_types.h"
#include "model_items.h"

// Counts while list is NULL, otherwise fills it; name is NULL when there was no memory.
typedef struct collector {
    tac_variable *list;
    int n, failed;
} collector;

static char *join(const char *name, const char *field)
{
    size_t size = strlen(name) + strlen(field) + 2;
    char *text = malloc(size);
    if (text) {
        snprintf(text, size, "%s%s%s", name, *field ? "." : "", field);
    }
    return text;
}

static void add(collector *c, const char *name, const char *field, tac_variable v)
{
    if (c->list) {
        v.name = join(name, field);
        c->failed |= !v.name;
        c->list[c->n] = v;
    }
    c->n++;
}

// All parameters of an item, none when it has no name.
static void add_item(collector *c, const tac_model_file *f, tac_subject subject, int index)
{
    const char *field, *name = tac_model_item_name(f, subject, index);
    tac_parameter p = {subject, index, 0};
    for (; *name != '\0' && (field = tac_parameter_name(&f->desc, p)); p.field++) {
        add(c, name, field,
            (tac_variable){.input = -1, .parameter = p, .least = tac_parameter_least(&f->desc, p)});
    }
}

// Parameters of parts are the model's for good; an input is written itself, not its scaling; a
// coupler that holds has none.
static bool is_fixed(const tac_desc *d, tac_subject subject, int i)
{
    return (subject == TAC_BUSHING && d->bushing[i].part > 0) ||
           (subject == TAC_SOURCE && tac_source_has(d->source[i].kind, TAC_KEY_INPUT)) ||
           (subject == TAC_COUPLER && !d->coupler[i].gives);
}

static void add_all(collector *c, const tac_model_file *f)
{
    for (int i = 0; i < f->desc.n_input; i++) {
        add(c, f->input_name[i], "", (tac_variable){.input = i, .least = -HUGE_VAL});
    }
    tac_subject subject;
    for (int k = 0; (subject = tac_tunable_subject(k)) != TAC_NOTHING; k++) {
        for (int i = 0; i < tac_subject_count(&f->desc, subject); i++) {
            if (!is_fixed(&f->desc, subject, i)) {
                add_item(c, f, subject, i);
            }
        }
    }
}

int tac_variables_open(const tac_simulation *s, tac_variable **list, int *n)
{
    collector count = {0};
    add_all(&count, s->file);
    collector fill = {.list = calloc((size_t)count.n + 1, sizeof *fill.list)};
    if (fill.list) {
        add_all(&fill, s->file);
    }
    if (!fill.list || fill.failed) {
        tac_variables_close(fill.list, fill.n);
        return 0;
    }
    *list = fill.list;
    *n = fill.n;
    return 1;
}

void tac_variables_close(tac_variable *list, int n)
{
    for (int i = 0; list && i < n; i++) {
        free(list[i].name);
    }
    free(list);
}

int tac_variables_find(const tac_variable *list, int n, const char *name)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(list[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

double tac_variable_initial(const tac_simulation *s, const tac_variable *v)
{
    double value = 0.0;
    if (v->input >= 0) {
        return s->input[v->input];
    }
    tac_parameter_get(s->model, v->parameter, &value);
    return value;
}

int tac_variable_accepts(const tac_variable *v, double value)
{
    return isfinite(value) && value >= v->least;
}
