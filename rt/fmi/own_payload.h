// What this very binary carries.
#ifndef TAC_FMI_OWN_PAYLOAD_H
#define TAC_FMI_OWN_PAYLOAD_H

#include "fmu/payload.h"
#include "library/tactus.h"

// Its payload. Returns the texts of it, to be freed. NULL with a line (size).
tac_fmu_text *tac_own_payload(tac_fmu_payload *p, char *line, size_t size);

// Variables of its model. 0 with a line in diag, or without where there is no memory.
int tac_own_list(const tactus_model *model, tac_fmi_version version, tac_fmu_list *list,
                 tac_diag *diag);

#endif
