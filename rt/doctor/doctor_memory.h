// Memory, shared memory, tracing, and the rig itself.
#ifndef TAC_DOCTOR_MEMORY_H
#define TAC_DOCTOR_MEMORY_H

#include "doctor_checks.h"

void tac_check_locking(const tac_patient *p, tac_finding *f);
void tac_check_huge_pages(const tac_patient *p, tac_finding *f);
void tac_check_memory(const tac_patient *p, tac_finding *f);
void tac_check_shared_memory(const tac_patient *p, tac_finding *f);
void tac_check_lttng(const tac_patient *p, tac_finding *f);
void tac_check_rig(const tac_patient *p, tac_finding *f);
void tac_check_error(const tac_patient *p, tac_finding *f);

#endif
