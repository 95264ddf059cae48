// The section `exchange` of a rig.
#ifndef TAC_RIG_EXCHANGE_H
#define TAC_RIG_EXCHANGE_H

#include "reader/reader.h"
#include "rig_file.h"

// `exchange: false` shares nothing. m is NULL where files are not read; names of the model are then not checked.
void tac_rig_read_exchange(const tac_place *p, tac_rig_file *f, const tac_model_file *m);

// What a rig without the section has: all sensors as they are, for readers; nothing where there are none.
void tac_rig_share_sensors(const tac_place *p, tac_rig_file *f, const tac_model_file *m);

#endif
