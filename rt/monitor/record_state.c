#include "record_state.h"

#include <inttypes.h>
#include <stdio.h>

#include "system/files.h"

const char *const tac_record_mode_name[TAC_N_RECORD_MODE] = {
    [TAC_RECORD_NONE] = "none",       [TAC_RECORD_OFF] = "stopped",
    [TAC_RECORD_WRITING] = "writing", [TAC_RECORD_WAITING] = "waiting",
    [TAC_RECORD_FAILING] = "failing",
};

// relaxed: each number stands for itself
static void put(_Atomic int64_t *x, int64_t value)
{
    atomic_store_explicit(x, value, memory_order_relaxed);
}

static int64_t get(const _Atomic int64_t *x)
{
    return atomic_load_explicit(x, memory_order_relaxed);
}

void tac_record_show(tac_record_shown *shown, const tac_record_state *s)
{
    put(&shown->lost_steps, s->lost_steps);
    put(&shown->lost, s->lost);
    put(&shown->gaps, s->gaps);
    put(&shown->pieces, s->pieces);
    put(&shown->marks, s->marks);
    put(&shown->bytes, s->bytes);
    atomic_store_explicit(&shown->error, s->error, memory_order_relaxed);
    atomic_store_explicit(&shown->mode, (int32_t)s->mode, memory_order_relaxed);
}

tac_record_state tac_record_read(const tac_record_shown *shown)
{
    int32_t mode = atomic_load_explicit(&shown->mode, memory_order_relaxed);
    return (tac_record_state){.mode = mode > 0 && mode < TAC_N_RECORD_MODE ? (tac_record_mode)mode
                                                                           : TAC_RECORD_NONE,
                              .error = atomic_load_explicit(&shown->error, memory_order_relaxed),
                              .lost_steps = get(&shown->lost_steps),
                              .lost = get(&shown->lost),
                              .gaps = get(&shown->gaps),
                              .pieces = get(&shown->pieces),
                              .marks = get(&shown->marks),
                              .bytes = get(&shown->bytes)};
}

int tac_record_is_bad(const tac_record_state *s)
{
    return s->mode == TAC_RECORD_FAILING || s->lost > 0;
}

const char *tac_record_describe(const tac_record_state *s, char *out, size_t size)
{
    static const char *const words[TAC_N_RECORD_MODE] = {
        [TAC_RECORD_NONE] = "nothing is recorded",
        [TAC_RECORD_OFF] = "recording stopped",
        [TAC_RECORD_WRITING] = "recording",
        [TAC_RECORD_WAITING] = "recording waits for a trigger",
        [TAC_RECORD_FAILING] = "NOT RECORDED",
    };
    int failing = s->mode == TAC_RECORD_FAILING;
    char lost[120] = "";
    if (s->lost > 0) {
        (void)snprintf(lost, sizeof lost,
                       ", %" PRId64 " steps (%" PRId64 " records) lost in %" PRId64 " gap%s",
                       s->lost_steps, s->lost, s->gaps, s->gaps == 1 ? "" : "s");
    }
    (void)snprintf(out, size, "%s%s%s%s%s", words[s->mode], failing ? " (" : "",
                   failing ? tac_output_error(s->error) : "", failing ? ")" : "", lost);
    return out;
}
