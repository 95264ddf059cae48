// The history of frames: every frame in its order, with the bits it was published with; what is lost is counted; old
// executives have none; and nothing that stands in such a segment harms a reader.
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exchange/segment.h"
#include "instance.h"

static instance live;
static tac_io *io;
static uint64_t lost;

static void open_reader(void)
{
    tac_io_error error;
    io = tac_io_attach(live.name, TAC_IO_READ, NULL, &error);
    cr_assert_not_null(io, "%s", error.text);
    cr_assert_eq(tac_io_history_open(io, &error), TAC_IO_OK, "%s", error.text);
}

static void set_up(void)
{
    cr_assert(instance_open(&live, "history", 1));
    instance_stop_history(&live); // frames are carried over by hand
    lost = 0;
    open_reader();
}

static void tear_down(void)
{
    tac_io_detach(io);
    instance_close(&live);
}

TestSuite(history, .init = set_up, .fini = tear_down, .timeout = 60);

static void publish(uint64_t n)
{
    for (uint64_t k = 0; k < n; k++) {
        instance_cycle(&live);
    }
}

static tac_io_status next(void)
{
    return tac_io_history_next(io, TAC_IO_POLL, 0.0, &lost);
}

static uint64_t number(void)
{
    tac_io_frame f;
    tac_io_get_frame(io, &f);
    return f.number;
}

// The frame is the one of that number, whole, and its values are those of its step.
static void check_frame(uint64_t wanted)
{
    tac_io_frame f;
    tac_io_get_frame(io, &f);
    cr_assert_eq(f.number, wanted, "%llu instead of %llu", (unsigned long long)f.number,
                 (unsigned long long)wanted);
    cr_assert_eq(f.step, (int64_t)wanted);
    cr_assert_eq(tac_io_value(io, CLOCK, 0), (double)wanted * 1e-3);
    for (int k = 0; k < 3 * 38; k++) {
        cr_assert_eq(tac_io_value(io, LOAD, k), (double)wanted);
    }
}

static void check_frames(uint64_t from, uint64_t to)
{
    for (uint64_t n = from; n <= to; n++) {
        cr_assert_eq(next(), TAC_IO_OK, "frame %llu", (unsigned long long)n);
        check_frame(n);
    }
    cr_assert_eq(next(), TAC_IO_STALE);
}

Test(history, gives_every_frame_of_the_last_seconds)
{
    cr_assert_eq(tac_io_history_depth(io), TAC_HISTORY_SECONDS * 1000); // of 1 ms
    publish(1);
    check_frames(1, 1);
    publish(1500); // a reader without processor, and a helper that has caught up
    tac_history_follow(&live.x->history);
    check_frames(2, 1501);
    cr_assert_eq(lost, 0);
}

Test(history, a_reader_that_keeps_up_needs_no_helper)
{
    publish(1);
    check_frames(1, 1);
    for (uint64_t n = 2; n < 100; n += 3) {
        publish(3);
        check_frames(n, n + 2);
    }
    cr_assert_eq(lost, 0);
}

Test(history, frames_on_their_way_are_waited_for)
{
    publish(1);
    check_frames(1, 1);
    publish(100);
    cr_assert_eq(next(), TAC_IO_STALE); // the next is neither here nor there
    tac_history_follow(&live.x->history);
    check_frames(2, 101);
    cr_assert_eq(lost, 0);
}

Test(history, what_was_overwritten_is_counted)
{
    uint64_t depth = tac_io_history_depth(io), got = 0;
    publish(1);
    check_frames(1, 1);
    for (int k = 0; k < 12; k++) { // one and a half laps
        publish(1000);
        tac_history_follow(&live.x->history);
    }
    uint64_t last = number();
    while (next() == TAC_IO_OK) {
        cr_assert_gt(number(), last);
        last = number();
        check_frame(last);
        got++;
    }
    cr_assert_eq(last, 12001);
    cr_assert_eq(got + lost, 12000);
    cr_assert_geq(got, depth - depth / 4);
    cr_assert_leq(got, depth);
}

Test(history, what_the_helper_missed_is_left_out_and_counted)
{
    publish(1);
    check_frames(1, 1);
    tac_history_follow(&live.x->history);
    uint64_t ring = live.x->history.n_ring;
    publish(ring + 50); // further than a frame can be on its way
    tac_history_follow(&live.x->history);
    cr_assert_eq(atomic_load(&live.x->history.segment->left_out), 50);
    cr_assert_eq(next(), TAC_IO_OK);
    check_frame(52);
    cr_assert_eq(lost, 50);
    check_frames(53, ring + 51);
    cr_assert_eq(lost, 50);
}

Test(history, can_be_read_again_from_any_frame)
{
    publish(500);
    tac_history_follow(&live.x->history);
    check_frames(500, 500);
    tac_io_history_seek(io, 0);
    check_frames(1, 500);
    tac_io_history_seek(io, 321);
    check_frames(321, 500);
    tac_io_history_seek(io, 502); // that is to come
    cr_assert_eq(next(), TAC_IO_STALE);
    publish(3);
    check_frames(502, 503);
    cr_assert_eq(lost, 0);
}

Test(history, gives_what_is_left_after_the_end)
{
    publish(1);
    check_frames(1, 1);
    publish(200);
    tac_history_follow(&live.x->history);
    publish(3);
    tac_exchange_abandon(live.x);
    for (uint64_t n = 2; n <= 204; n++) {
        cr_assert_eq(next(), TAC_IO_OK);
        check_frame(n);
    }
    cr_assert_eq(next(), TAC_IO_ENDED);
    cr_assert_eq(lost, 0);
}

Test(history, frames_that_died_with_the_executive_are_counted)
{
    publish(1);
    check_frames(1, 1);
    publish(100); // the helper never takes them
    tac_exchange_abandon(live.x);
    for (uint64_t n = 98; n <= 101; n++) {
        cr_assert_eq(next(), TAC_IO_OK);
        check_frame(n);
    }
    cr_assert_eq(next(), TAC_IO_ENDED);
    cr_assert_eq(lost, 96);
}

// ---- executives without it -----------------------------------------------------------------------

Test(history, without_one_frames_are_read_one_by_one)
{
    tac_io_detach(io);
    live.x->state->history_size = 0;
    cr_assert(instance_cycle(&live) == 1);
    open_reader();
    cr_assert_eq(tac_io_history_depth(io), 0);
    check_frames(1, 1);
    for (uint64_t n = 2; n < 50; n += 2) {
        publish(2);
        check_frames(n, n + 1);
    }
    cr_assert_eq(lost, 0);
    uint64_t before = number();
    publish(100);
    while (next() == TAC_IO_OK) {
    }
    cr_assert_eq(number(), before + 100);
    cr_assert_geq(lost, 96);
    tac_io_history_seek(io, 0);
    cr_assert_eq(next(), TAC_IO_OK);
    cr_assert_gt(number(), before + 96);
}

// ---- what others do to its file ------------------------------------------------------------------

Test(history, the_executive_outlives_a_file_cut_short)
{
    char name[TAC_SEGMENT_NAME], path[TAC_SEGMENT_NAME + 16];
    tac_history_segment_name(live.name, name);
    (void)snprintf(path, sizeof path, "/dev/shm%s", name);
    publish(100);
    tac_history_follow(&live.x->history);
    cr_assert(truncate(path, 0) == 0);
    publish(100);
    tac_history_follow(&live.x->history);
    cr_assert_eq(tac_io_read(io), TAC_IO_OK);
    check_frame(200);
}

// ---- lies ----------------------------------------------------------------------------------------

static void check_refused(tac_io_status wanted)
{
    tac_io_error error;
    tac_io *other = tac_io_attach(live.name, TAC_IO_READ, NULL, &error);
    cr_assert_not_null(other, "%s", error.text);
    tac_io_status status = tac_io_history_open(other, &error);
    cr_assert_eq(status, wanted, "%s: %s", tac_io_status_name(status), error.text);
    cr_assert(strlen(error.text) > 0);
    cr_assert_eq(tac_io_history_depth(other), 0);
    cr_assert_eq(tac_io_history_next(other, TAC_IO_POLL, 0.0, NULL), TAC_IO_OK); // from the state
    tac_io_detach(other);
}

Test(history, lies_in_its_header_are_refused)
{
    publish(1);
    tac_history_header *h = live.x->history.segment, good;
    memcpy(&good, h, sizeof good);
    static const struct {
        size_t at;
        uint64_t value;
        tac_io_status status;
    } lie[] = {{0, 1, TAC_IO_DAMAGED},           {8, 1, TAC_IO_DAMAGED},
               {12, 9, TAC_IO_INCOMPATIBLE},     {16, 128, TAC_IO_DAMAGED},
               {24, 8, TAC_IO_DAMAGED},          {28, 1, TAC_IO_DAMAGED},
               {28, 0x7fffffff, TAC_IO_DAMAGED}, {32, 64, TAC_IO_DAMAGED},
               {36, 0xfffffff8, TAC_IO_DAMAGED}, {40, 8, TAC_IO_DAMAGED},
               {48, 1, TAC_IO_DAMAGED},          {56, 1, TAC_IO_DAMAGED}};
    for (size_t i = 0; i < sizeof lie / sizeof lie[0]; i++) {
        size_t size = lie[i].at == 12 ? 2 : lie[i].at % 16 == 0 || lie[i].at == 56 ? 8 : 4;
        size = lie[i].at == 32 ? 4 : size;
        memcpy((unsigned char *)h + lie[i].at, &lie[i].value, size);
        check_refused(lie[i].status);
        memcpy(h, &good, sizeof good);
    }
}

Test(history, another_file_under_its_name_is_refused)
{
    char name[TAC_SEGMENT_NAME], path[TAC_SEGMENT_NAME + 16];
    publish(1);
    tac_history_segment_name(live.name, name);
    (void)snprintf(path, sizeof path, "/dev/shm%s", name);
    cr_assert(unlink(path) == 0);
    check_refused(TAC_IO_NONE);
    cr_assert(mkfifo(path, 0666) == 0);
    check_refused(TAC_IO_DAMAGED);
    cr_assert(unlink(path) == 0 && symlink("/etc/passwd", path) == 0);
    check_refused(TAC_IO_DAMAGED);
    int file = -1;
    cr_assert(unlink(path) == 0 && (file = open(path, O_CREAT | O_RDWR, 0644)) >= 0);
    cr_assert(write(file, "x", 1) == 1 && close(file) == 0);
    check_refused(TAC_IO_DAMAGED);
    cr_assert(unlink(path) == 0);
}

Test(history, nothing_that_it_says_later_harms_a_reader)
{
    static const uint64_t odd[] = {0, 1, 3, 1000000, INT64_MAX, UINT64_MAX - 1, UINT64_MAX};
    tac_history *y = &live.x->history;
    publish(100);
    tac_history_follow(y);
    srand(1);
    for (int k = 0; k < 3000; k++) {
        _Atomic uint64_t *word = (_Atomic uint64_t *)(void *)y->segment;
        size_t n = sizeof(tac_history_header) / TAC_WORD + (size_t)rand() % (100 * y->stride);
        atomic_store(&word[n], (uint64_t)rand() * (uint64_t)rand());
        atomic_store(&y->segment->newest, odd[rand() % 7] + (uint64_t)(rand() % 3));
        atomic_store(&live.x->state->newest, odd[rand() % 7] + (uint64_t)(rand() % 3));
        if (k % 3 == 0) {
            tac_io_history_seek(io, odd[rand() % 7]);
        }
        tac_io_status status = next();
        cr_assert(status == TAC_IO_OK || status == TAC_IO_STALE);
    }
    atomic_store(&live.x->state->newest, live.x->out.frames);
}
