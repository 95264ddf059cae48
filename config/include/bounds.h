// What a file may ask for before its first step, from the disk or from a log: memory and work that a few lines can raise
// beyond any machine. The bounds can be raised as a whole, see given.h; docs/decisions/0022 has what they are measured by.
#ifndef TAC_BOUNDS_H
#define TAC_BOUNDS_H

#include "model_file.h"

#define TAC_BOUND_MEMORY \
    ((size_t)1 << 30) // bytes: the file as it is read, and all that a step needs
#define TAC_BOUND_READING ((uint64_t)1 << 29) // letters of values and tables, see reader.h
#define TAC_BOUND_OPERATIONS 5e9              // of one factorization, see tree.h, and of finding what joints start with

enum { TAC_MOST_BOUNDS = 1000000 }; // times these that may be asked for

// Bytes that the file takes, as long as it is not freed.
size_t tac_model_file_memory(const tac_model_file *f);

#endif
