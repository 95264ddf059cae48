// program: with=watched_heap.c
// test: rt.log_campaign full timeout=3000 env=TACTUS_CAMPAIGN=20
// Logs under damage: what is whole is found, nothing else is believed, nothing crashes.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log/capture.h"
#include "log/copy.h"
#include "log/events.h"
#include "log/signals.h"
#include "log_fixture.h"
#include "watched_heap.h"

#ifndef INSTRUMENTED
static _Atomic long left = -1; // calls of the heap that succeed before one fails; below 0: all do

bool heap_allows(void)
{
    return atomic_load(&left) < 0 || atomic_fetch_sub(&left, 1) != 0;
}
#endif

#define MODEL "config/models/examples/engine_mounts.yaml"

static char path[64], part[80]; // a log, and what is cut from it

static void begin(void)
{
    snprintf(path, sizeof path, "/tmp/tactus-log-%d.tlog", (int)getpid());
    snprintf(part, sizeof part, "%s.part", path);
}

static void end(void)
{
    unlink(path);
    unlink(part);
}

// A small log in memory.
static unsigned char *small_log(size_t *size, int full)
{
    const recipe r = {
        .model = MODEL, .steps = 60, .full = full, .steps_per_block = 10, .eventful = 1};
    cr_assert(record(path, &r));
    unsigned char *bytes = read_bytes(path, size);
    cr_assert_not_null(bytes);
    return bytes;
}

// Blocks of the damaged log that were whole before a place must all be there, with the same content.
static size_t blocks_before(tac_log *whole, int64_t place)
{
    size_t n = 0;
    while (n < whole->n_block &&
           whole->block[n].at + TAC_LOG_FRAME + (int64_t)whole->block[n].frame.stored <= place) {
        n++;
    }
    return n;
}

static void check_recovered(tac_log *damaged, tac_log *whole, int64_t place)
{
    size_t n = blocks_before(whole, place);
    cr_assert_geq(damaged->n_block, n, "damage at %" PRId64, place);
    for (size_t i = 0; i < n; i++) {
        cr_assert_eq(damaged->block[i].at, whole->block[i].at);
        cr_assert_eq(damaged->block[i].frame.sum, whole->block[i].frame.sum);
    }
    cr_assert_not(tac_log_is_complete(damaged), "damage at %" PRId64, place);
}

static void check_replay(tac_log *l)
{
    tac_replay_result r;
    const tac_replay_options o = {.until = -1, .workers = 1};
    tac_replay(l, &o, &r);
    cr_assert_neq(r.verdict, TAC_REPLAY_DIVERGED);
    cr_assert(r.verdict == TAC_REPLAY_UNUSABLE || r.compared <= l->steps);
}

Test(log, is_whole_and_identical, .init = begin, .fini = end)
{
    for (int full = 0; full < 2; full++) {
        size_t size;
        tac_diag diag = {0};
        tac_log l;
        uint64_t chain;
        unsigned char *bytes = small_log(&size, full);
        cr_assert(tac_log_open_memory(&l, "log", bytes, size, &diag));
        cr_assert(tac_log_is_complete(&l), "%s", l.damage);
        cr_assert(tac_log_check(&l, &chain, &diag), "%s", diag.text);
        cr_assert_eq(l.steps, 60);
        tac_log_close(&l);
        free(bytes);
        tac_replay_result r = replay_file(path);
        cr_assert_eq(r.verdict, TAC_REPLAY_IDENTICAL, "step %" PRId64 " %s", r.step,
                     r.difference.signal);
        cr_assert_eq(r.compared, 60);
    }
}

#ifndef INSTRUMENTED
// Opens, checks, compares and counts with call n of the heap failing; 0 when there are not so many.
static int has_call(long n)
{
    tac_log a = {.descriptor = -1}, b = {.descriptor = -1};
    tac_diag diag = {0};
    tac_log_diff d = {0};
    tac_log_event_counts counts;
    uint64_t chain;
    atomic_store(&left, n);
    int ok = tac_log_open(&a, path, &diag) && tac_log_open(&b, path, &diag) &&
             tac_log_check(&a, &chain, &diag) && tac_log_compare(&a, &b, &d, &diag) &&
             tac_log_count_events(&a, &counts, &diag);
    int reached = atomic_exchange(&left, -1) < 0;
    cr_assert(ok != diag.no_memory, "call %ld: %s", n, diag.text);
    cr_assert(!ok || (!d.differ && !d.item && tac_log_is_complete(&a)), "call %ld", n);
    tac_log_close(&a);
    tac_log_close(&b);
    return reached;
}

Test(log, is_never_called_damaged_or_different_for_lack_of_memory, .init = begin, .fini = end)
{
    const recipe r = {.model = MODEL, .steps = 60, .full = 1, .steps_per_block = 10, .eventful = 1};
    cr_assert(record(path, &r));
    long n = 0;
    while (has_call(n)) {
        n++;
    }
    cr_assert_gt(n, 100);
}
#endif

// A log of another version of the format is refused with one line: file, both versions, what to do.
Test(log, another_version_is_refused_by_its_number, .init = begin, .fini = end)
{
    size_t n;
    unsigned char *bytes = small_log(&n, 0);
    for (uint32_t version = 0; version < 5; version++) {
        tac_log l;
        tac_log_frame head;
        tac_diag diag = {0};
        char says[64];
        cr_assert(tac_log_frame_get(bytes, &head));
        head.flags = version;
        tac_log_frame_put(&head, bytes);
        int read = tac_log_open_memory(&l, "run.tlog", bytes, n, &diag);
        cr_expect_eq(read, version == TAC_LOG_VERSION);
        snprintf(says, sizeof says, "run.tlog: is a log of version %u, ", version);
        if (read) {
            tac_log_close(&l);
            continue;
        }
        cr_expect(strstr(diag.text, says) == diag.text, "%s", diag.text);
        snprintf(says, sizeof says, "reads version %d; ", TAC_LOG_VERSION);
        cr_expect(strstr(diag.text, says) && strstr(diag.text, "record it anew"), "%s", diag.text);
        cr_expect_null(strchr(diag.text, '\n'));
    }
    free(bytes);
}

Test(log, survives_truncation_at_every_byte, .init = begin, .fini = end, .timeout = 1200)
{
    size_t replayed = 0, every = campaign() > 1 ? 1 : 97;
    size_t size;
    tac_diag diag = {0};
    tac_log whole, l;
    unsigned char *bytes = small_log(&size, 0);
    cr_assert(tac_log_open_memory(&whole, "log", bytes, size, &diag));
    int64_t header_end = TAC_LOG_FRAME + (int64_t)whole.header_frame.stored;
    for (size_t n = 0; n < size; n++) {
        unsigned char *cut = malloc(n + 1); // so that a sanitizer sees every byte behind the end
        memcpy(cut, bytes, n);
        int opened = tac_log_open_memory(&l, "log", cut, n, &diag);
        cr_assert_eq(opened, (int64_t)n >= header_end, "%zu bytes", n);
        if (opened) {
            check_recovered(&l, &whole, (int64_t)n);
            if (n % every == 0 || n == size - 1) {
                check_replay(&l);
                replayed++;
            }
        }
        tac_log_close(&l);
        free(cut);
    }
    cr_log_info("%zu lengths, %zu replayed", size, replayed);
    tac_log_close(&whole);
    free(bytes);
}

// Every bit of the log, or a sample of them, is flipped alone.
Test(log, never_believes_any_single_bit, .init = begin, .fini = end, .timeout = 1200)
{
    size_t size, flips = 0, every = campaign() > 1 ? 1 : 101;
    tac_diag diag = {0};
    tac_log whole, l;
    unsigned char *bytes = small_log(&size, 1), *copy = malloc(size);
    cr_assert(tac_log_open_memory(&whole, "log", bytes, size, &diag));
    int64_t header_end = TAC_LOG_FRAME + (int64_t)whole.header_frame.stored;
    for (size_t bit = 0; bit < 8 * size; bit += every, flips++) {
        int64_t place = (int64_t)(bit / 8);
        memcpy(copy, bytes, size);
        copy[place] ^= (unsigned char)(1 << bit % 8);
        int opened = tac_log_open_memory(&l, "log", copy, size, &diag);
        cr_assert_eq(opened, place >= header_end, "bit %zu", bit);
        if (opened) {
            check_recovered(&l, &whole, place);
        }
        tac_log_close(&l);
    }
    cr_log_info("%zu of %zu bits", flips, 8 * size);
    tac_log_close(&whole);
    free(copy);
    free(bytes);
}

static uint64_t next_random(uint64_t *state) // xorshift
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

Test(log, never_believes_a_flipped_bit, .init = begin, .fini = end, .timeout = 1200)
{
    size_t size;
    tac_diag diag = {0};
    tac_log whole, l;
    uint64_t random = 88172645463325252;
    unsigned char *bytes = small_log(&size, 1);
    cr_assert(tac_log_open_memory(&whole, "log", bytes, size, &diag));
    int64_t header_end = TAC_LOG_FRAME + (int64_t)whole.header_frame.stored;
    unsigned char *copy = malloc(size);
    for (int k = 0; k < 5000 * campaign(); k++) {
        size_t at = next_random(&random) % size,
               flips = 1 + (k % 4 == 0) * (next_random(&random) % 20);
        memcpy(copy, bytes, size);
        for (size_t i = 0; i < flips; i++) {
            copy[at] ^= (unsigned char)(1 << next_random(&random) % 8);
            at = next_random(&random) % size;
        }
        size_t first = 0; // two flips of one bit cancel
        while (first < size && copy[first] == bytes[first]) {
            first++;
        }
        if (first == size) {
            continue;
        }
        int opened = tac_log_open_memory(&l, "log", copy, size, &diag);
        cr_assert_eq(opened, (int64_t)first >= header_end);
        if (opened) {
            check_recovered(&l, &whole, (int64_t)first);
            if (k % 50 == 0) {
                check_replay(&l);
            }
        }
        tac_log_close(&l);
    }
    tac_log_close(&whole);
    free(copy);
    free(bytes);
}

Test(log, finds_its_way_past_damage, .init = begin, .fini = end)
{
    size_t size;
    tac_diag diag = {0};
    tac_log l;
    unsigned char *bytes = small_log(&size, 0);
    cr_assert(tac_log_open_memory(&l, "log", bytes, size, &diag));
    size_t n = l.n_block;
    int64_t second = l.block[1].at;
    cr_assert_gt(n, 3);
    tac_log_close(&l);
    memset(bytes + second, 0, TAC_LOG_FRAME);
    cr_assert(tac_log_open_memory(&l, "log", bytes, size, &diag));
    cr_assert_eq(l.n_block, n - 1);
    cr_assert_not(tac_log_is_complete(&l));
    tac_replay_result r;
    const tac_replay_options o = {.until = -1, .workers = 1};
    tac_replay(&l, &o, &r);
    cr_assert_eq(r.verdict, TAC_REPLAY_IDENTICAL); // for what is there
    cr_assert_eq(r.compared, l.steps);
    tac_log_close(&l);
    free(bytes);
}

Test(log, takes_no_block_of_another_recording, .init = begin, .fini = end)
{
    size_t size, other_size;
    tac_diag diag = {0};
    tac_log l, other;
    unsigned char *bytes = small_log(&size, 0);
    const recipe r = {.model = MODEL, .steps = 60, .full = 1, .steps_per_block = 10, .eventful = 1};
    cr_assert(record(path, &r));
    unsigned char *stranger = read_bytes(path, &other_size);
    cr_assert(tac_log_open_memory(&l, "log", bytes, size, &diag));
    cr_assert(tac_log_open_memory(&other, "log", stranger, other_size, &diag));
    int64_t at = l.block[2].at, from = other.block[2].at;
    size_t rest = other_size - (size_t)from;
    unsigned char *mixed = malloc((size_t)at + rest);
    memcpy(mixed, bytes, (size_t)at);
    memcpy(mixed + at, stranger + from, rest);
    tac_log_close(&l);
    tac_log_close(&other);
    cr_assert(tac_log_open_memory(&l, "log", mixed, (size_t)at + rest, &diag));
    cr_assert_eq(l.n_block, 2);
    cr_assert_not(tac_log_is_complete(&l));
    tac_log_close(&l);
    free(mixed);
    free(bytes);
    free(stranger);
}

Test(log, parts_and_recovered_logs_replay, .init = begin, .fini = end)
{
    size_t size;
    tac_diag diag = {0};
    tac_log l;
    free(small_log(&size, 0));
    cr_assert(tac_log_open(&l, path, &diag));
    tac_failure why = {.kind = TAC_FAILED_INPUT};
    cr_assert(tac_log_copy(&l, 15, 30, 1, part, &why), "%s", why.diag.text);
    tac_log_close(&l);
    cr_assert(tac_log_open(&l, part, &diag));
    cr_assert(tac_log_is_complete(&l), "%s", l.damage);
    cr_assert_geq(l.block[0].frame.first, 1);
    tac_log_close(&l);
    tac_replay_result r = replay_file(part);
    cr_assert_eq(r.verdict, TAC_REPLAY_IDENTICAL);
    cr_assert(r.first <= 15 && r.last >= 30);
}

Test(log, tells_a_block_that_cannot_be_unpacked_from_a_full_disk, .init = begin, .fini = end)
{
    size_t size;
    tac_diag diag = {0};
    tac_log l;
    unsigned char *bytes = small_log(&size, 0);
    cr_assert(tac_log_open_memory(&l, "log", bytes, size, &diag));
    tac_log_frame frame = l.block[1].frame;
    frame.last++; // a head with its checksum, but not of these records
    tac_log_frame_put(&frame, bytes + l.block[1].at);
    tac_log_close(&l);
    cr_assert(tac_log_open_memory(&l, "log", bytes, size, &diag));
    // the end of a part looks at the block behind it
    tac_failure why = {.kind = TAC_FAILED_INPUT};
    cr_assert(tac_log_copy(&l, 0, l.block[0].frame.last - 1, 1, part, &why));
    cr_assert_not(tac_log_copy(&l, 0, -1, 0, part, &why));
    cr_assert_eq(why.kind, TAC_FAILED_INPUT);
    cr_assert_str_eq(why.diag.text, "a block cannot be unpacked");
    tac_log_close(&l);
    free(bytes);
}

// Nobody empties the rings for a while; one of them, as their size has it, is full first.
static void fill_rings(size_t ring_bytes)
{
    tac_simulation s;
    tac_log_header h;
    tac_log_totals totals;
    tac_diag diag = {0};
    cr_assert(tac_simulation_read(&s, MODEL));
    cr_assert(tac_simulation_prepare(&s));
    cr_assert(tac_simulation_start(&s));
    const tac_log_origin origin = {.input = s.input, .state = s.state.data};
    cr_assert(tac_log_header_capture(&h, &s, &origin, &diag));
    tac_log_writer *w =
        tac_log_writer_open(path, &h, &(tac_log_writer_options){.ring_bytes = ring_bytes}, &diag);
    cr_assert_not_null(w);

    // nobody empties the ring: steps are dropped, an event still finds room
    for (int i = 0; i < 100; i++) {
        cr_assert_eq(tac_simulation_step(&s).code, TAC_OK);
        tac_log_step(w, &s, 0, 0);
    }
    int64_t lost = tac_log_lost(w);
    cr_assert_gt(lost, 0);
    double value;
    tac_parameter p = tac_log_parameter(&s.file->desc, 0);
    tac_parameter_get(s.model, p, &value);
    tac_parameter_set(s.model, p, 2.0 * value);
    tac_log_note(w, TAC_LOG_PARAMETER, 0, 0, 2.0 * value);
    cr_assert_eq(tac_log_lost(w), lost);

    // the helper comes back: what follows the gap is recorded again
    pthread_t helper;
    pthread_create(&helper, NULL, tac_log_writer_run, w);
    int taken = 0;
    while (taken < 20) { // however long the helper needs to begin
        cr_assert_eq(tac_simulation_step(&s).code, TAC_OK);
        tac_log_step(w, &s, 0, 0);
        taken = tac_log_lost(w) == lost ? taken + 1 : 0;
        lost = tac_log_lost(w);
        usleep(1000);
    }
    tac_log_writer_quit(w);
    pthread_join(helper, NULL);
    cr_assert_not(tac_log_writer_close(w, &totals));
    cr_assert_eq(totals.lost, lost);
    tac_log_header_free(&h);
    tac_simulation_close(&s);

    tac_log l;
    cr_assert(tac_log_open(&l, path, &diag));
    cr_assert_not(tac_log_is_complete(&l));
    cr_assert_eq(l.end.lost, lost);
    tac_replay_result r;
    const tac_replay_options o = {.until = -1, .workers = 1};
    tac_replay(&l, &o, &r);
    cr_assert_eq(r.verdict, TAC_REPLAY_IDENTICAL);
    cr_assert_geq(r.compared, 48 + 19); // the ring without its reserve, and what follows the gap
    tac_log_close(&l);
}

Test(log, a_full_ring_is_counted_and_never_called_complete, .init = begin, .fini = end)
{
    fill_rings(1);
}

Test(log, states_that_find_no_room_are_counted, .init = begin, .fini = end)
{
    fill_rings(100000); // slots for 128 records, fewer states
}

typedef struct late {
    tac_simulation s;
    tac_log_writer *writer;
    pthread_t helper;
    void *initial;
} late;

static void open_late(late *l)
{
    tac_log_header h;
    tac_diag diag = {0};
    cr_assert(tac_simulation_read(&l->s, MODEL));
    cr_assert(tac_simulation_prepare(&l->s));
    cr_assert(tac_simulation_start(&l->s));
    const tac_log_origin origin = {.full = 1, .input = l->s.input, .state = l->s.state.data};
    cr_assert(tac_log_header_capture(&h, &l->s, &origin, &diag));
    l->writer = tac_log_writer_open(path, &h, &(tac_log_writer_options){.patient = 1}, &diag);
    cr_assert_not_null(l->writer);
    tac_log_header_free(&h);
    l->initial = malloc(l->s.state.size);
    memcpy(l->initial, l->s.state.data, l->s.state.size);
    pthread_create(&l->helper, NULL, tac_log_writer_run, l->writer);
}

static void make_steps(late *l, int n, int ready_every)
{
    for (int i = 1; i <= n; i++) {
        cr_assert_eq(tac_simulation_step(&l->s).code, TAC_OK);
        tac_log_step_begin(l->writer, &l->s, 0, 0);
        tac_log_note(l->writer, TAC_LOG_SKIPPED, (uint64_t)i, 0, 0.0);
        if (i % ready_every == 0) {
            tac_log_ready(l->writer);
        }
    }
}

static tac_log_totals close_late(late *l)
{
    tac_log_totals totals;
    tac_log_writer_quit(l->writer);
    pthread_join(l->helper, NULL);
    (void)tac_log_writer_close(l->writer, &totals);
    tac_simulation_close(&l->s);
    free(l->initial);
    return totals;
}

Test(log, a_state_that_comes_late_is_that_of_its_step, .init = begin, .fini = end)
{
    late l;
    open_late(&l);
    // with a wait after every third step; the step after the next completes those between
    make_steps(&l, 60, 3);
    memcpy(l.s.state.data, l.initial, l.s.state.size);
    tac_log_note(l.writer, TAC_LOG_RESET, 0, 0, 0.0);
    make_steps(&l, 40, 4);
    cr_expect_eq(close_late(&l).lost, 0);
    tac_replay_result r = replay_file(path);
    cr_expect_eq(r.verdict, TAC_REPLAY_IDENTICAL);
    cr_expect_eq(r.compared, 100);
}

Test(log, a_state_that_never_comes_is_counted, .init = begin, .fini = end)
{
    late l;
    open_late(&l);
    make_steps(&l, 20, 1);
    make_steps(&l, 1, 2);
    tac_log_totals totals = close_late(&l);
    cr_expect_eq(totals.steps, 20);
    cr_expect_eq(totals.lost, 2, "the step and the note behind it");
    tac_replay_result r = replay_file(path);
    cr_expect_eq(r.verdict, TAC_REPLAY_IDENTICAL);
    cr_expect_eq(r.compared, 20);
}
