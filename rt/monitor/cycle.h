// What is known about one cycle, and how a miss is named.
//
//   release <= wake <= latch <= step_start <= step_end <= publish      (all ns, monotonic)
//   deadline = release + period, slack = deadline - publish (positive is good), missed = slack < 0
//   wake latency = wake - release, step time = step_end - step_start,
//   overhead = (publish - wake) - step time - held
#ifndef TAC_CYCLE_H
#define TAC_CYCLE_H

#include <stdint.h>

typedef enum tac_cause {
    TAC_ON_TIME,
    TAC_WOKEN_LATE,     // the wake-up alone used up what the step needed
    TAC_COMPUTED_LONG,  // the step took longer than its usual time allows
    TAC_PUBLISHED_LATE, // the step was in time, publishing was not
    TAC_BLOCKED,        // the thread was preempted or waited while it should compute
    TAC_N_CAUSE
} tac_cause;

typedef enum tac_safe_reason { // why the executive entered the safe state
    TAC_SAFE_NONE,
    TAC_SAFE_BUCKET,   // the leaky bucket of misses was full
    TAC_SAFE_SKIP,     // one overrun was longer than max_skip periods
    TAC_SAFE_STOP,     // policy stop
    TAC_SAFE_HUNG,     // the watchdog found a step that does not end, or a barrier timed out
    TAC_SAFE_DIVERGED, // the solver refused the step
    TAC_SAFE_COMMAND,  // ordered from outside
    TAC_SAFE_APART, // a process did not answer for its sub-models, and the policy allows no more of it
    TAC_SAFE_RECORD, // the recording failed, and the rig wants no run without it
    TAC_N_SAFE_REASON
} tac_safe_reason;

enum {                         // flags of a record
    TAC_CYCLE_START = 1,       // start phase, counted apart
    TAC_CYCLE_SKIPPED = 2,     // periods were dropped after this cycle
    TAC_CYCLE_SLIPPED = 4,     // the grid was shifted
    TAC_CYCLE_DEGRADED = 8,    // fewer iterations
    TAC_CYCLE_PAUSED = 16,     // no step was made
    TAC_CYCLE_SAFE = 32,       // safe state
    TAC_CYCLE_FAILED = 64,     // the solver refused the step
    TAC_CYCLE_COMMAND = 128,   // commands were applied
    TAC_CYCLE_UNLOCKED = 256,  // not in phase with the external tick
    TAC_CYCLE_TICK_LOST = 512, // no external tick any more, the clock runs free
    TAC_CYCLE_DOUBT = 1024,    // a step of it is in doubt
    TAC_CYCLE_APART = 2048,    // no step was made: a process did not answer for its sub-models
};

typedef struct tac_cycle {
    int64_t index; // cycles since the executive started
    int64_t step;  // solver steps done after this cycle
    int64_t release, wake, latch, step_start, step_end, publish;
    int64_t held;        // ns waited for the publish offset, between step_end and publish
    int64_t phase_error; // of the external tick, ns
    int64_t cpu;         // CPU time the cycle thread used from wake to publish, ns; -1 unknown
    double increment, position, velocity;
    int32_t iterations;
    int32_t skipped; // periods dropped after this cycle
    uint32_t flags;
    tac_cause cause;
    int64_t doubtful; // solver steps in doubt up to this cycle; not kept in recordings
} tac_cycle;

static inline int64_t tac_cycle_slack(const tac_cycle *c, int64_t period)
{
    return c->release + period - c->publish;
}

// Whether something at a divisor of the base rate is due in cycle k; cycle 0 is the first after the
// start phase, whose cycles are negative.
static inline int tac_cycle_is_due(int64_t k, int divisor, int phase)
{
    return (k - phase) % divisor == 0;
}

static inline int64_t tac_cycle_overhead(const tac_cycle *c)
{
    return (c->publish - c->wake) - (c->step_end - c->step_start) - c->held;
}

// Names a miss; TAC_ON_TIME when there is none. usual_step is the median step time so far, 0 when
// nothing is known yet. The first that holds:
//   BLOCKED         wall time from wake to publish, without what was held, exceeds CPU time by more
//                   than the overrun
//   WOKEN_LATE      without the wake latency the deadline would have been met
//   COMPUTED_LONG   without the step's excess over usual_step it would have been met
//   PUBLISHED_LATE  the step ended before the deadline
// Otherwise no single delay explains the miss, and the larger of wake latency and the step's excess
// over usual_step (at most a period: a step that never fits is long) gives its name.
// A cycle that began late because the one before ran over its deadline counts as woken late.
tac_cause tac_cycle_cause(const tac_cycle *c, int64_t period, int64_t usual_step);

const char *tac_cause_name(tac_cause cause);
const char *tac_safe_reason_name(tac_safe_reason reason);

#endif
