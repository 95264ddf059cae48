// program: needs=tests-locale
// test: config.model_file unit env=LOCPATH=@build/tests/locale,LSAN_OPTIONS=suppressions=tests/rt/format/locale.supp:print_suppressions=0
#include "model_file.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <locale.h>
#include <string.h>

#include "reading.h"

Test(model_file, defaults_are_those_of_the_reference)
{
    tac_model_file *f = read_good(TWO_BODIES);
    tac_options o = tac_default_options();
    cr_assert_str_eq(f->title, "");
    expect_vec3(f->desc.gravity, 0.0, 0.0, -9.81);
    cr_assert_eq(f->duration, 10.0);
    cr_assert_eq(f->options.dt, 1e-3);
    cr_assert_eq(f->options.iterations, o.iterations);
    cr_assert_eq(f->options.penalty, o.penalty);
    cr_assert_eq(f->options.alpha, o.alpha);
    cr_assert_eq(f->options.acceleration, o.acceleration);
    cr_assert_eq(f->options.order, o.order);
    cr_assert_eq(f->n_file, 1);
    cr_assert_str_eq(f->file_name[0], "test.yaml");
    tac_model_file_free(f);
}

Test(model_file, settings_are_read)
{
    tac_model_file *f = read_good(
        "title: \"two bodies\"\n"
        "gravity: [0, 0, 0]\n"
        "step: 0.5 ms\n"
        "duration: 2 min\n"
        "solver: {iterations: 5, alpha: 1e9, acceleration: projection, order: 3, tangent: full,\n"
        "  doubt_length: 2 um, doubt_angle: 0.5 deg}\n"
        "" TWO_BODIES);
    cr_assert_str_eq(f->title, "two bodies");
    expect_vec3(f->desc.gravity, 0.0, 0.0, 0.0);
    cr_assert_eq(f->options.dt, 0.0005);
    cr_assert_eq(f->duration, 120.0);
    cr_assert_eq(f->options.iterations, 5);
    cr_assert_eq(f->options.alpha, 1e9);
    cr_assert_eq(f->options.order, 3);
    cr_assert_eq(f->options.tangent, TAC_TANGENT_FULL);
    cr_assert_eq(f->options.acceleration, TAC_PROJECTION);
    cr_assert_float_eq(f->options.doubt_length, 2e-6, 1e-20);
    cr_assert_float_eq(f->options.doubt_angle, 0.5 * acos(-1.0) / 180.0, 1e-16);
    tac_model_file_free(f);
}

Test(model_file, every_model_of_the_project_reads)
{
    static const char *const folders[] = {"/config/models/*.yaml", "/config/models/*/*.yaml"};
    for (int k = 0; k < 2; k++) {
        glob_t found;
        char pattern[1024];
        (void)snprintf(pattern, sizeof pattern, "%s%s", TAC_SOURCE_DIR, folders[k]);
        cr_assert_eq(glob(pattern, 0, NULL, &found), 0);
        for (size_t i = 0; i < found.gl_pathc; i++) {
            tac_diag diag;
            if (strstr(found.gl_pathv[i], ".modal.yaml")) { // read with the models that name it
                continue;
            }
            tac_model_file *f = tac_model_file_read(found.gl_pathv[i], &diag);
            cr_expect_not_null(f, "%s", diag.text);
            tac_model_file_free(f);
        }
        globfree(&found);
    }
}

Test(model_file, a_missing_file_is_one_line)
{
    tac_diag diag;
    cr_assert_null(tac_model_file_read("/nowhere/model.yaml", &diag));
    cr_assert_str_eq(diag.text, "/nowhere/model.yaml:1:1: the file cannot be opened (No such file "
                                "or directory); check the path");
    cr_assert(!diag.no_memory);
}

Test(model_file, the_bound_of_memory_is_one_line_wherever_it_is_met)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/tests/config/files/include.yaml", TAC_SOURCE_DIR);
    int refused = 0;
    // chunks are 64 KiB, so every limit fails at another place
    for (size_t memory = 0; memory < 1u << 20; memory += 1u << 14) {
        tac_limits limits = {.memory = memory, .items = 1000, .work = 1 << 28, .reads_files = 1};
        tac_diag diag;
        tac_model_file *f = tac_model_file_read_text(path, NULL, 0, &limits, &diag);
        if (!f) {
            cr_assert_not_null(strstr(diag.text, ":1:1: reading this file takes more than"), "%s",
                               diag.text);
            cr_assert(!diag.no_memory);
            refused++;
        }
        tac_model_file_free(f);
    }
    cr_assert_gt(refused, 0);
    static const char chain[] = "bodies:\n"
                                "  - {repeat: {k: [1, 20000]}, name: \"L${k}\", mass: 1,\n"
                                "     inertia: [1, 1, 1]}\n";
    for (size_t memory = 1u << 18; memory < 1u << 24; memory += 1u << 20) {
        tac_limits limits = {.memory = memory, .items = 100000, .work = 1 << 28, .reads_files = 0};
        tac_diag diag;
        tac_model_file *f =
            tac_model_file_read_text("chain.yaml", chain, sizeof chain - 1, &limits, &diag);
        cr_assert(f || strstr(diag.text, "--raise-bounds"), "%s", diag.text);
        tac_model_file_free(f);
    }
}

Test(model_file, the_diag_may_be_missing)
{
    cr_assert_null(tac_model_file_read("/nowhere/model.yaml", NULL));
    tac_model_file_free(NULL);
}

Test(model_file, numbers_have_points_in_every_locale)
{
    cr_assert(setlocale(LC_ALL, "de_DE.UTF-8"), "no locale was made: apt-get install locales");
    tac_model_file *f = read_good("bodies: [{name: a, mass: 1.5, inertia: [1, 1, 1]}]\n");
    cr_assert_eq(f->desc.body[0].mass, 1.5);
    tac_model_file_free(f);
}
