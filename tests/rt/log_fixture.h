// Small recordings for tests: a model is run for some steps while everything that can reach a run
// happens to it, and the log is kept.
#ifndef LOG_FIXTURE_H
#define LOG_FIXTURE_H

#include "log/reader.h"
#include "log/tools.h"
#include "log/writer.h"
#include "replay/replay.h"

typedef struct recipe {
    const char *model;
    int steps;
    int full;            // states of all steps
    int steps_per_block; // 0: as the program chooses
    int eventful;        // degraded steps, parameters, restore, reset
    int policies;        // every action of every overrun policy, in cycles
    int iterations;      // of every step, 0: as configured
    int order;           // 0: as in the model
    tac_acceleration_mode acceleration;
    double dt; // s, 0: as in the model
    tac_carriers carriers;
} recipe;

// Records to a file; returns 0 when something fails.
int record(const char *path, const recipe *r);

// Whole content of a file, to be freed.
unsigned char *read_bytes(const char *path, size_t *size);

// A log again with one edited block: all checksums, the chain and the end are made to fit.
typedef void edit(const tac_log_shape *s, tac_log_block *b, size_t index, void *context);
int rewrite(const char *from, const char *to, edit *change, void *context);
int rewrite_log(tac_log *l, const char *to, edit *change, void *context); // an open one

// How much damage a test does: 1, or TACTUS_CAMPAIGN in the environment; from 2 on what a short test
// samples is done completely.
int campaign(void);

// Replays a file with plain options.
tac_replay_result replay_file(const char *path);

#endif
