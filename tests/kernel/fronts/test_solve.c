// The solver over the assembly tree against a dense solve of the same system in extended precision,
// on thousands of random mechanisms of every shape.
//
//     (C + h Phi M^-1 Phi^T) sigma = add + Phi x,      x_new = x - h M^-1 Phi^T sigma
//
// All norms are largest components after scaling rows to a unit diagonal: C alone spans twenty
// decades. What elimination can deliver, and what is asserted below with some room:
//   backward error  rounding, conditioned or not
//   forward error   of sigma, relative to the larger of it and the terms of the right-hand side:
//                   rounding times the condition number. Redundant constraints make that about the
//                   penalty, so that sigma itself then keeps eight digits
//   bodies          x_new to rounding times a small factor, relative to the largest of x, x_new and
//                   the single contributions to the sum over sigma. In a redundant mechanism at rest
//                   these contributions cancel to something far smaller, and what remains has as
//                   many digits less
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dense.h"
#include "lanes.h"
#include "model/law.h"
#include "prepared.h"
#include "random_model.h"

#define MODELS 1500 // for each kind of configuration
#define MOST_BODIES 14

typedef struct linear { // the system a solve of the step has left behind
    int n;
    real *A, *L, *b, *sigma; // scaled
    real *scale;
    real size_b; // of the sums of absolute values behind b
} linear;

typedef struct errors {
    real backward, forward, bodies, condition;
} errors;

static real product(vec3 a, vec3 b)
{
    return (real)a.x * (real)b.x + (real)a.y * (real)b.y + (real)a.z * (real)b.z;
}

static vec3 sizes(vec3 a)
{
    return (vec3){fabs(a.x), fabs(a.y), fabs(a.z)};
}

static real size_of(const tac_slot *a, const tac_slot *b) // of the terms of their product
{
    return product(sizes(a->l), sizes(b->l)) + product(sizes(a->a), sizes(b->a));
}

static tac_slot slot_on(const tac_workspace *w, int row, int body)
{
    return tac_row_slot(w, row, w->m->element[w->m->rows.row_element[row]].body[1] == body);
}

// What moves a body under a row: in a Newton iteration unilateral laws have the mean of theirs over the step.
static tac_slot push_on(const tac_workspace *w, int row, int body, int is_newton)
{
    const tac_element *e = &w->m->element[w->m->rows.row_element[row]];
    const tac_workspace at_mean = {.m = w->m, .plan = w->plan, .fields.J = w->fields.J0};
    return slot_on(is_newton && tac_has_sides(e) ? &at_mean : w, row, body);
}

static tac_slot unknown(const tac_workspace *w, int body)
{
    return (tac_slot){tac_body_vec3(w, body, B_X), tac_body_vec3(w, body, B_X + 3)};
}

// Of the solve at hand: Newton's have geometric stiffness in it.
static mat3 leaf_inverse(const tac_workspace *w, int body)
{
    double inverse[6];
    for (int k = 0; k < 6; k++) {
        inverse[k] = *tac_body_field(w, body, B_LEAF_INV + k);
    }
    return tac_symmetric(inverse);
}

// The row that stands for a row: of a term that of the first of its coupler.
static int lead_of(const tac_model *m, int row)
{
    const tac_element *e = &m->element[m->rows.row_element[row]];
    return tac_lead(m, e)->row + row - e->row;
}

static linear assemble(const tac_workspace *w)
{
    const tac_model *m = w->m;
    int n = m->n_tree_row;
    linear s = {
        n,   dense_new(n, n), dense_new(n, n), dense_new(n, 1), dense_new(n, 1), dense_new(n, 1),
        0.0L};
    for (int body = 0; body < m->n_body; body++) {
        const mat3 J_inv = leaf_inverse(w, body);
        for (int k = m->bodies.slot_first[body]; k < m->bodies.slot_first[body + 1]; k++) {
            for (int l = m->bodies.slot_first[body]; l < m->bodies.slot_first[body + 1]; l++) {
                int i = m->bodies.slot_row[k], j = m->bodies.slot_row[l];
                if (i < n && j < n) {
                    tac_slot a = slot_on(w, i, body), b = slot_on(w, j, body);
                    vec3 c = mul3(J_inv, b.a);
                    real both =
                        (real)m->bodies.mass_inv[body] * product(a.l, b.l) + product(a.a, c);
                    s.A[lead_of(m, i) * n + lead_of(m, j)] += (real)w->h * both;
                }
            }
        }
    }
    for (int i = 0; i < n; i++) {
        const tac_element *e = &m->element[m->rows.row_element[i]];
        double add = *tac_row_field(w, i, R_ADD);
        int lead = lead_of(m, i);
        s.A[i * n + i] +=
            lead == i ? (real)*tac_row_field(w, i, R_C) : 1.0L; // no unknown of its own
        s.b[lead] += (real)add;
        real size = fabsl((real)add);
        for (int side = 0; side < 2; side++) {
            tac_slot J = tac_row_slot(w, i, side), x = unknown(w, e->body[side]);
            s.b[lead] += product(J.l, x.l) + product(J.a, x.a);
            size += size_of(&J, &x);
        }
        s.size_b = fmaxl(s.size_b, size / sqrtl(s.A[lead * n + lead]));
    }
    return s;
}

static void solve(linear *s)
{
    int n = s->n;
    for (int i = 0; i < n; i++) {
        s->scale[i] = 1.0L / sqrtl(s->A[i * n + i]);
    }
    for (int i = 0; i < n; i++) {
        s->b[i] *= s->scale[i];
        s->sigma[i] = s->b[i];
        for (int j = 0; j < n; j++) {
            s->A[i * n + j] *= s->scale[i] * s->scale[j];
        }
    }
    memcpy(s->L, s->A, (size_t)(n * n) * sizeof *s->A);
    cr_assert(dense_cholesky(s->L, n), "the dense matrix is not positive definite");
    dense_solve(s->L, n, s->sigma);
}

static void drop(linear *s)
{
    real *all[] = {s->A, s->L, s->b, s->sigma, s->scale};
    for (int i = 0; i < 5; i++) {
        free(all[i]);
    }
}

// Unknowns of the tree, in the units of the dense solve; all terms of a coupler have the same bits.
static real sigma_of(const linear *s, const tac_workspace *w, int row)
{
    double mine = *tac_row_field(w, row, R_SIGMA);
    int lead = lead_of(w->m, row);
    cr_assert_eq(mine, *tac_row_field(w, lead, R_SIGMA));
    return lead == row ? (real)mine / s->scale[row] : 0.0L;
}

static void sigma_errors(const linear *s, const tac_workspace *w, errors *e)
{
    int n = s->n;
    real residual = 0.0L, size_b = s->size_b, size_A = 0.0L, size_sigma = 0.0L, wrong = 0.0L;
    real size_exact = size_b;
    for (int i = 0; i < n; i++) {
        real sum = -s->b[i], row = 0.0L;
        for (int j = 0; j < n; j++) {
            sum += s->A[i * n + j] * sigma_of(s, w, j);
            row += fabsl(s->A[i * n + j]);
        }
        real mine = sigma_of(s, w, i);
        residual = fmaxl(residual, fabsl(sum));
        size_A = fmaxl(size_A, row);
        size_sigma = fmaxl(size_sigma, fabsl(mine));
        size_exact = fmaxl(size_exact, fabsl(s->sigma[i]));
        wrong = fmaxl(wrong, fabsl(mine - s->sigma[i]));
    }
    e->backward = size_b > 0.0L ? residual / (size_A * size_sigma + size_b) : 0.0L;
    e->forward = size_exact > 0.0L ? wrong / size_exact : 0.0L;
}

static void lift(vec3 l, vec3 a, real out[6])
{
    const double all[6] = {l.x, l.y, l.z, a.x, a.y, a.z};
    for (int c = 0; c < 6; c++) {
        out[c] = (real)all[c];
    }
}

static real difference(const real exact[6], const tac_slot *mine)
{
    real got[6], wrong = 0.0L;
    lift(mine->l, mine->a, got);
    for (int c = 0; c < 6; c++) {
        wrong = fmaxl(wrong, fabsl(exact[c] - got[c]));
    }
    return wrong;
}

static real length_of(const real a[3])
{
    return sqrtl(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static real difference_in_size(const real exact[6], const tac_workspace *w, int body)
{
    real turn = sqrtl((real)*tac_body_field(w, body, B_LAST));
    real shift = sqrtl((real)*tac_body_field(w, body, B_LAST + 1));
    return fmaxl(fabsl(length_of(exact) - shift), fabsl(length_of(exact + 3) - turn));
}

// Largest difference of x - h M^-1 Phi^T sigma from the dense one, over its largest term. Of Newton
// increments the program keeps the squares: solution NULL.
static real body_error(const linear *s, const tac_workspace *w, const tac_slot *solution)
{
    const tac_model *m = w->m;
    real wrong = 0.0L, size = 0.0L;
    for (int body = 0; body < m->n_body; body++) {
        const tac_slot x = unknown(w, body);
        real exact[6], part[6];
        lift(x.l, x.a, exact);
        for (int c = 0; c < 6; c++) {
            size = fmaxl(size, fabsl(exact[c]));
        }
        for (int k = m->bodies.slot_first[body]; k < m->bodies.slot_first[body + 1]; k++) {
            if (m->bodies.slot_row[k] >= s->n) {
                continue;
            }
            tac_slot J = push_on(w, m->bodies.slot_row[k], body, solution == NULL);
            vec3 l = J.l, a = mul3(leaf_inverse(w, body), J.a);
            int lead = lead_of(m, m->bodies.slot_row[k]);
            real sigma = s->sigma[lead] * s->scale[lead] * (real)w->h;
            lift(l, a, part);
            for (int c = 0; c < 6; c++) {
                real move = sigma * part[c] * (c < 3 ? (real)m->bodies.mass_inv[body] : 1.0L);
                exact[c] -= move;
                size = fmaxl(size, fabsl(move));
            }
        }
        for (int c = 0; c < 6; c++) {
            size = fmaxl(size, fabsl(exact[c]));
        }
        wrong = fmaxl(wrong, solution ? difference(exact, &solution[body])
                                      : difference_in_size(exact, w, body));
    }
    return size > 0.0L ? wrong / size : 0.0L;
}

static errors compare(const tac_workspace *w, const tac_slot *solution)
{
    errors e = {0};
    linear s = assemble(w);
    solve(&s);
    e.condition = s.n > 0 ? dense_condition(s.A, s.L, s.n) : 1.0L;
    sigma_errors(&s, w, &e);
    e.bodies = body_error(&s, w, solution);
    drop(&s);
    return e;
}

// ---- the solves of one step --------------------------------------------------------------------

enum { NEWTON, VELOCITY, ACCELERATION, N_SOLVE };
static const char *const kind_of[N_SOLVE] = {"newton", "velocity", "acceleration"};

// Whether a phase is the last of a kind of solve: its update, or all of it in one.
static int ends(const char *phase, const char *kind)
{
    size_t n = strlen(kind);
    return strncmp(phase, kind, n) == 0 && (phase[n] == '\0' || strcmp(phase + n, " update") == 0);
}

static void read_solution(const tac_workspace *w, int which, tac_slot *solution)
{
    for (int i = 0; i < w->m->n_body; i++) {
        static const int l[N_SOLVE] = {0, B_V, B_ACC}, a[N_SOLVE] = {0, B_W, B_WD};
        solution[i] = (tac_slot){tac_body_vec3(w, i, l[which]), tac_body_vec3(w, i, a[which])};
    }
}

// One step, phase by phase; the errors of its three kinds of solve.
static void errors_of_step(prepared *r, errors e[N_SOLVE])
{
    tac_slot solution[MOST_BODIES];
    const tac_phase *phase;
    r->method->begin(r->w, &r->s, NULL, 0);
    int n = r->method->phases(r->w, &phase), found = 0;
    for (int k = 0; k < n; k++) {
        run_items(&phase[k], phase[k].first, phase[k].first + phase[k].n);
        if (found < N_SOLVE && ends(phase[k].name, kind_of[found])) {
            read_solution(r->w->space, found, solution);
            e[found] = compare(r->w->space, found == NEWTON ? NULL : solution);
            found++;
        }
    }
    cr_assert_eq(found, N_SOLVE);
}

typedef struct levels {
    errors worst;
    real forward_well;       // largest forward error of well-conditioned systems
    real forward_share;      // largest forward error over the condition number
    int n_well, n_redundant; // systems
} levels;

static const real well_conditioned = 1e3L, redundant = 1e6L;

static void collect(levels *l, const errors *e)
{
    int well = e->condition < well_conditioned;
    l->n_well += well;
    l->n_redundant += e->condition > redundant;
    l->forward_well = fmaxl(l->forward_well, well ? e->forward : 0.0L);
    l->forward_share = fmaxl(l->forward_share, e->forward / e->condition);
    l->worst.backward = fmaxl(l->worst.backward, e->backward);
    l->worst.forward = fmaxl(l->worst.forward, e->forward);
    l->worst.bodies = fmaxl(l->worst.bodies, e->bodies);
    l->worst.condition = fmaxl(l->worst.condition, e->condition);
}

static void expect_levels(const levels *l, const char *what)
{
    cr_log_info("%s: %d well conditioned, %d redundant, condition to %.1Le; forward %.1Le (well "
                "%.1Le, over condition %.1Le), backward %.1Le, bodies %.1Le",
                what, l->n_well, l->n_redundant, l->worst.condition, l->worst.forward,
                l->forward_well, l->forward_share, l->worst.backward, l->worst.bodies);
    cr_expect_gt(l->n_well, MODELS / 5, "too few independent systems to mean anything");
    cr_expect_gt(l->n_redundant, MODELS / 5, "too few redundant systems to mean anything");
    cr_expect_lt(l->worst.backward, 4e-15L); // measured 4e-16
    cr_expect_lt(l->forward_well, 1e-12L);   // measured 4e-14
    cr_expect_lt(l->forward_share, 4e-15L);  // measured 6e-16
    cr_expect_lt(l->worst.bodies, 1e-12L);   // measured 3e-13
}

// Random mechanisms, their joints open by about off; started puts them onto the constraints first.
static void check_models_with(int couplers, uint64_t seed, double off, int started,
                              const char *what)
{
    mechanism *mech = mechanism_new();
    rng g = {seed};
    levels l = {0};
    for (int k = 0; k < MODELS; k++) {
        random_anything(mech, &g, MOST_BODIES);
        if (couplers) {
            random_couplers(mech, &g, 1 + uniform_int(&g, 4), 1);
        }
        disturb(mech, &g, off, off);
        tac_options o = options_with(uniform(&g, 1e-4, 1e-2), 1);
        o.lanes = k % 3 == 0 ? 1 : k % 3 == 1 && tac_widest_lanes() >= 4 ? 4 : 0;
        o.acceleration = chance(&g, 0.5) ? TAC_INDEX1 : TAC_PROJECTION;
        prepared r;
        errors e[N_SOLVE];
        prepared_open(&r, &mech->d, &o);
        if (!started || r.method->start(r.w, &r.s, NULL, &r.started).code == TAC_OK) {
            errors_of_step(&r, e);
            for (int i = 0; i < N_SOLVE; i++) {
                collect(&l, &e[i]);
            }
        }
        prepared_close(&r);
    }
    expect_levels(&l, what);
    mechanism_free(mech);
}

static void check_models(uint64_t seed, double off, int started, const char *what)
{
    check_models_with(0, seed, off, started, what);
}

Test(solve, equals_dense_with_inconsistent_velocities)
{
    check_models(1, 0.0, 0, "as given");
}

Test(solve, equals_dense_off_the_constraints)
{
    check_models(2, 0.1, 0, "off the constraints");
}

Test(solve, equals_dense_after_consistent_start)
{
    check_models(3, 0.0, 1, "after the start");
}

Test(solve, of_couplers_equals_dense)
{
    check_models_with(1, 4, 0.0, 0, "couplers as given");
}

Test(solve, of_couplers_equals_dense_off_the_constraints)
{
    check_models_with(1, 5, 0.1, 0, "couplers off the constraints");
}
