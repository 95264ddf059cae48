// What goes in and comes out of a model by name: inputs, parameters, and every number of every sensor, with units.
#ifndef TAC_VALUES_H
#define TAC_VALUES_H

#include "simulation.h"
#include "variables.h"

typedef enum tac_value_kind {
    TAC_VALUE_INPUT,
    TAC_VALUE_PARAMETER,
    TAC_VALUE_SENSOR,
    TAC_VALUE_KINDS
} tac_value_kind;

typedef struct tac_value_about {
    const char *name; // of sensors as in the columns of `tactus sim --sensors`
    const char
        *unit;    // SI; "" where there is none, or where it depends on what the value is used for
    double value; // before anything else is given; of sensors 0
    double least; // that it may be; minus infinity: any
    int sensor;   // index of the sensor; of other kinds -1
} tac_value_about;

typedef struct tac_values {
    tac_value_about *about[TAC_VALUE_KINDS];
    int n[TAC_VALUE_KINDS];
    tac_variable *variable; // inputs, then parameters
    char *names;            // of sensors, one behind the other
} tac_values;

// All of a prepared simulation, which has to stay. 0 when there is no memory. Either way they are closed.
int tac_values_open(tac_values *v, const tac_simulation *s);
void tac_values_close(tac_values *v);

// Parameter i of the kernel.
tac_parameter tac_values_parameter(const tac_values *v, int i);

#endif
