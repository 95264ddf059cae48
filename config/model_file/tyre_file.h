// Tyres: property files (.tir), and maps of few numbers.
#ifndef TAC_TYRE_FILE_H
#define TAC_TYRE_FILE_H

#include "reader/reader.h"

// Index of the table with the coefficients of a file, read once however many tyres have it, or of a map.
int tac_read_tyre(const tac_place *p, const tac_node *node);

// Index of a new table of n numbers.
int tac_add_numbers(const tac_place *p, const char *name, const double *c, int n);

#endif
