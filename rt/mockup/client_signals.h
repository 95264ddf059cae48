// The signals of an instance as what an FMU can be coupled to, and the ports that were coupled.
#ifndef TAC_MOCKUP_CLIENT_SIGNALS_H
#define TAC_MOCKUP_CLIENT_SIGNALS_H

#include "coupling.h"
#include "io/tactus_io.h"

typedef struct tac_client_signals {
    tac_coupled_signal *about; // all values of all signals   (n)
    int *signal, *element;     // where they are              (n)
    int n;
    double *value; // for the ports of either direction
    bool *left;    // signals that a frame leaves out         (signals)
    int n_signal;
    uint64_t not_finite; // values that the FMU gave
} tac_client_signals;

void tac_client_signals_list(tac_client_signals *c, tac_io *io);

// Puts the snapshot to the inputs.
void tac_client_signals_put(tac_client_signals *c, tac_coupling *coupling, const tac_io *io);

// Takes the outputs into the next frame. A signal with a value that is no finite number is left out of it.
void tac_client_signals_take(tac_client_signals *c, const tac_coupling *coupling, tac_io *io);

// Leaves all of them out.
void tac_client_signals_release(const tac_client_signals *c, const tac_coupling *coupling,
                                tac_io *io);

#endif
