// A part's file before it is loaded: whether the C library, which believes what an object says, may have it.
// Any bytes may be read; the work is bounded by their number.
//
// Refused is all that could run code, bring other objects, or reach beyond the object before its table has been
// looked at; and all that the C library would do with a damaged object but return an error.
#ifndef TAC_ELF_CHECK_H
#define TAC_ELF_CHECK_H

#include "elf_image.h"
#include "part_error.h"

// Reads a shared object of these bytes (size). False with a line.
bool tac_elf_check(tac_elf_image *e, const unsigned char *bytes, size_t size,
                   const tac_part_error *error);

#endif
