// The writer of a playback (playback.h), as a file of an export: each row that the tables would see.
#ifndef TAC_PLAYBACK_FILE_H
#define TAC_PLAYBACK_FILE_H

#include "playback.h"
#include "scene/forces.h"
#include "simulation/export.h"
#include "simulation/flexible_frames.h"

typedef struct tac_playback_scratch { // of who makes rows
    double *sensor;                   // values of all sensors
    tac_force_reader forces;
    double *left; // for it                              (forces.n_left)
} tac_playback_scratch;

typedef struct tac_playback_file {
    int descriptor; // of memory that a child inherits; -1: none
    tac_playback_header *head;
    int64_t largest; // step of the rows
    tac_playback_scratch run, half;
    tac_flexible_frames frames;
} tac_playback_file;

// Takes memory for rows of the first `steps` steps of a simulation that has started: of every step, or of as many as
// fit into 512 MiB. Meshes are read from the files, NULL: from the disk. False with a line in diag; to be
// closed all the same.
bool tac_playback_open(tac_playback_file *p, const char *path, const tac_simulation *s,
                       int64_t steps, const tac_file_source *files, tac_diag *diag);
void tac_playback_close(tac_playback_file *p); // a zeroed one is fine

// Adds it to an export, whose rows it then has.
void tac_playback_export(tac_playback_file *p, tac_export *e);

void tac_playback_miss(tac_playback_file *p, int64_t step); // in the order of the steps

// What a run with half the step has after each step of the motion (context: the file), by its thread, from the second row
// on; and how large the error is, in words.
void tac_playback_half(void *context, const tac_simulation *half);
void tac_playback_measured(tac_playback_file *p, double by, bool in_doubt, const char *text);

// Nothing more comes.
void tac_playback_end(tac_playback_file *p, tac_playback_state state, int64_t diverged_step,
                      const char *why);

#endif
