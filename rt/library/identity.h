// Which model a state belongs to.
#ifndef TAC_LIBRARY_IDENTITY_H
#define TAC_LIBRARY_IDENTITY_H

#include "handle.h"

// Sets the hash of a model: of the bytes of its files (source NULL: on the disk), of what was given, of how it is
// solved. 0 with a line in the diag of its base: a file cannot be read any more.
int tac_library_identify(tactus_model *m, const tac_file_source *source);

// A hash of bytes, on from the hash of others or 0.
uint64_t tac_library_hash(uint64_t from, const void *bytes, size_t size);

#endif
