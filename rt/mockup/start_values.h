// Values that an FMU is given before it starts: of its parameters, of inputs that nothing is coupled to, of what else has
// a start value that may be another one.
#ifndef TAC_MOCKUP_START_VALUES_H
#define TAC_MOCKUP_START_VALUES_H

#include "fmu_file.h"
#include "session.h"

// Those of a file, NULL for none, and of texts NAME=VALUE (n), of which a later one counts; sizes of arrays follow the
// structural parameters among them. False with a line.
bool tac_start_values(tac_mockup *m, const tac_fmu_file *file, const char *const *text, int n,
                      tac_session *s, tac_diag *diag);

#endif
