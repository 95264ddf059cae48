// Two instances without models in this process: one feels what a driver feels, one has six legs. Their
// cycles are made by threads of ordinary priority.
#ifndef STAND_H
#define STAND_H

#include <pthread.h>

#include "exchange/exchange.h"

typedef enum stand_kind { STAND_CAR, STAND_LEGS } stand_kind;

enum { STAND_LEG_TTL = 100000 }; // steps; nobody is lost on a busy machine

// How much slower than a usual clock everything goes, where a tool lets threads take turns.
#ifdef TAC_DRD_ATOMICS_H
enum { STAND_SLOWER = 30 };
#else
enum { STAND_SLOWER = 1 };
#endif

typedef struct stand {
    char name[TAC_NAME_SIZE];
    stand_kind kind;
    tac_exchange *x;
    pthread_t supervisor, cycles;
    _Atomic int quit;
    int64_t step;
} stand;

// Signals of a car: specific_force (m/s^2, 3) and angular_rate (deg/s, 3), both moving. Of legs: leg1
// to leg6, mm, commands within +-300 mm that hold. 0 and a line on standard error when it cannot.
int stand_open(stand *s, stand_kind kind, const char *name);
void stand_close(stand *s);

#endif
