#include "sensor_columns.h"

#include <stdio.h>

#include "known_parts.h"
#include "observe.h"
#include "sensor_types.h"

tac_sensor_column tac_sensor_column_of(const tac_simulation *s, int sensor, int k)
{
    const tac_desc *d = &s->file->desc;
    const tac_sensor_desc *about = &d->sensor[sensor];
    tac_column column = tac_sensor_column_name(d, about, k, tac_sensor_width(s->model, sensor));
    tac_sensor_column c = {.unit = column.unit};
    if (column.number > 0) {
        snprintf(c.name, sizeof c.name, "%s%d", column.name, column.number);
    } else {
        snprintf(c.name, sizeof c.name, "%s", column.name);
    }
    if (tac_sensor_type_of(about->kind)->type.placing == TAC_PLACED_AT_PART) { // its own text
        const tac_part_table *part = tac_model_file_parts(s->file)[about->element].known.table;
        c.unit = part->output[about->output].unit;
    }
    return c;
}
