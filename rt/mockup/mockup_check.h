// Rules of the standard for variables, names and experiments.
#ifndef TAC_MOCKUP_CHECK_H
#define TAC_MOCKUP_CHECK_H

#include "mockup.h"

// Finds what the standard does not allow, in ModelStructure too.
void tac_mockup_check(const tac_mockup *m, tac_findings *f);

#endif
