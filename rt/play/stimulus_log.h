// Stimuli from a recording: its inputs as they were consumed, in SI, a row wherever one of them changes.
#ifndef TAC_STIMULUS_LOG_H
#define TAC_STIMULUS_LOG_H

#include "stimulus.h"

bool tac_stimulus_log_open(tac_stimulus *s, tac_diag *diag);
bool tac_stimulus_log_read(tac_stimulus *s, tac_diag *diag);

#endif
