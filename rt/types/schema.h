// The JSON schema of model files.
#ifndef TAC_SCHEMA_H
#define TAC_SCHEMA_H

#include <stdio.h>

// Prints it: the part that is written by hand, with what follows from units and from the keys of types and maps. False
// without memory.
int tac_print_schema(FILE *out);

#endif
