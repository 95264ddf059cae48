// What the template of compiled sub-models exports.
#ifndef TAC_PART_OBJECT_H
#define TAC_PART_OBJECT_H

#include "part.h"

const tac_part_table *tactus_part(void);

#endif
