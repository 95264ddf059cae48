#include "command_queue.h"

// head and tail count messages since the beginning and never wrap in practice (2^64); a slot is
// the producer's from tail + size on and the consumer's up to head.

int tac_queue_put_all(tac_command_queue *q, const tac_command_message *m, int n)
{
    // relaxed: only this thread writes head
    uint64_t head = atomic_load_explicit(&q->head, memory_order_relaxed);
    // acquire: the consumer has finished reading the slots it gave back
    uint64_t tail = atomic_load_explicit(&q->tail, memory_order_acquire);
    if (n < 0 || head - tail + (uint64_t)n > TAC_QUEUE_SIZE) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        q->slot[(head + (uint64_t)i) % TAC_QUEUE_SIZE] = m[i];
    }
    // release: all messages are complete before the consumer sees that they are there
    atomic_store_explicit(&q->head, head + (uint64_t)n, memory_order_release);
    return 1;
}

int tac_queue_take(tac_command_queue *q, tac_command_message *m)
{
    // relaxed: only this thread writes tail
    uint64_t tail = atomic_load_explicit(&q->tail, memory_order_relaxed);
    // acquire: the messages up to head are complete
    uint64_t head = atomic_load_explicit(&q->head, memory_order_acquire);
    if (head == tail) {
        return 0;
    }
    *m = q->slot[tail % TAC_QUEUE_SIZE];
    // release: the message is copied before the producer may write over it
    atomic_store_explicit(&q->tail, tail + 1, memory_order_release);
    return 1;
}
