#include "preempt.h"

#include <stdint.h>
#include <sys/rseq.h>

// The sequence: one byte of this array, which is data. The system checks that the signature stands
// in front of the address to abort to.
static const uint32_t nowhere[2] = {RSEQ_SIG, 0};
static struct rseq_cs never;

// The field the system clears, NULL when the C library registered no area.
static volatile uint64_t *entry(void)
{
    if (__rseq_size == 0) {
        return 0;
    }
    char *area = (char *)__builtin_thread_pointer() + __rseq_offset;
    return (volatile uint64_t *)&((struct rseq *)(void *)area)->rseq_cs;
}

void tac_preempt_watch(void)
{
    volatile uint64_t *e = entry();
    if (e) {
        *e = (uintptr_t)&never;
    }
}

int tac_preempt_seen(void)
{
    volatile uint64_t *e = entry();
    if (!e) {
        return -1;
    }
    int seen = *e == 0;
    *e = 0;
    return seen;
}

__attribute__((constructor)) static void fill_sequence(void)
{
    never.start_ip = (uintptr_t)nowhere;
    never.post_commit_offset = 1;
    never.abort_ip = (uintptr_t)&nowhere[1];
}
