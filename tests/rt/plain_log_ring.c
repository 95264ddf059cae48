// The log's ring between two threads, for ThreadSanitizer and drd: a plain program, 0 when all is
// well. Slots are plain memory: the ring alone keeps the threads apart.
//   plain_log_ring [RECORDS]
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "log_ring.h"

enum { WORDS = 6, BYTES = 8192 };

static tac_log_ring ring;
static uint64_t n = 200000;

static void *produce(void *unused)
{
    (void)unused;
    for (uint64_t i = 1; i <= n; i++) {
        tac_log_slot *s;
        while (!(s = tac_log_ring_next(&ring, TAC_LOG_STEP))) {
            sched_yield();
        }
        for (int k = 0; k < WORDS; k++) {
            s->word[k] = i * (uint64_t)(k + 1);
        }
        tac_log_ring_put(&ring);
    }
    return NULL;
}

static int is_wrong(const tac_log_slot *s, uint64_t i)
{
    int wrong = s->kind != TAC_LOG_STEP || s->gap != 0;
    for (int k = 0; k < WORDS; k++) {
        wrong |= s->word[k] != i * (uint64_t)(k + 1);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    pthread_t producer;
    uint64_t wrong = 0;
    n = argc > 1 ? strtoull(argv[1], NULL, 10) : n;
    if (!tac_log_ring_open(&ring, WORDS, BYTES) ||
        pthread_create(&producer, NULL, produce, NULL) != 0) {
        return 2;
    }
    for (uint64_t i = 1; i <= n; i++) {
        const tac_log_slot *s;
        while (!(s = tac_log_ring_peek(&ring))) {
            sched_yield();
        }
        wrong += (uint64_t)is_wrong(s, i);
        tac_log_ring_take(&ring);
    }
    pthread_join(producer, NULL);
    tac_log_ring_close(&ring);
    printf("log ring: %llu records, %llu wrong\n", (unsigned long long)n,
           (unsigned long long)wrong);
    return wrong != 0;
}
