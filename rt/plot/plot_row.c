#include "plot_row.h"

#include <stdlib.h>
#include <string.h>

#include "observe.h"
#include "simulation/record.h"

static void make_room(tac_plot_row *r)
{
    size_t room = r->room > 0 ? 2 * r->room : 256;
    char **names = realloc(r->name, room * sizeof *names);
    if (names) {
        r->name = names;
    }
    double *values = realloc(r->value, room * sizeof *values);
    if (values) {
        r->value = values;
    }
    void *units = realloc(r->unit, room * sizeof *r->unit);
    if (units) {
        r->unit = units;
    }
    r->no_memory = r->no_memory || !names || !values || !units;
    r->room = r->no_memory ? r->room : room;
}

static void take_name(void *to, const char *prefix, const char *text)
{
    tac_plot_row *r = to;
    if (r->n == r->room) {
        make_room(r);
    }
    size_t size = strlen(prefix) + strlen(text) + 1;
    char *name = r->no_memory ? NULL : malloc(size);
    r->no_memory = r->no_memory || !name;
    if (name) {
        snprintf(name, size, "%s%s", prefix, text);
        r->unit[r->n][0] = '\0';
        r->name[r->n++] = name;
    }
}

static void take_unit(void *to, const char *unit)
{
    tac_plot_row *r = to;
    if (r->n > 0) {
        snprintf(r->unit[r->n - 1], TAC_PLOT_UNIT, "%s", unit);
    }
}

static void take_numbers(void *to, const double *x, int n)
{
    tac_plot_row *r = to;
    for (int i = 0; i < n; i++) {
        r->value[r->at++] = x[i];
    }
}

static int take_end(void *to)
{
    return !((tac_plot_row *)to)->no_memory;
}

static tac_row_sink sink_of(tac_plot_row *r)
{
    return (tac_row_sink){r, take_name, take_numbers, take_end, take_unit, NULL};
}

bool tac_plot_row_open(tac_plot_row *r, const tac_simulation *s, const tac_export_rig *rig)
{
    const tac_row_sink sink = sink_of(r);
    r->sensor = calloc((size_t)tac_sensor_total(s->model) + 1, sizeof *r->sensor);
    return r->sensor && tac_record_motion_header(&sink, s) && tac_record_sensors_header(&sink, s) &&
           (!rig->signals.header || rig->signals.header(rig->signals.context, &sink, s));
}

void tac_plot_row_take(tac_plot_row *r, const tac_simulation *s, const tac_export_rig *rig)
{
    const tac_row_sink sink = sink_of(r);
    r->at = 0;
    (void)tac_record_motion(&sink, s);
    (void)tac_record_sensors(&sink, s, r->sensor);
    if (rig->signals.header) {
        (void)rig->signals.row(rig->signals.context, &sink, s);
    }
}

void tac_plot_row_close(tac_plot_row *r)
{
    for (size_t i = 0; i < r->n; i++) {
        free(r->name[i]);
    }
    free(r->name);
    free(r->value);
    free(r->unit);
    free(r->sensor);
    *r = (tac_plot_row){0};
}
