// Cycle records as lines of comma-separated values, for the log and the dump.
//
// release_ns is CLOCK_MONOTONIC; the other times are counted from the release, so that wake_ns is
// the wake-up latency and slack_ns what was left at the end.
#ifndef TAC_CYCLE_TEXT_H
#define TAC_CYCLE_TEXT_H

#include <stdint.h>

#include "cycle.h"

enum { TAC_CYCLE_TEXT = 640 }; // characters that hold any line with its terminator

extern const char tac_cycle_header[]; // the line of names

// Writes one line with its end; returns the length.
int tac_cycle_print(const tac_cycle *c, int64_t period, char out[TAC_CYCLE_TEXT]);

#endif
