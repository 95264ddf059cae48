// Threads that serve a team, and phases that dawdle, stop or check what they see.
#ifndef TAC_TEST_SQUAD_H
#define TAC_TEST_SQUAD_H

#include <pthread.h>
#include <stdatomic.h>

#include "rigged.h"
#include "team/team.h"

enum { SQUAD_MOST = 16 };

extern _Thread_local int squad_member; // of the calling thread; 0 outside the squad

typedef struct squad_hand {
    struct squad *squad;
    int member;
} squad_hand;

typedef struct squad {
    tac_team *team;
    int members;
    const tac_clock *clock;
    int64_t margin;
    int pure_spin;
    pthread_t thread[SQUAD_MOST];
    squad_hand hand[SQUAD_MOST];
} squad;

// A team over these phases with everything shared that can be; ends the program when refused.
tac_team *squad_team(const tac_phase *phase, int n_phase, int members, int64_t wait_limit_ns);

// Starts the workers 1 ... members - 1 on the real clock, never sleeping unless told when.
void squad_start(squad *c, tac_team *t, int members);
void squad_start_with(squad *c, tac_team *t, int members, const tac_clock *clock, int64_t margin,
                      int pure_spin);
void squad_stop(squad *c); // tells the team to quit, waits for the threads

// Phases that run those of a machine after a random delay, now and then.
typedef struct dawdler {
    const tac_phase *real;
    _Atomic int by_workers; // stretches that workers ran
} dawdler;
int squad_dawdle(const machine *m, tac_phase **phase, dawdler **d); // returns how many; free both

// Wall time that a test gives up after: far longer than anything it waits for.
#define SQUAD_PATIENCE 60000000000 // ns

#endif
