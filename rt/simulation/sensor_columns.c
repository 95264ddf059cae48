#include "sensor_columns.h"

#include <stdio.h>

#include "known_parts.h"
#include "observe.h"

typedef struct column {
    const char *name, *unit;
} column;

static const column fixed[TAC_N_SENSOR_KIND][7] = {
    [TAC_POSE] =
        {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"e0", ""}, {"e1", ""}, {"e2", ""}, {"e3", ""}},
    [TAC_TWIST] = {{"vx", "m/s"},
                   {"vy", "m/s"},
                   {"vz", "m/s"},
                   {"wx", "rad/s"},
                   {"wy", "rad/s"},
                   {"wz", "rad/s"}},
    [TAC_ACCELERATION] = {{"ax", "m/s^2"},
                          {"ay", "m/s^2"},
                          {"az", "m/s^2"},
                          {"bx", "rad/s^2"},
                          {"by", "rad/s^2"},
                          {"bz", "rad/s^2"}},
    [TAC_SPECIFIC] = {{"ax", "m/s^2"}, {"ay", "m/s^2"}, {"az", "m/s^2"}},
    [TAC_REACTION] =
        {{"fx", "N"}, {"fy", "N"}, {"fz", "N"}, {"tx", "N*m"}, {"ty", "N*m"}, {"tz", "N*m"}},
    [TAC_INTERNAL] =
        {{"fx", "N"}, {"fy", "N"}, {"fz", "N"}, {"tx", "N*m"}, {"ty", "N*m"}, {"tz", "N*m"}},
    [TAC_SPAN] = {{"l", "m"}, {"ld", "m/s"}},
    [TAC_ENERGY] = {{"kinetic", "J"}, {"potential", "J"}, {"total", "J"}},
    [TAC_RESIDUALS] = {{"position", ""}, {"velocity", ""}, {"acceleration", ""}, {"increment", ""}},
};

// Coordinate i of a joint, in the order of the table in desc.h: an angle or a length.
static int is_angle(tac_joint_kind kind, int i)
{
    switch (kind) {
    case TAC_REVOLUTE:
    case TAC_UNIVERSAL:
    case TAC_SPHERICAL:
    case TAC_SCREW:
        return 1;
    case TAC_POINT_ON_LINE:
        return i >= 1;
    case TAC_CYLINDRICAL:
        return i == 1;
    case TAC_PLANAR:
        return i == 2;
    case TAC_FIXED:
    case TAC_PRISMATIC:
    case TAC_ROD:
    case TAC_N_JOINT_KIND:
        break;
    }
    return 0;
}

// q qd of one coordinate, q1 q2 ... qd1 qd2 ... of several.
static tac_sensor_column coordinate(tac_joint_kind kind, int k)
{
    int n = tac_coordinate_count(kind), i = k % n, is_rate = k >= n;
    tac_sensor_column c = {.unit = is_angle(kind, i) ? is_rate ? "rad/s" : "rad"
                                   : is_rate         ? "m/s"
                                                     : "m"};
    if (n == 1) {
        snprintf(c.name, sizeof c.name, "%s", is_rate ? "qd" : "q");
    } else {
        snprintf(c.name, sizeof c.name, "%s%d", is_rate ? "qd" : "q", i + 1);
    }
    return c;
}

// Of one row that of its coordinate; a bushing has three forces, then three torques; else it depends.
static const char *force_unit(const tac_desc *d, const tac_sensor_desc *sensor, int k, int width)
{
    tac_coordinate along = sensor->what == TAC_SPRINGS     ? d->spring[sensor->element].coordinate
                           : sensor->what == TAC_FRICTIONS ? d->friction[sensor->element].coordinate
                                                           : TAC_DISTANCE;
    return sensor->what == TAC_BUSHINGS && width == 6 ? k < 3 ? "N" : "N*m"
           : along == TAC_ANGLE                       ? "N*m"
                                                      : "N";
}

tac_sensor_column tac_sensor_column_of(const tac_simulation *s, int sensor, int k)
{
    const tac_desc *d = &s->file->desc;
    const tac_sensor_desc *about = &d->sensor[sensor];
    tac_sensor_column c = {.unit = ""};
    if (about->kind == TAC_COORDINATES) {
        return coordinate(d->joint[about->element].kind, k);
    }
    if (about->kind == TAC_MODES) { // q1 q2 ... qd1 qd2 ..., of any kind
        int n = d->flex[d->body[about->element].flex - 1].n_shown;
        snprintf(c.name, sizeof c.name, "%s%d", k < n ? "q" : "qd", k % n + 1);
        return c;
    }
    if (about->kind == TAC_OUTPUT) { // units are the part's own text
        const tac_part_table *part = tac_model_file_parts(s->file)[about->element].known.table;
        snprintf(c.name, sizeof c.name, "%s", "value");
        c.unit = part->output[about->output].unit;
        return c;
    }
    if (about->kind != TAC_SPRING_FORCE) {
        snprintf(c.name, sizeof c.name, "%s", fixed[about->kind][k].name);
        c.unit = fixed[about->kind][k].unit;
        return c;
    }
    int width = tac_sensor_width(s->model, sensor);
    c.unit = force_unit(d, about, k, width);
    if (width == 1) {
        snprintf(c.name, sizeof c.name, "f");
    } else {
        snprintf(c.name, sizeof c.name, "f%d", k + 1);
    }
    return c;
}
