#include "about.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe.h"
#include "simulation/sensor_columns.h"
#include "units.h"

static tactus_about about_variable(const tac_simulation *s, const tac_variable *v)
{
    const char *unit =
        v->input >= 0 ? "" : tac_quantity_si(tac_parameter_quantity(&s->file->desc, v->parameter));
    return (tactus_about){.name = v->name,
                          .unit = unit,
                          .value = tac_variable_initial(s, v),
                          .least = v->input >= 0 ? -HUGE_VAL : tac_parameter_least(v->parameter)};
}

// Variables of a kind from the first one on.
static void name_variables(tactus_model *m, int kind, int first)
{
    for (int i = 0; i < m->n[kind]; i++) {
        m->about[kind][i] = about_variable(&m->base, &m->variable[first + i]);
    }
}

// Names of all numbers of all sensors, "" without memory.
static void name_sensors(tactus_model *m, FILE *out)
{
    const tac_simulation *s = &m->base;
    tactus_about *about = m->about[TACTUS_SENSOR];
    for (int i = 0; i < s->file->desc.n_sensor; i++) {
        for (int k = 0; k < tac_sensor_width(s->model, i); k++, about++) {
            const tac_sensor_column c = tac_sensor_column_of(s, i, k);
            fprintf(out, "%s.%s%c", s->file->sensor_name[i], c.name, '\0');
            *about = (tactus_about){.unit = c.unit, .least = -HUGE_VAL};
        }
    }
}

static int write_sensor_names(tactus_model *m)
{
    size_t size = 0;
    FILE *out = open_memstream(&m->names, &size);
    if (!out) {
        return 0;
    }
    name_sensors(m, out);
    if (fclose(out) != 0) {
        return 0;
    }
    const char *at = m->names;
    for (int i = 0; i < m->n[TACTUS_SENSOR]; i++) {
        m->about[TACTUS_SENSOR][i].name = at;
        at += strlen(at) + 1;
    }
    return 1;
}

int tac_library_name_values(tactus_model *m)
{
    int n = 0;
    if (!tac_variables_open(&m->base, &m->variable, &n)) {
        return 0;
    }
    m->n[TACTUS_INPUT] = m->base.file->desc.n_input;
    m->n[TACTUS_PARAMETER] = n - m->n[TACTUS_INPUT];
    m->n[TACTUS_SENSOR] = tac_sensor_total(m->base.model);
    for (int kind = 0; kind < TACTUS_KINDS; kind++) {
        m->about[kind] = calloc((size_t)m->n[kind] + 1, sizeof *m->about[kind]);
        if (!m->about[kind]) {
            return 0;
        }
    }
    name_variables(m, TACTUS_INPUT, 0);
    name_variables(m, TACTUS_PARAMETER, m->n[TACTUS_INPUT]);
    return write_sensor_names(m);
}
