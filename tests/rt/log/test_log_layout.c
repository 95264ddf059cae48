// What the header of a log says about layout, solver, names and events.
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

static tac_log_item *item(tac_log *l, const char *name)
{
    for (size_t i = 0; i < l->header.n; i++) {
        if (strcmp(l->header.item[i].name, name) == 0) {
            return &l->header.item[i];
        }
    }
    return NULL;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

Test(layout, names_every_word_once)
{
    enum { NAME = 160 };
    tac_simulation s;
    tac_log_layout y;
    cr_assert(tac_simulation_read(&s, MODEL));
    cr_assert(tac_simulation_prepare(&s));
    char *text = tac_log_layout_text(&s);
    cr_assert_eq(tac_log_layout_read(&y, text), 1);
    cr_assert_eq(8 * y.n_word, s.state.size);
    char(*name)[NAME] = calloc(y.n_word, NAME);
    cr_assert_not_null(name);
    for (size_t w = 0; w < y.n_word; w++) {
        int whole;
        tac_log_layout_name(&y, w, name[w], NAME, &whole);
    }
    qsort(name, y.n_word, NAME, by_text);
    size_t named = 0;
    for (size_t w = 0; w < y.n_word; w++) {
        int padding = strcmp(name[w], "padding") == 0;
        cr_expect(padding || w == 0 || strcmp(name[w], name[w - 1]) != 0, "%s", name[w]);
        named += !padding;
    }
    cr_expect_gt(named, 100);
    free(name);
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

// A state that is laid out otherwise, within one version of the format, is none of the model's.
Test(layout, another_one_is_refused, .init = begin, .fini = end)
{
    const recipe r = {.model = MODEL, .steps = 5};
    tac_log l;
    tac_diag diag = {0};
    tac_replay_result got;
    const tac_replay_options o = {.until = -1};
    cr_assert(record(path, &r));
    cr_assert(tac_log_open(&l, path, &diag));
    item(&l, "layout")->bytes[0] ^= 1;
    tac_replay(&l, &o, &got);
    cr_assert_eq(got.verdict, TAC_REPLAY_UNUSABLE);
    cr_expect(strstr(got.why, "not laid out as those of its model"), "%s", got.why);
    tac_log_close(&l);
}

// ---- options and plan ----------------------------------------------------------------------------

Test(plan, options_come_back)
{
    const tac_options o = {.dt = 0.125,
                           .iterations = 7,
                           .penalty = 3.0,
                           .alpha = 5.0,
                           .acceleration = TAC_PROJECTION,
                           .order = 4,
                           .tangent = TAC_TANGENT_FIRST,
                           .doubt_length = 0.5,
                           .doubt_angle = 0.25,
                           .is_static = 1,
                           .corrections = TAC_CORRECT_VELOCITIES,
                           .carriers = TAC_CARRIERS_OFF};
    tac_options back = {0};
    uint64_t word[TAC_LOG_OPTIONS];
    tac_log_options_put(&o, word);
    cr_assert(tac_log_options_get(word, &back));
    cr_expect(back.dt == o.dt && back.iterations == o.iterations && back.penalty == o.penalty &&
              back.alpha == o.alpha && back.acceleration == o.acceleration &&
              back.order == o.order && back.tangent == o.tangent &&
              back.doubt_length == o.doubt_length && back.doubt_angle == o.doubt_angle &&
              back.is_static == o.is_static && back.corrections == o.corrections &&
              back.carriers == o.carriers);
}

Test(plan, words_that_are_no_options_are_refused)
{
    static const struct {
        size_t word;
        uint64_t value;
    } no_such[] = {{9, 2}, {10, TAC_CORRECTIONS}, {11, 2}};
    const tac_options o = tac_default_options();
    for (size_t i = 0; i < sizeof no_such / sizeof *no_such; i++) {
        tac_options back;
        uint64_t word[TAC_LOG_OPTIONS];
        tac_log_options_put(&o, word);
        word[no_such[i].word] = no_such[i].value;
        cr_expect_not(tac_log_options_get(word, &back), "word %zu", no_such[i].word);
    }
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
