// The leaf of a flexible body against dense matrices of 6 + n.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "feature/flexible/flexible_lane.h"
#include "feature/flexible/modal_pace.h"
#include "rng.h"
#include "rods.h"

enum { SIZE = ROD_SIZE };

typedef struct bent {
    point_rod rod;
    tac_flex_desc flex;
    mechanism *m;
    prepared r;
    tac_flex_cell *b;
} bent;

// A rod of either form somewhere in space, bent, with its factors of a metric.
static void open_bent(bent *t, bool native, tac_flex_metric metric, rng *random)
{
    static const double omega[ROD_MODES] = {50.0, 210.0, 3e3, 1e5};
    rod_state s = {.r = random_vec3(random, 1.0), .p = random_quat(random)};
    memset(t, 0, sizeof *t);
    rod_make(&t->rod, 0.5, 0.02, 0.01, native, omega, 0.02);
    for (int j = 0; j < ROD_MODES; j++) {
        s.q[j] = uniform(random, -2e-3, 2e-3);
    }
    t->flex = t->rod.flex;
    t->m = mechanism_new();
    t->m->d.flex = &t->flex;
    t->m->d.n_flex = 1;
    add_rod(t->m, &t->rod, 1, &s);
    tac_options o = options_with(1e-3, 3);
    prepared_start(&t->r, &t->m->d, &o);
    t->b = &t->r.w->space->flexes.cell[0];
    make_factors(t->r.w->space, t->b, metric);
}

static void close_bent(bent *t)
{
    prepared_close(&t->r);
    mechanism_free(t->m);
}

// Six coordinates and modes one after another.
static void solve(const tac_flex_cell *b, const double *g, double *x)
{
    flexv of = {{0.0}, {{0.0}}};
    memcpy(of.six, g, 6 * sizeof *g);
    memcpy(of.mode, g + 6, ROD_MODES * sizeof *g);
    solve_factors(b, &of, &of);
    memcpy(x, of.six, 6 * sizeof *x);
    memcpy(x + 6, of.mode, ROD_MODES * sizeof *x);
}

static void push(const tac_flex_cell *b, const interface_mapv *at, vec3 force, vec3 torque,
                 double *to)
{
    flexv sum = {{0.0}, {{0.0}}};
    add_push(b, at, &b->own->A, force, torque, &sum);
    memcpy(to, sum.six, 6 * sizeof *to);
    memcpy(to + 6, sum.mode, ROD_MODES * sizeof *to);
}

// Its mass matrix from the mass points alone, and what the metric adds to modes.
static void dense_metric(const bent *t, tac_flex_metric metric, double *M)
{
    const point_rod *rod = &t->rod;
    memset(M, 0, SIZE * SIZE * sizeof *M);
    for (int p = 0; p < ROD_POINTS; p++) {
        vec3 B[SIZE], at = rod->s[p];
        for (int j = 0; j < ROD_MODES; j++) {
            B[6 + j] = rod->N[p][j];
            at = axpy3(t->b->q[j], rod->N[p][j], at);
        }
        for (int k = 0; k < 3; k++) {
            B[k] = (vec3){k == 0, k == 1, k == 2};
            B[3 + k] = cross3(B[k], at);
        }
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                M[i * SIZE + j] += rod->m[p] * dot3(B[i], B[j]);
            }
        }
    }
    for (int j = 0; j < ROD_MODES; j++) {
        double omega = rod->omega[j], dt = 1e-3;
        tac_modal_pace of = tac_pace_of_mode(omega, rod->zeta[j], dt);
        double *own = &M[(6 + j) * (SIZE + 1)];
        *own += of.mass - 1.0;
        *own +=
            metric == TAC_FLEX_STEP ? dt * of.zeta * omega + 0.25 * dt * dt * omega * omega : 0.0;
    }
}

Test(flexible_leaf, solves_as_a_dense_matrix)
{
    rng random = {.state = 3};
    for (int k = 0; k < 40; k++) {
        bent t;
        double M[SIZE * SIZE], g[SIZE], x[SIZE], left = 0.0, size = 0.0;
        tac_flex_metric metric = k % 2 ? TAC_FLEX_STEP : TAC_FLEX_MASS;
        open_bent(&t, k / 2 % 2, metric, &random);
        dense_metric(&t, metric, M);
        for (int i = 0; i < SIZE; i++) {
            g[i] = uniform(&random, -1.0, 1.0) * sqrt(M[i * (SIZE + 1)]);
        }
        solve(t.b, g, x);
        for (int i = 0; i < SIZE; i++) { // M x = g, rows by the root of their diagonal
            double sum = -g[i], own = sqrt(M[i * (SIZE + 1)]);
            for (int j = 0; j < SIZE; j++) {
                sum += M[i * SIZE + j] * x[j];
                size = fmax(size, fabs(M[i * SIZE + j] * x[j]) / own);
            }
            left = fmax(left, fabs(sum) / own);
        }
        cr_expect(left < 1e-12 * size, "case %d: %g of %g", k, left, size);
        close_bent(&t);
    }
}

// What a force at an interface does to the coordinates is what their rates do to its work.
Test(flexible_leaf, forces_and_motions_of_an_interface_agree)
{
    rng random = {.state = 4};
    for (int k = 0; k < 20; k++) {
        bent t;
        flexv x;
        double to[SIZE], work = 0.0;
        vec3 force = random_vec3(&random, 1.0), torque = random_vec3(&random, 1.0), l, a;
        open_bent(&t, k % 2, TAC_FLEX_STEP, &random);
        const interface_mapv *at = &t.b->map[k / 2 % 2];
        double *modes = (double *)x.mode;
        for (int i = 0; i < SIZE; i++) {
            *(i < 6 ? &x.six[i] : &modes[i - 6]) = uniform(&random, -1.0, 1.0);
        }
        push(t.b, at, force, torque, to);
        there(t.b, at, &x, &l, &a);
        for (int i = 0; i < SIZE; i++) {
            work += to[i] * (i < 6 ? x.six[i] : modes[i - 6]);
        }
        double is = dot3(force, l) + dot3(torque, a);
        cr_expect(fabs(work - is) < 1e-12 * (norm3(l) + norm3(a) + 1.0), "%g %g", work, is);
        close_bent(&t);
    }
}

// Products of rows and solved rows are those of the rows and what the metric makes of them.
Test(flexible_leaf, rows_against_solutions)
{
    static point_rod rod;
    rod_state s = {.r = {0.25, 0.0, 0.0}, .p = upright, .w = {0.0, 0.0, 2.0}, .v = {0.0, 0.5, 0.0}};
    mechanism *m = mechanism_new();
    rod_make(&rod, 0.5, 0.02, 0.01, true, soft_modes, 0.02);
    tac_flex_desc flex = rod.flex;
    m->d.gravity = down;
    m->d.flex = &flex;
    m->d.n_flex = 1;
    add_rod(m, &rod, 1, &s);
    int pin = add_joint(m, TAC_REVOLUTE, TAC_GROUND, 0, (spot){origin, upright});
    m->joint[pin].b = (tac_frame){0, origin, upright, 0, false};
    prepared r;
    tac_options o = options_with(1e-3, 3);
    prepared_start(&r, &m->d, &o);
    prepared_run(&r, 20);
    tac_workspace *w = r.w->space;
    tac_flex_cell *b = &w->flexes.cell[0];
    enum { ROWS = 5, ROOM = ROWS + 3, LONG = 8 + ROD_MODES };
    const interface_mapv *at = &b->map[0];
    double g[ROWS][SIZE], most = 0.0, off = 0.0;
    for (int i = 0; i < ROWS; i++) {
        tac_slot slot = tac_row_slot(w, r.m->nodes.node_row[r.m->nodes.row_at[0] + i], 1);
        push(b, at, slot.l, slot.a, g[i]);
    }
    for (int i = 0; i < ROWS; i++) {
        double x[SIZE];
        solve(b, g[i], x);
        for (int j = 0; j < ROWS; j++) {
            double is = 0.0, wanted = 0.0;
            for (int k = 0; k < SIZE; k++) {
                wanted += b->own->h * g[j][k] * x[k];
            }
            for (int k = 0; k < LONG; k++) {
                is += b->row[j * LONG + k] * b->row[(ROOM + i) * LONG + k];
            }
            off = fmax(off, fabs(is - wanted));
            most = fmax(most, fabs(wanted));
        }
    }
    cr_expect(most > 0.0);
    cr_expect(off < 1e-12 * most, "%g of %g", off, most);
    prepared_close(&r);
    mechanism_free(m);
}
