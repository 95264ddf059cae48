// The table of a part that has been loaded: whether the program may use it.
#ifndef TAC_PART_TABLE_H
#define TAC_PART_TABLE_H

#include "part.h"
#include "part_error.h"

enum { TAC_PART_NAME_SIZE = 64 }; // of names, units and titles, with their end

// Looks at a table and at all that it points to, which is trusted to be there. False with a line.
bool tac_part_table_check(const tac_part_table *table, const tac_part_error *error);

#endif
