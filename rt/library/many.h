// Room in which instances of a model step together.
#ifndef TAC_LIBRARY_MANY_H
#define TAC_LIBRARY_MANY_H

#include "handle.h"

// Frees all of it, with its lock.
void tac_places_close(tactus_model *m);

#endif
