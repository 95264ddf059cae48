// Threads that serve a team, and phases that dawdle, stop or check what they see.
#ifndef TAC_USED_TEAM_H
#define TAC_USED_TEAM_H

#include <pthread.h>
#include <stdatomic.h>

#include "hand_built.h"
#include "team/team.h"

enum { TEST_TEAM_MOST = 16 };

extern _Thread_local int test_team_member; // of the calling thread; 0 outside the test_team

typedef struct test_team_hand {
    struct test_team *test_team;
    int member;
} test_team_hand;

typedef struct test_team {
    tac_team *team;
    int members;
    const tac_clock *clock;
    int64_t margin;
    int pure_spin;
    pthread_t thread[TEST_TEAM_MOST];
    test_team_hand hand[TEST_TEAM_MOST];
} test_team;

// A team over these phases with everything shared that can be; ends the program when refused.
tac_team *test_team_new(const tac_phase *phase, int n_phase, int members, int64_t wait_limit_ns);

// Starts the workers 1 ... members - 1 on the real clock, never sleeping unless told when.
void test_team_start(test_team *c, tac_team *t, int members);
void test_team_start_with(test_team *c, tac_team *t, int members, const tac_clock *clock,
                          int64_t margin, int pure_spin);
void test_team_stop(test_team *c); // tells the team to quit, waits for the threads

// Phases that run those of a machine after a random delay, now and then.
typedef struct dawdler {
    const tac_phase *real;
    _Atomic int by_workers; // stretches that workers ran
} dawdler;
int test_team_dawdle(const machine *m, tac_phase **phase,
                     dawdler **d); // returns how many; free both

// Wall time that a test gives up after: far longer than anything it waits for.
#define TEST_TEAM_PATIENCE 60000000000 // ns

#endif
