// program: serve.motion with=../rt/serve/playback_reader.c,../rt/serve/message.c links=PkgConfig::LIBWEBSOCKETS
// test: serve.motion unit
// What a page asks of a motion is found without walking through it.
#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/playback_reader.h"

enum {
    ROWS = 1 << 20,
    WORDS = 512,
    BLOCK = 512
}; // a page of memory each row, of which none is there yet

static int file;
static tac_playback_reader reader;

static void put(uint64_t at, const void *bytes, size_t n)
{
    cr_assert_eq(pwrite(file, bytes, n, (off_t)at), (ssize_t)n);
}

static void put_step(const tac_playback_header *h, int64_t row, int64_t step, int64_t largest)
{
    const int64_t word[] = {step, largest};
    put(h->row_at + (uint64_t)row * h->row_words * 8, word, sizeof word);
}

// Of a motion of rows of zeros.
static tac_playback_header make(int64_t rows)
{
    tac_playback_header h = {.magic = TAC_PLAYBACK_MAGIC,
                             .n_value = WORDS - TAC_PLAYBACK_ROW_HEAD,
                             .every = 1,
                             .error_every = 1,
                             .most_row = (uint64_t)rows,
                             .row_words = WORDS,
                             .n_row = (uint64_t)rows};
    h.value_at = 4096;
    h.scene_at = h.miss_at = h.value_at + h.n_value * sizeof(tac_playback_value);
    h.row_at = (h.miss_at + TAC_PLAYBACK_MISSES * 8 + 4095) / 4096 * 4096;
    h.error_at = h.row_at;
    h.size = h.row_at + (uint64_t)rows * WORDS * 8;
    file = memfd_create("motion", 0);
    cr_assert(file >= 0 && ftruncate(file, (off_t)h.size) == 0);
    put(0, &h, sizeof h);
    return h;
}

static void open_reader(void)
{
    cr_assert(tac_playback_reader_open(&reader, dup(file)));
}

static int64_t pages(void)
{
    struct stat about;
    cr_assert_eq(fstat(file, &about), 0);
    return (int64_t)about.st_blocks * BLOCK / 4096;
}

Test(motion, a_step_is_found_by_a_look_at_few_rows)
{
    tac_playback_header h = make(ROWS);
    put_step(&h, ROWS - 1, 5, 5);
    open_reader();
    int64_t before = pages();
    cr_expect_eq(tac_playback_find(&reader, 5), ROWS - 1);
    cr_expect_eq(tac_playback_find(&reader, INT64_MAX), ROWS - 1);
    cr_expect_eq(tac_playback_find(&reader, INT64_MIN), 0);
    cr_expect_leq(pages() - before, 64, "%lld pages were read", (long long)(pages() - before));
}

// The first row that has come so far, with steps left out and begun anew.
Test(motion, a_step_is_found_where_it_was_reached_first)
{
    static const int64_t step[] = {0, 1, 2, 5, 6, 0, 1, 2, 3, 4, 9, 10, 0, 11};
    enum { N = sizeof step / sizeof *step };
    tac_playback_header h = make(N);
    int64_t largest = 0;
    for (int64_t i = 0; i < N; i++) {
        largest = step[i] > largest ? step[i] : largest;
        put_step(&h, i, step[i], largest);
    }
    open_reader();
    for (int64_t wanted = -1; wanted < 13; wanted++) {
        int64_t first = 0;
        while (first < N - 1 && step[first] < wanted) {
            first++;
        }
        cr_expect_eq(tac_playback_find(&reader, wanted), first, "step %lld", (long long)wanted);
    }
}
