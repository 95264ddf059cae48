// The registry of force laws.
#ifndef TAC_ELEMENT_LAWS_H
#define TAC_ELEMENT_LAWS_H

#include "law.h"

// The law of an element of this class; joints have none. The other one is that of springs whose table has corners, and
// of frictions that hold.
const tac_law_type *tac_law_type_of(tac_element_class what, bool other);

#endif
