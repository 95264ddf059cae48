// The ring between control thread and cycle thread, on one thread; plain_queue.c has two.
#include <criterion/criterion.h>

#include "loop/command_queue.h"

static tac_command_message message(uint64_t id)
{
    return (tac_command_message){.id = id, .verb = TAC_VERB_WRITE, .value = 0.5 * (double)id};
}

Test(command_queue, empty_gives_nothing)
{
    tac_command_queue q = {0};
    tac_command_message m = message(77);
    cr_expect_not(tac_queue_take(&q, &m));
    cr_expect_eq(m.id, 77, "left as it was");
}

Test(command_queue, keeps_order_and_content)
{
    tac_command_queue q = {0};
    tac_command_message m;
    for (uint64_t i = 0; i < 10; i++) {
        m = message(i);
        cr_expect(tac_queue_put_all(&q, &m, 1));
    }
    for (uint64_t i = 0; i < 10; i++) {
        cr_expect(tac_queue_take(&q, &m));
        cr_expect(m.id == i && m.verb == TAC_VERB_WRITE && m.value == 0.5 * (double)i);
    }
    cr_expect_not(tac_queue_take(&q, &m));
}

Test(command_queue, full_refuses_and_loses_nothing)
{
    tac_command_queue q = {0};
    tac_command_message m;
    for (uint64_t i = 0; i < TAC_QUEUE_SIZE; i++) {
        m = message(i);
        cr_assert(tac_queue_put_all(&q, &m, 1));
    }
    m = message(1000);
    cr_expect_not(tac_queue_put_all(&q, &m, 1));
    cr_expect(tac_queue_take(&q, &m) && m.id == 0);
    m = message(1001);
    cr_expect(tac_queue_put_all(&q, &m, 1), "one was taken");
    for (uint64_t i = 1; i < TAC_QUEUE_SIZE; i++) {
        cr_expect(tac_queue_take(&q, &m) && m.id == i);
    }
    cr_expect(tac_queue_take(&q, &m) && m.id == 1001);
}

Test(command_queue, batch_is_put_whole_or_not_at_all)
{
    tac_command_queue q = {0};
    tac_command_message m[TAC_QUEUE_SIZE + 1];
    for (uint64_t i = 0; i <= TAC_QUEUE_SIZE; i++) {
        m[i] = message(i);
    }
    cr_expect_not(tac_queue_put_all(&q, m, TAC_QUEUE_SIZE + 1));
    cr_expect_not(tac_queue_put_all(&q, m, -1));
    cr_expect(tac_queue_put_all(&q, m, 0));
    cr_expect_not(tac_queue_take(&q, &m[0]), "nothing was put");
    cr_expect(tac_queue_put_all(&q, m, TAC_QUEUE_SIZE - 2));
    cr_expect_not(tac_queue_put_all(&q, m, 3), "room for two");
    cr_expect(tac_queue_put_all(&q, m, 2));
    for (uint64_t i = 0; i < TAC_QUEUE_SIZE; i++) {
        tac_command_message got;
        cr_assert(tac_queue_take(&q, &got));
        cr_expect_eq(got.id, i < TAC_QUEUE_SIZE - 2 ? i : i - (TAC_QUEUE_SIZE - 2));
    }
    cr_expect_not(tac_queue_take(&q, &m[0]));
}

Test(command_queue, goes_round_many_times)
{
    tac_command_queue q = {0};
    tac_command_message m;
    uint64_t put = 0, taken = 0;
    for (int round = 0; round < 10000; round++) {
        for (int i = 0; i < round % TAC_QUEUE_SIZE; i++) {
            m = message(put);
            put += (uint64_t)tac_queue_put_all(&q, &m, 1);
        }
        for (int i = 0; i < round % 50 && tac_queue_take(&q, &m); i++) {
            cr_assert_eq(m.id, taken);
            taken++;
        }
        cr_assert_leq(put - taken, TAC_QUEUE_SIZE);
    }
    cr_expect_gt(taken, 100000);
}

Test(command_queue, producer_and_consumer_have_lines_of_their_own)
{
    tac_command_queue q;
    size_t head = (size_t)((char *)&q.head - (char *)&q);
    size_t tail = (size_t)((char *)&q.tail - (char *)&q);
    size_t done = (size_t)((char *)&q.done - (char *)&q);
    cr_expect(head / 64 != tail / 64 && tail / 64 != done / 64 && head / 64 != done / 64);
}
