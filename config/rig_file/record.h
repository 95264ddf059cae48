// The section `record` of a rig: what becomes of a recording.
#ifndef TAC_RIG_RECORD_H
#define TAC_RIG_RECORD_H

#include "reader/reader.h"
#include "rig_file.h"

// Behind the exchange, whose signals may be triggers.
void tac_rig_read_record(const tac_place *p, tac_rig_file *f);

#endif
