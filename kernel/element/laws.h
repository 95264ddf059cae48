// The registry of force laws.
#ifndef TAC_ELEMENT_LAWS_H
#define TAC_ELEMENT_LAWS_H

#include "law.h"

// The law of an element of this class; joints have none.
const tac_law_type *tac_law_type_of(tac_element_class what, bool has_sides);

#endif
