// The page docs/elimination.md: text from bench/elimination/page.md, tables and verdicts from the study.
#ifndef ELIMINATION_PAGE_H
#define ELIMINATION_PAGE_H

#include "study.h"

// False, with a line on stderr, when the file cannot be written.
bool page_write(const study *s, const char *path);

#endif
