// The canonical step against reference solutions: errors and observed orders at orders 2, 4 and 6.
#include <math.h>
#include <stdio.h>

#include "accuracy/compare.h"

typedef struct reference_case {
    const char *model;
    int order;
    double dt, horizon; // s
    double states;      // bound of the error of the states
    double least_order; // between twice the step and this one; 0: not asked for
} reference_case;

// model, order, step, horizon, error, order. What is at rounding shows no order.
static const reference_case cases[] = {
    {"m4_closed_loop_4", 2, 1e-3, 10, 1e-5, 1.95},
    {"m5_closed_loop_8", 2, 1e-3, 10, 4e-5, 1.95},
    {"m6_double_loop_8", 2, 1e-3, 10, 1.2e-5, 1.95},
    {"m9_spinning_top", 2, 1e-3, 5, 3e-4, 1.95},
    {"m2_four_bar", 2, 1e-3, 20, 3e-4, 1.95},
    {"m1_spatial_double_pendulum", 2, 1e-3, 10, 1e-4, 1.95},
    {"m7_two_triangles", 2, 1e-3, 10, 1e-4, 1.95},
    {"m8_slider_crank", 2, 1e-3, 5, 1e-3, 1.95},
    {"m4_closed_loop_4", 4, 4e-3, 10, 2e-9, 3.9},
    {"m5_closed_loop_8", 4, 4e-3, 10, 2e-8, 3.9},
    {"m6_double_loop_8", 4, 4e-3, 10, 4e-9, 3.9},
    {"m2_four_bar", 4, 4e-3, 20, 2e-7, 0},
    {"m1_spatial_double_pendulum", 4, 4e-3, 10, 1e-7, 3.9},
    {"m7_two_triangles", 4, 4e-3, 10, 1e-8, 3.9},
    {"m4_closed_loop_4", 6, 4e-3, 10, 1e-11, 0},
    {"m5_closed_loop_8", 6, 4e-3, 10, 1e-11, 0},
    {"m6_double_loop_8", 6, 4e-3, 10, 1e-11, 0},
    {"m9_spinning_top", 6, 4e-3, 5, 1e-7, 0},
    {"m1_spatial_double_pendulum", 6, 4e-3, 3, 1e-10, 0},
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
    if (c->order == 2 && c->model[1] != '1' && c->model[1] != '7' && c->model[1] != '8') {
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

int main(void)
{
    int failed = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        failed += !holds(&cases[i]);
    }
    return failed > 0;
}
