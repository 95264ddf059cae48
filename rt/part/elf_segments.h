// Header and program headers of a shared object.
#ifndef TAC_ELF_SEGMENTS_H
#define TAC_ELF_SEGMENTS_H

#include "elf_image.h"
#include "part_error.h"

// Reads the segments, the dynamic section's place and what is protected after relocation. False with a line.
// Then the segments lie in the file, ascend in file and memory and share no page, so that memory holds what the
// file's bytes say; notes, which the C library reads, are whole.
bool tac_elf_segments(tac_elf_image *e, const tac_part_error *error);

#endif
