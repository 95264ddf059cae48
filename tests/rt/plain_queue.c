// The command queue between two threads, for ThreadSanitizer: a plain program, 0 when all is well.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

#include "command_queue.h"

#define N 200000

static tac_command_queue queue;
static double saved[TAC_QUEUE_SIZE * 2]; // handed over with the message, and back by `done`

static void *produce(void *unused)
{
    (void)unused;
    for (uint64_t id = 1; id <= N; id++) {
        // a buffer is used again only when the message before with the same one is done
        double *buffer = &saved[id % (TAC_QUEUE_SIZE * 2)];
        while (id > TAC_QUEUE_SIZE * 2 &&
               atomic_load_explicit(&queue.done, memory_order_acquire) < id - TAC_QUEUE_SIZE * 2) {
            sched_yield();
        }
        *buffer = (double)id;
        const tac_command_message m = {.id = id, .count = (int64_t)(3 * id), .buffer = buffer};
        while (!tac_queue_put(&queue, &m)) {
            sched_yield();
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t producer;
    if (pthread_create(&producer, NULL, produce, NULL) != 0) {
        return 2;
    }
    int wrong = 0;
    for (uint64_t id = 1; id <= N; id++) {
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
    printf("queue: %d messages, %d wrong\n", N, wrong);
    return wrong != 0;
}
