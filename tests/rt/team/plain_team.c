// The team under ThreadSanitizer and drd: a plain program, 0 when all is well.
//   plain_team [STEPS]
//
// Every hand-over of memory between members goes through the team, so plain variables suffice
// everywhere; those tools see whether the team's orders are enough.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hand_built.h"
#include "used_team.h"

static int failures;
static int steps = 500;

static void expect(int holds, const char *what, int members)
{
    if (!holds) {
        fprintf(stderr, "%s: fails with %d members\n", what, members);
        failures++;
    }
}

// ---- phases in order ---------------------------------------------------------------------------

// Item i of phase p counts the steps it took part in, after looking at all items of phase p - 1.
enum { N_PHASE = 12, N_ITEM = 20 };

static int64_t steps_seen[N_PHASE][N_ITEM];
static int number[N_PHASE];
static _Atomic int out_of_order;

static void chained(tac_work *w, int first, int last)
{
    int p = *(const int *)(const void *)w;
    for (int i = first; i < last; i++) {
        steps_seen[p][i]++;
        for (int j = 0; p > 0 && j < N_ITEM; j++) {
            if (steps_seen[p - 1][j] != steps_seen[p][i]) {
                atomic_fetch_add_explicit(&out_of_order, 1, memory_order_relaxed);
            }
        }
    }
}

static void phases_follow_one_another(int members)
{
    static tac_phase phase[N_PHASE];
    memset(steps_seen, 0, sizeof steps_seen);
    atomic_store(&out_of_order, 0);
    for (int p = 0; p < N_PHASE; p++) {
        number[p] = p;
        phase[p] = (tac_phase){
            .name = "chained", .work = (tac_work *)(void *)&number[p], .run = chained, .n = N_ITEM};
    }
    tac_team *t = test_team_new(phase, N_PHASE, members, TEST_TEAM_PATIENCE);
    test_team c;
    test_team_start(&c, t, members);
    for (int step = 0; step < steps; step++) {
        expect(tac_team_step(t, 0, NULL, NULL), "step", members);
    }
    test_team_stop(&c);
    expect(atomic_load(&out_of_order) == 0, "order of phases", members);
    expect(steps_seen[N_PHASE - 1][N_ITEM - 1] == steps, "every item in every step", members);
    free(t);
}

// ---- a real step with delays -------------------------------------------------------------------

static void bits_stay_the_same(machine_shape shape, int members)
{
    machine *plain = machine_new(shape, 96, 2), *shared = machine_new(shape, 96, 2);
    tac_phase *phase;
    dawdler *d;
    test_team c;
    int n = test_team_dawdle(shared, &phase, &d);
    tac_team *t = test_team_new(phase, n, members, TEST_TEAM_PATIENCE);
    test_team_start_with(&c, t, members, &tac_real_clock, 1000, 0);
    for (int i = 0; i < steps / 5; i++) {
        machine_step(plain);
        expect(machine_team_step(shared, t), "step of a machine", members);
        tac_team_next_release(t, tac_real_clock.now(NULL) + 20000);
    }
    test_team_stop(&c);
    expect(memcmp(plain->state.data, shared->state.data, plain->state.size) == 0, "bits", members);
    free(t);
    free(phase);
    free(d);
    machine_free(plain);
    machine_free(shared);
}

// ---- a worker that comes back late -------------------------------------------------------------

// Worker 1 stays in its stretch until the gate opens, then writes; later steps write there as well.
static _Atomic int gate_closed, inside;
static int64_t written[2];

static void late_write(tac_work *w, int first, int last)
{
    (void)w;
    while (test_team_member == 0 && atomic_load(&gate_closed) && !atomic_load(&inside)) {
        tac_pause();
    }
    if (test_team_member == 1) {
        atomic_store(&inside, 1);
        while (atomic_load(&gate_closed)) {
            tac_pause();
        }
        atomic_store(&inside, 0);
    }
    for (int i = first; i < last; i++) {
        written[i]++;
    }
}

static void late_worker_meets_no_later_step(int members)
{
    const tac_phase phase = {.name = "late", .run = late_write, .n = 2};
    tac_team *t = test_team_new(&phase, 1, members, 1000000);
    test_team c;
    test_team_start(&c, t, members);
    for (int round = 0; round < steps / 25; round++) {
        atomic_store(&gate_closed, 1);
        expect(!tac_team_step(t, 0, NULL, NULL), "stuck step", members);
        expect(!tac_team_step(t, 0, NULL, NULL), "step after it", members);
        atomic_store(&gate_closed, 0);
        while (!tac_team_idle(t)) {
            tac_pause();
        }
        written[0] = written[1] = 0; // nobody else is there
        int made = 0;
        for (int i = 1; i <= 10; i++) {
            made += tac_team_step(t, 0, NULL, NULL);
        }
        while (!tac_team_idle(t)) {
            tac_pause();
        }
        expect(written[0] >= made && written[1] >= made, "stretches", members);
    }
    test_team_stop(&c);
    free(t);
}

int main(int argc, char **argv)
{
    steps = argc > 1 ? atoi(argv[1]) : steps;
    for (int members = 2; members <= 4; members++) {
        phases_follow_one_another(members);
        for (int shape = 0; shape < MACHINE_SHAPES; shape++) {
            bits_stay_the_same((machine_shape)shape, members);
        }
    }
    late_worker_meets_no_later_step(2);
    late_worker_meets_no_later_step(3);
    printf("team: %s\n", failures ? "FAILED" : "ok");
    return failures != 0;
}
