// test: modular.corrections unit
// One correction of positions up and down the tree against the same problem solved flat, in extended precision.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "dense.h"
#include "method/modular/stages.h"
#include "model_file.h"
#include "prepared.h"
#include "rng.h"
#include "step/sweeps.h"
#include "workspace/layers.h"

// The triangles with random errors of this size in all bodies; where the tree puts them, and where the flat
// problem does.
typedef struct corrected {
    double apart, left; // largest difference in a body, m or rad; Phi after the tree's
} corrected;

static void displace(prepared *r, rng *g, double size)
{
    for (int i = 0; i < r->m->n_body; i++) {
        tac_body_state *b = &r->s.body[i];
        vec3 d = {uniform(g, -size, size), uniform(g, -size, size), uniform(g, -size, size)};
        vec3 turn = {uniform(g, -size, size), uniform(g, -size, size), uniform(g, -size, size)};
        b->r = add3(b->r, d);
        b->p = unitq(axpyq(0.5, gt_mul(b->p, turn), b->p));
        tac_place_body(r->w->space, i, b->r, b->p);
    }
}

// Displacement and rotation of body i by sigma.
static tac_slot moved_by(const tac_workspace *w, const real *sigma, int body)
{
    const tac_model *m = w->m;
    real sum[6] = {0.0L};
    for (int row = 0; row < m->n_row; row++) {
        const tac_element *e = &m->element[m->rows.row_element[row]];
        for (int side = 0; side < 2; side++) {
            tac_slot s = tac_row_slot(w, row, side);
            const double part[6] = {s.l.x, s.l.y, s.l.z, s.a.x, s.a.y, s.a.z};
            for (int k = 0; k < 6 && e->body[side] == body; k++) {
                sum[k] -= (real)w->h * sigma[row] * (real)part[k];
            }
        }
    }
    vec3 l = {(double)sum[0], (double)sum[1], (double)sum[2]};
    vec3 a = {(double)sum[3], (double)sum[4], (double)sum[5]};
    return (tac_slot){scale3(m->bodies.mass_inv[body], l), mul3(m->bodies.J_inv[body], a)};
}

// (C + h Phi M^-1 Phi^T) sigma = Phi, all rows at once.
static real *flat_solution(const tac_workspace *w)
{
    const tac_model *m = w->m;
    int n = m->n_row;
    real *A = dense_new(n, n), *sigma = dense_new(n, 1);
    for (int i = 0; i < n; i++) {
        const tac_element *ei = &m->element[m->rows.row_element[i]];
        A[i * n + i] += (real)*tac_row_field(w, i, R_C);
        sigma[i] = (real)*tac_row_field(w, i, R_PHI);
        for (int k = 0; k < 4 * n; k++) {
            int j = k / 4, a = k % 2, b = k / 2 % 2;
            const tac_element *ej = &m->element[m->rows.row_element[j]];
            int body = ei->body[a];
            if (body == ej->body[b] && body < m->n_body) {
                tac_slot x = tac_row_slot(w, i, a), y = tac_row_slot(w, j, b);
                A[i * n + j] += (real)(w->h * (m->bodies.mass_inv[body] * dot3(x.l, y.l) +
                                               dot3(x.a, mul3(m->bodies.J_inv[body], y.a))));
            }
        }
    }
    cr_assert(dense_cholesky(A, n));
    dense_solve(A, n, sigma);
    free(A);
    return sigma;
}

static double size_of_phi(const tac_workspace *w)
{
    double sum = 0.0;
    for (int row = 0; row < w->m->n_row; row++) {
        double x = *tac_row_field(w, row, R_PHI);
        sum += x * x;
    }
    return sqrt(sum);
}

static corrected correct(const tac_desc *d, double size, int lanes)
{
    tac_options o = options_with(5e-3, tac_modular.iterations(NULL));
    prepared r;
    rng g = {17};
    o.lanes = lanes;
    prepared_start_with(&r, &tac_modular, d, &o);
    tac_workspace *w = r.w->space;
    const tac_grouping *grouping = w->plan->g;
    tac_set_scratch(w, 1);
    displace(&r, &g, size);
    w->stage[TAC_MODULAR_ELEMENTS_CLOSE].run(w, 0, grouping->n_cell);
    real *sigma = flat_solution(w);
    w->stage[TAC_UNITS_FACTOR].run(w, 0, grouping->n_unit);
    w->stage[TAC_UNITS_BACKWARD].run(w, 0, grouping->n_unit);
    w->stage[TAC_MODULAR_ELEMENTS_PUSH].run(w, 0, grouping->n_cell);
    corrected out = {0.0, 0.0};
    tac_slot flat[16];
    for (int i = 0; i < r.m->n_body; i++) {
        flat[i] = moved_by(w, sigma, i);
    }
    tac_all_bodies(w, (tac_index3_stage)TAC_MODULAR_BODIES_CLOSE);
    for (int i = 0; i < r.m->n_body; i++) {
        const tac_body_state *b = &r.s.body[i];
        tac_pose now = tac_body_pose(w, i);
        quat p = unitq(axpyq(0.5, gt_mul(b->p, flat[i].a), b->p));
        out.apart = fmax(out.apart, norm3(sub3(now.r, add3(b->r, flat[i].l))));
        out.apart = fmax(out.apart, 2.0 * norm3(g_mul(p, now.p)));
    }
    w->stage[TAC_MODULAR_ELEMENTS_CLOSE].run(w, 0, grouping->n_cell);
    out.left = size_of_phi(w);
    free(sigma);
    prepared_close(&r);
    return out;
}

Test(corrections, hierarchy_is_the_flat_problem_also_with_redundant_joints)
{
    static const struct {
        double error, left;
    } cases[] = {{1e-9, 2e-14}, {1e-6, 1e-10}, {1e-4, 1e-6}};
    tac_diag diag = {0};
    tac_model_file *f =
        tac_model_file_read(TAC_SOURCE_DIR "/config/models/m7_two_triangles.yaml", &diag);
    cr_assert_not_null(f, "%s", diag.text);
    for (int lanes = 1; lanes <= 4; lanes += 3) {
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            corrected c = correct(&f->desc, cases[k].error, lanes);
            cr_log_info("errors of %.0e: hierarchy less flat %.1e, leaves Phi %.1e\n",
                        cases[k].error, c.apart, c.left);
            cr_expect_lt(c.apart, 1e-11, "errors of %.0e: hierarchy less flat %.1e", cases[k].error,
                         c.apart);
            cr_expect_lt(c.left, cases[k].left, "errors of %.0e: Phi %.1e", cases[k].error, c.left);
        }
    }
    tac_model_file_free(f);
}
