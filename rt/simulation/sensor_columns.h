// What the values of a sensor are called, and what they are measured in: the columns of docs/model-format.md.
// One table for `sim --sensors`, control, and the dictionary of shared memory.
#ifndef TAC_SENSOR_COLUMNS_H
#define TAC_SENSOR_COLUMNS_H

#include "simulation.h"

typedef struct tac_sensor_column {
    char name[16];    // "z": behind the sensor's name and a dot
    const char *unit; // SI, as in model files; "" for none, or where it depends
} tac_sensor_column;

// Value k of a sensor, k below its width.
tac_sensor_column tac_sensor_column_of(const tac_simulation *s, int sensor, int k);

#endif
