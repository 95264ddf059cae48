// What stands behind the handles of tactus.h.
#ifndef TAC_LIBRARY_HANDLE_H
#define TAC_LIBRARY_HANDLE_H

#include "simulation/doubts.h"
#include "simulation/simulation.h"
#include "simulation/values.h"
#include "tactus.h"

struct tactus_model {
    tac_simulation base; // read and prepared, never started
    char *path;          // of messages
    tac_values values;
    uint64_t hash; // of everything that decides what steps do
};

struct tactus {
    const tactus_model *model;
    tac_simulation sim;
    double *value[TACTUS_KINDS]; // inputs, parameters, sensors
    void *given;                 // state before any start, as the file has it
    tac_doubts doubts;
    bool started, tuned;
    char text[sizeof((tactus_error *)0)->text];
};

#endif
