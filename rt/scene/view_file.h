// Files that show the motion of a scene, beside the tables of an export: each sees the steps that the tables see.
// A file of one kind is named by its path; "-" is standard output.
#ifndef TAC_VIEW_FILE_H
#define TAC_VIEW_FILE_H

#include "simulation/export.h"

typedef struct tac_view_file {
    const char *path;
    double rate;          // pictures per second of simulated time, where they are rarer than rows
    const char *view;     // from where pictures look, NULL: the writer chooses
    const tac_export *of; // which tells the time of day of a row
    void *state;          // while it is open
} tac_view_file;

#endif
