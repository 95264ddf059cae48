// Matrices of six rows: the keys `stiffness_matrix` and `damping_matrix` of forces.
#ifndef TAC_MATRICES_H
#define TAC_MATRICES_H

#include "desc.h"
#include "reader/reader.h"

// A table of the 36 numbers of a list of six lists.
int tac_read_matrix(const tac_place *p, const tac_node *list, const char *key);

struct tac_type;

// Makes of the matrices of a law of a type what it has in its tables (matrix_bushing.h).
void tac_mix_matrices(const tac_place *p, const tac_node *item, const struct tac_type *type,
                      tac_law_desc *law);

#endif
