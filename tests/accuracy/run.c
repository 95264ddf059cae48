#define _POSIX_C_SOURCE 200809L
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "reference.h"

#define REGULAR 0.05 // below it a configuration counts as singular, reactions are not unique
#define ON_ROW 1e-6  // a row is hit when its time is this close to a step, in steps
#define ALIGNMENT 64

typedef struct solver {
    tac_model_file *file;
    tac_tree *tree;
    tac_model *model;
    tac_state state;
    tac_work *work;
    void *block[4];
    double *sensed;
    reference ref;
} solver;

static void *block(size_t size)
{
    return aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}

static int explain(const accuracy_case *c, const char *what, tac_status status)
{
    if (status.code != TAC_OK) {
        fprintf(stderr, "%s: %s: %s (subject %d, index %d, value %g)\n", c->label, what,
                tac_code_text(status.code), (int)status.subject, status.index, status.value);
    }
    return status.code == TAC_OK;
}

static int build(solver *s, const accuracy_case *c, double dt, const char *root)
{
    char path[4096];
    tac_diag diag = {""};
    snprintf(path, sizeof path, "%s/config/models/%s.yaml", root, c->model);
    s->file = tac_model_file_read(path, &diag);
    if (!s->file) {
        fprintf(stderr, "%s\n", diag.text);
        return 0;
    }

    // tree, model, state and work, each in its own block
    const tac_method *method = &tac_index3;
    const tac_desc *d = &s->file->desc;
    tac_options o = tac_default_options();
    o.dt = dt;
    size_t size = tac_tree_size(d);
    if (!explain(c, "tree", tac_tree_init(&s->tree, d, s->block[0] = block(size), size))) {
        return 0;
    }
    size = tac_model_size(d, s->tree);
    if (!explain(c, "model",
                 tac_model_init(&s->model, d, s->tree, s->block[1] = block(size), size))) {
        return 0;
    }
    size = method->state_size(s->model);
    if (!explain(c, "state",
                 method->state_init(s->model, &s->state, s->block[2] = block(size), size))) {
        return 0;
    }
    size = method->work_size(s->model, &o);
    if (!explain(c, "work",
                 method->work_init(s->model, &o, &s->work, s->block[3] = block(size), size))) {
        return 0;
    }

    s->sensed = calloc((size_t)tac_sensor_total(s->model) + 1, sizeof *s->sensed);
    snprintf(path, sizeof path, "%s/tests/reference/%s.csv", root, c->model);
    return reference_read(&s->ref, path, s->file, s->model, c->planar);
}

static void tear_down(solver *s)
{
    reference_free(&s->ref);
    free(s->sensed);
    for (int i = 0; i < 4; i++) {
        free(s->block[i]);
    }
    if (s->file) {
        tac_model_file_free(s->file);
    }
}

// Keeps the larger one; a NaN counts as infinite and stays.
static void worst(double *w, double x)
{
    *w = x > *w ? x : isnan(x) ? HUGE_VAL : *w;
}

static void compare(solver *s, const tac_report *report, const double *row, accuracy_result *out)
{
    // reactions are compared where the configuration is regular
    int regular = 1;
    for (int j = 0; j < s->ref.n_column; j++) {
        regular &= s->ref.columns[j].kind != COLUMN_REGULAR || fabs(row[j]) > REGULAR;
    }
    tac_sense(s->model, &s->state, report, s->sensed);
    for (int j = 0; j < s->ref.n_column; j++) {
        const column *c = &s->ref.columns[j];
        double value = reference_observe(c, s->model, &s->state, report, s->sensed);
        double error = fabs(value - row[j]) / (1.0 + fabs(row[j]));
        if (c->kind == COLUMN_STATE || c->kind == COLUMN_SENSOR) {
            worst(&out->states, error);
        } else if (c->kind == COLUMN_ENERGY) {
            worst(&out->energies, error);
        } else if (c->kind == COLUMN_LOAD && regular) {
            worst(&out->loads, error);
        }
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// What is watched at every step, and the energy at the start.
typedef struct watch {
    double energy, lost, kinetic;
} watch;

static void observe(solver *s, const tac_method *method, watch *w, tac_report *report,
                    accuracy_result *out)
{
    method->report(s->work, report);
    worst(&w->lost, fabs(report->kinetic + report->potential - w->energy));
    worst(&w->kinetic, report->kinetic);
    worst(&out->position, report->position);
    worst(&out->velocity, report->velocity);
}

static int step_through(solver *s, const accuracy_case *c, double dt, accuracy_result *out)
{
    const tac_method *method = &tac_index3;
    tac_start_report start;
    tac_report report;
    if (!explain(c, "start", method->start(s->work, &s->state, NULL, &start))) {
        return 0;
    }
    method->report(s->work, &report);
    watch w = {.energy = report.kinetic + report.potential};
    for (int i = 0; i < s->ref.n_row; i++) {
        // rows between the steps of the coarsest size are left out, so that all sizes see the same
        const double *row = &s->ref.value[(size_t)i * (size_t)s->ref.n_column];
        double coarse = row[0] / c->dt;
        if (row[0] > c->horizon * (1.0 + 1e-9) || fabs(coarse - floor(coarse + 0.5)) > ON_ROW) {
            continue;
        }
        long long target = (long long)floor(row[0] / dt + 0.5);
        while (*s->state.step < target) {
            double begin = seconds();
            tac_status status = tac_step(method, s->work, &s->state, NULL);
            out->wall += seconds() - begin;
            if (!explain(c, "step", status)) {
                return 0;
            }
            observe(s, method, &w, &report, out);
        }
        compare(s, &report, row, out);
    }
    out->drift = w.lost / fmax(w.kinetic, 1e-300);
    return 1;
}

accuracy_result accuracy_run(const accuracy_case *c, double dt, const char *root)
{
    solver s = {0};
    accuracy_result out = {.loads = -1.0, .energies = -1.0};
    out.good = build(&s, c, dt, root) && step_through(&s, c, dt, &out);
    tear_down(&s);
    return out;
}
