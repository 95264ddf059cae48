// The time base of a rig: it comes first. tac_rig_set_defaults then fills in everything that follows
// from it, and each section of the file changes what it says otherwise.
#ifndef TAC_RIG_BASE_H
#define TAC_RIG_BASE_H

#include "reader/reader.h"
#include "rig_file.h"

enum { TAC_RIG_LEAST_PERIOD_NS = 10000 }; // below, no wake-up of any kernel keeps up

// Step, substeps, duration and solver options; f->solver holds those of the model. Sets the period.
void tac_rig_read_base(const tac_place *p, tac_rig_file *f);

// substeps * dt in ns; 0 when that is not a whole number of nanoseconds.
int64_t tac_rig_period(double dt, int substeps);

void tac_rig_set_defaults(tac_rig_file *f); // everything that the time base decides

#endif
