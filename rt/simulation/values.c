#include "values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input_units.h"
#include "observe.h"
#include "sensor_columns.h"
#include "units.h"

static tac_value_about about_variable(const tac_simulation *s, const tac_variable *v)
{
    tac_quantity quantity =
        v->input >= 0 ? TAC_Q_ANY : tac_parameter_quantity(&s->file->desc, v->parameter);
    return (tac_value_about){.name = v->name,
                             .unit = tac_quantity_si(quantity),
                             .value = tac_variable_initial(s, v),
                             .least = v->least,
                             .sensor = -1};
}

// Variables of a kind from the first one on.
static void name_variables(tac_values *v, const tac_simulation *s, int kind, int first)
{
    for (int i = 0; i < v->n[kind]; i++) {
        v->about[kind][i] = about_variable(s, &v->variable[first + i]);
    }
}

// Units of inputs are those of what they are used as. 0: no memory.
static int name_input_units(tac_values *v, const tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    tac_quantity *quantity =
        malloc(((size_t)d->n_source + (size_t)d->n_input + 1) * sizeof *quantity);
    if (!quantity) {
        return 0;
    }
    tac_quantity *of_input = quantity + d->n_source;
    tac_find_input_quantities(d, quantity, of_input);
    for (int i = 0; i < d->n_input; i++) {
        v->about[TAC_VALUE_INPUT][i].unit = tac_quantity_si(of_input[i]);
    }
    free(quantity);
    return 1;
}

static void name_sensors(tac_values *v, const tac_simulation *s, FILE *out)
{
    tac_value_about *about = v->about[TAC_VALUE_SENSOR];
    for (int i = 0; i < s->file->desc.n_sensor; i++) {
        for (int k = 0; k < tac_sensor_width(s->model, i); k++, about++) {
            const tac_sensor_column c = tac_sensor_column_of(s, i, k);
            fprintf(out, "%s.%s%c", s->file->sensor_name[i], c.name, '\0');
            *about = (tac_value_about){.unit = c.unit, .least = -HUGE_VAL, .sensor = i};
        }
    }
}

static int write_sensor_names(tac_values *v, const tac_simulation *s)
{
    size_t size = 0;
    FILE *out = open_memstream(&v->names, &size);
    if (!out) {
        return 0;
    }
    name_sensors(v, s, out);
    if (fclose(out) != 0) {
        return 0;
    }
    const char *at = v->names;
    for (int i = 0; i < v->n[TAC_VALUE_SENSOR]; i++) {
        v->about[TAC_VALUE_SENSOR][i].name = at;
        at += strlen(at) + 1;
    }
    return 1;
}

int tac_values_open(tac_values *v, const tac_simulation *s)
{
    int n = 0;
    *v = (tac_values){.names = NULL};
    if (!tac_variables_open(s, &v->variable, &n)) {
        return 0;
    }
    v->n[TAC_VALUE_INPUT] = s->file->desc.n_input;
    v->n[TAC_VALUE_PARAMETER] = n - v->n[TAC_VALUE_INPUT];
    v->n[TAC_VALUE_SENSOR] = tac_sensor_total(s->model);
    for (int kind = 0; kind < TAC_VALUE_KINDS; kind++) {
        v->about[kind] = calloc((size_t)v->n[kind] + 1, sizeof *v->about[kind]);
        if (!v->about[kind]) {
            return 0;
        }
    }
    name_variables(v, s, TAC_VALUE_INPUT, 0);
    name_variables(v, s, TAC_VALUE_PARAMETER, v->n[TAC_VALUE_INPUT]);
    return name_input_units(v, s) && write_sensor_names(v, s);
}

void tac_values_close(tac_values *v)
{
    tac_variables_close(v->variable, v->n[TAC_VALUE_INPUT] + v->n[TAC_VALUE_PARAMETER]);
    for (int kind = 0; kind < TAC_VALUE_KINDS; kind++) {
        free(v->about[kind]);
    }
    free(v->names);
    *v = (tac_values){.names = NULL};
}

tac_parameter tac_values_parameter(const tac_values *v, int i)
{
    return v->variable[v->n[TAC_VALUE_INPUT] + i].parameter;
}
