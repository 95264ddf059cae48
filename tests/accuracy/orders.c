// Orders 2, 3 and 4 at large steps: error, order and cost.
#include <math.h>

#include "compare.h"
#include "page.h"
#include "section.h"

// Errors below these show rounding and the last Newton increment rather than an order.
#define FLOOR 1e-9
#define FLOOR_SPIN 1e-8 // of a top that turns 20 times in 3 s

// Required between the two smallest steps above the floor: the order less the next term of the
// error expansion. At order 4 that term is largest for M2 just before a singular configuration.
static const double required[] = {[2] = 1.9, [3] = 2.8, [4] = 3.8};

#define PRECISE_ERROR 1e-7 // required of order 4 at PRECISE_STEP where the case says so
#define PRECISE_STEP 10e-3 // s

enum { N_DT = 4 };

typedef struct order_case {
    const char *label, *model;
    double horizon; // s
    double dt;      // s, the first step size; each next one is half of it
    int planar;
    double floor; // state error
    int precise;  // 1: PRECISE_ERROR is required
} order_case;

static const order_case cases[] = {
    {"M1", "m1_spatial_double_pendulum", 3, 20e-3, 0, FLOOR, 1},
    {"M2", "m2_four_bar", 3, 20e-3, 1, FLOOR, 1},
    {"M4", "m4_closed_loop_4", 3, 20e-3, 1, FLOOR, 0},
    {"M7", "m7_two_triangles", 3, 20e-3, 1, FLOOR, 0},
    {"M9", "m9_spinning_top", 3, 4e-3, 0, FLOOR_SPIN, 0},
};
enum { N_CASE = sizeof cases / sizeof *cases };

typedef struct variant {
    int order, iterations;
    tac_acceleration_mode acceleration;
    int judged;
} variant;

static const variant variants[] = {
    {2, 3, TAC_INDEX1, 1}, {3, 3, TAC_PROJECTION, 0}, {3, 3, TAC_INDEX1, 1},
    {4, 3, TAC_INDEX1, 1}, {4, 5, TAC_INDEX1, 0},
};
enum { N_VARIANT = sizeof variants / sizeof *variants };

// Between the two smallest steps above the floor.
static void judge(const order_case *c, const variant *v, const difference d[N_DT])
{
    int k = N_DT - 1;
    while (k > 1 && d[k].states < c->floor) {
        k--;
    }
    double order = order_between(d[k - 1].states, d[k].states);
    page_judge(d[k].good && order >= required[v->order],
               "%s, order %d: %.2f seen at %g ms, required %g", c->label, v->order, order,
               1e3 * c->dt / (1 << k), required[v->order]);
}

static void judge_precision(const order_case *c, const difference *d)
{
    page_judge(d->good && d->states < PRECISE_ERROR,
               "%s: error %.1e of order 4 at %g ms after %g s, required below %g", c->label,
               d->states, 1e3 * PRECISE_STEP, c->horizon, PRECISE_ERROR);
}

// Returns the time of a step, the least disturbed of the runs.
static double run_variant(const order_case *c, const variant *v, const char *root, double plain)
{
    difference d[N_DT];
    double cpu = HUGE_VAL;
    for (int k = 0; k < N_DT; k++) {
        tac_options o = trial_options(c->dt / (1 << k), v->order);
        o.iterations = v->iterations;
        o.acceleration = v->acceleration;
        d[k] = compare(&(comparison){root, c->model, NULL, c->horizon, c->dt, c->planar, &o, NULL});
        cpu = fmin(cpu, d[k].step_cpu);
    }
    page_print("| %s | %g | %d%s | %d |", c->label, 1e3 * c->dt, v->order,
               v->acceleration == TAC_PROJECTION ? ", projection" : "", v->iterations);
    for (int k = 0; k < N_DT; k++) {
        page_print(" %.1e |", d[k].states);
    }
    for (int k = 1; k < N_DT; k++) {
        page_print(" %.2f |", order_between(d[k - 1].states, d[k].states));
    }
    page_print(" %.1f |\n", plain > 0.0 ? cpu / plain : 1.0);
    if (v->judged) {
        judge(c, v, d);
    }
    for (int k = 0; k < N_DT && v->judged && v->order == 4 && c->precise; k++) {
        if (fabs(c->dt / (1 << k) - PRECISE_STEP) < 1e-9) {
            judge_precision(c, &d[k]);
        }
    }
    return cpu;
}

void orders_section(const char *root)
{
    page_table("case|first step, ms|order|iterations|error|half|quarter|eighth|observed order|"
               "next|next|cost");
    for (int i = 0; i < N_CASE; i++) {
        double plain = 0.0;
        for (int k = 0; k < N_VARIANT; k++) {
            double cpu = run_variant(&cases[i], &variants[k], root, plain);
            plain = k == 0 ? cpu : plain;
        }
    }
}
