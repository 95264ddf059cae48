// program: modular.references
// test: modular.references accuracy
// The modular step against reference solutions: errors and observed order, and the drift of the paper's triangles with
// and without corrections.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "accuracy/compare.h"

// ---- all models without a stiff law ------------------------------------------------------------

typedef struct reference_case {
    const char *model;
    double dt, horizon; // s
    double states;      // bound of the error of the states
    double least_order; // between twice the step and this one; 0: not asked for
} reference_case;

// model, step, horizon, error, order. P3's dampers are too stiff for any of these steps (modular.sh), those of P4 for
// more than 1 ms.
static const reference_case cases[] = {
    {"m1_spatial_double_pendulum", 2e-3, 10, 2e-9, 3.8},
    {"m2_four_bar", 2e-3, 20, 5e-9, 3.5}, // passes singular positions
    {"m3_chain_8", 2e-3, 7, 1e-7, 3.8},
    {"m3_chain_32", 1e-3, 5, 2e-7, 3.8},
    {"m4_closed_loop_4", 4e-3, 10, 4e-9, 3.8},
    {"m5_closed_loop_8", 4e-3, 10, 3e-8, 3.8},
    {"m6_double_loop_8", 4e-3, 10, 1e-8, 3.8},
    {"m7_two_triangles", 5e-3, 20, 2e-8, 3.8},
    {"m8_slider_crank", 2e-3, 5, 1e-7, 3.8},
    {"m9_spinning_top", 2e-3, 5, 5e-5, 3.8},
    {"p1_andrews", 7.5e-6, 0.03, 1e-9, 3.8},
    {"p2_n_four_bar_1", 2e-3, 20, 1e-7, 3.8},
    {"p2_n_four_bar_2", 1e-3, 10, 2e-4, 0},
    {"p4_double_wishbone", 0.5e-3, 1, 3e-8, 3.8},
    {"p6_ur5e", 2e-3, 0.5, 1e-7, 3.8},
};

static difference solved(const char *model, double dt, double horizon, double grid,
                         tac_corrections corrections)
{
    tac_options o = tac_default_options();
    o.dt = dt;
    o.iterations = tac_modular.iterations(NULL);
    o.corrections = corrections;
    const comparison one = {.root = TAC_SOURCE_DIR,
                            .model = model,
                            .horizon = horizon,
                            .grid = grid,
                            .planar = 1,
                            .o = &o,
                            .method = &tac_modular};
    return compare(&one);
}

static bool holds(const reference_case *c)
{
    difference fine = solved(c->model, c->dt, c->horizon, 2.0 * c->dt, TAC_CORRECT_BOTH);
    bool good = fine.good && fine.states < c->states;
    double order = 0.0;
    if (c->least_order > 0.0) {
        difference coarse =
            solved(c->model, 2.0 * c->dt, c->horizon, 2.0 * c->dt, TAC_CORRECT_BOTH);
        order = log2(coarse.states / fine.states);
        good &= coarse.good && order > c->least_order;
    }
    printf("%s %-28s at %g ms: states %.1e (%.1e), order %.2f, joints open by %.1e, rates %.1e\n",
           good ? "ok  " : "FAIL", c->model, 1e3 * c->dt, fine.states, c->states, order,
           fine.position, fine.velocity);
    return good;
}

// ---- the two triangles -------------------------------------------------------------------------

// Bounds of what 20 s at 5 ms leave, and what they leave at least; 0: nothing is asked.
typedef struct drift_case {
    const char *name;
    tac_corrections corrections;
    double states, position, velocity, energy;
    double least_position, least_velocity, least_states;
} drift_case;

static const drift_case drifts[] = {
    {"both", TAC_CORRECT_BOTH, 2e-8, 1e-14, 1e-12, 5e-8, 0, 0, 0},
    {"velocities", TAC_CORRECT_VELOCITIES, 2e-8, 5e-9, 1e-12, 5e-8, 1e-10, 0, 0},
    {"positions", TAC_CORRECT_POSITIONS, 5e-6, 1e-14, 1e-6, 1e-4, 0, 1e-9, 1e-7},
    {"nothing", TAC_CORRECT_NOTHING, 5e-6, 1e-5, 1e-6, 1e-3, 1e-8, 1e-9, 1e-7},
};

static bool drifts_so(const drift_case *c)
{
    difference d = solved("m7_two_triangles", 5e-3, 20.0, 5e-3, c->corrections);
    bool good = d.good && d.states < c->states && d.position < c->position &&
                d.velocity < c->velocity && d.lost < c->energy && d.position >= c->least_position &&
                d.velocity >= c->least_velocity && d.states >= c->least_states;
    printf(
        "%s M7, 5 ms, 20 s, corrected %-10s: error %.1e, Phi %.1e, Phi_q qd %.1e, energy %.1e J\n",
        good ? "ok  " : "FAIL", c->name, d.states, d.position, d.velocity, d.lost);
    return good;
}

// Without corrections joints go on opening.
static bool grows(void)
{
    difference early = solved("m7_two_triangles", 5e-3, 5.0, 5e-3, TAC_CORRECT_NOTHING);
    difference late = solved("m7_two_triangles", 5e-3, 20.0, 5e-3, TAC_CORRECT_NOTHING);
    bool good = early.good && late.good && late.position > 2.0 * early.position;
    printf("%s M7, nothing corrected: Phi %.1e after 5 s, %.1e after 20 s\n",
           good ? "ok  " : "FAIL", early.position, late.position);
    return good;
}

int main(void)
{
    int failed = !grows();
    for (size_t i = 0; i < sizeof drifts / sizeof *drifts; i++) {
        failed += !drifts_so(&drifts[i]);
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        failed += !holds(&cases[i]);
    }
    return failed > 0;
}
