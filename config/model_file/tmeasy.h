// Tyres of which few numbers are known.
#ifndef TAC_TMEASY_MAP_H
#define TAC_TMEASY_MAP_H

#include "reader/reader.h"

// Index of the table with the coefficients of a map `tmeasy`.
int tac_read_tmeasy(const tac_place *p, const tac_node *map);

#endif
