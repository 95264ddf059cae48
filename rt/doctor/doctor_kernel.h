// Kernel, scheduling and time.
#ifndef TAC_DOCTOR_KERNEL_H
#define TAC_DOCTOR_KERNEL_H

#include "doctor_checks.h"

void tac_check_kernel(const tac_patient *p, tac_finding *f);
void tac_check_wake_up(const tac_patient *p, tac_finding *f);
void tac_check_throttling(const tac_patient *p, tac_finding *f);
void tac_check_fifo(const tac_patient *p, tac_finding *f);
void tac_check_clock_source(const tac_patient *p, tac_finding *f);
void tac_check_time_sync(const tac_patient *p, tac_finding *f);
void tac_check_virtual(const tac_patient *p, tac_finding *f);

#endif
