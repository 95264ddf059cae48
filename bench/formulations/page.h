// The page docs/formulations.md: text from bench/formulations/page.md, tables, verdicts and drawings from results.
#ifndef FORMULATIONS_PAGE_H
#define FORMULATIONS_PAGE_H

#include "measure.h"

// False, with a line on stderr, when a file cannot be written.
bool page_write(const comparison *c, const char *folder);

#endif
