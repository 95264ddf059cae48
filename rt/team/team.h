// The team of threads that share one step: cycle thread (member 0) and workers.
//
// The schedule is static: every phase's items are cut once into one stretch per member, balanced by
// cost (kernel/include/schedule.h); phases too small to be worth sharing stay with member 0, which runs them
// one after another without meeting anyone. Bits do not depend on the number of members.
//
// Meeting. For a shared phase member 0 gives an order, a number that only grows, then runs its own
// stretch; a worker claims its stretch in its own cache line, runs it and says so there; member 0 goes
// on when every stretch is done. That is one barrier before and one after the phase, where only
// member 0 waits. No thread sleeps inside a step. When member 0 is done and a worker has not begun, it
// takes that stretch over: a worker that is late, preempted or gone costs time, never the step.
//
// Limit. A worker that stops inside a stretch cannot be helped: after wait_limit_ns the step fails.
// As long as it has not come back every further step fails before anything is touched, so that a
// late worker never meets the work memory of another step. tests/rt/team/team.pml is a model of this.
//
// Between steps. Workers spin for a while, then sleep to the same release as the cycle thread.
#ifndef TAC_TEAM_H
#define TAC_TEAM_H

#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "schedule.h"
#include "system/clock.h"

typedef struct tac_team tac_team; // opaque, one aligned block

typedef struct tac_team_options {
    int members;        // 1 .. TAC_MAX_WORKERS
    int oversubscribed; // members share cores: yield while spinning (a system call, said at start)
    int64_t wait_limit_ns;        // for one phase, > 0
    const tac_schedule *schedule; // cuts the phases by cost; NULL: evenly
    int least_stretch; // of even ones: items a stretch has at least, 0: as the phase says
} tac_team_options;

// Bytes of the block, 64-byte aligned. init keeps the list of phases, which has to outlive the team.
//   fails    NULL: options out of range, block too small or misaligned, more than 65535 phases
size_t tac_team_size(const tac_team_options *o, int n_phase);
tac_team *tac_team_init(const tac_team_options *o, const tac_phase *phase, int n_phase, void *mem,
                        size_t size);

// Cycle thread: makes one step with the first `iterations` Newton iterations (0: all). hook, if not
// NULL, is called by member 0 before every phase. Returns 0 when a worker stopped inside a stretch, or
// has not come back since: then the step must not be committed.
typedef void tac_phase_hook(void *context, const tac_phase *phase, int index);
int tac_team_step(tac_team *t, int iterations, tac_phase_hook *hook, void *context);

// Cycle thread: 1 when no worker is inside a stretch. After a failed step no thread may touch the work
// memory before this holds.
int tac_team_idle(const tac_team *t);

// Stretches that member 0 ran for workers which had not begun, since init. Any thread.
int64_t tac_team_taken(const tac_team *t);

// Worker thread `member` (1 ...): serves steps until tac_team_quit; sleeps between cycles until
// margin before the release announced by tac_team_next_release. Without an announcement it spins
// for wait_limit_ns, then looks once per millisecond. pure_spin never sleeps.
void tac_team_serve(tac_team *t, int member, const tac_clock *clock, int64_t margin_ns,
                    int pure_spin);
void tac_team_next_release(tac_team *t, int64_t release); // cycle thread
void tac_team_quit(tac_team *t);                          // any thread

// First item of member k's stretch of phase p (k = members gives the end).
int tac_team_cut(const tac_team *t, int phase, int member);

#endif
