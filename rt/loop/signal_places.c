#include "signal_places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/csv.h"
#include "observe.h"
#include "simulation/record.h"

// The columns of the sensors without the time: one text, each name ended by a zero. NULL: no memory.
static char *sensor_columns(const tac_simulation *s)
{
    char *text = NULL;
    size_t size = 0;
    tac_csv csv = {.file = open_memstream(&text, &size)};
    if (!csv.file) {
        return NULL;
    }
    tac_row_sink table = tac_csv_table(&csv);
    int ok = tac_record_sensors_header(&table, s);
    if (fclose(csv.file) != 0 || !ok) {
        free(text);
        return NULL;
    }
    for (size_t i = 0; i < size; i++) {
        text[i] = text[i] == ',' || text[i] == '\n' ? '\0' : text[i];
    }
    return text;
}

static int count_places(const tac_outputs *o)
{
    int n = 0;
    for (int g = 0; g < o->n_group; g++) {
        n += o->group[g].n_value;
    }
    return n;
}

// Names of all values by their place among them; (total) pointers into columns.
static const char **name_values(const char *columns, int total)
{
    const char **name = calloc((size_t)total + 1, sizeof *name);
    const char *at = columns + strlen(columns) + 1; // after the time
    for (int i = 0; name && i < total; i++) {
        name[i] = at;
        at += strlen(at) + 1;
    }
    return name;
}

static int fill_places(tac_signal_place *list, const tac_outputs *o, const char *const *name)
{
    int n = 0, ok = 1;
    for (int g = 0; g < o->n_group; g++) {
        for (int k = 0; k < o->group[g].n_value; k++) {
            list[n] = (tac_signal_place){strdup(name[o->group[g].from[k]]), g, k};
            ok &= list[n++].name != NULL;
        }
    }
    return ok;
}

int tac_signals_open(const tac_simulation *s, const tac_outputs *o, tac_signal_place **list, int *n)
{
    *n = count_places(o);
    *list = calloc((size_t)*n + 1, sizeof **list);
    char *columns = sensor_columns(s);
    const char **name = columns ? name_values(columns, tac_sensor_total(s->model)) : NULL;
    int ok = *list && name && fill_places(*list, o, name);
    free(name);
    free(columns);
    if (!ok) {
        tac_signals_close(*list, *n);
        *list = NULL;
    }
    return ok;
}

void tac_signals_close(tac_signal_place *list, int n)
{
    for (int i = 0; list && i < n; i++) {
        free(list[i].name);
    }
    free(list);
}
