#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define REGULAR 0.05 // below it a configuration counts as singular, reactions are not unique
#define ON_ROW 1e-6  // a row is hit when its time is this close to a step, in steps

int compare_open(reference *ref, const comparison *c, const trial *t)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/reference/%s.csv", c->root,
             c->reference ? c->reference : c->model);
    return reference_read(ref, path, t->file, t->model, c->planar);
}

static void compare_row(const trial *t, const reference *ref, const double *row, double *sensed,
                        difference *out)
{
    // reactions are compared where the configuration is regular
    int regular = 1;
    for (int j = 0; j < ref->n_column; j++) {
        regular &= ref->columns[j].kind != COLUMN_REGULAR || fabs(row[j]) > REGULAR;
    }
    tac_sense(t->model, &t->state, &t->report, sensed);
    for (int j = 0; j < ref->n_column; j++) {
        const column *c = &ref->columns[j];
        double value = reference_observe(c, t->model, &t->state, &t->report, sensed);
        double error = fabs(value - row[j]) / (1.0 + fabs(row[j]));
        if (c->kind == COLUMN_STATE || c->kind == COLUMN_SENSOR) {
            keep_worst(&out->states, error);
        } else if (c->kind == COLUMN_ENERGY) {
            keep_worst(&out->energies, error);
        } else if (c->kind == COLUMN_LOAD && regular) {
            keep_worst(&out->loads, error);
        }
    }
}

static int compare_rows(trial *t, const comparison *c, const reference *ref, difference *out)
{
    double grid = c->grid > 0.0 ? c->grid : t->o.dt;
    double *sensed = calloc((size_t)tac_sensor_total(t->model) + 1, sizeof *sensed);
    int good = 1;
    for (int i = 0; i < ref->n_row && good; i++) {
        const double *row = &ref->value[(size_t)i * (size_t)ref->n_column];
        double steps = row[0] / grid;
        if (row[0] > c->horizon * (1.0 + 1e-9) || fabs(steps - floor(steps + 0.5)) > ON_ROW) {
            continue;
        }
        good = trial_to(t, row[0]);
        if (good) {
            compare_row(t, ref, row, sensed, out);
        }
    }
    free(sensed);
    return good;
}

difference compare(const comparison *c)
{
    trial t;
    reference ref = {0};
    difference out = {.loads = -1.0, .energies = -1.0};
    out.good = trial_read(&t, c->root, c->model);
    if (out.good && c->o) {
        t.o = *c->o;
    }
    t.method = c->method ? c->method : t.method;
    out.good =
        out.good && trial_start(&t) && compare_open(&ref, c, &t) && compare_rows(&t, c, &ref, &out);
    if (t.state.step) {
        out.time = trial_time(&t);
        out.drift = t.lost / fmax(t.kinetic, 1e-300);
        out.step_cpu = t.cpu / fmax((double)*t.state.step, 1.0);
    }
    out.lost = t.lost;
    out.position = t.position;
    out.velocity = t.velocity;
    out.acceleration = t.acceleration;
    out.increment = t.increment;
    out.cpu = t.cpu;
    reference_free(&ref);
    trial_close(&t);
    return out;
}
