// Absolute time: where UTC and TAI stand when CLOCK_MONOTONIC stands somewhere, and how well that is known.
//
// Nothing follows the wall clock. It is read beside the monotonic one, by threads that are not in a hurry, so that
// whoever has a time of a recording can tell the time of day. A step of the wall clock is noticed by its anchors.
#ifndef TAC_WALL_CLOCK_H
#define TAC_WALL_CLOCK_H

#include <stddef.h>
#include <stdint.h>

typedef struct tac_wall_anchor {
    int64_t monotonic, utc; // ns of the same moment; utc since 1970
    int64_t uncertainty;    // ns, of their being the same moment: half of what the reads took
    int64_t tai_offset;     // s, TAI - UTC; 0: the kernel was not told
    int64_t error; // ns, of UTC itself, as the kernel was told; -1: not synchronized, or not known
} tac_wall_anchor;

// Reads the clocks: one of UTC between two of the monotonic one, the closest of a few attempts.
tac_wall_anchor tac_wall_anchor_take(void);

// By how many ns UTC was set between two anchors, 0: not at all; what a clock that is steered may drift, and what the
// anchors leave open, is no step.
int64_t tac_wall_step(const tac_wall_anchor *before, const tac_wall_anchor *now);

// UTC of a moment of the monotonic clock, by the anchor.
int64_t tac_wall_utc(const tac_wall_anchor *a, int64_t monotonic);

// "2026-11-29T08:15:00.123456Z"; returns out.
enum { TAC_WALL_TEXT = 40 };
const char *tac_wall_text(int64_t utc, char out[TAC_WALL_TEXT]);

#endif
