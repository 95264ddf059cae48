// Quantities with a name that can be written while a model runs: its inputs, and the parameters of
// kernel/include/tune.h of everything that has a name, as NAME.stiffness, NAME.gain and so on.
#ifndef TAC_VARIABLES_H
#define TAC_VARIABLES_H

#include "simulation.h"
#include "tune.h"

// A named quantity that can be written while running: an input, or a tunable of kernel/include/tune.h.
// Names: INPUT, or ELEMENT.stiffness, SOURCE.gain and so on.
typedef struct tac_variable {
    char *name;
    int input;               // index of an input, or -1
    tac_parameter parameter; // when input is -1
    double least;            // that it may be set to; minus infinity: any
} tac_variable;

// All writable variables of a prepared simulation. 0 when there is no memory; nothing is kept then.
int tac_variables_open(const tac_simulation *s, tac_variable **list, int *n);
void tac_variables_close(tac_variable *list, int n);

// Index by name, -1 when there is none.
int tac_variables_find(const tac_variable *list, int n, const char *name);

// The value before anything was written.
double tac_variable_initial(const tac_simulation *s, const tac_variable *v);

// Whether a write would be taken.
int tac_variable_accepts(const tac_variable *v, double value);

#endif
