// program: guard.allocation wrap=malloc,calloc,realloc,free,aligned_alloc,posix_memalign
// test: guard.allocation guard
// Stepping and observing take no memory: every allocation function is wrapped by the linker, and
// none may be called between the start and the last step.
#include <stdio.h>
#include <stdlib.h>

#include "simulation/simulation.h"

#define STEPS 200

static volatile int counting, calls; // volatile: compilers think they know what malloc touches

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **block, size_t alignment, size_t size);
void __real_free(void *block);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size);
void __wrap_free(void *block);

void *__wrap_malloc(size_t size)
{
    calls += counting;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    calls += counting;
    return __real_calloc(n, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    calls += counting;
    return __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    calls += counting;
    return __real_aligned_alloc(alignment, size);
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    calls += counting;
    return __real_posix_memalign(block, alignment, size);
}

void __wrap_free(void *block)
{
    calls += counting;
    __real_free(block);
}

// Steps the model and reads everything that can be read; returns 0 when the model fails.
static int run(tac_simulation *s, double *sensors)
{
    for (int k = 0; k < STEPS; k++) {
        if (tac_simulation_step(s).code != TAC_OK) {
            return 0;
        }
        tac_sense(s->model, &s->state, &s->report, sensors);
        for (int j = 0; j < s->file->desc.n_joint; j++) {
            double reaction[6], q[TAC_MAX_COORDINATES], qd[TAC_MAX_COORDINATES];
            tac_joint_reaction(s->model, &s->state, j, reaction);
            tac_joint_coordinates(s->model, &s->state, j, q, qd);
        }
    }
    return 1;
}

static int prepare(tac_simulation *s, const char *path, const tac_method *method, int order)
{
    int read = tac_simulation_read(s, path);
    if (read) {
        tac_simulation_take_method(s, method);
        s->options.order = order;
    }
    return read && tac_simulation_prepare(s) && tac_simulation_start(s);
}

static int check_model(const char *path, const tac_method *method, int order)
{
    tac_simulation s;
    if (!prepare(&s, path, method, order)) {
        printf("%s\n", s.diag.text);
        tac_simulation_close(&s);
        return 0;
    }
    double *sensors = calloc((size_t)tac_sensor_total(s.model) + 1, sizeof *sensors);
    calls = 0;
    counting = 1;
    int ok = sensors && run(&s, sensors);
    counting = 0;
    printf("%s, %s, order %d: %d steps, %d calls of allocation functions%s%s\n", path, method->name,
           order, STEPS, calls, ok ? "" : ", failed: ", ok ? "" : s.diag.text);
    free(sensors);
    tac_simulation_close(&s);
    return ok && calls == 0;
}

int main(void)
{
    // the wrapping itself must work, or the counts below mean nothing
    counting = 1;
    void *volatile block = malloc(1);
    free(block);
    counting = 0;
    if (calls != 2) {
        puts("allocation functions are not wrapped");
        return 1;
    }
    int ok = 1;
    const char *const model[] = {"config/models/m2_four_bar.yaml",
                                 "config/models/m6_double_loop_8.yaml",
                                 "config/models/m8_slider_crank.yaml",
                                 "config/models/m3_chain_128.yaml", "config/models/vehicle.yaml"};
    for (size_t i = 0; i < sizeof model / sizeof *model; i++) {
        ok = check_model(model[i], &tac_index3, 2) && ok;
        ok = check_model(model[i], &tac_canonical, 2) && ok;
        ok = check_model(model[i], &tac_canonical, 6) && ok;
        ok =
            (i + 1 == sizeof model / sizeof *model || check_model(model[i], &tac_modular, 4)) && ok;
    }
    return !ok;
}
