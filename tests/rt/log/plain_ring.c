// The ring of the recording between two threads, for ThreadSanitizer and drd: a plain program, 0 when
// all is well.
//   plain_ring [RECORDS]
//
// A small ring and a consumer that pauses, so that it is full again and again: records that got in
// come out once, whole and in order; those that did not are counted, and the next one says so; an
// event still finds the place that is kept for it.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "log/ring.h"

enum { WORDS = TAC_LOG_CYCLE_WORDS + 4, EVENT_EVERY = 1000 };

static tac_log_ring ring;
static uint64_t n = 300000;
static _Atomic int over;

static void fill(tac_log_slot *slot, uint64_t number)
{
    for (int i = 0; i < WORDS; i++) {
        slot->word[i] = number * 31 + (uint64_t)i;
    }
    slot->word[0] = number;
}

static void *produce(void *unused)
{
    (void)unused;
    for (uint64_t k = 1; k <= n; k++) {
        tac_log_kind kind = k % EVENT_EVERY == 0 ? TAC_LOG_EVENT : TAC_LOG_STEP;
        tac_log_ring_ready(&ring, WORDS);
        tac_log_slot *slot = tac_log_ring_next(&ring, kind);
        if (slot) {
            fill(slot, k);
            tac_log_ring_put(&ring);
        } else {
            tac_log_ring_drop(&ring, kind);
        }
        if (k % 64 == 0) {
            sched_yield();
        }
    }
    // release: the last record comes before it
    atomic_store_explicit(&over, 1, memory_order_release);
    return NULL;
}

static int is_whole(const tac_log_slot *slot)
{
    int whole = 1;
    for (int i = 1; i < WORDS; i++) {
        whole &= slot->word[i] == slot->word[0] * 31 + (uint64_t)i;
    }
    return whole;
}

int main(int argc, char **argv)
{
    n = argc > 1 ? strtoull(argv[1], NULL, 10) : n;
    pthread_t producer;
    if (!tac_log_ring_open(&ring, WORDS, 1) || pthread_create(&producer, NULL, produce, NULL)) {
        return 2;
    }
    while (atomic_load(&ring.lost) == 0 &&
           !atomic_load(&over)) { // the ring is full once for certain
        sched_yield();
    }
    uint64_t last = 0, missing = 0, events = 0, taken = 0, wrong = 0;
    for (int done = 0; !done;) {
        done = atomic_load_explicit(&over, memory_order_acquire);
        for (const tac_log_slot *s; (s = tac_log_ring_peek(&ring)); taken++) {
            uint64_t skipped = s->word[0] - last - 1;
            wrong += s->word[0] <= last || !is_whole(s) || (skipped > 0) != (s->gap != 0);
            missing += skipped;
            events += s->kind == TAC_LOG_EVENT;
            last = s->word[0];
            tac_log_ring_release(&ring);
            if (taken % 5000 == 0) {
                sched_yield();
            }
        }
        sched_yield();
    }
    pthread_join(producer, NULL);
    missing += n - last;
    uint64_t lost = (uint64_t)atomic_load(&ring.lost);
    int broken = atomic_load(&ring.broken);
    printf("ring: %llu records taken, %llu lost, %llu events, %llu wrong\n",
           (unsigned long long)taken, (unsigned long long)lost, (unsigned long long)events,
           (unsigned long long)wrong);
    tac_log_ring_close(&ring);
    return wrong != 0 || lost != missing || taken + lost != n || lost == 0 ||
           (broken == 0) != (events == n / EVENT_EVERY);
}
