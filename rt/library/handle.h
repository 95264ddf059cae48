// What stands behind the handles of tactus.h.
#ifndef TAC_LIBRARY_HANDLE_H
#define TAC_LIBRARY_HANDLE_H

#include <pthread.h>

#include "simulation/doubts.h"
#include "simulation/simulation.h"
#include "simulation/values.h"
#include "tactus.h"

// Room in which instances of a model step together, while nobody does: many.c.
typedef struct tac_places {
    pthread_mutex_t lock;
    struct tac_place *free; // list
} tac_places;

struct tactus_model {
    tac_simulation base; // read and prepared, never started
    char *path;          // of messages
    tac_values values;
    uint64_t hash; // of everything that decides what steps do
    tac_places places;
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
