// Symbols and relocations of a shared object: what it asks of others, and what it has changed when it is loaded.
#ifndef TAC_ELF_SYMBOLS_H
#define TAC_ELF_SYMBOLS_H

#include "elf_image.h"
#include "part_error.h"

// Reads all symbols, then all relocations; finds TAC_PART_ENTRY. False with a line: a function is asked for that a part
// may not use, the entry is not exported, a relocation is of a kind that is not needed, changes what cannot be
// written, or is resolved by a name of the object's own, which another library may have as well. Then the hash
// table holds what a search needs to end.
bool tac_elf_symbols(tac_elf_image *e, const tac_part_error *error);

#endif
