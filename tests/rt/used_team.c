#include "used_team.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "arena.h"
#include "kernel/rng.h"

_Thread_local int test_team_member;

static void must(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "test_team: %s failed\n", what);
        abort();
    }
}

tac_team *test_team_new(const tac_phase *phase, int n_phase, int members, int64_t wait_limit_ns)
{
    const tac_team_options o = {.members = members,
                                .oversubscribed = 1,
                                .wait_limit_ns = wait_limit_ns,
                                .least_stretch = 1};
    size_t size = tac_team_size(&o, n_phase);
    tac_team *t = tac_team_init(&o, phase, n_phase, aligned_alloc(TAC_ALIGN, size), size);
    must(t != NULL, "team");
    return t;
}

static void *serve(void *argument)
{
    const test_team_hand *hand = argument;
    const test_team *c = hand->test_team;
    test_team_member = hand->member;
    tac_team_serve(c->team, hand->member, c->clock, c->margin, c->pure_spin);
    return NULL;
}

void test_team_start_with(test_team *c, tac_team *t, int members, const tac_clock *clock,
                          int64_t margin, int pure_spin)
{
    *c = (test_team){
        .team = t, .members = members, .clock = clock, .margin = margin, .pure_spin = pure_spin};
    for (int k = 1; k < members; k++) {
        c->hand[k] = (test_team_hand){c, k};
        must(pthread_create(&c->thread[k], NULL, serve, &c->hand[k]) == 0, "thread");
    }
}

void test_team_start(test_team *c, tac_team *t, int members)
{
    test_team_start_with(c, t, members, &tac_real_clock, 0, 1);
}

void test_team_stop(test_team *c)
{
    tac_team_quit(c->team);
    for (int k = 1; k < c->members; k++) {
        pthread_join(c->thread[k], NULL);
    }
}

// Mostly nothing, sometimes gives the core away, rarely sleeps.
static void delay(void)
{
    static _Thread_local rng g;
    if (g.state == 0) {
        g.state = 77u + (uint64_t)test_team_member;
    }
    if (chance(&g, 0.02)) {
        for (int i = uniform_int(&g, 200); i > 0; i--) {
            tac_pause();
        }
    }
    if (chance(&g, 0.01)) {
        sched_yield();
    }
    if (chance(&g, 0.0005)) {
        const struct timespec nap = {.tv_nsec = 1 + uniform_int(&g, 100000)};
        nanosleep(&nap, NULL);
    }
}

static void dawdle(tac_work *w, int first, int last)
{
    dawdler *d = (dawdler *)(void *)w;
    atomic_fetch_add_explicit(&d->by_workers, test_team_member > 0, memory_order_relaxed);
    delay();
    d->real->run(d->real->work, first, last);
    delay();
}

int test_team_dawdle(const machine *m, tac_phase **phase, dawdler **d)
{
    const tac_phase *real;
    int n = tac_index3.phases(m->work, &real);
    *phase = calloc((size_t)n, sizeof **phase);
    *d = calloc((size_t)n, sizeof **d);
    must(*phase && *d, "memory");
    for (int p = 0; p < n; p++) {
        (*d)[p].real = &real[p];
        (*phase)[p] = real[p];
        (*phase)[p].run = dawdle;
        (*phase)[p].work = (tac_work *)(void *)&(*d)[p];
    }
    return n;
}
