// The cores of the workers: whether they exist, and who else uses them.
#ifndef TAC_DOCTOR_CORES_H
#define TAC_DOCTOR_CORES_H

#include "doctor_checks.h"

void tac_check_cores(const tac_patient *p, tac_finding *f);
void tac_check_isolation(const tac_patient *p, tac_finding *f);
void tac_check_nohz(const tac_patient *p, tac_finding *f);
void tac_check_interrupts(const tac_patient *p, tac_finding *f);
void tac_check_governor(const tac_patient *p, tac_finding *f);
void tac_check_idle(const tac_patient *p, tac_finding *f);
void tac_check_smt(const tac_patient *p, tac_finding *f);

#endif
