#include "record.h"

#include <stdio.h>

#include "element_types.h"
#include "observe.h"
#include "sensor_columns.h"

static void put_number(const tac_row_sink *t, double x)
{
    tac_row_sink_numbers(t, &x, 1);
}

typedef struct named { // a column and what it is measured in
    const char *suffix, *unit;
} named;

static void names(const tac_row_sink *t, const char *prefix, const named *column, int n)
{
    for (int i = 0; i < n; i++) {
        tac_row_sink_column(t, prefix, column[i].suffix, column[i].unit);
    }
}

// Joints whose motion is one number; a length is one only while it is driven.
static int has_one_coordinate(const tac_joint_desc *j)
{
    bool held = tac_joint_type_has_coordinate(tac_joint_type_of(j->kind), TAC_LENGTH_OF) &&
                j->drive_displacement == TAC_NONE;
    return !held && tac_coordinate_count(j->kind) == 1;
}

// Which is nowhere, and has no bearings.
static bool is_shaft(const tac_joint_desc *j)
{
    return tac_joint_type_has_row(tac_joint_type_of(j->kind), TAC_ROW_ASIDE);
}

int tac_record_motion_header(const tac_row_sink *t, const tac_simulation *s)
{
    static const named body[] = {
        {".x", "m"},      {".y", "m"},      {".z", "m"},     {".e0", ""},    {".e1", ""},
        {".e2", ""},      {".e3", ""},      {".vx", "m/s"},  {".vy", "m/s"}, {".vz", "m/s"},
        {".wx", "rad/s"}, {".wy", "rad/s"}, {".wz", "rad/s"}};
    static const named joint[] = {{".fx", "N"},   {".fy", "N"},   {".fz", "N"},
                                  {".tx", "N*m"}, {".ty", "N*m"}, {".tz", "N*m"}};
    static const named turn[] = {{".q", "rad"}, {".qd", "rad/s"}};
    static const named slide[] = {{".q", "m"}, {".qd", "m/s"}};
    static const named whole[] = {{"energy.kinetic", "J"},   {"energy.potential", "J"},
                                  {"energy.total", "J"},     {"residual.position", ""},
                                  {"residual.velocity", ""}, {"residual.acceleration", ""},
                                  {"newton.increment", ""}};
    const tac_desc *d = &s->file->desc;
    tac_row_sink_column(t, "t", "", "s");
    for (int i = 0; i < d->n_body; i++) {
        if (!d->body[i].shaft) {
            names(t, s->file->body_name[i], body, 13);
        }
    }
    for (int j = 0; j < d->n_joint; j++) {
        if (!is_shaft(&d->joint[j])) {
            names(t, s->file->joint_name[j], joint, 6);
        }
        if (has_one_coordinate(&d->joint[j])) {
            bool turns = tac_joint_type_turns(tac_joint_type_of(d->joint[j].kind), 0);
            names(t, s->file->joint_name[j], turns ? turn : slide, 2);
        }
    }
    names(t, "", whole, 7);
    for (int i = 0; i < d->n_input; i++) {
        tac_row_sink_name(t, s->file->input_name[i], ".input");
    }
    return tac_row_sink_end_row(t);
}

static void put_body(const tac_row_sink *t, const tac_state *s, int i)
{
    const tac_body_state *b = &s->body[i];
    const double row[] = {b->r.x, b->r.y, b->r.z, b->p.e0, b->p.e1, b->p.e2, b->p.e3,
                          b->v.x, b->v.y, b->v.z, b->w.x,  b->w.y,  b->w.z};
    tac_row_sink_numbers(t, row, 13);
}

static void put_joint(const tac_row_sink *t, const tac_simulation *s, int j)
{
    double reaction[6];
    if (!is_shaft(&s->file->desc.joint[j])) {
        tac_joint_reaction(s->model, &s->state, j, reaction);
        tac_row_sink_numbers(t, reaction, 6);
    }
    if (has_one_coordinate(&s->file->desc.joint[j])) {
        double q[TAC_MAX_COORDINATES], qd[TAC_MAX_COORDINATES];
        tac_joint_coordinates(s->model, &s->state, j, q, qd);
        put_number(t, q[0]);
        put_number(t, qd[0]);
    }
}

int tac_record_motion(const tac_row_sink *t, const tac_simulation *s)
{
    const tac_report *r = &s->report;
    put_number(t, tac_simulation_time(s));
    for (int i = 0; i < s->file->desc.n_body; i++) {
        if (!s->file->desc.body[i].shaft) {
            put_body(t, &s->state, i);
        }
    }
    for (int j = 0; j < s->file->desc.n_joint; j++) {
        put_joint(t, s, j);
    }
    const double whole[] = {r->kinetic,  r->potential, r->kinetic + r->potential,
                            r->position, r->velocity,  r->acceleration,
                            r->increment};
    tac_row_sink_numbers(t, whole, 7);
    for (int i = 0; i < s->file->desc.n_input; i++) {
        put_number(t, s->state.input[3 * i]); // as this step consumed it
    }
    return tac_row_sink_end_row(t);
}

static void sensor_names(const tac_row_sink *t, const tac_simulation *s, int i)
{
    for (int k = 0; k < tac_sensor_width(s->model, i); k++) {
        const tac_sensor_column c = tac_sensor_column_of(s, i, k);
        char suffix[sizeof c.name + 1];
        snprintf(suffix, sizeof suffix, ".%s", c.name);
        tac_row_sink_column(t, s->file->sensor_name[i], suffix, c.unit);
    }
}

int tac_record_sensors_header(const tac_row_sink *t, const tac_simulation *s)
{
    tac_row_sink_column(t, "t", "", "s");
    for (int i = 0; i < s->file->desc.n_sensor; i++) {
        sensor_names(t, s, i);
    }
    return tac_row_sink_end_row(t);
}

int tac_record_sensors(const tac_row_sink *t, const tac_simulation *s, double *value)
{
    tac_sense(s->model, &s->state, &s->report, value);
    put_number(t, tac_simulation_time(s));
    tac_row_sink_numbers(t, value, tac_sensor_total(s->model));
    return tac_row_sink_end_row(t);
}
