// All figures of the comparison as a table.
#ifndef FORMULATIONS_TABLE_H
#define FORMULATIONS_TABLE_H

#include "measure.h"

extern const char *const set_name[N_SET];   // bodies, joints
extern const char *const form_name[N_FORM]; // HDCA, DCA

// False, with a line on stderr, when the file cannot be written; - is standard output.
bool table_write(const comparison *c, const char *path);

#endif
