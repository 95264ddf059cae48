// program: fmu.host with=watched_heap.c
// An importer of one FMU 2.0 in C, for what cannot be seen from Python: floating-point modes, memory, threads.
//   fmu.host BINARY TOKEN STEP [INSTANCES [THREADS]]
//
// Instances in several threads end with the values that one alone has. In every mode of the caller, with traps open and
// flags raised, functions give the same values, and the mode is the caller's when they return and when they log.
// Between the end of initialization and the end nothing is allocated but states.
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xmmintrin.h>

#include "fmi/fmi2.h"
#include "watched_heap.h"

enum { STEPS = 100, MOST_VALUES = 512 };

typedef struct library {
    __typeof__(&fmi2Instantiate) instantiate;
    __typeof__(&fmi2SetupExperiment) set_up;
    __typeof__(&fmi2EnterInitializationMode) enter;
    __typeof__(&fmi2ExitInitializationMode) leave;
    __typeof__(&fmi2DoStep) step;
    __typeof__(&fmi2GetReal) get;
    __typeof__(&fmi2SetReal) set;
    __typeof__(&fmi2Terminate) terminate;
    __typeof__(&fmi2Reset) reset;
    __typeof__(&fmi2FreeInstance) free;
} library;

static library of;
static const char *token;
static double dt, part_of_step, at[STEPS + 1]; // s: no arithmetic with traps open
static unsigned reference[MOST_VALUES];
static size_t n_value;
static bool has_parameter; // the first variable is one
static int failed;

static void check(bool good, const char *what)
{
    if (!good) {
        printf("FAILED: %s\n", what);
        failed = 1;
    }
}

static void *find(void *object, const char *name)
{
    void *function = dlsym(object, name);
    check(function, name);
    return function;
}

static bool open_library(const char *path)
{
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        printf("%s\n", dlerror());
        return false;
    }
    *(void **)&of.instantiate = find(object, "fmi2Instantiate");
    *(void **)&of.set_up = find(object, "fmi2SetupExperiment");
    *(void **)&of.enter = find(object, "fmi2EnterInitializationMode");
    *(void **)&of.leave = find(object, "fmi2ExitInitializationMode");
    *(void **)&of.step = find(object, "fmi2DoStep");
    *(void **)&of.get = find(object, "fmi2GetReal");
    *(void **)&of.set = find(object, "fmi2SetReal");
    *(void **)&of.terminate = find(object, "fmi2Terminate");
    *(void **)&of.reset = find(object, "fmi2Reset");
    *(void **)&of.free = find(object, "fmi2FreeInstance");
    return !failed;
}

// ---- an importer ---------------------------------------------------------------------------------

static _Thread_local unsigned mode_of_caller; // MXCSR
static _Thread_local int lines;

static void log_line(void *environment, const char *name, int status, const char *category,
                     const char *message, ...)
{
    (void)environment;
    (void)name;
    (void)status;
    check(category && message, "a line has a category and a text");
    check(_mm_getcsr() == mode_of_caller, "the logger is called in the caller's mode");
    lines++;
}

static const fmi2_callbacks callbacks = {.logger = log_line};

static void *begin(void)
{
    void *c = of.instantiate("one", FMI2_CO_SIMULATION, token, NULL, &callbacks, 0, 1);
    check(c && of.set_up(c, 0, 0.0, 0.0, 0, 0.0) == 0 && of.enter(c) == 0 && of.leave(c) == 0,
          "an instance starts");
    return c;
}

static bool run(void *c, double *value)
{
    bool good = true;
    for (int k = 0; k < STEPS && good; k++) {
        good = of.step(c, at[k], dt, 1) == 0;
    }
    return good && of.get(c, reference, n_value, value) == 0;
}

// Values that there are: references count on from 1 until one is unknown.
static void count_values(void)
{
    double value;
    void *c = begin();
    unsigned next = 1;
    has_parameter = of.get(c, &next, 1, &value) == 0 && of.set(c, &next, 1, &value) == 0;
    while (next <= MOST_VALUES && of.get(c, &next, 1, &value) == 0) {
        reference[n_value++] = next++;
    }
    check(n_value > 10, "there are values");
    of.free(c);
}

// ---- threads -------------------------------------------------------------------------------------

static double expected[MOST_VALUES];

typedef struct job {
    pthread_t thread;
    int n;
    bool good;
} job;

static void *work(void *context)
{
    job *j = context;
    double value[MOST_VALUES];
    void *c[128];
    mode_of_caller = _mm_getcsr();
    j->good = true;
    for (int i = 0; i < j->n; i++) {
        c[i] = begin();
    }
    for (int k = 0; k < STEPS; k++) { // side by side
        for (int i = 0; i < j->n; i++) {
            j->good = of.step(c[i], at[k], dt, 1) == 0 && j->good;
        }
    }
    for (int i = 0; i < j->n; i++) {
        j->good = of.get(c[i], reference, n_value, value) == 0 && j->good &&
                  memcmp(value, expected, n_value * sizeof *value) == 0;
        of.free(c[i]);
    }
    return NULL;
}

static void run_threads(int instances, int threads)
{
    job jobs[16] = {{.n = 0}};
    for (int i = 0; i < threads; i++) {
        jobs[i].n = instances / threads;
        check(pthread_create(&jobs[i].thread, NULL, work, &jobs[i]) == 0, "a thread");
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(jobs[i].thread, NULL);
        check(jobs[i].good, "instances in threads have the values of one alone");
    }
}

// ---- modes ---------------------------------------------------------------------------------------

static void run_in_mode(unsigned mode)
{
    double value[MOST_VALUES], bad = NAN;
    unsigned was = _mm_getcsr(), unknown = 9999;
    mode_of_caller = mode;
    _mm_setcsr(mode);
    void *c = begin();
    bool good = run(c, value), stays = _mm_getcsr() == mode;
    int discarded = of.set(c, reference, 1, &bad);
    int refused = of.get(c, &unknown, 1, &bad);
    int off_grid = of.step(c, at[STEPS], part_of_step, 1);
    bool still = _mm_getcsr() == mode;
    of.free(c);
    _mm_setcsr(was);
    mode_of_caller = was;
    check(good && memcmp(value, expected, n_value * sizeof *value) == 0,
          "values are the same in every mode");
    check(stays && still, "the mode and its flags are the caller's");
    check(discarded == (has_parameter ? 2 : 3) && refused == 3 && off_grid == 3,
          "what makes no sense is refused in every mode");
    check(lines > 0, "lines are logged");
}

// ---- memory --------------------------------------------------------------------------------------

static volatile int counting, calls;

#ifndef INSTRUMENTED
bool heap_allows(void)
{
    calls += counting;
    return true;
}
#endif

static void watch_memory(void)
{
    double value[MOST_VALUES];
    counting = 1;
    void *volatile block = malloc(1);
    free(block);
    check(calls == 2, "memory is watched");
    counting = calls = 0;
    void *c = begin();
    counting = 1;
    bool good = of.set(c, reference, has_parameter, expected) == 0 && run(c, value);
    counting = 0;
    check(good && calls == 0, "steps and values take no memory");
    of.free(c);
}

int main(int argc, char **argv)
{
    static const unsigned mode[] = {0x1f80, 0x3f80, 0x5f80, 0x7f80, 0x9fc0, 0x0000, 0x603f, 0x1fbf};
    if (argc < 4 || !open_library(argv[1])) {
        return 1;
    }
    token = argv[2];
    dt = strtod(argv[3], NULL);
    part_of_step = 0.3 * dt;
    for (int k = 0; k <= STEPS; k++) {
        at[k] = k * dt;
    }
    mode_of_caller = _mm_getcsr();
    count_values();
    void *c = begin();
    check(run(c, expected), "one alone runs");
    check(of.terminate(c) == 0 && of.reset(c) == 0, "it ends and is reset");
    of.free(c);
    of.free(NULL);
    for (size_t i = 0; i < sizeof mode / sizeof *mode; i++) {
        run_in_mode(mode[i]);
    }
    watch_memory();
    run_threads(argc > 4 ? atoi(argv[4]) : 100, argc > 5 ? atoi(argv[5]) : 4);
    printf("%zu values, %zu modes\n", n_value, sizeof mode / sizeof *mode);
    return failed;
}
