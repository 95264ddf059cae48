// Logs of programs that lay their state out differently: refused with the difference named, or
// compared by the names of the signals. And what the header says about solver, names and events.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log/events.h"
#include "log/layout.h"
#include "log/signals.h"
#include "log/solver_plan.h"
#include "log_fixture.h"

#define MODEL "tests/golden/models/zoo.yaml"

static char path[64], changed[64];

static void begin(void)
{
    snprintf(path, sizeof path, "/tmp/tactus-layout-%d.tlog", (int)getpid());
    snprintf(changed, sizeof changed, "/tmp/tactus-other-%d.tlog", (int)getpid());
}

static void end(void)
{
    unlink(path);
    unlink(changed);
}

// ---- another layout ------------------------------------------------------------------------------

// The state as versions up to 0.1 had it: an array for each quantity of the bodies. Same words, padding
// behind the last.
typedef struct older {
    size_t at, n;    // first word of the bodies, bodies
    size_t wy;       // of the first body
    int64_t damaged; // step in which one bit of it is changed too, 0: none
} older;

static const struct {
    const char *name;
    size_t words, before; // of a body, and of the quantities before it
} arrays[] = {{"r", 3, 0}, {"p", 4, 3}, {"v", 3, 7}, {"w", 3, 10}, {"a", 3, 13}, {"wd", 3, 16}};
enum { N_ARRAY = sizeof arrays / sizeof *arrays, BODY_WORDS = 19 };

static void sort_words(const older *c, uint64_t *state)
{
    size_t n = c->n * BODY_WORDS;
    uint64_t *kept = malloc(n * sizeof *kept), *to = state + c->at;
    cr_assert_not_null(kept);
    memcpy(kept, to, n * sizeof *kept);
    for (int k = 0; k < N_ARRAY; k++) {
        for (size_t i = 0; i < c->n; i++) {
            for (size_t j = 0; j < arrays[k].words; j++) {
                *to++ = kept[i * BODY_WORDS + arrays[k].before + j];
            }
        }
    }
    free(kept);
}

static void sort_block(const tac_log_shape *s, tac_log_block *b, size_t index, void *context)
{
    const older *c = context;
    tac_log_table *t = &b->table[TAC_LOG_STEP], *restored = &b->table[TAC_LOG_RESTORE];
    (void)index;
    sort_words(c, b->state);
    for (size_t r = 0; r < t->n && s->full; r++) {
        uint64_t *row = t->row + r * t->words, *state = row + TAC_LOG_STEP_WORDS + s->n_input;
        sort_words(c, state);
        state[c->wy] ^= b->first + (int64_t)r + 1 == c->damaged;
        row[TAC_LOG_AT_HASH] = tac_log_hash(state, 8 * s->n_state);
    }
    for (size_t r = 0; r < restored->n; r++) {
        sort_words(c, restored->row + r * restored->words);
    }
}

static tac_log_item *item(tac_log *l, const char *name)
{
    for (size_t i = 0; i < l->header.n; i++) {
        if (strcmp(l->header.item[i].name, name) == 0) {
            return &l->header.item[i];
        }
    }
    return NULL;
}

// The layout's text with an array for each quantity.
static char *older_text(const char *text, older *c)
{
    static const char bodies[] = "bodies at ";
    const char *line = strstr(text, bodies), *rest = line ? strchr(line, '\n') : NULL;
    size_t words = 0, size = strlen(text) + 256;
    char *out = malloc(size);
    cr_assert(out && rest && sscanf(line + strlen(bodies), "%zu, %zu", &c->at, &words) == 2);
    for (const char *name = text; (name = strstr(name, "\nbody ")); name++) {
        c->n++;
    }
    size_t at = c->at, n = (size_t)(line - text);
    memcpy(out, text, n);
    for (int k = 0; k < N_ARRAY; k++) {
        size_t own = k + 1 < N_ARRAY ? c->n * arrays[k].words : c->at + words - at;
        n += (size_t)snprintf(out + n, size - n, "%s at %zu, %zu words\n", arrays[k].name, at, own);
        c->wy = strcmp(arrays[k].name, "w") == 0 ? at + 1 : c->wy;
        at += own;
    }
    snprintf(out + n, size - n, "%s", rest + 1);
    return out;
}

static void sort_header(tac_log *l, older *c)
{
    tac_log_item *layout = item(l, "layout");
    char *text = older_text((char *)layout->bytes, c);
    free(layout->bytes);
    layout->bytes = (unsigned char *)text;
    layout->size = strlen(text);
    sort_words(c, (uint64_t *)(void *)item(l, "state")->bytes); // little-endian, as this test
    sort_words(c, l->last_state);
}

static void write_other(older *c, int full)
{
    const recipe r = {
        .model = MODEL, .steps = 60, .full = full, .steps_per_block = 16, .eventful = 1};
    tac_log l;
    tac_diag diag = {0};
    cr_assert(record(path, &r));
    cr_assert(tac_log_open(&l, path, &diag));
    sort_header(&l, c);
    cr_assert(rewrite_log(&l, changed, sort_block, c));
    tac_log_close(&l);
}

static tac_replay_result replay_other(int by_name)
{
    tac_log l;
    tac_diag diag = {0};
    tac_replay_result r;
    const tac_replay_options o = {.until = -1, .by_name = by_name};
    cr_assert(tac_log_open(&l, changed, &diag));
    tac_replay(&l, &o, &r);
    tac_log_close(&l);
    return r;
}

Test(layout, another_one_is_refused_and_named, .init = begin, .fini = end)
{
    older c = {0};
    write_other(&c, 1);
    tac_replay_result r = replay_other(0);
    cr_assert_eq(r.verdict, TAC_REPLAY_UNUSABLE);
    cr_expect(strstr(r.why, "recorded 'r at "), "%s", r.why);
    cr_expect(strstr(r.why, "here 'bodies at "), "%s", r.why);
    cr_expect(strstr(r.why, "--other-layout"), "%s", r.why);
}

Test(layout, another_one_is_compared_by_name, .init = begin, .fini = end)
{
    for (int full = 0; full < 2; full++) {
        older c = {0};
        write_other(&c, full);
        tac_replay_result r = replay_other(1);
        cr_assert_eq(r.verdict, TAC_REPLAY_IDENTICAL, "step %" PRId64 " %s", r.step,
                     r.difference.signal);
        cr_expect_gt(r.n_signal, 100);
        cr_expect(full ? r.compared >= 60 : r.compared >= 4); // every step, or every checkpoint
        cr_expect_eq(r.last, 60);
    }
}

Test(layout, a_difference_by_name_is_found_at_its_step, .init = begin, .fini = end)
{
    older c = {.damaged = 29};
    write_other(&c, 1);
    tac_replay_result r = replay_other(1);
    cr_assert_eq(r.verdict, TAC_REPLAY_DIVERGED);
    cr_expect_eq(r.step, 29);
    cr_expect_str_eq(r.difference.signal, "b1.wy");
    cr_expect_eq(r.difference.n, 1);
}

Test(layout, names_every_word_once)
{
    tac_simulation s;
    tac_log_layout y;
    cr_assert(tac_simulation_read(&s, MODEL));
    cr_assert(tac_simulation_prepare(&s));
    char *text = tac_log_layout_text(&s);
    cr_assert_eq(tac_log_layout_read(&y, text), 1);
    cr_assert_eq(8 * y.n_word, s.state.size);
    size_t found = 0, named = 0, *map = tac_log_layout_match(&y, &y, &found);
    for (size_t w = 0; w < y.n_word; w++) {
        char name[160];
        int whole;
        tac_log_layout_name(&y, w, name, sizeof name, &whole);
        int padding = strcmp(name, "padding") == 0;
        cr_expect(padding ? map[w] == TAC_LOG_NO_WORD : map[w] == w, "%zu %s", w, name);
        named += !padding;
    }
    cr_expect_eq(found, named);
    free(map);
    free(text);
    tac_log_layout_free(&y);
    tac_simulation_close(&s);
}

Test(layout, nonsense_is_no_layout)
{
    static const char *const text[] = {"",
                                       "\n",
                                       "r at 8, 3 words\n",
                                       "r at 0, x words\n",
                                       "element e\n",
                                       "r at 0, 99999999999 words\n"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        tac_log_layout y;
        cr_expect_not(tac_log_layout_read(&y, text[i]), "%s", text[i]);
        tac_log_layout_free(&y);
    }
}

Test(layout, parameters_move_with_their_names)
{
    size_t *map = tac_log_match_lines("a.k\nb.k\nb.d\n", "b.d\na.k\n");
    cr_assert_not_null(map);
    cr_expect_eq(map[0], 1);
    cr_expect_eq(map[1], TAC_LOG_NO_WORD);
    cr_expect_eq(map[2], 0);
    free(map);
}

// ---- options and plan ----------------------------------------------------------------------------

Test(plan, options_come_back, .init = begin, .fini = end)
{
    const tac_options o = {.dt = 0.125,
                           .iterations = 7,
                           .penalty = 3.0,
                           .alpha = 5.0,
                           .acceleration = TAC_PROJECTION,
                           .order = 4,
                           .tangent = TAC_TANGENT_FIRST,
                           .doubt_length = 0.5,
                           .doubt_angle = 0.25};
    tac_options back = {0};
    uint64_t word[TAC_LOG_OPTIONS];
    int n = tac_log_options_put(&o, &tac_index3, word);
    cr_assert_eq(n, TAC_LOG_COMMON_OPTIONS, "programs without the method modular read it");
    cr_assert(tac_log_options_get(word, TAC_LOG_COMMON_OPTIONS, &back));
    cr_expect(back.dt == o.dt && back.iterations == o.iterations && back.penalty == o.penalty &&
              back.alpha == o.alpha && back.acceleration == o.acceleration &&
              back.order == o.order && back.tangent == o.tangent &&
              back.doubt_length == o.doubt_length && back.doubt_angle == o.doubt_angle);
    cr_expect_eq(back.corrections, TAC_CORRECT_BOTH);
    cr_expect_eq(tac_log_revision_of(word, TAC_LOG_COMMON_OPTIONS), TAC_STEP_REVISION);
    tac_log_options_put(&o, &tac_canonical, word);
    cr_expect_eq(tac_log_revision_of(word, TAC_LOG_COMMON_OPTIONS), TAC_CANONICAL_REVISION);
    tac_log_options_put(&o, &tac_index3, word);
    cr_expect_eq(tac_log_revision_of(word, TAC_LOG_COMMON_OPTIONS - 1),
                 0); // logs from before there were any
    // an option of a newer program
    cr_expect_not(tac_log_options_get(word, TAC_LOG_OPTIONS + 1, &back));
    cr_expect_not(tac_log_options_get(word, TAC_LOG_FIRST_OPTIONS - 1, &back));
}

Test(plan, corrections_of_modular_come_back, .init = begin, .fini = end)
{
    tac_options o = tac_default_options(), back;
    uint64_t word[TAC_LOG_OPTIONS];
    o.corrections = TAC_CORRECT_VELOCITIES;
    cr_assert_eq(tac_log_options_put(&o, &tac_modular, word), TAC_LOG_MODULAR_OPTIONS);
    cr_assert(tac_log_options_get(word, TAC_LOG_MODULAR_OPTIONS, &back));
    cr_expect_eq(back.corrections, TAC_CORRECT_VELOCITIES);
    cr_expect_eq(tac_log_revision_of(word, TAC_LOG_OPTIONS), 1);
    word[TAC_LOG_MODULAR_OPTIONS - 1] = TAC_CORRECTIONS; // no such
    cr_expect_not(tac_log_options_get(word, TAC_LOG_MODULAR_OPTIONS, &back));
}

Test(plan, a_static_start_comes_back, .init = begin, .fini = end)
{
    tac_options o = tac_default_options(), back;
    uint64_t word[TAC_LOG_OPTIONS];
    o.is_static = 1;
    cr_assert_eq(tac_log_options_put(&o, &tac_index3, word), TAC_LOG_OPTIONS);
    cr_assert(tac_log_options_get(word, TAC_LOG_OPTIONS, &back));
    cr_expect_eq(back.is_static, 1);
    cr_assert(tac_log_options_get(word, TAC_LOG_MODULAR_OPTIONS, &back));
    cr_expect_eq(back.is_static, 0);
    word[TAC_LOG_OPTIONS - 1] = 2; // no such
    cr_expect_not(tac_log_options_get(word, TAC_LOG_OPTIONS, &back));
}

static void plan_of(const char *model, int lanes, char out[TAC_LOG_PLAN_SIZE])
{
    tac_simulation s;
    cr_assert(tac_simulation_read(&s, model));
    s.options.lanes = lanes;
    cr_assert(tac_simulation_prepare(&s));
    tac_log_plan(&s, out);
    tac_simulation_close(&s);
}

// It tells models apart and is the same on every machine.
Test(plan, changes_with_the_model_only, .init = begin, .fini = end)
{
    char zoo[TAC_LOG_PLAN_SIZE], plain[TAC_LOG_PLAN_SIZE], other[TAC_LOG_PLAN_SIZE];
    plan_of(MODEL, 0, zoo);
    plan_of(MODEL, 1, plain);
    plan_of("config/models/m2_four_bar.yaml", 0, other);
    cr_expect_str_eq(zoo, plain);
    cr_expect_str_neq(zoo, other);
}

Test(plan, another_one_is_named_when_bits_differ, .init = begin, .fini = end)
{
    const recipe r = {.model = MODEL, .steps = 20, .full = 1};
    tac_log l;
    tac_diag diag = {0};
    tac_replay_result got;
    const tac_replay_options o = {.until = -1};
    cr_assert(record(path, &r));
    cr_assert(tac_log_open(&l, path, &diag));
    tac_replay(&l, &o, &got);
    cr_expect_not(got.other_plan);
    item(&l, "plan")->bytes[0] ^= 1;
    tac_replay(&l, &o, &got);
    cr_expect(got.other_plan);
    cr_expect_eq(got.verdict, TAC_REPLAY_IDENTICAL, "every plan gives the same bits");
    tac_log_close(&l);
}

// ---- events --------------------------------------------------------------------------------------

Test(events, are_counted_and_listed, .init = begin, .fini = end)
{
    const recipe r = {.model = MODEL, .steps = 60, .steps_per_block = 16, .eventful = 1};
    const tac_log_window all = {0, -1}, late = {41, 60};
    tac_log l;
    tac_diag diag = {0};
    tac_log_event_counts n;
    tac_csv out;
    size_t size;
    cr_assert(record(path, &r));
    cr_assert(tac_log_open(&l, path, &diag));
    cr_assert(tac_log_count_events(&l, &n, &diag));
    cr_expect_eq(n.code[TAC_LOG_PARAMETER], 2);
    cr_expect_eq(n.code[TAC_LOG_RESET], 1);
    cr_expect_eq(n.code[TAC_LOG_SKIPPED], 1);
    cr_expect_eq(n.restores, 1);
    cr_expect_eq(n.degraded, 6);
    for (int i = 0; i < 2; i++) {
        cr_assert(tac_csv_open(&out, changed));
        cr_assert(tac_log_export_events(&l, i ? &late : &all, &out, &diag), "%s", diag.text);
        cr_assert(tac_csv_close(&out));
        char *text = (char *)read_bytes(changed, &size);
        text[size] = '\0';
        cr_expect(strstr(text, "\n41,reset,,0\n"), "%s", text);
        cr_expect(strstr(text, "\n50,skipped,,3\n"), "%s", text);
        cr_expect((strstr(text, "\n33,restore,,0\n") != NULL) == (i == 0), "%s", text);
        // by its name
        char name[160], line[200];
        char *lines = strdup(tac_log_text(&l.header, "parameters"));
        snprintf(name, sizeof name, "%.*s", (int)strcspn(lines, "\n"), lines);
        snprintf(line, sizeof line, "\n12,parameter,%s,", name);
        cr_expect((strstr(text, line) != NULL) == (i == 0), "%s", text);
        free(lines);
        free(text);
    }
    tac_log_close(&l);
}
