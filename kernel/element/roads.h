// Roads of a description: whether they make sense, and what they are made into.
#ifndef TAC_ELEMENT_ROADS_H
#define TAC_ELEMENT_ROADS_H

#include "road.h"
#include "status.h"

//   fails    TAC_BAD_VALUE, TAC_BAD_INDEX
tac_status tac_check_roads(const tac_desc *d);

// The road that a law stands on, TAC_NONE: none.
int tac_road_of_law(const tac_law_desc *l);

// Numbers that they have and that are made of them.
size_t tac_road_data_size(const tac_desc *d);
//   writes   road (d->roads.n); data, which they point into
void tac_make_roads(const tac_desc *d, const tac_curve *table, tac_road *road, double *data);

#endif
