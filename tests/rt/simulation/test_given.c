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

// Files as programs found them that knew nothing given: by the whole item "model".
static const char *find_as_before(const void *context, const char *path, size_t *size)
{
    char name[300];
    snprintf(name, sizeof name, "file/%s", path);
    const tac_log_item *item = tac_log_find(context, name);
    *size = item ? item->size : 0;
    return item ? (const char *)item->bytes : NULL;
}

static bool reads_as_before(tac_diag *diag)
{
    const tac_file_source source = {.find = find_as_before, .context = &header};
    tac_model_file *f = tac_model_file_read_from(tac_log_text(&header, "model"), &source, diag);
    tac_model_file_free(f);
    return f != NULL;
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

Test(given, earlier_programs_refuse_the_log_by_their_names, .fini = release)
{
    tac_diag diag = {0};
    capture(&both);
    cr_expect_not(reads_as_before(&diag));
    cr_expect_not_null(strstr(diag.text, "--parameter 'phi=30 deg' --parameter 'P4=[0, 1.5, 0]'"),
                       "%s", diag.text);
}

Test(given, earlier_programs_read_a_log_without_any, .fini = release)
{
    tac_diag diag = {0};
    capture(&none);
    cr_expect(reads_as_before(&diag), "%s", diag.text);
    cr_expect_null(tac_log_find(&header, "given"));
    cr_expect_str_eq(tac_log_text(&header, "model"), MODEL);
}

// What is damaged, or made up, is refused and not replayed with half of it.
Test(given, both_items_of_a_log_must_agree, .fini = release)
{
    static const char *const wrong[] = {"", "phi=30 deg\n", "phi=31 deg\nP4=[0, 1.5, 0]\n", "x\n",
                                        "P4=[0, 1.5, 0]\nphi=30 deg\n"};
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
