// modelDescription.xml of an FMU.
#ifndef TAC_FMU_DESCRIPTION_H
#define TAC_FMU_DESCRIPTION_H

#include "fmu_list.h"
#include "payload.h"

enum { TAC_FMU_IDENTIFIER = 64 };

// The C identifier that an FMU of a model at a path has; returns it.
const char *tac_fmu_identifier(const char *path, char identifier[TAC_FMU_IDENTIFIER]);

// The whole text, to be freed. NULL: no memory.
char *tac_fmu_describe(const tac_fmu_list *l, const tac_simulation *s, const tac_fmu_payload *p,
                       size_t *size);

#endif
