// What the loop shows of itself once per cycle, for the thread that answers requests.
//
// A ring of four sequenced slots, as between executive and clients (io/slot.h): the loop never
// waits, and a reader that was overtaken looks again at the newest.
#ifndef TAC_SNAPSHOT_H
#define TAC_SNAPSHOT_H

#include <stdatomic.h>
#include <stdint.h>

#include "motion.h"

typedef struct tac_snapshot { // words of 64 bits only
    int64_t cycle, stamp;     // counted from 1; ns, CLOCK_MONOTONIC
    int64_t state, why;       // tac_platform_state, tac_platform_why
    int64_t is_latched, has_source, has_sink;
    int64_t missed, latest;              // periods that were skipped; ns, the latest wake-up
    int64_t limited;                     // cycles in which a limit kept a leg from its reference
    uint64_t applied, rejected, clamped; // what the sink says of our commands
    double source_age;                   // s, not finite without a source
    double pose[6];                      // position m; roll, pitch, yaw rad: washout's result
    double length[TAC_LEGS], velocity[TAC_LEGS]; // as commanded, m and m/s
    tac_leg_extremes extremes[TAC_LEGS];         // of the whole run
} tac_snapshot;

enum { TAC_SNAPSHOT_WORDS = sizeof(tac_snapshot) / sizeof(uint64_t), TAC_SNAPSHOT_SLOTS = 4 };
_Static_assert(sizeof(tac_snapshot) % sizeof(uint64_t) == 0, "copied word by word");

typedef struct tac_snapshot_ring {
    _Alignas(64) _Atomic uint64_t newest; // 0: none yet
    _Atomic uint64_t slot[TAC_SNAPSHOT_SLOTS][1 + TAC_SNAPSHOT_WORDS];
} tac_snapshot_ring;

void tac_snapshot_show(tac_snapshot_ring *r, const tac_snapshot *p); // the loop alone

// Copies the newest; 0 when there is none yet, or none could be copied in a few attempts.
int tac_snapshot_look(const tac_snapshot_ring *r, tac_snapshot *p);

#endif
