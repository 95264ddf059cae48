// What a model's values are called: the tables behind tactus_describe.
#ifndef TAC_LIBRARY_ABOUT_H
#define TAC_LIBRARY_ABOUT_H

#include "handle.h"

// Fills in all tables of a model whose base is prepared. 0 when there is no memory; what was taken is the model's.
int tac_library_name_values(tactus_model *m);

#endif
