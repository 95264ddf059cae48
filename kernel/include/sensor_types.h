// Types of sensors: a source each under kernel/query/sensor, a line each in kinds.h.
#ifndef TAC_SENSOR_TYPES_H
#define TAC_SENSOR_TYPES_H

#include "key.h"
#include "kinds.h"
#include "model.h"
#include "solver.h"

// What a number of a sensor is called in tables, and its unit; "" without one.
typedef struct tac_column {
    const char *name, *unit;
    int number; // behind the name, 0: none
} tac_column;

typedef struct tac_sensor_type {
    tac_type type;
    const tac_column *column; // (n_column); NULL: by the functions below
    int n_column;
    int (*width)(const tac_model *m, const tac_sensor_desc *s);
    tac_column (*column_of)(const tac_desc *d, const tac_sensor_desc *s, int k, int width);
    const char *columns; // in words, for the manual, where there is no table of columns
    //   reads    model, state and report
    //   writes   out (width)
    void (*measure)(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out);
} tac_sensor_type;

const tac_sensor_type *tac_sensor_type_of(tac_sensor_kind kind);
int tac_sensor_type_count(void);

// Column k of a sensor that has `width` of them.
tac_column tac_sensor_column_name(const tac_desc *d, const tac_sensor_desc *s, int k, int width);

#define TAC_COLUMNS(list) .column = (list), .n_column = (int)(sizeof(list) / sizeof *(list))

#endif
