// The time of day of the steps of a log: its anchors say where UTC stood, its cycles when each step was due.
//
// The wall clock is not followed: one anchor serves for all steps, the closest of those before somebody set the
// clock, so that time goes on evenly. Where the clock was set stands in the log's notes.
#ifndef TAC_LOG_WALL_TIME_H
#define TAC_LOG_WALL_TIME_H

#include <stdbool.h>

#include "reader.h"

typedef enum tac_time_scale { TAC_TIME_SIMULATED, TAC_TIME_UTC, TAC_TIME_TAI } tac_time_scale;

typedef struct tac_log_moment { // from here on steps follow each other by the period
    int64_t step, monotonic;    // ns, when the cycle of the step was due
} tac_log_moment;

typedef struct tac_log_wall_time {
    tac_wall_anchor anchor;
    bool is_known;          // there is an anchor
    int64_t n_set;          // times that the clock was set, as far as the log knows
    tac_log_moment *moment; // (n)
    size_t n, capacity, at; // at: where the last one was looked up
    int64_t period;         // ns of a cycle, which has so many steps
    int64_t substeps;
} tac_log_wall_time;

// The anchor alone.
void tac_log_wall_anchor(tac_log_wall_time *w, const tac_log *l);

// The anchor and the times of all steps. Fails with a line in diag when the log has none, as one that was not run
// against the clock, or cannot be read. Close it in any case.
int tac_log_wall_open(tac_log_wall_time *w, tac_log *l, tac_time_scale scale, tac_diag *diag);
void tac_log_wall_close(tac_log_wall_time *w);

// ns since 1970 of a step of the log, in UTC or TAI.
int64_t tac_log_wall_of(tac_log_wall_time *w, int64_t step, tac_time_scale scale);

#endif
