#include "watchdog.h"

#include "safe_state.h"
#include "system/clock.h"
#include "trace/trace.h"

#define SHORTEST 1000000 // ns between two looks
#define LONGEST 50000000

static void demote(const tac_watchdog *w)
{
    struct sched_param ordinary = {0};
    for (int i = 0; i < w->n_team; i++) {
        (void)pthread_setschedparam(w->team[i].id, SCHED_OTHER, &ordinary);
    }
}

int tac_watchdog_look(tac_watchdog *w, int64_t now)
{
    tac_executive *e = w->executive;
    int64_t since = atomic_load_explicit(&e->flags.step_since, memory_order_acquire);
    int hangs = since != 0 && now - since > e->rig->watchdog_ns;
    if (hangs) {
        // first the order not to commit, then the state that others see
        atomic_store(&e->flags.hung, 1);
        int64_t steps = atomic_load_explicit(&e->monitor->steps, memory_order_relaxed);
        (void)tac_safe_state_enter(e, TAC_SAFE_HUNG, steps);
    }
    if (w->barked || tac_safe_state(e) != TAC_SAFE_HUNG) {
        return 0;
    }
    w->barked = 1;
    demote(w);
    return 1;
}

void *tac_watchdog_run(void *watchdog)
{
    tac_watchdog *w = watchdog;
    int64_t interval = w->executive->rig->watchdog_ns / 4;
    interval = interval < SHORTEST ? SHORTEST : interval > LONGEST ? LONGEST : interval;
    while (!atomic_load_explicit(&w->quit, memory_order_relaxed)) {
        int64_t now = tac_now_ns();
        (void)tac_trace_follow();
        tac_watchdog_look(w, now);
        tac_real_clock.sleep_until(NULL, now + interval);
    }
    return NULL;
}
