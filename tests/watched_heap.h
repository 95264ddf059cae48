// malloc and its family, replaced in a program that is built with watched_heap.c: every call asks the
// program first. Sanitizers and drd keep their own.
#ifndef TAC_WATCHED_HEAP_H
#define TAC_WATCHED_HEAP_H

#include <stdbool.h>

#include "instrumented.h"

// Defined by the program; false: the call fails. It must not allocate.
bool heap_allows(void);

#endif
