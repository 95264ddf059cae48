#include "cycle.h"

static int64_t at_least_zero(int64_t x)
{
    return x > 0 ? x : 0;
}

tac_cause tac_cycle_cause(const tac_cycle *c, int64_t period, int64_t usual_step)
{
    int64_t slack = tac_cycle_slack(c, period);
    if (slack >= 0) {
        return TAC_ON_TIME;
    }

    // what each delay cost; a negative one is none
    int64_t step = c->step_end - c->step_start;
    int64_t asleep = at_least_zero(c->wake - c->release);
    int64_t blocked = c->cpu < 0 ? 0 : c->publish - c->wake - c->held - c->cpu;
    int64_t excess = at_least_zero(step - usual_step);

    if (blocked > -slack) {
        return TAC_BLOCKED;
    }
    if (asleep >= -slack) {
        return TAC_WOKEN_LATE;
    }
    if (excess >= -slack) {
        return TAC_COMPUTED_LONG;
    }
    if (c->step_end <= c->release + period) {
        return TAC_PUBLISHED_LATE;
    }
    int64_t too_long = usual_step > period ? step - period : excess;
    return asleep > too_long ? TAC_WOKEN_LATE : TAC_COMPUTED_LONG;
}

const char *tac_cause_name(tac_cause cause)
{
    switch (cause) {
    case TAC_ON_TIME:
        return "on time";
    case TAC_WOKEN_LATE:
        return "woken late";
    case TAC_COMPUTED_LONG:
        return "computed long";
    case TAC_PUBLISHED_LATE:
        return "published late";
    case TAC_BLOCKED:
        return "blocked";
    case TAC_N_CAUSE:
        break;
    }
    return "unknown";
}

const char *tac_safe_reason_name(tac_safe_reason reason)
{
    switch (reason) {
    case TAC_SAFE_NONE:
        return "none";
    case TAC_SAFE_BUCKET:
        return "too many misses";
    case TAC_SAFE_SKIP:
        return "overrun too long";
    case TAC_SAFE_STOP:
        return "policy stop";
    case TAC_SAFE_HUNG:
        return "step hung";
    case TAC_SAFE_DIVERGED:
        return "diverged";
    case TAC_SAFE_COMMAND:
        return "ordered";
    case TAC_SAFE_APART:
        return "a process did not answer";
    case TAC_SAFE_RECORD:
        return "the recording failed";
    case TAC_N_SAFE_REASON:
        break;
    }
    return "unknown";
}
