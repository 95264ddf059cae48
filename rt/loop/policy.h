// Overrun policies: pure functions of (options, history, clock).
//
// After every cycle the executive asks what to do next. The answer depends on the arguments alone,
// so that every policy is tested with a faked clock and replayed from a log.
//
// T is the period, r the release of the cycle just finished, p when it was published.
//   late      p > r + T; exactly at the deadline is in time
//   policy    next release                          what it costs
//   COUNT     r + T, perhaps already past           later cycles are late until caught up; of more than
//                                                   max_burst periods all are dropped as by SKIP
//   SKIP      first grid point r + k T not before p k - 1 periods are dropped
//   SLIP      p                                     the grid moves by p - (r + T)
//   DEGRADE   as COUNT, with degrade_to iterations until recover_after good cycles in a row
//   STOP      as SKIP, in the safe state
// A cycle that is not late is followed by r + T whatever the policy. Once the safe state is ordered
// nothing is left to catch up, and releases follow SKIP without counting against max_skip.
#ifndef TAC_POLICY_H
#define TAC_POLICY_H

#include <stdint.h>

#include "rig_file.h"

typedef struct tac_policy_state {
    int64_t cycle;   // cycles finished
    int64_t release; // of the cycle just finished
    int bucket;      // leaky bucket
    int good;        // good cycles in a row
    int degraded;    // 1 while fewer iterations are made
    int safe;        // 1 once the safe state was ordered; stays until tac_policy_rearm
    int64_t missed, missed_at_start, skipped, slipped_ns;
} tac_policy_state;

typedef struct tac_policy_action {
    int64_t next_release;
    int64_t skipped; // periods dropped
    int64_t slipped; // ns the grid was shifted
    int iterations;  // of the next cycle; 0: as configured
    int safe;        // enter the safe state now
    int too_long;    // since one overrun was too long
} tac_policy_action;

// The cycle with release s->release was published at the given time: updates s, returns what to do.
//   start phase  misses of the first start_cycles cycles are counted apart, in missed_at_start; they
//                never fill the bucket, degrade or enter the safe state, but move the next release
//   bucket       +1 on a miss, -1 on a good cycle, not below 0; safe state at bucket_limit
//   max_skip     safe state when one overrun drops more periods
//   max_burst    with beyond_safe, safe state when one overrun is longer than so many periods
//   without_step it could not make its step: a miss to bucket and degradation and for STOP, whenever published
// Sets s->release to the next release.
tac_policy_action tac_policy_next(const tac_policy_options *o, tac_policy_state *s,
                                  int64_t published, int without_step);

// The safe state was left: no history but the counters.
void tac_policy_rearm(tac_policy_state *s);

#endif
