// All sensors of a model, by the tables of their types.
#include "kinds.h"
#include "model/tables.h"
#include "observe.h"
#include "sensor_types.h"

#define DECLARE(type) extern const tac_sensor_type type;
TAC_SENSOR_TYPES(DECLARE)

#define PUT(type) &(type),
static const tac_sensor_type *const types[] = {TAC_SENSOR_TYPES(PUT)};

#define N_TYPE ((int)(sizeof types / sizeof *types))

_Static_assert(N_TYPE >= (int)TAC_N_SENSOR_KIND && N_TYPE <= (int)TAC_MOST_TYPES,
               "a type of every kind that has a name");

const tac_sensor_type *tac_sensor_type_of(tac_sensor_kind kind)
{
    return types[kind];
}

int tac_sensor_type_count(void)
{
    return N_TYPE;
}

tac_column tac_sensor_column_name(const tac_desc *d, const tac_sensor_desc *s, int k, int width)
{
    const tac_sensor_type *type = types[s->kind];
    return type->column ? type->column[k] : type->column_of(d, s, k, width);
}

int tac_sensor_width(const tac_model *m, int i)
{
    const tac_sensor_type *type = types[m->signals.sensor[i].kind];
    return type->column ? type->n_column : type->width(m, &m->signals.sensor[i]);
}

int tac_sensor_total(const tac_model *m)
{
    int n = 0;
    for (int i = 0; i < m->signals.n_sensor; i++) {
        n += tac_sensor_width(m, i);
    }
    return n;
}

void tac_sense_some(const tac_model *m, const tac_state *s, const tac_report *r, int first, int n,
                    double *out)
{
    for (int i = first; i < first + n; i++) {
        types[m->signals.sensor[i].kind]->measure(m, s, r, &m->signals.sensor[i], out);
        out += tac_sensor_width(m, i);
    }
}

void tac_sense(const tac_model *m, const tac_state *s, const tac_report *r, double *out)
{
    tac_sense_some(m, s, r, 0, m->signals.n_sensor, out);
}
