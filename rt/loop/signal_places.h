// Values of sensors that the rig publishes, named as in the columns of `tactus sim --sensors`.
#ifndef TAC_SIGNAL_PLACES_H
#define TAC_SIGNAL_PLACES_H

#include "outputs.h"
#include "simulation/simulation.h"

// A value that is published: where it stands in the outputs of an executive.
typedef struct tac_signal_place {
    char *name;
    int group, index;
} tac_signal_place;

int tac_signals_open(const tac_simulation *s, const tac_outputs *o, tac_signal_place **list,
                     int *n);
void tac_signals_close(tac_signal_place *list, int n);

#endif
