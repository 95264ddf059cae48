// test: rt.replay_campaign full timeout=3000 env=TACTUS_CAMPAIGN=20
// Replay: identical where nothing was changed, and the exact place where something was.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log/copy.h"
#include "log/signals.h"
#include "log_fixture.h"

#define ZOO "tests/golden/models/zoo.yaml"

static char path[64], changed[64];

static void begin(void)
{
    snprintf(path, sizeof path, "/tmp/tactus-replay-%d.tlog", (int)getpid());
    snprintf(changed, sizeof changed, "/tmp/tactus-changed-%d.tlog", (int)getpid());
}

static void end(void)
{
    unlink(path);
    unlink(changed);
}

typedef struct change {
    int64_t step; // 1: the first
    size_t word;  // of its row
    uint64_t flip;
} change;

static void flip_word(const tac_log_shape *s, tac_log_block *b, size_t index, void *context)
{
    const change *c = context;
    tac_log_table *t = &b->table[TAC_LOG_STEP];
    (void)s;
    (void)index;
    if (c->step > b->first && c->step <= b->first + (int64_t)t->n) {
        t->row[(size_t)(c->step - b->first - 1) * t->words + c->word] ^= c->flip;
    }
}

static void newer_event(const tac_log_shape *s, tac_log_block *b, size_t index, void *context)
{
    tac_log_table *t = &b->table[TAC_LOG_EVENT];
    (void)s;
    (void)index;
    for (size_t i = 0; i < t->n; i++) {
        t->row[i * t->words] = *(const uint64_t *)context;
    }
}

Test(replay, refuses_events_it_does_not_know, .init = begin, .fini = end)
{
    const recipe r = {.model = ZOO, .steps = 40, .full = 1, .policies = 1};
    cr_assert(record(path, &r));
    uint64_t code = TAC_LOG_REARM;
    cr_assert(rewrite(path, changed, newer_event, &code));
    cr_assert_eq(replay_file(changed).verdict, TAC_REPLAY_IDENTICAL);
    const uint64_t unknown[] = {0, TAC_LOG_N_EVENT_CODE, UINT64_MAX};
    for (size_t i = 0; i < 3; i++) {
        code = unknown[i];
        cr_assert(rewrite(path, changed, newer_event, &code));
        tac_replay_result got = replay_file(changed);
        cr_assert_eq(got.verdict, TAC_REPLAY_UNUSABLE);
        cr_assert(strstr(got.why, "does not know"), "%s", got.why);
    }
}

// One bit of one input at one step, in logs with and without all states; in a campaign every bit at
// every step.
Test(replay, finds_a_changed_input_at_its_step, .init = begin, .fini = end, .timeout = 1200)
{
    const int bits = 64, stride = campaign() > 1 ? 1 : 7 * bits + 62;
    int found = 0, refused = 0;
    for (int full = 0; full < 2; full++) {
        const recipe r = {.model = ZOO, .steps = 60, .full = full, .steps_per_block = 8};
        cr_assert(record(path, &r));
        cr_assert_eq(replay_file(path).verdict, TAC_REPLAY_IDENTICAL);
        for (int k = 0; k < 60 * bits; k += stride) {
            int64_t step = 1 + k / bits;
            change c = {step, TAC_LOG_STEP_WORDS,
                        (uint64_t)1 << k % bits}; // from the lowest one on
            cr_assert(rewrite(path, changed, flip_word, &c));
            tac_replay_result got = replay_file(changed);
            cr_assert_eq(got.verdict, TAC_REPLAY_DIVERGED);
            cr_assert_eq(got.step, step, "found %" PRId64 " not %" PRId64, got.step, step);
            cr_assert(got.checkpoint < step && got.checkpoint >= step - 8);
            cr_assert(got.has_values);
            cr_assert(got.difference.recorded != got.difference.replayed);
            cr_assert(!full || got.difference.step == step);
            found++;
            refused += got.refused > 0;
        }
    }
    cr_assert_gt(refused, 0, "exponents make inputs with which no step can be made");
    cr_log_info("%d changes found at their steps", found);
}

Test(replay, names_signal_and_both_values, .init = begin, .fini = end)
{
    const recipe r = {.model = ZOO, .steps = 40, .full = 1, .steps_per_block = 16};
    cr_assert(record(path, &r));
    tac_log l;
    tac_diag diag = {0};
    cr_assert(tac_log_open(&l, path, &diag));
    size_t state = TAC_LOG_STEP_WORDS + l.header.shape.n_input;
    tac_log_close(&l);
    // a recorded state with another bit: word 16 is the first body's x; its hash has to fit, as if a
    // machine had computed it so
    change c = {23, state + 16, 4}, h = {23, TAC_LOG_AT_HASH, 1};
    cr_assert(rewrite(path, changed, flip_word, &c));
    cr_assert(rewrite(changed, path, flip_word, &h));
    tac_replay_result got = replay_file(path);
    cr_assert_eq(got.verdict, TAC_REPLAY_DIVERGED);
    cr_assert_eq(got.step, 23);
    cr_assert_str_eq(got.difference.signal, "b1.x");
    cr_assert_eq(got.difference.n, 1);
    cr_assert_eq(got.difference.recorded ^ got.difference.replayed, 4);
}

static void change_event(const tac_log_shape *s, tac_log_block *b, size_t index, void *context)
{
    tac_log_table *t = &b->table[TAC_LOG_EVENT];
    (void)s;
    (void)index;
    for (size_t i = 0; i < t->n; i++) {
        if (t->row[i * t->words] == TAC_LOG_PARAMETER) {
            t->row[i * t->words + 3] ^= *(uint64_t *)context;
        }
    }
}

// A constant changed on the way: the first step after the event is the first that differs.
Test(replay, finds_a_changed_parameter_at_its_step, .init = begin, .fini = end)
{
    const recipe r = {.model = "config/models/examples/engine_mounts.yaml",
                      .steps = 60,
                      .steps_per_block = 16,
                      .eventful = 1};
    cr_assert(record(path, &r));
    uint64_t bit = (uint64_t)1 << 40;
    cr_assert(rewrite(path, changed, change_event, &bit));
    tac_replay_result got = replay_file(changed);
    cr_assert_eq(got.verdict, TAC_REPLAY_DIVERGED);
    cr_assert_eq(got.step, 13); // set before the step with index 12
}

// A constant of the model changed: found before the first step, whatever it is.
Test(replay, finds_a_changed_model, .init = begin, .fini = end)
{
    const recipe r = {.model = "config/models/m2_four_bar.yaml", .steps = 20, .full = 1};
    cr_assert(record(path, &r));
    tac_log l;
    tac_diag diag = {0};
    cr_assert(tac_log_open(&l, path, &diag));
    int edited = 0;
    for (size_t i = 0; i < l.header.n; i++) {
        tac_log_item *item = &l.header.item[i];
        char *at =
            strncmp(item->name, "file/", 5) == 0 ? strstr((char *)item->bytes, "gravity: [") : NULL;
        if (at) {
            at = strpbrk(at, "123456789");
            *at = *at == '9' ? '8' : '9';
            edited = 1;
        }
    }
    cr_assert(edited);
    tac_replay_result got;
    const tac_replay_options o = {.until = -1, .workers = 1};
    tac_replay(&l, &o, &got);
    cr_assert_eq(got.verdict, TAC_REPLAY_DIVERGED);
    cr_assert_eq(got.step, 0);
    cr_assert(got.has_values);
    tac_log_close(&l);
}

static void wrong_iterations(const tac_log_shape *s, tac_log_block *b, size_t index, void *context)
{
    tac_log_table *t = &b->table[TAC_LOG_STEP];
    (void)s;
    (void)index;
    (void)context;
    for (size_t i = 0; i < t->n; i++) {
        uint64_t *how = &t->row[i * t->words + TAC_LOG_AT_HOW];
        *how = *how == 1 ? 0 : *how;
    }
}

Test(replay, makes_degraded_steps_as_they_were, .init = begin, .fini = end)
{
    const recipe r = {.model = "config/models/m2_four_bar.yaml",
                      .steps = 60,
                      .steps_per_block = 16,
                      .eventful = 1};
    cr_assert(record(path, &r));
    cr_assert_eq(replay_file(path).verdict, TAC_REPLAY_IDENTICAL);
    cr_assert(rewrite(path, changed, wrong_iterations, NULL));
    tac_replay_result got = replay_file(changed);
    cr_assert_eq(got.verdict, TAC_REPLAY_DIVERGED);
    cr_assert_eq(got.step, 23);
}

Test(replay, begins_at_any_checkpoint, .init = begin, .fini = end)
{
    const recipe r = {.model = ZOO, .steps = 60, .steps_per_block = 7, .eventful = 1};
    cr_assert(record(path, &r));
    for (int64_t from = 0; from <= 60; from++) {
        tac_log l;
        tac_diag diag = {0};
        tac_replay_result got;
        const tac_replay_options o = {.from = from, .until = -1, .workers = 1};
        cr_assert(tac_log_open(&l, path, &diag));
        tac_replay(&l, &o, &got);
        cr_assert_eq(got.verdict, TAC_REPLAY_IDENTICAL);
        cr_assert(got.first <= from && got.last == 60);
        tac_log_close(&l);
    }
}

Test(replay, compares_by_value_with_tolerances, .init = begin, .fini = end)
{
    const recipe r = {.model = ZOO, .steps = 40, .full = 1};
    cr_assert(record(path, &r));
    change c = {10, TAC_LOG_STEP_WORDS, (uint64_t)1 << 20}; // the input by 1e-10
    cr_assert(rewrite(path, changed, flip_word, &c));
    tac_log l;
    tac_diag diag = {0};
    tac_replay_result got;
    tac_tolerance t[] = {{NULL, 1e-3}, {"hand.*", 1e-16}};
    tac_replay_options o = {
        .until = -1, .workers = 1, .by_value = 1, .tolerance = t, .n_tolerance = 1};
    cr_assert(tac_log_open(&l, changed, &diag));
    tac_replay(&l, &o, &got);
    cr_assert_eq(got.verdict, TAC_REPLAY_IDENTICAL);
    cr_assert(got.difference.deviation > 0.0 && got.difference.deviation < 1.0);
    o.n_tolerance = 2;
    tac_replay(&l, &o, &got);
    cr_assert_eq(got.verdict, TAC_REPLAY_DIVERGED);
    cr_assert_eq(got.step, 10);
    tac_log_close(&l);
}

Test(replay, diff_names_step_and_signal, .init = begin, .fini = end)
{
    const recipe r = {.model = ZOO, .steps = 40, .full = 1},
                 other = {.model = ZOO, .steps = 40, .full = 1, .iterations = 2};
    tac_log a, b;
    tac_diag diag = {0};
    tac_log_diff d;
    cr_assert(record(path, &r) && record(changed, &other));
    cr_assert(tac_log_open(&a, path, &diag) && tac_log_open(&b, changed, &diag));
    cr_assert(tac_log_compare(&a, &a, &d, &diag));
    cr_assert_eq(d.differ, 0);
    cr_assert_eq(d.steps, 40);
    cr_assert(tac_log_compare(&a, &b, &d, &diag));
    cr_assert_eq(d.differ, 1);
    cr_assert_eq(d.step, 1);
    cr_assert_neq(d.signal[0], '\0');
    tac_log_close(&a);
    tac_log_close(&b);
}

// Steps meet by their numbers, whatever else the logs hold.
Test(replay, diff_compares_the_steps_that_both_logs_hold, .init = begin, .fini = end)
{
    const recipe r = {.model = ZOO, .steps = 60, .full = 1, .steps_per_block = 10};
    char part[80];
    tac_log a, b;
    tac_diag diag = {0};
    tac_log_diff d;
    snprintf(part, sizeof part, "%s.part", path);
    cr_assert(record(path, &r) && tac_log_open(&a, path, &diag));
    cr_assert(tac_log_copy(&a, 25, 35, 1, part, &(tac_failure){.kind = TAC_FAILED_INPUT}));
    cr_assert(tac_log_open(&b, part, &diag));
    int64_t first = b.block[0].frame.first, last = b.block[b.n_block - 1].frame.last;
    tac_log_close(&b);
    for (int turn = 0; turn < 2; turn++) {
        cr_assert(tac_log_open(&b, part, &diag));
        cr_assert(tac_log_compare(turn ? &b : &a, turn ? &a : &b, &d, &diag));
        cr_assert_eq(d.differ, 3);
        cr_assert_eq(d.steps, last - first);
        cr_assert_eq(d.step, last);
        cr_assert_null(d.item);
        tac_log_close(&b);
    }
    change c = {first + 5, TAC_LOG_AT_HASH, 1};
    cr_assert(rewrite(part, changed, flip_word, &c));
    cr_assert(tac_log_open(&b, changed, &diag));
    cr_assert(tac_log_compare(&a, &b, &d, &diag));
    cr_assert_eq(d.differ, 1);
    cr_assert_eq(d.step, first + 5);
    tac_log_close(&a);
    tac_log_close(&b);
    unlink(part);
}

// Which log comes first does not matter, nor does what a rig exchanged.
Test(replay, diff_sees_items_that_only_one_header_has, .init = begin, .fini = end)
{
    const recipe r = {.model = ZOO, .steps = 5, .full = 1};
    tac_log a, b;
    tac_diag diag = {0};
    tac_log_diff d;
    cr_assert(record(path, &r) && tac_log_open(&a, path, &diag) && tac_log_open(&b, path, &diag));
    cr_assert(tac_log_header_add(&b.header, "signals", "force\n", 6));
    cr_assert(tac_log_compare(&a, &b, &d, &diag));
    cr_assert_null(d.item);
    cr_assert(tac_log_header_add(&b.header, "file/another.yaml", "", 0));
    for (int turn = 0; turn < 2; turn++) {
        cr_assert(tac_log_compare(turn ? &b : &a, turn ? &a : &b, &d, &diag));
        cr_assert_str_eq(d.item, "file/another.yaml");
    }
    tac_log_close(&a);
    tac_log_close(&b);
}
