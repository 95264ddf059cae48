// Tables: the section `tables` of a file.
#ifndef TAC_MODEL_TABLES_H
#define TAC_MODEL_TABLES_H

#include "desc.h"
#include "reader/reader.h"

void tac_read_tables(const tac_place *p);

// Index of a table by name, for the key.
int tac_table_reference(const tac_place *p, const tac_node *node);

// Index of a new linear table of n points.
int tac_add_points(const tac_place *p, const double *x, const double *y, int n);

// A table of the 36 numbers of a list of six lists.
int tac_read_matrix(const tac_place *p, const tac_node *list, const char *key);

struct tac_type;

// Makes of the matrices of a law of a type what it has in its tables (element_types.h).
void tac_mix_matrices(const tac_place *p, const tac_node *item, const struct tac_type *type,
                      tac_law_desc *law);

#endif
