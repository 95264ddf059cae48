// Rules of ModelStructure: all outputs are listed, each once, and so is what is computed at the start; references lead
// to variables.
#ifndef TAC_MOCKUP_STRUCTURE_H
#define TAC_MOCKUP_STRUCTURE_H

#include "mockup.h"

void tac_mockup_check_structure(const tac_mockup *m, tac_findings *f);

#endif
