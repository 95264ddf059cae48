// The section `clients` of a rig: FMUs that a run starts as clients of its instance.
#ifndef TAC_RIG_CLIENTS_H
#define TAC_RIG_CLIENTS_H

#include "reader/reader.h"
#include "rig_file.h"

// After the exchange, whose places they need.
void tac_rig_read_clients(const tac_place *p, tac_rig_file *f);

#endif
