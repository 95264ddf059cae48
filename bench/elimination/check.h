// What docs/elimination.md says of structure and numbers holds.
#ifndef ELIMINATION_CHECK_H
#define ELIMINATION_CHECK_H

#include "study.h"

// Prints each statement; false when one does not hold. Times are not judged.
bool check_study(const study *s);

#endif
