// Findings as text for people and as JSON for programs.
#ifndef TAC_DOCTOR_PRINT_H
#define TAC_DOCTOR_PRINT_H

#include <stdio.h>

#include "doctor.h"

const char *tac_health_name(tac_health h);

void tac_doctor_print(const tac_finding *finding, int n, FILE *out);
void tac_doctor_print_json(const char *rig, const tac_finding *finding, int n, FILE *out);

#endif
