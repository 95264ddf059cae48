// The tick of a device that owns the clock, and the grid of releases that follows it.
//
// The device counts its ticks, one per period, and says when each happened on CLOCK_MONOTONIC:
// either in a shared-memory segment it owns (tac_tick_cell at its start, written as a sequenced
// cell) or in UDP packets (tick number, 8 bytes, big endian), which a helper thread takes from the sender
// that the rig names, stamps with the kernel's time of reception and puts into a cell of the same form. The cycle thread only ever reads
// the newest cell: no system call, no waiting. rt/loop/pll.h turns ticks into corrections of the grid.
#ifndef TAC_TICK_H
#define TAC_TICK_H

#include <stdatomic.h>
#include <stdint.h>

#include "diag.h"
#include "pll.h"
#include "rig_file.h"
#include "system/udp_name.h"

#define TAC_TICK_MAGIC 0x314b434954434154ULL // "TACTICK1"

typedef struct tac_tick_cell {
    uint64_t magic;
    _Atomic uint64_t sequence; // odd while being written
    _Atomic uint64_t count;    // ticks
    _Atomic int64_t time;      // of that tick, ns on CLOCK_MONOTONIC
} tac_tick_cell;

typedef struct tac_tick {
    tac_tick_kind kind;
    const tac_tick_cell *cell; // NULL: the clock is the tick
    void *segment;             // mapped, NULL: none
    tac_tick_cell own;         // filled from UDP
    int socket;                // -1: none
    tac_udp_sender from;       // whose packets are ticks
    _Atomic uint64_t others;   // packets that are none: of others, or of another size
    _Atomic int quit;          // ends tac_tick_receive
    uint64_t count;            // of the newest tick used
    tac_pll pll;
} tac_tick;

// Opens the segment or the port. Fails with a line in diag. TAC_TICK_CLOCK opens nothing.
int tac_tick_open(tac_tick *t, const tac_tick_options *o, int64_t period_ns, tac_diag *diag);
void tac_tick_close(tac_tick *t);

// Thread function of the helper that receives packets, argument tac_tick; ends within 100 ms after
// quit was set.
void *tac_tick_receive(void *tick);

// Writer's side of a cell: what a device does at every tick.
void tac_tick_write(tac_tick_cell *cell, uint64_t count, int64_t time);

// Cycle thread: takes the newest tick and returns the correction of the next release, ns.
int64_t tac_tick_follow(tac_tick *t, int64_t release, int64_t now);

#endif
