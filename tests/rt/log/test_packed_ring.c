#include "log/packed_ring.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005U + 1442695040888963407U;
    return *seed >> 33;
}

// Frame i: bytes and hashes that follow from its number.
static int put(tac_packed_ring *r, uint64_t i, size_t stored, size_t n_hash)
{
    tac_packed *p = tac_packed_ring_push(r, stored, n_hash);
    if (!p) {
        return 0;
    }
    p->frame.first = (int64_t)i;
    memset((unsigned char *)(p + 1), (int)(i % 251), stored);
    uint64_t *hash = (uint64_t *)(void *)((unsigned char *)p + p->size) - n_hash;
    for (size_t k = 0; k < n_hash; k++) {
        hash[k] = i + k;
    }
    return 1;
}

static void check(const tac_packed *p, uint64_t i)
{
    cr_assert_eq(p->frame.first, (int64_t)i);
    for (size_t k = 0; k < p->frame.stored; k++) {
        cr_assert_eq(tac_packed_bytes(p)[k], i % 251);
    }
    for (size_t k = 0; k < p->n_hash; k++) {
        cr_assert_eq(tac_packed_hashes(p)[k], i + k);
    }
}

// Frames of any sizes go in and out in their order, whatever way round; the oldest leave when there is no room.
static void go_round(size_t size, size_t most, uint64_t seed)
{
    tac_packed_ring r;
    uint64_t in = 0, out = 0;
    cr_assert(tac_packed_ring_open(&r, size));
    for (int i = 0; i < 3000; i++) {
        size_t stored = next(&seed) % most, n_hash = next(&seed) % 9;
        while (!put(&r, in, stored, n_hash)) {
            cr_assert_gt(r.n, 0, "what is small enough finds room in an empty ring");
            check(tac_packed_ring_oldest(&r), out++);
            tac_packed_ring_drop(&r);
        }
        in++;
        while (r.n > 0 && next(&seed) % 7 == 0) {
            check(tac_packed_ring_oldest(&r), out++);
            tac_packed_ring_drop(&r);
        }
        cr_assert_eq(r.n, in - out);
    }
    for (; r.n > 0; tac_packed_ring_drop(&r)) {
        check(tac_packed_ring_oldest(&r), out++);
    }
    cr_expect_eq(in, out);
    cr_expect_null(tac_packed_ring_oldest(&r));
    tac_packed_ring_close(&r);
}

Test(packed_ring, frames_keep_their_order_and_bytes)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        go_round(4096, 700, seed);
        go_round(65536, 3000, seed);
        go_round(1000, 500, seed); // hardly more than one
    }
}

Test(packed_ring, what_is_larger_than_all_of_it_finds_no_room)
{
    tac_packed_ring r;
    cr_assert(tac_packed_ring_open(&r, 1000));
    cr_expect_null(tac_packed_ring_push(&r, 1000, 0));
    cr_expect_eq(r.n, 0);
    cr_expect_not_null(tac_packed_ring_push(&r, 100, 3));
    tac_packed_ring_close(&r);
}
