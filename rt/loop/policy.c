#include "policy.h"

#include <limits.h>

// Grid points of the given period that have passed before now, counted from the first one.
static int64_t passed(int64_t first, int64_t period, int64_t now)
{
    return now > first ? (now - first - 1) / period + 1 : 0;
}

static int catches_up(const tac_policy_options *o)
{
    return o->kind == TAC_COUNT || o->kind == TAC_DEGRADE;
}

// Whether more periods are behind than are made up for.
static int is_beyond(const tac_policy_options *o, int64_t behind)
{
    return catches_up(o) && o->max_burst > 0 && behind > o->max_burst;
}

// Where the loop goes on: next release and what it costs.
static void place(const tac_policy_options *o, int safe, int64_t deadline, int64_t published,
                  tac_policy_action *a)
{
    int64_t behind = passed(deadline, o->period_ns, published);
    a->next_release = deadline;
    if (safe || o->kind == TAC_SKIP || o->kind == TAC_STOP || is_beyond(o, behind)) {
        a->skipped = behind;
        a->next_release = deadline + a->skipped * o->period_ns;
    } else if (o->kind == TAC_SLIP && published > deadline) {
        a->slipped = published - deadline;
        a->next_release = published;
    }
}

// Leaky bucket and degradation; returns whether a limit was reached.
static int account(const tac_policy_options *o, tac_policy_state *s, int late)
{
    if (late) {
        s->good = 0;
        s->degraded = o->kind == TAC_DEGRADE;
        s->bucket += s->bucket < INT_MAX;
        return o->kind == TAC_STOP || (o->bucket_limit > 0 && s->bucket >= o->bucket_limit);
    }
    s->good += s->good < INT_MAX;
    s->bucket -= s->bucket > 0;
    if (s->good >= o->recover_after) {
        s->degraded = 0;
    }
    return 0;
}

tac_policy_action tac_policy_next(const tac_policy_options *o, tac_policy_state *s,
                                  int64_t published, int without_step)
{
    tac_policy_action a = {0};
    int64_t deadline = s->release + o->period_ns;
    int late = published > deadline;
    int starting = s->cycle < o->start_cycles;

    // count, then see whether a limit is reached; the start phase and the safe state have none
    s->cycle++;
    s->missed += late && !starting;
    s->missed_at_start += late && starting;
    if (!starting && !s->safe) {
        a.safe = account(o, s, late || without_step);
        int64_t behind = passed(deadline, o->period_ns, published);
        a.too_long = (o->kind == TAC_SKIP && o->max_skip > 0 && behind > o->max_skip) ||
                     (o->beyond_safe && is_beyond(o, behind));
        a.safe |= a.too_long;
        s->safe = a.safe;
    }

    place(o, s->safe, deadline, published, &a);
    a.iterations = s->degraded ? o->degrade_to : 0;
    s->skipped += a.skipped;
    s->slipped_ns += a.slipped;
    s->release = a.next_release;
    return a;
}

void tac_policy_rearm(tac_policy_state *s)
{
    s->safe = s->bucket = s->good = s->degraded = 0;
}
