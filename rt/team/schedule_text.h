// The schedule of a step as one line, for the start of a run and the header of its log.
#ifndef TAC_SCHEDULE_TEXT_H
#define TAC_SCHEDULE_TEXT_H

#include "rig_file.h"
#include "worker_trial.h"

// "2 of 4 share 61 of 83 phases, estimated 1.70 times faster than one, 1.62 when tried": behind the word
// workers. The simulation is prepared; workers as the trial has left them make the step.
void tac_schedule_text(const tac_simulation *s, const tac_rig_file *rig, const tac_worker_trial *t,
                       char *out, size_t size);

#endif
