// A replay beside itself with half the step: how far the recorded run was from its motion with the same inputs.
//
// The half begins anew at every checkpoint of the log, and where a state was put in place: errors are those that come up
// from one to the next. Inputs are held over a step for both. It is the replay's thread that steps it.
#ifndef TAC_HALVED_H
#define TAC_HALVED_H

#include "error/halving.h"

typedef struct tac_halved {
    tac_halving halving;
    tac_motion *motion; // of a step                                   (n_body)
    bool goes;          // it was opened, and its steps are made
} tac_halved;

// Beside a prepared simulation, for n_step steps. False, with the line in why, where half the step cannot be run; to be
// closed in any case.
bool tac_halved_open(tac_halved *h, const tac_simulation *s, int64_t n_step, tac_diag *why);
void tac_halved_put(tac_halved *h, const tac_simulation *s); // begins with its state
void tac_halved_tune(tac_halved *h, tac_parameter p, double value);
void tac_halved_step(tac_halved *h, const tac_simulation *s); // after a step of it that was made
void tac_halved_close(tac_halved *h);

// What was found, as the last line of a report; empty where no step was compared.
void tac_halved_say(const tac_halved *h, const tac_simulation *s, char *out, size_t size);

#endif
