// program: links=tactus-library
// Instances of shared models in several threads, made and stepped at the same time, have the bits that they have one after
// the other: a plain program for ThreadSanitizer too, 0 when all is well.
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/tactus.h"

enum { THREADS = 4, EACH = 4, STEPS = 60 };

static const char *const runs[][2] = {
    {"config/models/p4_double_wishbone.yaml", NULL},
    {"config/models/car.yaml", NULL},
    {"config/models/m2_four_bar.yaml", "solver.method=modular"},
    {"config/models/m2_four_bar.yaml", "solver.method=canonical"}};

enum { MODELS = sizeof runs / sizeof *runs };

static tactus_model *model[MODELS];
static char *expected[MODELS]; // states after the steps

typedef struct job {
    pthread_t thread;
    int number;
    bool wrong;
} job;

static tactus_model *load(int m)
{
    tactus_error error;
    const char *const *given = &runs[m][1];
    tactus_model *loaded = tactus_load(runs[m][0], given, *given != NULL, &error);
    if (!loaded) {
        printf("%s\n", error.text);
    }
    return loaded;
}

// The state of a new instance after the steps; NULL: it failed.
static char *run(int m)
{
    size_t size = tactus_state_size(model[m]);
    char *bytes = malloc(size);
    tactus *t = tactus_new(model[m], NULL);
    bool good = bytes && t && tactus_start(t) == TACTUS_OK && tactus_step(t, STEPS) == TACTUS_OK &&
                tactus_save(t, bytes, size) == TACTUS_OK;
    tactus_free(t);
    if (!good) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static void *work(void *context)
{
    job *j = context;
    for (int k = 0; k < EACH; k++) {
        int m = (j->number + k) % MODELS;
        char *bytes = run(m);
        j->wrong |= !bytes || memcmp(bytes, expected[m], tactus_state_size(model[m])) != 0;
        free(bytes);
        tactus_model *own = load(m); // while others step
        j->wrong |= !own;
        tactus_unload(own);
    }
    return NULL;
}

int main(void)
{
    job jobs[THREADS];
    bool wrong = false;
    for (int m = 0; m < MODELS; m++) {
        model[m] = load(m);
        expected[m] = model[m] ? run(m) : NULL;
        if (!expected[m]) {
            printf("%s does not run\n", runs[m][0]);
            return 1;
        }
    }
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job){.number = i};
        if (pthread_create(&jobs[i].thread, NULL, work, &jobs[i]) != 0) {
            return 1;
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(jobs[i].thread, NULL);
        wrong |= jobs[i].wrong;
    }
    for (int m = 0; m < MODELS; m++) {
        free(expected[m]);
        tactus_unload(model[m]);
    }
    printf("%d threads with %d instances each: %s\n", THREADS, EACH,
           wrong ? "other bits" : "the same bits");
    return wrong;
}
