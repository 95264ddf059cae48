// Latency figures: histograms of the executive and of cyclictest, merged over slices, and what they
// say together. Plain data, no clock, no processes.
#ifndef TAC_LATENCY_H
#define TAC_LATENCY_H

#include <stdint.h>

#include "monitor/histogram.h"
#include "monitor/monitor.h"

// Limits of the verdict. The ratios are the executive's own contribution to the wake-up latency; the
// overhead is everything in a cycle that is not the solver step. p99.9 and the maximum of a run are the work of
// few moments, which may have been the machine's: beyond its limit such a ratio fails when the slices make chance
// unlikely, and is left open otherwise. It passes in neither case. Missed deadlines are no part of it:
// on a machine that wakes cyclictest too late, too, they say what the machine is like. They stand
// beside cyclictest's own.
#define TAC_LIMIT_RATIO 1.15       // at most
#define TAC_LIMIT_OVERHEAD_NS 3000 // below
#define TAC_LIMIT_CHANCE 0.05      // at most, for a failure of the tail

enum { TAC_MAX_SLICES = 4096 }; // those beyond are added to the last

// The tails of single slices of one program.
typedef struct tac_tails {
    int n;
    int64_t p999[TAC_MAX_SLICES], max[TAC_MAX_SLICES]; // ns
} tac_tails;

typedef struct tac_latency {                                   // of one condition: idle or loaded
    tac_histogram wake, step, slack, publish_jitter, overhead; // of the executive
    tac_histogram cyclictest;                                  // empty without it
    tac_tails ours, theirs;                                    // wake-ups, slice by slice
    tac_counters count;                                        // sums over the slices
    int slices;
    int safe; // slices that ended in the safe state
} tac_latency;

typedef struct tac_quantiles {
    int64_t n, min, p50, p99, p999, max; // ns
} tac_quantiles;

typedef struct tac_ratio {      // wake of the executive over cyclictest
    double p50, p99, p999, max; // NAN without cyclictest
} tac_ratio;

typedef enum tac_result { TAC_PASS, TAC_OPEN, TAC_FAIL } tac_result; // from good to bad

typedef struct tac_band { // one line of the verdict
    const char *name;
    double value, limit; // NAN: not measured, does not count
    int below;           // passes below the limit only; otherwise at the limit, too
    double chance; // that a tail beyond its limit is the machine's; NAN: no such band, or within it
    tac_result result;
} tac_band;

enum { TAC_BANDS = 7 };

void tac_latency_clear(tac_latency *l);

// Adds all values of one histogram, or n times one value, to another.
void tac_histogram_merge(tac_histogram *to, const tac_histogram *from);
void tac_histogram_add_times(tac_histogram *h, int64_t ns, int64_t n);

// Adds one slice of the executive, read from its monitor after it ended. 0 when the counters could
// not be read.
int tac_latency_add(tac_latency *l, const tac_monitor *m);

// Adds one slice of cyclictest.
void tac_latency_add_cyclictest(tac_latency *l, const tac_histogram *h);

// Chance that the largest of n + m values of the same kind are all among the n, as many as are larger than
// `limit` times the largest of the m. 1 when there are none.
double tac_latency_chance(const int64_t *ours, int n, const int64_t *theirs, int m, double limit);

tac_quantiles tac_quantiles_of(const tac_histogram *h);
tac_ratio tac_latency_ratio(const tac_latency *l);

// Wake-ups of cyclictest that came a period late or later, known to 3 % of the period; such a cycle
// of the executive is a miss whatever it does.
int64_t tac_latency_overdue(const tac_latency *l, int64_t period_ns);

// What keeps the accounts from adding up: |cycles - on time - missed|, |missed - sum of causes|.
int64_t tac_latency_lost_cycles(const tac_latency *l);
int64_t tac_latency_lost_causes(const tac_latency *l);

// Fills the bands; returns the worst of their results. What was not measured passes.
tac_result tac_latency_bands(const tac_latency *l, tac_band band[TAC_BANDS]);

#endif
