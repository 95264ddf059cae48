// What a platform controller tells people: how far its platform reaches, and what it commanded.
#ifndef TAC_PLATFORM_REPORT_H
#define TAC_PLATFORM_REPORT_H

#include <stdio.h>

#include "controller.h"

// What the file describes; what was commanded in a run.
void tac_platform_print_file(const tac_platform_file *f, FILE *out);
void tac_controller_report(tac_controller *c, FILE *out);

#endif
