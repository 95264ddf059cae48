// The table of a part that has been loaded: whether the program may use it.
#ifndef TAC_PART_TABLE_H
#define TAC_PART_TABLE_H

#include "elf_image.h"
#include "part.h"
#include "part_error.h"

enum { TAC_PART_NAME_SIZE = 64 }; // of names, units and titles, with their end

// Looks at a table, and at all that it points to, of an object that was loaded at `base` (the address of its address
// 0). Nothing outside of the object is read. False with a line.
bool tac_part_table_check(const tac_part_table *table, const tac_elf_image *e, uintptr_t base,
                          const tac_part_error *error);

#endif
