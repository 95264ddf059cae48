// The canonical step against reference solutions: errors and observed orders at orders 2, 4 and 6.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "accuracy/compare.h"

typedef struct reference_case {
    const char *model;
    int order;
    double dt, horizon; // s
    double states;      // bound of the error of the states
    double least_order; // between twice the step and this one; 0: not asked for
    bool closes;        // residuals are asked for
} reference_case;

// model, order, step, horizon, error, order. What is at rounding shows no order.
static const reference_case cases[] = {
    {"m4_closed_loop_4", 2, 1e-3, 10, 1e-5, 1.95, true},
    {"m5_closed_loop_8", 2, 1e-3, 10, 4e-5, 1.95, true},
    {"m6_double_loop_8", 2, 1e-3, 10, 1.2e-5, 1.95, true},
    {"m9_spinning_top", 2, 1e-3, 5, 3e-4, 1.95, true},
    {"m2_four_bar", 2, 1e-3, 20, 3e-4, 1.95, true},
    {"m1_spatial_double_pendulum", 2, 1e-3, 10, 1e-4, 1.95, false},
    {"m7_two_triangles", 2, 1e-3, 10, 1e-4, 1.95, false},
    {"m8_slider_crank", 2, 1e-3, 5, 1e-3, 1.95, false},
    {"p2_n_four_bar_2", 2, 1e-3, 10, 6e-4, 1.95,
     false}, // several freedoms at once at its singular positions
    {"p1_andrews", 2, 5e-6, 0.03, 3e-4, 1.95, false},
    {"p3_hexapod", 2, 1e-3, 1, 1.5e-4, 1.9, false}, // dampers that the step does not resolve
    {"p4_double_wishbone", 2, 1e-3, 1, 6e-4, 0, false},
    {"p6_ur5e", 2, 1e-3, 0.5, 2e-4, 1.95, false},
    {"m4_closed_loop_4", 4, 4e-3, 10, 2e-9, 3.9, false},
    {"p1_andrews", 4, 5e-6, 0.03, 2e-9, 3.9, false},
    {"p6_ur5e", 4, 2e-3, 0.5, 1e-7, 3.9, false},
    {"m5_closed_loop_8", 4, 4e-3, 10, 2e-8, 3.9, false},
    {"m6_double_loop_8", 4, 4e-3, 10, 4e-9, 3.9, false},
    {"m2_four_bar", 4, 4e-3, 20, 2e-7, 0, false},
    {"m1_spatial_double_pendulum", 4, 4e-3, 10, 1e-7, 3.9, false},
    {"m7_two_triangles", 4, 4e-3, 10, 1e-8, 3.9, false},
    {"m4_closed_loop_4", 6, 4e-3, 10, 1e-11, 0, false},
    {"m5_closed_loop_8", 6, 4e-3, 10, 1e-11, 0, false},
    {"m6_double_loop_8", 6, 4e-3, 10, 1e-11, 0, false},
    {"m9_spinning_top", 6, 4e-3, 5, 1e-7, 0, false},
    {"m4_closed_loop_4", 6, 1e-2, 10, 1e-9, 5.8, false},
    {"m5_closed_loop_8", 6, 1e-2, 10, 1e-9, 5.8, false},
    {"m6_double_loop_8", 6, 1e-2, 10, 1e-9, 5.8, false},
    {"m1_spatial_double_pendulum", 6, 4e-3, 3, 1e-10, 0, false},
};

// Residuals at two iterations and 1 ms.
static const double open_joint = 1e-11, open_rate = 1e-8;

static difference solved(const reference_case *c, double dt)
{
    tac_options o = tac_default_options();
    o.dt = dt;
    o.order = c->order;
    o.iterations = 2;
    const comparison one = {.root = TAC_SOURCE_DIR,
                            .model = c->model,
                            .horizon = c->horizon,
                            .grid = 2.0 * c->dt,
                            .planar = 1,
                            .o = &o,
                            .method = &tac_canonical};
    return compare(&one);
}

static int holds(const reference_case *c)
{
    difference fine = solved(c, c->dt);
    double order = 0.0;
    int good = fine.good && fine.states < c->states;
    if (c->closes) {
        good &= fine.position < open_joint && fine.velocity < open_rate;
    }
    if (c->least_order > 0.0) {
        difference coarse = solved(c, 2.0 * c->dt);
        order = log2(coarse.states / fine.states);
        good &= coarse.good && order > c->least_order;
    }
    printf("%s %-28s order %d at %g ms: states %.1e (%.1e), order %.2f, joints open by %.1e, rates "
           "%.1e\n",
           good ? "ok  " : "FAIL", c->model, c->order, 1e3 * c->dt, fine.states, c->states, order,
           fine.position, fine.velocity);
    return good;
}

// ---- long runs ---------------------------------------------------------------------------------

typedef struct long_run {
    const char *model;
    double dt, duration; // s
    double drift; // J: bound of what the mean energy of the last tenth is off that of the first
} long_run;

static const long_run long_runs[] = {
    {"m4_closed_loop_4", 4e-3, 400.0, 1e-6},
    {"m9_spinning_top", 4e-3, 100.0, 1e-4},
};

static int stays(const long_run *run)
{
    trial t;
    int good = trial_read(&t, TAC_SOURCE_DIR, run->model);
    t.o.dt = run->dt;
    t.o.iterations = 2;
    t.method = &tac_canonical;
    good = good && trial_start(&t);
    int n = (int)(run->duration / run->dt + 0.5), tenth = n / 10;
    double first = 0.0, last = 0.0;
    for (int k = 0; k < n && good; k++) {
        good = trial_to(&t, (k + 1) * run->dt);
        first += k < tenth ? trial_energy(&t) : 0.0;
        last += k >= n - tenth ? trial_energy(&t) : 0.0;
    }
    double drift = fabs(last - first) / tenth;
    good = good && drift < run->drift;
    printf("%s %-28s %g s at %g ms: mean energy moves by %.1e J (%.1e)\n", good ? "ok  " : "FAIL",
           run->model, run->duration, 1e3 * run->dt, drift, run->drift);
    trial_close(&t);
    return good;
}

int main(void)
{
    int failed = 0;
    for (size_t i = 0; i < sizeof long_runs / sizeof *long_runs; i++) {
        failed += !stays(&long_runs[i]);
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        failed += !holds(&cases[i]);
    }
    return failed > 0;
}
