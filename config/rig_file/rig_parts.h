// The parts of a rig file, read one after the other by rig_file.c.
//
// The time base comes first: solver options and period. tac_rig_set_defaults then fills in
// everything that follows from it, and each reader below changes what the file says otherwise. All
// refuse through the reader.
#ifndef TAC_RIG_PARTS_H
#define TAC_RIG_PARTS_H

#include "reader/reader.h"
#include "rig_file.h"

enum {
    TAC_RIG_LEAST_STEP_NS = 1000,     // below, the clock's own resolution shows
    TAC_RIG_LEAST_PERIOD_NS = 10000,  // below, no wake-up of any kernel keeps up
    TAC_RIG_MOST_SUBSTEPS = 1000,     // more mean that step and period were mixed up
    TAC_RIG_DEFAULT_MARGIN_NS = 50000 // covers the wake-up latency of a quiet machine
};

#define TAC_RIG_MOST_PERIOD_NS INT64_C(10000000000)

// ---------------------------------------------------------------- rig_base.c

// Step, substeps, duration and solver options; f->solver holds those of the model. Sets the period.
void tac_rig_read_base(const tac_place *p, tac_rig_file *f);

// substeps * dt in ns; 0 when that is not a whole number of nanoseconds.
int64_t tac_rig_period(double dt, int substeps);

void tac_rig_set_defaults(tac_rig_file *f); // everything that the time base decides

// ---------------------------------------------------------------- rig_timing.c

void tac_rig_read_threads(const tac_place *p, tac_rig_file *f);
void tac_rig_read_wake(const tac_place *p, tac_rig_file *f);
void tac_rig_read_publish(const tac_place *p, tac_rig_file *f);
void tac_rig_read_policy(const tac_place *p, tac_rig_file *f);
void tac_rig_read_watchdog(const tac_place *p, tac_rig_file *f);
void tac_rig_read_tick(const tac_place *p, tac_rig_file *f);

// ---------------------------------------------------------------- rig_signals.c

// The keys 'divisor' (1) and 'phase' (0, less than the divisor).
void tac_rig_read_rate(const tac_place *p, const tac_node *map, int *divisor, int *phase);

// m is NULL where files are not read; the names of sensors are then not checked.
void tac_rig_read_groups(const tac_place *p, tac_rig_file *f, const tac_model_file *m);
void tac_rig_read_outputs(const tac_place *p, tac_rig_file *f); // log, dump
void tac_rig_read_trace(const tac_place *p, tac_rig_file *f);

// ---------------------------------------------------------------- rig_exchange.c

// m as for the groups.
void tac_rig_read_exchange(const tac_place *p, tac_rig_file *f, const tac_model_file *m);

#endif
