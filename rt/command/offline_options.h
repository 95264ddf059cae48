// Options of `sim` for methods that are not for real time: what they integrate and what they do after a step.
#ifndef TAC_OFFLINE_OPTIONS_H
#define TAC_OFFLINE_OPTIONS_H

#include <stdbool.h>

#include "args.h"
#include "simulation/simulation.h"

typedef struct tac_offline_settings {
    int coordinates, impulses, projections, reactions; // -1: as in the file
} tac_offline_settings;

// A table for a syntax whose settings have a tac_offline_settings.
enum { TAC_N_OFFLINE_OPTION = 4 };
extern const tac_option tac_offline_option[TAC_N_OFFLINE_OPTION];

extern const tac_offline_settings tac_offline_unset;

// Settings replace those of the file. False, and the error of a with what to do, when one was given to a method
// for real time, or when they contradict each other.
bool tac_offline_apply(tac_args *a, const tac_offline_settings *set, tac_simulation *s);

#endif
