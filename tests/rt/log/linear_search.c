// test: security.logs_open_in_linear_work unit
// Opening a log costs work in proportion to its size, whatever heads of frames it holds. Work is counted
// in bytes that are read and bytes that are hashed in vain, never in time.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log_fixture.h"

#define MODEL "config/models/examples/engine_mounts.yaml"

static char path[64];

static void begin(void)
{
    snprintf(path, sizeof path, "/tmp/tactus-search-%d.tlog", (int)getpid());
}

static void end(void)
{
    unlink(path);
}

// What the heads behind the true log have in common.
typedef struct forgery {
    const char *what;
    tac_log_frame_kind kind;
    size_t apart;   // bytes from head to head, TAC_LOG_FRAME at least
    size_t claimed; // bytes of content, 0: the rest of the file
    bool rises;     // sequences, otherwise they are those of the past
    bool fits;      // the checksum of the content is right
    size_t raw;     // bytes of the content, unpacked
} forgery;

static const forgery forgeries[] = {
    {"each claims the rest", TAC_LOG_BLOCK, TAC_LOG_FRAME, 0, true, false, 4096},
    {"each claims the rest, wide apart", TAC_LOG_BLOCK, 2000, 0, true, false, 4096},
    {"each claims 1 MiB", TAC_LOG_BLOCK, TAC_LOG_FRAME, 1 << 20, true, false, 4096},
    {"each claims a little", TAC_LOG_BLOCK, TAC_LOG_FRAME, 100, true, false, 4096},
    {"blocks of the past with right sums", TAC_LOG_BLOCK, 16384, 0, false, true, 4096},
    {"ends with right sums that are none", TAC_LOG_END, 16384, 0, true, true, TAC_LOG_END_BYTES},
    {"headers with right sums", TAC_LOG_HEADER, 16384, 0, true, true, 4096},
};

static void forge(unsigned char *bytes, size_t from, size_t size, uint64_t run, const forgery *k)
{
    // from the last to the first, so that contents are what they will be
    size_t n = (size - from) / k->apart;
    for (size_t i = n; i-- > 0;) {
        size_t at = from + i * k->apart, rest = size - at - TAC_LOG_FRAME;
        size_t stored = k->claimed > 0 && k->claimed < rest ? k->claimed : rest;
        tac_log_frame f = {.kind = k->kind,
                           .stored = stored,
                           .raw = k->raw,
                           .last = 1,
                           .sequence = k->rises ? 1000 + i : 1,
                           .run = run};
        f.sum = k->fits ? tac_log_hash(bytes + at + TAC_LOG_FRAME, stored) : 0;
        tac_log_frame_put(&f, bytes + at);
    }
}

static uint64_t work_of(const tac_log *l)
{
    return l->fetched + l->hashed_in_vain;
}

// Bytes of work to open the true log with so much forged behind it, or in front of its blocks.
static uint64_t open_forged(size_t forged, bool in_front, const forgery *k)
{
    const recipe r = {.model = MODEL, .steps = 40, .steps_per_block = 10};
    tac_diag diag = {0};
    tac_log l;
    size_t size;
    cr_assert(record(path, &r));
    unsigned char *bytes = read_bytes(path, &size);
    cr_assert(tac_log_open(&l, path, &diag));
    uint64_t run = l.header_frame.run;
    size_t n_block = l.n_block, split = in_front ? (size_t)l.block[0].at : size;
    tac_log_close(&l);

    unsigned char *whole = calloc(1, size + forged);
    memcpy(whole, bytes, split);
    memcpy(whole + split + forged, bytes + split, size - split);
    forge(whole, split, split + forged, run, k);
    FILE *out = fopen(path, "wb");
    cr_assert_eq(fwrite(whole, 1, size + forged, out), size + forged);
    cr_assert_eq(fclose(out), 0);
    cr_assert(tac_log_open(&l, path, &diag), "%s", diag.text);
    cr_expect_not(tac_log_is_complete(&l));
    if (!in_front) {
        cr_expect_eq(l.n_block, n_block, "%s", k->what);
        cr_expect(l.has_end);
    }
    uint64_t work = work_of(&l);
    cr_expect_leq(work, 12 * (size + forged), "%s: %llu", k->what, (unsigned long long)work);
    tac_log_close(&l);
    free(bytes);
    free(whole);
    return work;
}

Test(log_search, work_grows_with_the_file_and_no_faster, .init = begin, .fini = end)
{
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        for (int in_front = 0; in_front < 2; in_front++) {
            uint64_t before = 0;
            for (size_t forged = (size_t)1 << 21; forged <= (size_t)1 << 23; forged *= 2) {
                uint64_t work = open_forged(forged, in_front, &forgeries[i]);
                cr_expect(before == 0 || work <= before * 5 / 2, "%s: %llu of %llu",
                          forgeries[i].what, (unsigned long long)work, (unsigned long long)before);
                before = work;
            }
        }
    }
}

// Damage by accident never reaches the bound: every content may be spoiled.
Test(log_search, what_is_whole_is_found_between_spoiled_contents, .init = begin, .fini = end)
{
    const recipe r = {.model = MODEL, .steps = 400, .full = 1, .steps_per_block = 4};
    tac_diag diag = {0};
    tac_log l;
    size_t size;
    cr_assert(record(path, &r));
    unsigned char *bytes = read_bytes(path, &size);
    cr_assert(tac_log_open(&l, path, &diag));
    size_t n = l.n_block;
    cr_assert_geq(n, 50);
    for (size_t i = 0; i + 1 < n; i++) {
        bytes[l.block[i].at + TAC_LOG_FRAME + 3] ^= 1;
    }
    int64_t last = l.block[n - 1].at;
    tac_log_close(&l);
    cr_assert(tac_log_open_memory(&l, "log", bytes, size, &diag));
    cr_expect_eq(l.n_block, 1);
    cr_expect_eq(l.block[0].at, last);
    cr_expect(l.has_end);
    cr_expect_leq(l.hashed_in_vain, size);
    tac_log_close(&l);
    free(bytes);
}

// One head that claims everything hides nothing.
Test(log_search, frames_inside_a_false_claim_are_found, .init = begin, .fini = end)
{
    const recipe r = {.model = MODEL, .steps = 40, .steps_per_block = 10};
    static const forgery one = {"one", TAC_LOG_BLOCK, TAC_LOG_FRAME, 0, true, false, 4096};
    tac_diag diag = {0};
    tac_log l;
    size_t size;
    cr_assert(record(path, &r));
    unsigned char *bytes = read_bytes(path, &size);
    cr_assert(tac_log_open(&l, path, &diag));
    size_t n = l.n_block, at = (size_t)l.block[0].at;
    uint64_t run = l.header_frame.run;
    tac_log_close(&l);
    unsigned char *whole = calloc(1, size + TAC_LOG_FRAME);
    memcpy(whole, bytes, at);
    memcpy(whole + at + TAC_LOG_FRAME, bytes + at, size - at);
    forge(whole, at, at + TAC_LOG_FRAME, run, &one);
    cr_assert(tac_log_open_memory(&l, "log", whole, size + TAC_LOG_FRAME, &diag));
    cr_expect_eq(l.n_block, n);
    cr_expect(l.has_end);
    cr_expect_eq(l.n_damage, 1);
    tac_log_close(&l);
    free(whole);
    free(bytes);
}
