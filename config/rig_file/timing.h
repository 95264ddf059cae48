// The sections of a rig about threads and time; each changes the defaults.
#ifndef TAC_RIG_TIMING_H
#define TAC_RIG_TIMING_H

#include "reader/reader.h"
#include "rig_file.h"

void tac_rig_read_threads(const tac_place *p, tac_rig_file *f);
void tac_rig_read_wake(const tac_place *p, tac_rig_file *f);
void tac_rig_read_publish(const tac_place *p, tac_rig_file *f);
void tac_rig_read_policy(const tac_place *p, tac_rig_file *f);
void tac_rig_read_watchdog(const tac_place *p, tac_rig_file *f);
void tac_rig_read_tick(const tac_place *p, tac_rig_file *f);

#endif
