#include "signal_map.h"

#include <stdlib.h>
#include <string.h>

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

static int find_state(tac_signal_map *m, const tac_simulation *s, int i, tac_diag *diag)
{
    const tac_state_binding *state = &m->rig->state[i];
    int first = 0;
    for (int k = 0; k < s->file->desc.n_sensor; k++) {
        int width = tac_sensor_width(s->model, k);
        if (strcmp(s->file->sensor_name[k], state->sensor) == 0) {
            m->first[i] = first + state->first;
            m->count[i] = state->count > 0 ? state->count : width - state->first;
            if (state->first + m->count[i] > width || m->count[i] < 1) {
                return tac_diag_say(diag, "%s: sensor '%s' has %d values, signal '%s' wants more",
                                    s->path, state->sensor, width, state->name);
            }
            return 1;
        }
        first += width;
    }
    return tac_diag_say(diag, "%s has no sensor '%s', which signal '%s' shows", s->path,
                        state->sensor, state->name);
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
    if (!m->variable || !m->first || !m->count) {
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
    *m = (tac_signal_map){0};
}
