// The paper's statements beside what was measured, and whether they come out.
#ifndef FORMULATIONS_VERDICTS_H
#define FORMULATIONS_VERDICTS_H

#include <stdio.h>

#include "measure.h"

void verdicts_put(const comparison *c, FILE *f);

#endif
