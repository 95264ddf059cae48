// The schedule of a step as one line, for the start of a run and the header of its log.
#ifndef TAC_SCHEDULE_TEXT_H
#define TAC_SCHEDULE_TEXT_H

#include "rig_file.h"
#include "simulation.h"

// "2 of 4 share 61 of 83 phases, estimated 1.70 times faster than one": behind the word workers. The
// simulation is prepared; so many workers of those the rig asks for make the step.
void tac_schedule_text(const tac_simulation *s, const tac_rig_file *rig, int workers, char *out,
                       size_t size);

#endif
