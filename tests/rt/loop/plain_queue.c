// The command queue between two threads, for ThreadSanitizer and drd: a plain program, 0 when all is
// well.
//   plain_queue [MESSAGES]
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "loop/command_queue.h"

static uint64_t n = 200000;
static tac_command_queue queue;
static double saved[TAC_QUEUE_SIZE * 2]; // handed over with the message, and back by `done`

static void *produce(void *unused)
{
    (void)unused;
    for (uint64_t id = 1; id <= n; id++) {
        // a buffer is used again only when the message before with the same one is done
        double *buffer = &saved[id % (TAC_QUEUE_SIZE * 2)];
        while (id > TAC_QUEUE_SIZE * 2 &&
               atomic_load_explicit(&queue.done, memory_order_acquire) < id - TAC_QUEUE_SIZE * 2) {
            sched_yield();
        }
        *buffer = (double)id;
        const tac_command_message m = {.id = id, .count = (int64_t)(3 * id), .buffer = buffer};
        while (!tac_queue_put_all(&queue, &m, 1)) {
            sched_yield();
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    n = argc > 1 ? strtoull(argv[1], NULL, 10) : n;
    pthread_t producer;
    if (pthread_create(&producer, NULL, produce, NULL) != 0) {
        return 2;
    }
    int wrong = 0;
    for (uint64_t id = 1; id <= n; id++) {
        tac_command_message m;
        while (!tac_queue_take(&queue, &m)) {
            sched_yield();
        }
        double *buffer = m.buffer;
        wrong += m.id != id || m.count != (int64_t)(3 * id) || *buffer != (double)id;
        *buffer = 0.0;
        atomic_store_explicit(&queue.done, id, memory_order_release);
    }
    pthread_join(producer, NULL);
    printf("queue: %llu messages, %d wrong\n", (unsigned long long)n, wrong);
    return wrong != 0;
}
