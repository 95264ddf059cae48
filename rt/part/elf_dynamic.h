// The dynamic section of a shared object: what the C library does with it, and where its tables are.
#ifndef TAC_ELF_DYNAMIC_H
#define TAC_ELF_DYNAMIC_H

#include "elf_image.h"
#include "part_error.h"

// Reads the places of symbols, names, hash table and relocations. False with a line: something beyond these is asked
// for (other objects, constructors, versions ...), is there twice, or not whole. Then all tables begin in memory
// that cannot be written.
bool tac_elf_dynamic(tac_elf_image *e, const tac_part_error *error);

#endif
