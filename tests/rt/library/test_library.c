// program: with=watched_heap.c links=tactus-library
// libtactus as programs see it: what it promises of bits, memory, modes and states, and what it says of wrong use.
#include <criterion/criterion.h>
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xmmintrin.h>

#include "library/tactus.h"
#include "watched_heap.h"

#define SUSPENSION "config/models/p4_double_wishbone.yaml"
#define CAR "config/models/car.yaml"
#define MOUNTS "config/models/examples/engine_mounts.yaml"

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
    cr_assert_eq(error.code, TACTUS_OK);
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

static void step(tactus *t, int64_t n)
{
    cr_assert_eq(tactus_step(t, n), TACTUS_OK, "%s", tactus_text(t));
}

// The state as bytes, to be freed.
static unsigned char *saved(tactus *t, const tactus_model *model)
{
    unsigned char *bytes = malloc(tactus_state_size(model));
    cr_assert_eq(tactus_save(t, bytes, tactus_state_size(model)), TACTUS_OK);
    return bytes;
}

static bool same_values(const tactus *a, const tactus *b, const tactus_model *model, int kind)
{
    return memcmp(tactus_values(a, kind), tactus_values(b, kind),
                  (size_t)tactus_count(model, kind) * sizeof(double)) == 0;
}

// Whether two instances have the same sensors and will have the same ones a hundred steps on.
static bool same(tactus *a, tactus *b, const tactus_model *model)
{
    bool now = same_values(a, b, model, TACTUS_SENSOR);
    step(a, 100);
    step(b, 100);
    return now && same_values(a, b, model, TACTUS_SENSOR);
}

// ---- values --------------------------------------------------------------------------------------

Test(library, values_have_names_units_and_one_place)
{
    tactus_model *model = load(SUSPENSION, NULL);
    tactus_about about;
    int stiffness = tactus_find(model, TACTUS_PARAMETER, "spring.stiffness");
    cr_assert_eq(tactus_describe(model, TACTUS_PARAMETER, stiffness, &about), TACTUS_OK);
    cr_assert_str_eq(about.unit, "N/m");
    cr_assert_eq(about.value, 181496.15);
    cr_assert_eq(about.least, 0.0);
    int z = tactus_find(model, TACTUS_SENSOR, "spindle.z");
    cr_assert_eq(tactus_describe(model, TACTUS_SENSOR, z, &about), TACTUS_OK);
    cr_assert_str_eq(about.name, "spindle.z");
    cr_assert_str_eq(about.unit, "m");
    cr_assert_str_eq(tactus_title(model), "Double wishbone suspension");
    cr_assert_eq(tactus_dt(model), 1e-3);
    cr_assert_eq(tactus_duration(model), 1.0);

    tactus *t = begin(model);
    const double *place = tactus_values(t, TACTUS_SENSOR);
    double before = place[z], copy;
    step(t, 10);
    cr_assert_neq(place[z], before);
    cr_assert_eq(tactus_get(t, TACTUS_SENSOR, z, 1, &copy), TACTUS_OK);
    cr_assert_eq(copy, place[z]);
    cr_assert_eq(tactus_start(t), TACTUS_OK);
    cr_assert_eq(place[z], before);
    cr_assert_eq(tactus_values(t, TACTUS_SENSOR), place);
    tactus_free(t);
    tactus_unload(model);
}

Test(library, units_of_parameters_are_those_of_their_coordinates)
{
    static const char *const is[][2] = {{"spring.stiffness", "N/m"},
                                        {"mount_fl.stiffness_x", "N/m"},
                                        {"mount_fl.damping_rx", "N*m*s/rad"}};
    tactus_model *model[] = {load(SUSPENSION, NULL), load(MOUNTS, NULL)};
    int found = 0;
    for (int m = 0; m < 2; m++) {
        tactus_about about;
        for (int i = 0; tactus_describe(model[m], TACTUS_PARAMETER, i, &about) == TACTUS_OK; i++) {
            for (size_t k = 0; k < sizeof is / sizeof *is; k++) {
                if (strcmp(about.name, is[k][0]) == 0) {
                    cr_assert_str_eq(about.unit, is[k][1]);
                    found++;
                }
            }
        }
        tactus_unload(model[m]);
    }
    cr_assert_geq(found, 1);
}

Test(library, units_of_inputs_are_those_of_what_they_are_used_as)
{
    static const char *const is[][3] = {
        {CAR, "throttle", "N"},       // in a sum with others
        {CAR, "car/front_left", "m"}, // of a length that a table reads
        {"config/models/examples/punching_bag.yaml", "hand_x", "N"}, // of a load
        {"config/models/examples/punching_bag.yaml", "twist_x", "N*m"},
        {"config/models/examples/screw_jack.yaml", "torque", "N*m"}, // of an actuator
        {"config/models/motion_platform.yaml", "leg1", ""},          // scaled
        {"config/models/platform_link.yaml", "leg1", ""},            // for nothing
    };
    for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
        tactus_about about = {.unit = NULL};
        tactus_model *model = load(is[i][0], NULL);
        int input = tactus_find(model, TACTUS_INPUT, is[i][1]);
        cr_assert_eq(tactus_describe(model, TACTUS_INPUT, input, &about), TACTUS_OK, "%s",
                     is[i][1]);
        cr_assert_str_eq(about.unit, is[i][2], "%s: %s", is[i][1], about.unit);
        tactus_unload(model);
    }
}

Test(library, a_parameter_changes_its_own_instance_alone)
{
    tactus_model *model = load(SUSPENSION, NULL);
    tactus *changed = begin(model), *plain = begin(model), *other = begin(model);
    int stiffness = tactus_find(model, TACTUS_PARAMETER, "spring.stiffness");
    double own = tactus_values(changed, TACTUS_PARAMETER)[stiffness], twice = 2.0 * own;
    cr_assert_eq(tactus_set(changed, TACTUS_PARAMETER, stiffness, 1, &twice), TACTUS_OK);
    step(changed, 50);
    step(plain, 50);
    cr_assert(!same_values(changed, plain, model, TACTUS_SENSOR));
    step(other, 50);
    cr_assert(same(plain, other, model));
    tactus_free(changed);
    tactus_free(plain);
    tactus_free(other);
    tactus_unload(model);
}

// ---- memory and modes ----------------------------------------------------------------------------

Test(library, steps_values_and_states_take_no_memory)
{
#ifndef INSTRUMENTED
    const char *const path[] = {SUSPENSION, CAR, MOUNTS, "config/models/flexible_arm.yaml"};
    for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
        tactus_model *model = load(path[i], NULL);
        tactus *t[] = {begin(model), begin(model)};
        size_t size = tactus_state_size(model);
        unsigned char *bytes = malloc(size);
        int n = tactus_count(model, TACTUS_PARAMETER);
        int code = TACTUS_OK;
        allocations = 0;
        counting = 1;
        for (int k = 0; k < 20; k++) {
            code |= tactus_step(t[0], 3) | tactus_step_many(t, 2, 2, NULL);
            code |= tactus_set(t[0], TACTUS_PARAMETER, 0, n, tactus_values(t[1], TACTUS_PARAMETER));
            code |= tactus_save(t[0], bytes, size) | tactus_restore(t[1], bytes, size);
            code |= tactus_time(t[0]) > 0.0 && tactus_steps(t[1]) > 0 ? TACTUS_OK : TACTUS_WRONG;
        }
        counting = 0;
        cr_assert_eq(code, TACTUS_OK);
        cr_assert_eq(allocations, 0, "%s: %d", path[i], (int)allocations);
        free(bytes);
        tactus_free(t[0]);
        tactus_free(t[1]);
        tactus_unload(model);
    }
#endif
}

static unsigned x87_mode(void)
{
    unsigned short mode;
    __asm__ volatile("fnstcw %0" : "=m"(mode));
    return mode;
}

static void set_x87_mode(unsigned mode)
{
    unsigned short to = (unsigned short)mode;
    __asm__ volatile("fldcw %0" : : "m"(to));
}

// All a program does with the library, from its file on, in a mode of its own; the state at the end.
static unsigned char *run_in_mode(unsigned mxcsr, unsigned x87, size_t *size)
{
    unsigned was = _mm_getcsr(), was_x87 = x87_mode();
    _mm_setcsr(mxcsr);
    set_x87_mode(x87);
    tactus_model *model = tactus_load(SUSPENSION, NULL, 0, NULL);
    tactus *t = tactus_new(model, NULL);
    int code = tactus_start(t) | tactus_step(t, 200);
    *size = tactus_state_size(model);
    unsigned char *bytes = malloc(*size);
    code |= tactus_save(t, bytes, *size) | tactus_restore(t, bytes, *size);
    double time = tactus_time(t);
    char line[200];
    (void)tactus_doubt(t, line, sizeof line);
    bool stays = _mm_getcsr() == mxcsr && x87_mode() == x87;
    tactus_free(t);
    tactus_unload(model);
    _mm_setcsr(was);
    set_x87_mode(was_x87);
    cr_assert(stays, "the mode %04x, %04x has changed", mxcsr, x87);
    cr_assert_eq(code, TACTUS_OK);
    cr_assert_eq(time, 0.2);
    return bytes;
}

Test(library, the_callers_floating_point_mode_and_flags_stay_and_change_no_bits)
{
    // to nearest, down, up, towards zero; traps open; subnormals as zero; flags raised
    static const unsigned mode[][2] = {{0x1f80, 0x037f}, {0x3f80, 0x077f}, {0x5f80, 0x0b7f},
                                       {0x7f80, 0x0f7f}, {0x1fbf, 0x007f}, {0x0000, 0x037f},
                                       {0x9fc0, 0x037f}, {0x9fe1, 0x027f}, {0x603f, 0x0f7f}};
    size_t size = 0, other = 0;
    unsigned char *first = run_in_mode(mode[0][0], mode[0][1], &size);
    for (size_t i = 1; i < sizeof mode / sizeof *mode; i++) {
        unsigned char *bytes = run_in_mode(mode[i][0], mode[i][1], &other);
        cr_assert_eq(size, other);
        cr_assert_eq(memcmp(first, bytes, size), 0, "mode %04x", mode[i][0]);
        free(bytes);
    }
    free(first);
}

// ---- states --------------------------------------------------------------------------------------

Test(library, a_state_goes_on_in_any_instance)
{
    static const char *const run[][2] = {
        {SUSPENSION, NULL},
        {CAR, NULL},
        {MOUNTS, "solver.method=canonical"},
        {"config/models/m2_four_bar.yaml", "solver.method=modular"},
        {"config/models/flexible_arm.yaml", NULL}};
    for (size_t i = 0; i < sizeof run / sizeof *run; i++) {
        tactus_model *model = load(run[i][0], run[i][1]), *again = load(run[i][0], run[i][1]);
        tactus *t = begin(model), *other = begin(again);
        for (int k = 0; k < 5; k++) {
            step(t, 7 * k + 1);
            step(other, 3);
            unsigned char *bytes = saved(t, model);
            cr_assert_eq(tactus_restore(other, bytes, tactus_state_size(again)), TACTUS_OK, "%s",
                         tactus_text(other));
            unsigned char *copy = saved(other, again);
            cr_assert_eq(memcmp(bytes, copy, tactus_state_size(model)), 0);
            cr_assert_eq(tactus_steps(other), tactus_steps(t));
            cr_assert(same(t, other, model), "%s", run[i][0]);
            free(bytes);
            free(copy);
        }
        tactus_free(t);
        tactus_free(other);
        tactus_unload(model);
        tactus_unload(again);
    }
}

Test(library, inputs_and_parameters_are_of_the_state)
{
    tactus_model *model = load(SUSPENSION, NULL);
    tactus *t = begin(model);
    double soft = 5e4;
    int stiffness = tactus_find(model, TACTUS_PARAMETER, "spring.stiffness");
    cr_assert_eq(tactus_set(t, TACTUS_PARAMETER, stiffness, 1, &soft), TACTUS_OK);
    step(t, 20);
    unsigned char *bytes = saved(t, model);
    tactus *fresh = tactus_new(model, NULL); // never started
    cr_assert_eq(tactus_restore(fresh, bytes, tactus_state_size(model)), TACTUS_OK);
    cr_assert_eq(tactus_values(fresh, TACTUS_PARAMETER)[stiffness], soft);
    cr_assert(same(t, fresh, model));
    free(bytes);
    tactus_free(t);
    tactus_free(fresh);
    tactus_unload(model);
}

Test(library, damaged_and_foreign_states_are_refused_and_change_nothing)
{
    tactus_model *model = load(SUSPENSION, NULL), *other = load(SUSPENSION, "solver.order=4");
    tactus *t = begin(model), *u = begin(other);
    size_t size = tactus_state_size(model);
    step(t, 5);
    unsigned char *bytes = saved(t, model);
    step(t, 5);
    unsigned char *before = saved(t, model);
    for (size_t at = 0; at < size; at += at < 600 ? 1 : 37) {
        bytes[at] ^= 0x10;
        cr_assert_eq(tactus_restore(t, bytes, size), TACTUS_WRONG, "byte %zu", at);
        cr_assert_neq(tactus_text(t)[0], '\0');
        bytes[at] ^= 0x10;
    }
    cr_assert_eq(tactus_restore(t, bytes, size - 1), TACTUS_WRONG);
    cr_assert_eq(tactus_restore(t, bytes, 0), TACTUS_WRONG);
    cr_assert_eq(tactus_save(t, bytes, size - 1), TACTUS_WRONG);
    cr_assert_eq(tactus_restore(u, bytes, size), TACTUS_WRONG);
    cr_assert_not_null(strstr(tactus_text(u), "another model"));
    unsigned char *after = saved(t, model);
    cr_assert_eq(memcmp(before, after, size), 0);
    cr_assert_eq(tactus_restore(t, bytes, size), TACTUS_OK);
    cr_assert_eq(tactus_steps(t), 5);
    cr_assert_str_eq(tactus_text(t), "");
    free(bytes);
    free(before);
    free(after);
    tactus_free(t);
    tactus_free(u);
    tactus_unload(model);
    tactus_unload(other);
}

// ---- several -------------------------------------------------------------------------------------

Test(library, one_that_is_not_started_does_not_hold_up_the_others)
{
    tactus_model *model = load(SUSPENSION, NULL);
    tactus *many[] = {begin(model), tactus_new(model, NULL), begin(model)};
    int code[3];
    cr_assert_eq(tactus_step_many(many, 3, 5, code), TACTUS_WRONG);
    cr_assert(code[0] == TACTUS_OK && code[1] == TACTUS_WRONG && code[2] == TACTUS_OK);
    cr_assert_eq(tactus_steps(many[2]), 5);
    for (int i = 0; i < 3; i++) {
        tactus_free(many[i]);
    }
    tactus_unload(model);
}

// ---- files ---------------------------------------------------------------------------------------

static void *read_file(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    cr_assert_not_null(in, "%s", path);
    char *bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, in);
    fclose(in);
    return bytes;
}

Test(library, files_in_memory_give_the_bits_of_those_on_the_disk)
{
    static const char *const path[] = {"config/models/examples/cam_valve.yaml",
                                       "config/models/examples/cam_lift.csv"};
    tactus_file file[2];
    tactus_error error;
    for (int i = 0; i < 2; i++) {
        file[i].name = path[i];
        file[i].bytes = read_file(path[i], &file[i].size);
    }
    tactus_model *disk = load(path[0], NULL);
    tactus_model *memory = tactus_load_files(file, 2, NULL, 0, &error);
    cr_assert_not_null(memory, "%s", error.text);
    for (int i = 0; i < 2; i++) {
        memset((void *)file[i].bytes, 0, file[i].size); // may go
        free((void *)file[i].bytes);
    }
    tactus *a = begin(disk), *b = begin(memory);
    cr_assert(same(a, b, disk));
    tactus_free(a);
    tactus_free(b);
    tactus_unload(disk);
    tactus_unload(memory);
}

Test(library, files_ask_for_more_when_they_are_allowed_to)
{
    static const char text[] = // of more operations than there may be
        "step: 1 ms\nbodies:\n  - {name: a, mass: 1, inertia: [1, 1, 1]}\n"
        "  - {name: b, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}\nforces:\n"
        "  - {name: 's${i}', type: bushing, bodies: [a, b], at: [0, 0, 0],\n"
        "     stiffness: [1, 1, 1, 1, 1, 1], repeat: {i: [1, 420]}}\n";
    const tactus_file file = {"pair.yaml", text, sizeof text - 1};
    const char *const given[] = {"solver.bounds=2"};
    tactus_error error;
    cr_assert_null(tactus_load_files(&file, 1, NULL, 0, &error));
    cr_assert_not_null(strstr(error.text, "is the bound"), "%s", error.text);
    tactus_model *model = tactus_load_files(&file, 1, given, 1, &error);
    cr_assert_not_null(model, "%s", error.text);
    tactus_unload(model);
}

// ---- wrong use -----------------------------------------------------------------------------------

static void refuses(const char *path, const char *given, const char *says)
{
    tactus_error error;
    cr_assert_null(tactus_load(path, &given, given != NULL, &error));
    cr_assert_eq(error.code, TACTUS_WRONG);
    cr_assert_not_null(strstr(error.text, says), "%s", error.text);
    cr_assert_null(strchr(error.text, '\n'), "%s", error.text);
}

Test(library, what_cannot_be_loaded_says_why)
{
    refuses("no/such.yaml", NULL, "no/such.yaml");
    refuses(SUSPENSION, "nothing=1", "nothing");
    refuses(SUSPENSION, "solver.metod=index3", "method");
    refuses(SUSPENSION, "solver.method", "method");
    refuses(SUSPENSION, "solver.method=newmark", "canonical");
    refuses(SUSPENSION, "solver.order=5", "order");
    refuses(SUSPENSION, "solver.order=7", "2 to 6");
    refuses(SUSPENSION, "solver.iterations=2.5", "whole number");
    refuses(SUSPENSION, "solver.step=1 kg", "time");
    refuses(SUSPENSION, "solver.step=0", "time");
    refuses(SUSPENSION, "solver.lanes=3", "1, 4 or 8");
    refuses(SUSPENSION, "solver.bounds=0", "whole number");
    refuses("docs/parts/braking.yaml", NULL, "part");
    cr_assert_null(tactus_load("no/such.yaml", NULL, 0, NULL));
    tactus_error error;
    cr_assert_null(tactus_load_files(NULL, 0, NULL, 0, &error));
    cr_assert_eq(error.code, TACTUS_WRONG);
}

static void said(tactus *t, int code, const char *says)
{
    cr_assert_eq(code, TACTUS_WRONG);
    cr_assert_not_null(strstr(tactus_text(t), says), "%s", tactus_text(t));
}

Test(library, wrong_use_of_an_instance_is_told_and_changes_nothing)
{
    tactus_model *model = load(SUSPENSION, NULL);
    tactus *t = tactus_new(model, NULL);
    double value[3] = {1.0, NAN, -1.0}, *out = value;
    int n = tactus_count(model, TACTUS_PARAMETER);
    said(t, tactus_step(t, 1), "tactus_start");
    cr_assert_eq(tactus_start(t), TACTUS_OK);
    cr_assert_str_eq(tactus_text(t), "");
    unsigned char *before = saved(t, model);
    said(t, tactus_step(t, -1), "negative");
    said(t, tactus_set(t, TACTUS_SENSOR, 0, 1, value), "nothing else");
    said(t, tactus_set(t, 17, 0, 1, value), "nothing else");
    said(t, tactus_set(t, TACTUS_PARAMETER, n, 1, value), "there are");
    said(t, tactus_set(t, TACTUS_PARAMETER, -1, 1, value), "there are");
    said(t, tactus_set(t, TACTUS_PARAMETER, 1, INT32_MAX, value), "there are");
    said(t, tactus_set(t, TACTUS_PARAMETER, 0, 2, value), "finite"); // the first is not set either
    said(t, tactus_set(t, TACTUS_PARAMETER, 0, 1, &value[2]), "from zero on");
    cr_assert_eq(tactus_get(t, TACTUS_SENSOR, 0, 100000, out), TACTUS_WRONG);
    cr_assert_eq(tactus_set(t, TACTUS_PARAMETER, n, 0, NULL), TACTUS_OK);
    cr_assert_eq(tactus_find(model, TACTUS_SENSOR, "nothing"), -1);
    cr_assert_eq(tactus_count(model, -1), 0);
    cr_assert_null(tactus_values(t, TACTUS_KINDS));
    unsigned char *after = saved(t, model);
    cr_assert_eq(memcmp(before, after, tactus_state_size(model)), 0);
    free(before);
    free(after);
    tactus_free(t);
    tactus_free(NULL);
    tactus_unload(model);
    tactus_unload(NULL);
}

Test(library, a_step_that_cannot_be_made_leaves_the_state_before_it)
{
    tactus_model *model = load("config/models/p1_andrews.yaml", "solver.step=10 ms");
    tactus *t = begin(model);
    int code = TACTUS_OK;
    while (code == TACTUS_OK && tactus_steps(t) < 1000) {
        code = tactus_step(t, 1);
    }
    cr_assert_eq(code, TACTUS_FAILED);
    cr_assert_not_null(strstr(tactus_text(t), "stopped at t"), "%s", tactus_text(t));
    int64_t steps = tactus_steps(t);
    cr_assert_eq(tactus_step(t, 5), TACTUS_FAILED);
    cr_assert_eq(tactus_steps(t), steps);
    cr_assert_eq(tactus_start(t), TACTUS_OK);
    tactus_free(t);
    tactus_unload(model);
}

Test(library, results_in_doubt_are_said)
{
    tactus_model *good = load("config/models/m2_four_bar.yaml", NULL);
    tactus_model *coarse = load("config/models/m2_four_bar.yaml", "solver.step=200 ms");
    tactus *t = begin(good), *u = begin(coarse);
    char line[512];
    step(t, 100);
    step(u, 50);
    cr_assert_eq(tactus_doubt(t, line, sizeof line), 0);
    cr_assert_str_eq(line, "");
    cr_assert_eq(tactus_doubt(u, line, sizeof line), 1);
    cr_assert_not_null(strstr(line, "in doubt"));
    tactus_free(t);
    tactus_free(u);
    tactus_unload(good);
    tactus_unload(coarse);
}
