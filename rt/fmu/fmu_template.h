// The binary of an FMU, made from the template without a compiler.
#ifndef TAC_FMU_TEMPLATE_H
#define TAC_FMU_TEMPLATE_H

#include <stddef.h>

#include "diag.h"

// The bytes of the template at a path with a payload in it, to be freed. NULL with a line in diag.
char *tac_fmu_fill(const char *path, const char *payload, size_t n, size_t *size, tac_diag *diag);

#endif
