// The parts of this process: objects loaded once each, by their hash, and what logs say of objects that are not here.
// Nothing is ever unloaded, since models point into tables. Any thread; not for the loop.
#ifndef TAC_LOADED_H
#define TAC_LOADED_H

#include "known_parts.h"

// A finder for files from the disk (tac_find_parts): loads the object if no other with its bytes is loaded.
bool tac_part_load(const void *context, const char *path, tac_known_part *part, char *why,
                   size_t size);

// What a log keeps of a part, to be freed: its hash, and names, defaults and counts, a line each. NULL without memory.
char *tac_part_text(const tac_known_part *part);

// A part by such a text (length): the object, if one of that hash is loaded, else what the text says, to be looked at.
// False with why not.
bool tac_part_of_text(const char *text, size_t length, tac_known_part *part, char *why,
                      size_t size);

// "0123...": of a hash, 32 letters.
enum { TAC_PART_HASH_SIZE = 33 };
const char *tac_part_hash_text(char out[TAC_PART_HASH_SIZE], const uint64_t hash[2]);

#endif
