// The section `processes` of a rig: which compiled sub-models other processes have.
#ifndef TAC_RIG_PROCESSES_H
#define TAC_RIG_PROCESSES_H

#include "reader/reader.h"
#include "rig_file.h"

// m is NULL where files are not read; parts are then not looked for.
void tac_rig_read_processes(const tac_place *p, tac_rig_file *f, const tac_model_file *m);

#endif
