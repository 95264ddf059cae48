// What a sub-model shows: where its file has `export`, no other name of it reaches the file that includes it.
#ifndef TAC_EXPORTS_H
#define TAC_EXPORTS_H

#include "model_reader.h"

// Reads the key of an inclusion's file; of the outermost file it says what an object of it shows.
void tac_read_exports(const tac_place *p);

// Refuses a name with '/' that some inclusion on its way does not show; p is the place that it is said in.
void tac_check_shown(const tac_place *p, const tac_node *at, const char *name);

// Refuses a parameter that is given to an inclusion which does not show it.
void tac_check_parameter_shown(const tac_place *inside, const tac_entry *given);

// Refuses what is exported and not there; when all names are known.
void tac_check_exports(const tac_place *p);

#endif
