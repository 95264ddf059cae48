// What couplings have in common: factors of the coordinates, the first of which is as large as 1.
#ifndef TAC_ELEMENT_COUPLING_H
#define TAC_ELEMENT_COUPLING_H

#include "element_types.h"

#define TAC_COUPLED_NUMBER(k) offsetof(tac_coupling, number[k])
#define TAC_OF_JOINTS(list) .coordinate = (list), .n_joint = (int)(sizeof(list) / sizeof *(list))

#endif
