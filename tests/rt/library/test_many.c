// program: with=watched_heap.c links=tactus-library
// Instances that step together: each has the bits, the words and the failures that it has alone.
#include <criterion/criterion.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/rng.h"
#include "library/tactus.h"
#include "watched_heap.h"

enum { N = 11, CALLS = 3, STEPS = 20 }; // more than share vectors, and no multiple

static atomic_int counting, allocations;

#ifndef INSTRUMENTED
bool heap_allows(void)
{
    allocations += counting;
    return true;
}
#endif

static tactus_model *load(const char *path, const char *given)
{
    tactus_error error;
    tactus_model *model = tactus_load(path, &given, given != NULL, &error);
    cr_assert_not_null(model, "%s", error.text);
    return model;
}

static tactus *begin(const tactus_model *model)
{
    tactus_error error;
    tactus *t = tactus_new(model, &error);
    cr_assert_not_null(t, "%s", error.text);
    cr_assert_eq(tactus_start(t), TACTUS_OK, "%s", tactus_text(t));
    return t;
}

// Values of a kind, some of them by up to a tenth, or by a hundredth of one, beside those of the file.
static void vary(tactus *t, const tactus_model *model, int kind, uint64_t seed)
{
    rng g = {seed};
    for (int i = 0; i < tactus_count(model, kind); i++) {
        tactus_about about;
        double r = uniform(&g, -0.1, 0.1);
        cr_assert_eq(tactus_describe(model, kind, i, &about), TACTUS_OK);
        double x = about.value + r * (about.value != 0.0 ? about.value : 0.1);
        if (i % 3 == 0 && x >= about.least) {
            cr_assert_eq(tactus_set(t, kind, i, 1, &x), TACTUS_OK, "%s", tactus_text(t));
        }
    }
}

static bool same(tactus *a, tactus *b, const tactus_model *model)
{
    size_t size = tactus_state_size(model);
    unsigned char *of[2] = {malloc(size), malloc(size)};
    char doubt[2][1024];
    bool is = tactus_save(a, of[0], size) == TACTUS_OK && tactus_save(b, of[1], size) == TACTUS_OK;
    is = is && memcmp(of[0], of[1], size) == 0;
    is = is &&
         tactus_doubt(a, doubt[0], sizeof doubt[0]) == tactus_doubt(b, doubt[1], sizeof doubt[1]);
    is = is && strcmp(doubt[0], doubt[1]) == 0;
    free(of[0]);
    free(of[1]);
    return is;
}

// Returns how many have failed.
static int compare(const char *path, const char *given)
{
    tactus_model *model = load(path, given);
    tactus *many[N], *alone[N];
    int failed = 0;
    for (int i = 0; i < N; i++) {
        many[i] = begin(model);
        alone[i] = begin(model);
        vary(many[i], model, TACTUS_PARAMETER, (uint64_t)i);
        vary(alone[i], model, TACTUS_PARAMETER, (uint64_t)i);
    }
    for (int call = 0; call < CALLS; call++) {
        int code[N], first = TACTUS_OK;
        for (int i = 0; i < N; i++) {
            vary(many[i], model, TACTUS_INPUT, (uint64_t)(N * call + i));
            vary(alone[i], model, TACTUS_INPUT, (uint64_t)(N * call + i));
        }
        int all = tactus_step_many(many, N, STEPS, code);
        for (int i = 0; i < N; i++) {
            int got = tactus_step(alone[i], STEPS);
            first = first == TACTUS_OK ? got : first;
            cr_assert_eq(code[i], got, "%s %s %d: %s", path, given, i, tactus_text(many[i]));
            cr_assert_str_eq(tactus_text(many[i]), tactus_text(alone[i]));
            cr_assert(same(many[i], alone[i], model), "%s %s %d in call %d", path, given, i, call);
            failed += call == CALLS - 1 && got != TACTUS_OK;
        }
        cr_assert_eq(all, first);
    }
    for (int i = 0; i < N; i++) {
        tactus_free(many[i]);
        tactus_free(alone[i]);
    }
    tactus_unload(model);
    return failed;
}

Test(many, have_the_bits_of_each_alone)
{
    static const char *const path[] = {
        "config/models/m2_four_bar.yaml",
        "config/models/p4_double_wishbone.yaml",
        "config/models/p6_ur5e.yaml",
        "config/models/m9_spinning_top.yaml",
        "config/models/vehicle.yaml",
        "config/models/road_car.yaml",
        "config/models/flexible_arm.yaml", // stands alone
        "config/models/examples/bouncing_ball.yaml",
        "config/models/examples/cam_valve.yaml",
        "config/models/examples/engine_mounts.yaml",
        "config/models/examples/friction_pendulum.yaml",
        "config/models/examples/punching_bag.yaml",
        "config/models/examples/screw_jack.yaml",
    };
    for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
        (void)compare(path[i], NULL);
    }
}

Test(many, have_them_with_every_method_order_and_width)
{
    static const char *const given[] = {
        "solver.order=3",     "solver.order=4", "solver.method=canonical", "solver.method=modular",
        "solver.method=hdca", "solver.lanes=1", "solver.lanes=4"};
    static const char *const path[] = {"config/models/m2_four_bar.yaml",
                                       "config/models/p4_double_wishbone.yaml",
                                       "config/models/m9_spinning_top.yaml"};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        for (size_t k = 0; k < sizeof path / sizeof *path; k++) {
            (void)compare(path[k], given[i]);
        }
    }
    // combined, or their longest sequence alone
    (void)compare("config/models/examples/bouncing_ball.yaml", "solver.order=4");
    (void)compare("config/models/examples/friction_pendulum.yaml", "solver.method=canonical");
}

// The crank of the example is driven beyond its reach by longer or shorter strokes.
Test(many, one_that_fails_leaves_the_others_as_they_are)
{
    int failed = compare("config/models/examples/driven_crank.yaml", NULL);
    cr_assert(failed > 0 && failed < N, "%d fail", failed);
}

Test(many, are_together_with_neighbours_of_their_model_at_their_step)
{
    tactus_model *model[] = {load("config/models/m2_four_bar.yaml", NULL),
                             load("config/models/p6_ur5e.yaml", NULL)};
    tactus *t[3 * N];
    int code[3 * N];
    for (int i = 0; i < 3 * N; i++) {
        t[i] = begin(model[i / 3 % 5 == 0]);
        cr_assert_eq(tactus_step(t[i], i / N), TACTUS_OK);
    }
    cr_assert_eq(tactus_step_many(t, 3 * N, STEPS, code), TACTUS_OK);
    for (int i = 0; i < 3 * N; i++) {
        const tactus_model *of = model[i / 3 % 5 == 0];
        tactus *alone = begin(of);
        cr_assert_eq(code[i], TACTUS_OK);
        cr_assert_eq(tactus_step(alone, i / N + STEPS), TACTUS_OK);
        cr_assert(same(t[i], alone, of), "%d", i);
        tactus_free(alone);
        tactus_free(t[i]);
    }
    tactus_unload(model[0]);
    tactus_unload(model[1]);
}

Test(many, take_memory_the_first_time)
{
#ifndef INSTRUMENTED
    tactus_model *model = load("config/models/m2_four_bar.yaml", NULL);
    tactus *t[N];
    for (int i = 0; i < N; i++) {
        t[i] = begin(model);
    }
    counting = 1;
    cr_assert_eq(tactus_step_many(t, N, STEPS, NULL), TACTUS_OK);
    counting = 0;
    cr_assert(allocations > 0, "none stepped together");
    allocations = 0;
    counting = 1;
    for (int i = 0; i < N; i++) {
        cr_assert_eq(tactus_step_many(t, N - i, STEPS, NULL), TACTUS_OK);
    }
    counting = 0;
    cr_assert_eq(allocations, 0, "%d", (int)allocations);
    for (int i = 0; i < N; i++) {
        tactus_free(t[i]);
    }
    tactus_unload(model);
#endif
}
