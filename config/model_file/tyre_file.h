// Property files of tyres (.tir).
#ifndef TAC_TYRE_FILE_H
#define TAC_TYRE_FILE_H

#include "reader/reader.h"

// Index of the table with the coefficients of a file (tyre.h), read once however many tyres have it.
int tac_read_tyre(const tac_place *p, const tac_node *file);

#endif
