// The loop of a platform controller: every period it reads the driver, decides on the state, moves
// the legs by one cycle and commands them.
//
// It makes no system call but the sleep, takes no lock and waits for no other thread: instances are attached
// by a helper (port.h), verbs come through a place for one, everything it shows goes through rings.
// Questions come from one thread, one verb at a time.
#ifndef TAC_PLATFORM_LOOP_H
#define TAC_PLATFORM_LOOP_H

#include "command_log.h"
#include "instance_port.h"
#include "snapshot.h"
#include "system/clock.h"

typedef enum tac_platform_end {
    TAC_PLATFORM_GO_ON,
    TAC_PLATFORM_PARK_AND_END,
    TAC_PLATFORM_END_AT_ONCE
} tac_platform_end;

typedef struct tac_platform_loop {
    const tac_platform_file *file;
    const tac_clock *clock;
    tac_instance_port source, sink;
    tac_modes modes;
    tac_motion motion;
    tac_platform_command_log *commands; // NULL: none wanted
    tac_snapshot_ring ring;
    tac_snapshot snapshot;      // the next to be shown
    int64_t begin, release;     // ns; of the first cycle, of this one
    int64_t taken;              // number of the last verb that was taken
    _Atomic int64_t asked;      // 256 * number + verb
    _Atomic int64_t answered;   // 256 * number + answer
    _Atomic int end, has_ended; // tac_platform_end; the loop is over
} tac_platform_loop;

void tac_platform_loop_init(tac_platform_loop *l, const tac_platform_file *file,
                            const tac_clock *clock, int is_eager,
                            tac_platform_command_log *commands);

// Cycles until told to end. The body of a thread; argument is the loop.
void *tac_platform_loop_run(void *loop);

// One cycle; the sleep before it and the account of time are not part of it.
void tac_platform_loop_cycle(tac_platform_loop *l);

// Asks for a verb and looks for the answer, -1: not there yet.
void tac_platform_loop_ask(tac_platform_loop *l, tac_platform_verb verb);
int tac_platform_loop_answer(const tac_platform_loop *l);

#endif
