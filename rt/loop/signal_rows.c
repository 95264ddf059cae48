#include "signal_rows.h"

#include <stdlib.h>

#include "io/value_names.h"
#include "system/fail.h"

static bool open_map(tac_signal_rows *r, const tac_simulation *s)
{
    if (r->sensors) { // another file has the same rows
        return true;
    }
    size_t n = (size_t)tac_sensor_total(s->model) + 1;
    r->sensors = calloc(n, sizeof *r->sensors);
    r->value = calloc(n, sizeof *r->value);
    if (!r->sensors || !r->value || !tac_variables_open(s, &r->variable, &r->n_variable)) {
        return tac_diag_say_memory(&r->diag, "tactus: not enough memory for the signals");
    }
    return tac_signal_map_open(&r->map, &r->rig->exchange, s, r->variable, r->n_variable, &r->diag);
}

static bool put_header(void *rows, const tac_row_sink *t, const tac_simulation *s)
{
    tac_signal_rows *r = rows;
    const tac_exchange_rig *x = &r->rig->exchange;
    if (!open_map(r, s)) {
        return false;
    }
    if (!r->without_time) {
        tac_row_sink_column(t, "t", "", "s");
    }
    for (int i = 0; i < x->n_state; i++) {
        for (int k = 0; k < r->map.count[i]; k++) {
            char text[48];
            tac_value_entry about;
            tac_signal_value_about(&r->map, s, i, k, &about);
            tac_row_sink_column(t, x->state[i].name,
                                tac_value_suffix(&about, r->map.count[i], k, text, sizeof text),
                                about.unit);
        }
    }
    for (int i = 0; i < x->n_command; i++) {
        tac_row_sink_column(t, x->command[i].name, "", x->command[i].scale.unit);
    }
    return tac_row_sink_end_row(t);
}

// An input as the step consumed it, a parameter as it is.
static double taken(const tac_simulation *s, const tac_variable *v)
{
    double x = 0.0;
    if (v->input >= 0) {
        return s->state.input[3 * v->input];
    }
    (void)tac_parameter_get(s->model, v->parameter, &x);
    return x;
}

static bool put_row(void *rows, const tac_row_sink *t, const tac_simulation *s)
{
    tac_signal_rows *r = rows;
    const tac_exchange_rig *x = &r->rig->exchange;
    const double time = tac_simulation_time(s);
    if (!r->without_time) {
        tac_row_sink_numbers(t, &time, 1);
    }
    tac_sense(s->model, &s->state, &s->report, r->sensors);
    for (int i = 0; i < x->n_state; i++) {
        tac_signal_of_sensors(&r->map, i, r->sensors, r->value);
        tac_row_sink_numbers(t, r->value, r->map.count[i]);
    }
    for (int i = 0; i < x->n_command; i++) {
        const tac_variable *v = &r->variable[r->map.variable[i]];
        const double value = tac_signal_of_model(&r->map, i, taken(s, v));
        tac_row_sink_numbers(t, &value, 1);
    }
    return tac_row_sink_end_row(t);
}

tac_export_source tac_signal_rows_source(tac_signal_rows *r, const tac_rig_file *rig)
{
    *r = (tac_signal_rows){.rig = rig};
    return (tac_export_source){put_header, put_row, r};
}

tac_export_source tac_signal_rows_beside(tac_signal_rows *r, const tac_rig_file *rig)
{
    *r = (tac_signal_rows){.rig = rig, .without_time = true};
    return (tac_export_source){put_header, put_row, r};
}

void tac_signal_rows_close(tac_signal_rows *r)
{
    tac_signal_map_close(&r->map);
    tac_variables_close(r->variable, r->n_variable);
    free(r->sensors);
    free(r->value);
    *r = (tac_signal_rows){0};
}
