// Parameters given from outside a model's files, as logs and checkpoints keep them.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log/capture.h"
#include "simulation/checkpoint.h"

#define MODEL "config/models/m2_four_bar.yaml"

static const char *const texts[] = {"phi=30 deg", "P4=[0, 1.5, 0]"};
static const tac_given both = {.text = texts, .n = 2}, first = {.text = texts, .n = 1}, none = {0};

static tac_simulation sim;
static tac_log_header header;

static void capture(const tac_given *given)
{
    tac_diag diag = {0};
    cr_assert(tac_simulation_read_given(&sim, MODEL, NULL, given), "%s", sim.diag.text);
    cr_assert(tac_simulation_prepare(&sim) && tac_simulation_start(&sim), "%s", sim.diag.text);
    const tac_log_origin origin = {.input = sim.input, .state = sim.state.data};
    cr_assert(tac_log_header_capture(&header, &sim, &origin, &diag), "%s", diag.text);
}

static void release(void)
{
    tac_log_header_free(&header);
    tac_simulation_close(&sim);
}

static uint64_t hash_with(const tac_given *given)
{
    tac_diag diag = {0};
    uint64_t hash = 0;
    tac_model_file *f = tac_model_file_read_given(MODEL, NULL, given, &diag);
    cr_assert_not_null(f, "%s", diag.text);
    cr_assert(tac_checkpoint_model(f, &hash, &diag), "%s", diag.text);
    tac_model_file_free(f);
    return hash;
}

Test(given, a_log_builds_the_model_that_was_given_them, .fini = release)
{
    tac_simulation again;
    capture(&both);
    cr_assert(tac_log_header_build(&header, 0, &again), "%s", again.diag.text);
    const tac_given read = tac_model_file_given(again.file);
    cr_assert_eq(read.n, 2);
    cr_expect_str_eq(read.text[0], texts[0]);
    cr_expect_str_eq(read.text[1], texts[1]);
    cr_expect_str_eq(again.path, MODEL);
    cr_expect_eq(memcmp(again.state.data, sim.state.data, sim.state.size), 0);
    tac_simulation_close(&again);
}

Test(given, a_log_without_any_says_nothing_of_them, .fini = release)
{
    capture(&none);
    cr_expect_null(tac_log_find(&header, "given"));
    cr_expect_str_eq(tac_log_text(&header, "model"), MODEL);
}

Test(given, a_log_that_gives_what_its_model_does_not_take_is_refused, .fini = release)
{
    static const char *const wrong[] = {"x\n", "phi\n", "phi=30 deg\nx=1\n"};
    capture(&both);
    tac_log_item *given = (tac_log_item *)tac_log_find(&header, "given");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tac_simulation again;
        free(given->bytes);
        given->bytes = (unsigned char *)strdup(wrong[i]);
        given->size = strlen(wrong[i]);
        cr_expect_not(tac_log_header_build(&header, 0, &again), "%s", wrong[i]);
        cr_expect_neq(again.diag.text[0], '\0');
        tac_simulation_close(&again);
    }
}

Test(given, a_checkpoint_fits_what_it_was_saved_with)
{
    cr_expect_eq(hash_with(&both), hash_with(&both));
    cr_expect_neq(hash_with(&both), hash_with(&first));
    cr_expect_neq(hash_with(&first), hash_with(&none));
    cr_expect_eq(hash_with(&none), hash_with(NULL));
}
