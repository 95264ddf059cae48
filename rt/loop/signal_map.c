#include "signal_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/sensor_columns.h"
#include "system/fail.h"

// ---- scaling -------------------------------------------------------------------------------------

double tac_signal_to_model(const tac_signal_map *m, int i, double value)
{
    const tac_signal_scale *s = &m->rig->command[i].scale;
    return s->scale * (value * s->times / s->over) + s->offset;
}

double tac_signal_of_model(const tac_signal_map *m, int i, double x)
{
    const tac_signal_scale *s = &m->rig->command[i].scale;
    return (x - s->offset) / s->scale * s->over / s->times;
}

void tac_signal_of_sensors(const tac_signal_map *m, int i, const double *sensors, double *out)
{
    const tac_signal_scale *s = &m->rig->state[i].scale;
    for (int k = 0; k < m->count[i]; k++) {
        out[k] = (s->scale * sensors[m->first[i] + k] + s->offset) * s->over / s->times;
    }
}

// ---- names ---------------------------------------------------------------------------------------

// Which of the sensor's values a text behind its name and a dot means; -1: none.
static int find_column(const tac_simulation *s, int sensor, const char *text)
{
    int width = tac_sensor_width(s->model, sensor);
    for (int k = 0; k < width; k++) {
        if (strcmp(tac_sensor_column_of(s, sensor, k).name, text) == 0) {
            return k;
        }
    }
    return -1;
}

// The sensor of a signal, "NAME" or one value of it, "NAME.column"; -1: there is none.
static int find_sensor(const tac_simulation *s, const char *text, int *column)
{
    *column = -1;
    for (int k = 0; k < s->file->desc.n_sensor; k++) {
        const char *name = s->file->sensor_name[k];
        size_t n = strlen(name);
        if (strcmp(name, text) == 0) {
            return k;
        }
        if (strncmp(name, text, n) == 0 && text[n] == '.') {
            *column = find_column(s, k, text + n + 1);
            if (*column >= 0) {
                return k;
            }
        }
    }
    return -1;
}

static int find_state(tac_signal_map *m, const tac_simulation *s, int i, tac_diag *diag)
{
    const tac_state_binding *state = &m->rig->state[i];
    int column, sensor = find_sensor(s, state->sensor, &column);
    if (sensor < 0) {
        return tac_diag_say(diag, "%s has no sensor '%s', which signal '%s' shows", s->path,
                            state->sensor, state->name);
    }
    int width = column < 0 ? tac_sensor_width(s->model, sensor) : 1;
    m->count[i] = state->count > 0 ? state->count : width - state->first;
    if (state->first + m->count[i] > width || m->count[i] < 1) {
        return tac_diag_say(diag, "%s: sensor '%s' has %d values, signal '%s' wants more", s->path,
                            state->sensor, width, state->name);
    }
    m->sensor[i] = sensor;
    m->column[i] = (column < 0 ? 0 : column) + state->first;
    m->first[i] = m->column[i];
    for (int k = 0; k < sensor; k++) {
        m->first[i] += tac_sensor_width(s->model, k);
    }
    return 1;
}

void tac_signal_value_about(const tac_signal_map *m, const tac_simulation *s, int i, int k,
                            tac_value_entry *out)
{
    const tac_state_binding *state = &m->rig->state[i];
    const tac_sensor_column c = tac_sensor_column_of(s, m->sensor[i], m->column[i] + k);
    bool is_one = strcmp(s->file->sensor_name[m->sensor[i]], state->sensor) != 0;
    bool is_plain = state->scale.scale == 1.0 && state->scale.offset == 0.0;
    const char *unit = *state->scale.unit ? state->scale.unit : is_plain ? c.unit : "";
    *out = (tac_value_entry){.name = ""};
    (void)snprintf(out->name, sizeof out->name, "%s", is_one ? "" : c.name);
    (void)snprintf(out->unit, sizeof out->unit, "%s", unit);
}

void tac_signal_command_about(const tac_signal_map *m, int i, tac_value_entry *out)
{
    const char *input = m->rig->command[i].input;
    *out = (tac_value_entry){.name = ""};
    if (strlen(input) < sizeof out->model) { // cut short it would be another one's
        memcpy(out->model, input, strlen(input));
    }
}

static int find_command(tac_signal_map *m, const tac_simulation *s, const tac_variable *variable,
                        int n_variable, int i, tac_diag *diag)
{
    const tac_command_binding *c = &m->rig->command[i];
    m->variable[i] = tac_variables_find(variable, n_variable, c->input);
    if (m->variable[i] < 0) {
        return tac_diag_say(diag, "%s has no input or parameter '%s', which signal '%s' commands",
                            s->path, c->input, c->name);
    }
    return 1;
}

int tac_signal_map_open(tac_signal_map *m, const tac_exchange_rig *rig, const tac_simulation *s,
                        const tac_variable *variable, int n_variable, tac_diag *diag)
{
    *m = (tac_signal_map){.rig = rig};
    m->variable = calloc((size_t)rig->n_command + 1, sizeof *m->variable);
    m->first = calloc((size_t)rig->n_state + 1, sizeof *m->first);
    m->count = calloc((size_t)rig->n_state + 1, sizeof *m->count);
    m->sensor = calloc((size_t)rig->n_state + 1, sizeof *m->sensor);
    m->column = calloc((size_t)rig->n_state + 1, sizeof *m->column);
    if (!m->variable || !m->first || !m->count || !m->sensor || !m->column) {
        return tac_diag_say_memory(diag, "tactus: not enough memory for the exchange");
    }
    int ok = 1;
    for (int i = 0; i < rig->n_state && ok; i++) {
        ok = find_state(m, s, i, diag);
    }
    for (int i = 0; i < rig->n_command && ok; i++) {
        ok = find_command(m, s, variable, n_variable, i, diag);
    }
    return ok;
}

void tac_signal_map_close(tac_signal_map *m)
{
    free(m->variable);
    free(m->first);
    free(m->count);
    free(m->sensor);
    free(m->column);
    *m = (tac_signal_map){0};
}
