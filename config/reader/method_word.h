// The key `method` of model and rig files.
#ifndef TAC_METHOD_WORD_H
#define TAC_METHOD_WORD_H

#include "methods.h"
#include "reader.h"

// The method that the map names, `otherwise` when it has no such key; refuses a word that is not in the table
// of methods, with the nearest one.
const tac_method *tac_read_method(const tac_place *p, const tac_node *map,
                                  const tac_method *otherwise);

// Refuses keys of the map that the method does not take, and says who does.
void tac_check_solver_keys(const tac_place *p, const tac_node *map, const tac_method *method);

#endif
