#define _POSIX_C_SOURCE 200809L
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "doubt.h"
#include "methods.h"

#define ALIGNMENT 64

tac_options trial_options(double dt, int order)
{
    tac_options o = tac_default_options();
    o.dt = dt;
    o.order = order;
    return o;
}

static void *block(size_t size)
{
    return aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}

// Tree, model, state and work, each in its own block; the last status says which of them failed.
static tac_status build(trial *t)
{
    const tac_method *method = t->method;
    const tac_desc *d = &t->file->desc;
    size_t size = tac_tree_size(d);
    tac_status status = tac_tree_init(&t->tree, d, t->block[0] = block(size), size);
    if (status.code == TAC_OK) {
        tac_desc described = *d;
        described.wants.flags = t->method->takes->wants | (t->o.order > 2 ? TAC_PAIRED : 0);
        size = tac_model_size(&described, t->tree);
        status = tac_model_init(&t->model, &described, t->tree, t->block[1] = block(size), size);
    }
    if (status.code == TAC_OK) {
        size = method->state_size(t->model);
        status = method->state_init(t->model, &t->state, t->block[2] = block(size), size);
    }
    if (status.code == TAC_OK) {
        size = method->work_size(t->model, &t->o);
        status = method->work_init(t->model, &t->o, &t->work, t->block[3] = block(size), size);
    }
    tac_start_report start;
    return status.code == TAC_OK ? method->start(t->work, &t->state, NULL, &start) : status;
}

int trial_read(trial *t, const char *root, const char *model)
{
    return trial_read_given(t, root, model, NULL);
}

int trial_read_given(trial *t, const char *root, const char *model, const tac_given *given)
{
    *t = (trial){.method = &tac_index3};
    char path[4096];
    tac_diag diag = {0};
    snprintf(path, sizeof path, "%s/config/models/%s.yaml", root, model);
    t->file = tac_model_file_read_given(path, NULL, given, &diag);
    if (!t->file) {
        fprintf(stderr, "%s\n", diag.text);
        return 0;
    }
    t->o = t->file->options;
    return 1;
}

int trial_start(trial *t)
{
    t->status = build(t);
    if (t->status.code != TAC_OK) {
        fprintf(stderr, "%s: %s (subject %d, index %d, value %g)\n", t->file->title,
                tac_code_text(t->status.code), (int)t->status.subject, t->status.index,
                t->status.value);
        return 0;
    }
    t->method->report(t->work, &t->report);
    t->energy = trial_energy(t);
    return 1;
}

int trial_open(trial *t, const char *root, const char *model, const tac_options *o)
{
    int good = trial_read(t, root, model);
    if (good) {
        t->o = *o;
    }
    return good && trial_start(t);
}

void trial_close(trial *t)
{
    for (int i = 0; i < 4; i++) {
        free(t->block[i]);
    }
    if (t->file) {
        tac_model_file_free(t->file);
    }
}

void keep_worst(double *worst, double x)
{
    *worst = x > *worst ? x : isnan(x) ? HUGE_VAL : *worst;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void watch(trial *t)
{
    t->method->report(t->work, &t->report);
    keep_worst(&t->lost, fabs(trial_energy(t) - t->energy));
    keep_worst(&t->kinetic, t->report.kinetic);
    keep_worst(&t->position, t->report.position);
    keep_worst(&t->velocity, t->report.velocity);
    keep_worst(&t->acceleration, t->report.acceleration);
    keep_worst(&t->increment, t->report.increment);
    t->doubtful += tac_in_doubt(t->method, &t->o, &t->report, TAC_BY_STEPS);
}

int trial_to(trial *t, double time)
{
    int64_t target = (int64_t)floor(time / t->o.dt + 0.5);
    double begin = seconds();
    while (*t->state.step < target && t->status.code == TAC_OK) {
        t->status = tac_step(t->method, t->work, &t->state, NULL);
        if (t->status.code == TAC_OK) {
            watch(t);
        }
    }
    t->cpu += seconds() - begin;
    return t->status.code == TAC_OK;
}

double trial_time(const trial *t)
{
    return (double)*t->state.step * t->o.dt;
}

double trial_energy(const trial *t)
{
    return t->report.kinetic + t->report.potential;
}
