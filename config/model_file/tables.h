// Tables: the section `tables` of a file.
#ifndef TAC_MODEL_TABLES_H
#define TAC_MODEL_TABLES_H

#include "reader/reader.h"

void tac_read_tables(const tac_place *p);

// Index of a table by name, for the key.
int tac_table_reference(const tac_place *p, const tac_node *node);

#endif
