#include "numeric.h"

#include <cholmod.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../timing.h"

typedef struct problem {
    cholmod_common c;
    cholmod_sparse *A;
    cholmod_factor *L;
    cholmod_dense *b;
    int first[MOST_BODIES + 1]; // row of each block
    double form_operations;
} problem;

// ---- the matrix ------------------------------------------------------------------------------------------

typedef struct rows_of_body { // the rows of both joints on a body
    int n, row[24];
    double J[24][COORDINATES];
} rows_of_body;

static void gather(const mechanism *m, const problem *p, int body, rows_of_body *of)
{
    of->n = 0;
    for (int end = 0; end < 2; end++) {
        int joint = end == 0 ? body : body + 1 < m->n ? body + 1 : m->ring ? 0 : -1;
        double J[12][COORDINATES];
        if (joint < 0) {
            continue;
        }
        mechanism_jacobian(m, joint, body, J);
        for (int r = 0; r < mechanism_rows(m, joint); r++) {
            bool rigid = r < 6; // of the body before it a joint knows no rigidity
            if (!rigid || joint == body) {
                of->row[of->n] = p->first[joint] + r;
                memcpy(of->J[of->n++], J[r], sizeof J[r]);
            }
        }
    }
}

static void add_pair(const mechanism *m, const rows_of_body *of, const double *inverse, int i,
                     int k, cholmod_triplet *t, problem *p)
{
    double sum = 0.0;
    int both = 0;
    for (int c = 0; c < RIGID + m->n_mode; c++) {
        sum += of->J[i][c] * inverse[c] * of->J[k][c];
        both += of->J[i][c] != 0.0 && of->J[k][c] != 0.0;
    }
    p->form_operations += 2 * both;
    ((int *)t->i)[t->nnz] = of->row[i] < of->row[k] ? of->row[i] : of->row[k];
    ((int *)t->j)[t->nnz] = of->row[i] < of->row[k] ? of->row[k] : of->row[i];
    ((double *)t->x)[t->nnz++] = sum;
}

static void form(const mechanism *m, problem *p)
{
    size_t rows = (size_t)p->first[m->n];
    cholmod_triplet *t =
        cholmod_allocate_triplet(rows, rows, (size_t)m->n * 300, 1, CHOLMOD_REAL, &p->c);
    p->form_operations = 0.0;
    for (int body = 0; t && body < m->n; body++) {
        double inverse[COORDINATES];
        rows_of_body of;
        mechanism_inverse_mass(m, body, inverse);
        gather(m, p, body, &of);
        p->form_operations += of.n * (RIGID + m->n_mode);
        for (int i = 0; i < of.n; i++) {
            for (int k = i; k < of.n; k++) {
                add_pair(m, &of, inverse, i, k, t, p);
            }
        }
    }
    p->A = t ? cholmod_triplet_to_sparse(t, 0, &p->c) : NULL;
    cholmod_free_triplet(&t, &p->c);
}

static void problem_close(problem *p)
{
    cholmod_free_factor(&p->L, &p->c);
    cholmod_free_sparse(&p->A, &p->c);
    cholmod_free_dense(&p->b, &p->c);
    cholmod_finish(&p->c);
}

static bool problem_open(const mechanism *m, problem *p)
{
    *p = (problem){0};
    cholmod_start(&p->c);
    p->c.supernodal = CHOLMOD_SIMPLICIAL;
    p->c.final_ll = 1;
    p->c.print = 0;
    for (int i = 0; i < m->n; i++) {
        p->first[i + 1] = p->first[i] + mechanism_rows(m, i);
    }
    form(m, p);
    p->b = cholmod_ones((size_t)p->first[m->n], 1, CHOLMOD_REAL, &p->c);
    return p->A && p->b;
}

// ---- factors ---------------------------------------------------------------------------------------------

static bool analyse(const mechanism *m, problem *p, order_kind kind)
{
    static int permutation[12 * MOST_BODIES];
    int order[MOST_BODIES], at = 0;
    bool own = kind == BY_AMD || kind == BY_DISSECTION;
    p->c.nmethods = 1;
    p->c.postorder = own;
    p->c.method[0].ordering = kind == BY_AMD          ? CHOLMOD_AMD
                              : kind == BY_DISSECTION ? CHOLMOD_NESDIS
                                                      : CHOLMOD_GIVEN;
    if (!own && !order_joints(m, kind, order)) {
        return false;
    }
    for (int k = 0; !own && k < m->n; k++) {
        for (int r = p->first[order[k]]; r < p->first[order[k] + 1]; r++) {
            permutation[at++] = r;
        }
    }
    p->L = cholmod_analyze_p(p->A, own ? NULL : permutation, NULL, 0, &p->c);
    return p->L != NULL;
}

static bool factor(problem *p)
{
    return cholmod_factorize(p->A, p->L, &p->c) && p->c.status == CHOLMOD_OK;
}

static bool fail(const mechanism *m)
{
    fprintf(stderr, "%s of %d bodies: CHOLMOD finds no factor\n", m->ring ? "ring" : "chain", m->n);
    return false;
}

static double residual(problem *p, const cholmod_dense *x)
{
    double one[2] = {1.0, 0.0}, minus[2] = {-1.0, 0.0};
    cholmod_dense *r = cholmod_copy_dense(p->b, &p->c);
    cholmod_sdmult(p->A, 0, minus, one, (cholmod_dense *)x, r, &p->c);
    double norm = cholmod_norm_dense(r, 2, &p->c);
    double size =
        cholmod_norm_sparse(p->A, 1, &p->c) * cholmod_norm_dense((cholmod_dense *)x, 2, &p->c);
    cholmod_free_dense(&r, &p->c);
    return norm / size;
}

static void time_once(problem *p, numeric *n)
{
    int64_t start = timing_now();
    (void)factor(p);
    int64_t middle = timing_now();
    cholmod_dense *x = cholmod_solve(CHOLMOD_A, p->L, p->b, &p->c);
    int64_t end = timing_now();
    n->factor = fmin(n->factor, (double)(middle - start) * 1e-3);
    n->solve = fmin(n->solve, (double)(end - middle) * 1e-3);
    n->residual = residual(p, x);
    cholmod_free_dense(&x, &p->c);
}

static void time_form(const mechanism *m, problem *p, numeric *n)
{
    cholmod_sparse *before = p->A;
    int64_t start = timing_now();
    form(m, p);
    n->form = fmin(n->form, (double)(timing_now() - start) * 1e-3);
    cholmod_free_sparse(&before, &p->c);
}

bool numeric_measure(const mechanism *m, order_kind kind, int repeats, numeric *n)
{
    static problem p;
    bool good = problem_open(m, &p) && analyse(m, &p, kind) && factor(&p);
    *n = (numeric){.form = HUGE_VAL, .factor = HUGE_VAL, .solve = HUGE_VAL};
    for (int i = 0; good && i < repeats; i++) {
        time_form(m, &p, n);
        time_once(&p, n);
    }
    n->form_operations = p.form_operations;
    n->fill = p.c.lnz;
    n->operations = p.c.fl;
    problem_close(&p);
    return good || fail(m);
}

bool numeric_order(const mechanism *m, order_kind kind, int order[MOST_BODIES])
{
    static problem p;
    bool good = problem_open(m, &p) && analyse(m, &p, kind);
    bool seen[MOST_BODIES] = {false};
    int at = 0;
    for (int i = 0; good && i < p.first[m->n]; i++) { // a block goes where its first row goes
        int row = ((int *)p.L->Perm)[i], block = 0;
        while (p.first[block + 1] <= row) {
            block++;
        }
        if (!seen[block]) {
            seen[block] = true;
            order[at++] = block;
        }
    }
    problem_close(&p);
    return good || fail(m);
}

// ---- condition -------------------------------------------------------------------------------------------

static void scale(const mechanism *m, problem *p)
{
    cholmod_dense *d = cholmod_ones((size_t)p->first[m->n], 1, CHOLMOD_REAL, &p->c);
    const int *start = p->A->p, *row = p->A->i;
    for (int j = 0; j < p->first[m->n]; j++) {
        for (int e = start[j]; e < start[j + 1]; e++) {
            if (row[e] == j) {
                ((double *)d->x)[j] = 1.0 / sqrt(((double *)p->A->x)[e]);
            }
        }
    }
    cholmod_scale(d, CHOLMOD_SYM, p->A, &p->c);
    cholmod_free_dense(&d, &p->c);
}

static double normalise(cholmod_dense *x, cholmod_common *c)
{
    double norm = cholmod_norm_dense(x, 2, c);
    for (size_t i = 0; i < x->nrow; i++) {
        ((double *)x->x)[i] /= norm;
    }
    return norm;
}

static void start_vector(cholmod_dense *x)
{
    unsigned seed = 1;
    for (size_t i = 0; i < x->nrow; i++) {
        seed = seed * 1664525u + 1013904223u;
        ((double *)x->x)[i] = (double)seed / 4294967296.0 - 0.5;
    }
}

// Largest eigenvalue of A, or of its inverse, by powers: to a percent or so, from below.
static double largest(problem *p, bool inverse)
{
    double one[2] = {1.0, 0.0}, zero[2] = {0.0, 0.0};
    cholmod_dense *x = cholmod_copy_dense(p->b, &p->c);
    double value = 0.0;
    start_vector(x);
    (void)normalise(x, &p->c);
    for (int k = 0; k < 400; k++) {
        cholmod_dense *y = inverse ? cholmod_solve(CHOLMOD_A, p->L, x, &p->c)
                                   : cholmod_zeros(x->nrow, 1, CHOLMOD_REAL, &p->c);
        if (!inverse) {
            cholmod_sdmult(p->A, 0, one, zero, x, y, &p->c);
        }
        value = normalise(y, &p->c);
        cholmod_free_dense(&x, &p->c);
        x = y;
    }
    cholmod_free_dense(&x, &p->c);
    return value;
}

bool numeric_condition(const mechanism *m, bool scaled, double *condition)
{
    static problem p;
    bool good = problem_open(m, &p);
    if (good && scaled) {
        scale(m, &p);
    }
    good = good && analyse(m, &p, BY_AMD) && factor(&p);
    *condition = good ? largest(&p, false) * largest(&p, true) : 0.0;
    problem_close(&p);
    return good || fail(m);
}
