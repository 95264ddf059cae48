#include "fe_model.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "modal_body.h"
#include "symmetric.h"

#define GAP 1e-6       // of the lowest frequency squared: rigid motion is below it
#define SETTLED 1e-10  // change of an eigenvalue in a round, whose error is far smaller
#define EQUAL 1e-6     // of frequencies squared: a pair, to be turned to the axes
#define SAME_MASS 1e-9 // of the whole: mass along x and along y
#define THIN 1e-9      // of an interface's size squared: its nodes lie on a line

enum { MOST_ROUNDS = 200, CALM = 3, MORE = 8 };

typedef struct reduction {
    const tac_fe_model *fe;
    tac_pool *scratch;
    int n, nb, ni, nf,
        nr;      // unknowns, of interfaces, inside, modes with held interfaces, of the basis
    int *inside; // (ni)
    bool *held;  // (n)
    vec3 *at;    // of interfaces
    tac_envelope L;
    double *T;           // basis, one vector after the other (nr x n)
    double *R;           // rigid motion about the centre of mass (6 x n)
    double *work, *more; // (n) each
    double mass, J[6];
    vec3 com;
} reduction;

static double *take(reduction *r, int a, int b)
{
    return tac_pool_take(r->scratch, (size_t)a * (size_t)b + 1, sizeof(double));
}

static double dot(int n, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

// A rigid motion k (x y z, turns about x y z through c) of all nodes.
static void rigid_motion(const tac_fe_model *fe, vec3 c, int k, double *u)
{
    for (int i = 0; i < fe->n_node; i++) {
        vec3 axis = {k % 3 == 0, k % 3 == 1, k % 3 == 2};
        vec3 d = k < 3 ? axis : cross3(axis, sub3(fe->x[i], c));
        u[3 * i] = d.x, u[3 * i + 1] = d.y, u[3 * i + 2] = d.z;
    }
}

// ---- mass ----------------------------------------------------------------------------------------

static tac_fe_status measure_mass(reduction *r)
{
    const tac_fe_model *fe = r->fe;
    double m[3], moment[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        rigid_motion(fe, (vec3){0.0, 0.0, 0.0}, k, r->work);
        tac_sparse_times(&fe->M, r->work, r->more);
        m[k] = dot(r->n, r->work, r->more);
        for (int i = 0; k == 0 && i < fe->n_node; i++) {
            moment[0] += fe->x[i].x * r->more[3 * i];
            moment[1] += fe->x[i].y * r->more[3 * i];
            moment[2] += fe->x[i].z * r->more[3 * i];
        }
    }
    r->mass = m[0];
    if (!(m[0] > 0.0) || fabs(m[1] - m[0]) > SAME_MASS * m[0] ||
        fabs(m[2] - m[0]) > SAME_MASS * m[0]) {
        return TAC_FE_MASS;
    }
    r->com = (vec3){moment[0] / m[0], moment[1] / m[0], moment[2] / m[0]};
    for (int k = 0; k < 6; k++) {
        rigid_motion(fe, r->com, k, r->R + (size_t)k * (size_t)r->n);
    }
    static const int pair[6][2] = {{3, 3}, {4, 4}, {5, 5}, {3, 4}, {3, 5}, {4, 5}};
    for (int k = 0; k < 6; k++) {
        tac_sparse_times(&fe->M, r->R + (size_t)pair[k][0] * (size_t)r->n, r->work);
        r->J[k] = dot(r->n, r->R + (size_t)pair[k][1] * (size_t)r->n, r->work);
    }
    return TAC_FE_OK;
}

// ---- basis ---------------------------------------------------------------------------------------

static vec3 middle_of(const tac_fe_model *fe, const tac_fe_interface *p)
{
    vec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < p->n; i++) {
        sum = add3(sum, fe->x[p->node[i]]);
    }
    return scale3(1.0 / (double)p->n, sum);
}

// Whether nodes hold a frame: they do not lie on a line.
static bool can_turn(const tac_fe_model *fe, const tac_fe_interface *p, vec3 c)
{
    double size = 0.0, area = 0.0;
    for (int i = 0; i < p->n; i++) {
        vec3 a = sub3(fe->x[p->node[i]], c);
        size = dot3(a, a) > size ? dot3(a, a) : size;
        for (int j = 0; j < i; j++) {
            vec3 b = cross3(a, sub3(fe->x[p->node[j]], c));
            area = dot3(b, b) > area ? dot3(b, b) : area;
        }
    }
    return area > THIN * size * size;
}

static tac_fe_status split(reduction *r)
{
    const tac_fe_model *fe = r->fe;
    for (int k = 0; k < fe->n_interface; k++) {
        const tac_fe_interface *p = &fe->interface[k];
        r->at[k] = middle_of(fe, p);
        if (!can_turn(fe, p, r->at[k])) {
            return TAC_FE_FEW_NODES;
        }
        for (int i = 0; i < 3 * p->n; i++) {
            r->held[3 * p->node[i / 3] + i % 3] = true;
        }
    }
    for (int i = 0; i < r->n; i++) {
        if (!r->held[i]) {
            r->inside[r->ni++] = i;
        }
    }
    int code = tac_envelope_factor(r->scratch, &fe->K, r->inside, r->ni, &r->L);
    return code == TAC_ENVELOPE_OK          ? TAC_FE_OK
           : code == TAC_ENVELOPE_NO_MEMORY ? TAC_FE_NO_MEMORY
                                            : TAC_FE_LOOSE;
}

// The static shape of direction d of interface k.
static void static_shape(reduction *r, int k, int d, double *u)
{
    const tac_fe_interface *p = &r->fe->interface[k];
    memset(u, 0, (size_t)r->n * sizeof *u);
    for (int i = 0; i < p->n; i++) {
        int node = p->node[i];
        vec3 axis = {d % 3 == 0, d % 3 == 1, d % 3 == 2};
        vec3 x = d < 3 ? axis : cross3(axis, sub3(r->fe->x[node], r->at[k]));
        u[3 * node] = x.x, u[3 * node + 1] = x.y, u[3 * node + 2] = x.z;
    }
    tac_sparse_times(&r->fe->K, u, r->work);
    for (int i = 0; i < r->ni; i++) {
        r->more[i] = -r->work[r->inside[i]];
    }
    tac_envelope_solve(&r->L, r->more, r->work);
    for (int i = 0; i < r->ni; i++) {
        u[r->inside[i]] = r->more[i];
    }
}

// y = K^-1 M x inside.
static void inverse_step(reduction *r, const double *x, double *y)
{
    tac_sparse_times(&r->fe->M, x, r->work);
    for (int i = 0; i < r->ni; i++) {
        r->more[i] = r->work[r->inside[i]];
    }
    tac_envelope_solve(&r->L, r->more, r->work);
    memset(y, 0, (size_t)r->n * sizeof *y);
    for (int i = 0; i < r->ni; i++) {
        y[r->inside[i]] = r->more[i];
    }
}

// A (m x m) = X^T A Y of vectors one after the other.
static void project(reduction *r, const tac_sparse *A, int m, const double *X, double *out)
{
    size_t n = (size_t)r->n;
    for (int j = 0; j < m; j++) {
        tac_sparse_times(A, X + (size_t)j * n, r->work);
        for (int i = 0; i <= j; i++) {
            out[i * m + j] = out[j * m + i] = dot(r->n, X + (size_t)i * n, r->work);
        }
    }
}

// New vectors V^T X.
static void combine(reduction *r, int from, int to, int skip, const double *X, const double *V,
                    double *out)
{
    for (int j = 0; j < to; j++) {
        for (int k = 0; k < r->n; k++) {
            double sum = 0.0;
            for (int i = 0; i < from; i++) {
                sum += X[(size_t)i * (size_t)r->n + (size_t)k] * V[i * from + skip + j];
            }
            out[(size_t)j * (size_t)r->n + (size_t)k] = sum;
        }
    }
}

// Modes with held interfaces by subspace iteration.
static tac_fe_status held_modes(reduction *r, double *out)
{
    int m = 2 * r->nf + MORE < r->nf + 40 ? 2 * r->nf + MORE : r->nf + 40, row;
    m = m > r->ni ? r->ni : m;
    double *X = take(r, m, r->n), *Y = take(r, m, r->n), *K = take(r, m, m), *M = take(r, m, m),
           *V = take(r, m, m), *lambda = take(r, m, 1), *before = take(r, m, 1);
    if (!X || !Y || !K || !M || !V || !lambda || !before) {
        return TAC_FE_NO_MEMORY;
    }
    uint64_t seed = 1;
    int calm = 0;
    for (int j = 0; j < m; j++) {
        for (int i = 0; i < r->ni; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            X[(size_t)j * (size_t)r->n + (size_t)r->inside[i]] =
                (double)(seed >> 33) / 4294967296.0 - 0.25;
        }
    }
    for (int round = 0; round < MOST_ROUNDS; round++) {
        for (int j = 0; j < m; j++) {
            inverse_step(r, X + (size_t)j * (size_t)r->n, Y + (size_t)j * (size_t)r->n);
        }
        project(r, &r->fe->K, m, Y, K);
        project(r, &r->fe->M, m, Y, M);
        if (!tac_general_eigen(m, M, K, 0.0, lambda, V, &row)) { // the largest of the inverse
            return TAC_FE_LOOSE;
        }
        for (int i = 0; i < m * m; i++) { // ascending frequency, unit modal mass
            int column = i % m, from = m - 1 - column;
            K[i] = V[i - column + from] / sqrt(lambda[from]);
        }
        combine(r, m, m, 0, Y, K, X);
        bool settled = round > 0;
        for (int j = 0; j < r->nf; j++) {
            double own = lambda[m - 1 - j];
            settled = settled && fabs(own - before[j]) <= SETTLED * own;
            before[j] = own;
        }
        calm = settled ? calm + 1 : 0;
        if (calm == CALM) {
            memcpy(out, X, (size_t)r->nf * (size_t)r->n * sizeof *out);
            return TAC_FE_OK;
        }
    }
    return TAC_FE_NOT_SETTLED;
}

// ---- modes of the body ---------------------------------------------------------------------------

// X := X - R (R^T M R)^-1 R^T M X.
static void remove_rigid(reduction *r, int m, double *X)
{
    size_t n = (size_t)r->n;
    double A[36], B[6];
    int row;
    project(r, &r->fe->M, 6, r->R, A);
    (void)tac_cholesky(6, A, 0.0, &row);
    for (int j = 0; j < m; j++) {
        double *x = X + (size_t)j * n;
        tac_sparse_times(&r->fe->M, x, r->work);
        for (int k = 0; k < 6; k++) {
            B[k] = dot(r->n, r->R + (size_t)k * n, r->work);
        }
        tac_solve_lower(6, A, 1, B);
        tac_solve_upper(6, A, 1, B);
        for (int k = 0; k < 6; k++) {
            for (size_t i = 0; i < n; i++) {
                x[i] -= r->R[(size_t)k * n + i] * B[k];
            }
        }
    }
}

// Pairs of equal frequency: the second does not move the first interface along the first axis that the pair moves it.
static void turn_pairs(reduction *r, int m, const double *lambda, double *V)
{
    for (int j = 0; j + 1 < m; j++) {
        if (fabs(lambda[j + 1] - lambda[j]) > EQUAL * lambda[j]) {
            continue;
        }
        double a = 0.0, b = 0.0, size = 0.0;
        for (int k = 0; k < 6; k++) {
            double x = V[k * r->nr + 6 + j], y = V[k * r->nr + 6 + j + 1];
            if (k % 3 == 0 || x * x + y * y > 1e-6 * size) {
                size = size > x * x + y * y ? size : x * x + y * y;
            }
        }
        for (int k = 0; k < 3 && a == 0.0 && b == 0.0; k++) {
            double x = V[k * r->nr + 6 + j], y = V[k * r->nr + 6 + j + 1];
            if (x * x + y * y > 1e-3 * size) {
                a = x, b = y;
            }
        }
        double length = sqrt(a * a + b * b);
        // each in a loop of its own: gcc 12 fuses sums and differences that stand side by side
        for (int i = 0; i < r->nr && length > 0.0; i++) {
            const double *x = &V[i * r->nr + 6 + j];
            r->work[i] = (a * x[0] + b * x[1]) / length;
        }
        for (int i = 0; i < r->nr && length > 0.0; i++) {
            double *x = &V[i * r->nr + 6 + j];
            x[1] = (a * x[1] - b * x[0]) / length;
        }
        for (int i = 0; i < r->nr && length > 0.0; i++) {
            V[i * r->nr + 6 + j] = r->work[i];
        }
        j++;
    }
}

// Sums over the one mass matrix of all directions, that of x.
static void integrate(reduction *r, const double *X, tac_modal *out)
{
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    const tac_fe_model *fe = r->fe;
    size_t n = (size_t)out->n;
    for (size_t l = 0; l < 3; l++) {
        for (size_t j = 0; j < n; j++) {
            const double *x = X + j * (size_t)r->n;
            memset(r->work, 0, (size_t)r->n * sizeof *r->work);
            for (int a = 0; a < fe->n_node; a++) {
                r->work[3 * a] = x[3 * a + (int)l];
            }
            tac_sparse_times(&fe->M, r->work, r->more); // Ms N_l at 3 a
            for (int a = 0; a < fe->n_node; a++) {
                vec3 s = sub3(fe->x[a], r->com);
                double f = r->more[3 * a];
                out->Ct[l * n + j] += f;
                out->I[l * n + j] += s.x * f;
                out->I[(3 + l) * n + j] += s.y * f;
                out->I[(6 + l) * n + j] += s.z * f;
            }
            for (size_t b = 0; b < 6; b++) {
                if (pair[b][1] != (int)l) {
                    continue;
                }
                for (size_t i = 0; i < n; i++) {
                    const double *y = X + i * (size_t)r->n;
                    double sum = 0.0;
                    for (int a = 0; a < fe->n_node; a++) {
                        sum += y[3 * a + pair[b][0]] * r->more[3 * a];
                    }
                    out->S[b * n * n + i * n + j] = sum;
                }
            }
        }
    }
}

// The frame of an interface moves as the nodes that are tied to it: least squares, which leave nothing.
static void read_frame(reduction *r, int k, const double *x, double *phi, double *psi)
{
    const tac_fe_interface *p = &r->fe->interface[k];
    double A[36] = {0.0}, B[6] = {0.0};
    int row;
    for (int i = 0; i < p->n; i++) {
        int node = p->node[i];
        vec3 d = sub3(r->fe->x[node], r->at[k]);
        for (int c = 0; c < 3; c++) {
            double g[6] = {c == 0, c == 1, c == 2, 0.0, 0.0, 0.0};
            g[3] = c == 1 ? -d.z : c == 2 ? d.y : 0.0;
            g[4] = c == 0 ? d.z : c == 2 ? -d.x : 0.0;
            g[5] = c == 0 ? -d.y : c == 1 ? d.x : 0.0;
            for (int a = 0; a < 6; a++) {
                B[a] += g[a] * x[3 * node + c];
                for (int b = 0; b < 6; b++) {
                    A[6 * a + b] += g[a] * g[b];
                }
            }
        }
    }
    (void)tac_cholesky(6, A, 0.0, &row);
    tac_solve_lower(6, A, 1, B);
    tac_solve_upper(6, A, 1, B);
    memcpy(phi, B, 3 * sizeof *phi);
    memcpy(psi, B + 3, 3 * sizeof *psi);
}

static tac_fe_status collect(reduction *r, int m, const double *lambda, const double *X,
                             tac_pool *pool, tac_modal *out)
{
    if (!tac_modal_take(pool, m, r->fe->n_interface, out)) {
        return TAC_FE_NO_MEMORY;
    }
    out->mass = r->mass;
    out->com = r->com;
    memcpy(out->J, r->J, sizeof out->J);
    integrate(r, X, out);
    for (int j = 0; j < m; j++) {
        out->omega[j] = sqrt(lambda[6 + j]);
    }
    for (int k = 0; k < r->fe->n_interface; k++) {
        out->point[k].name = r->fe->interface[k].name;
        out->point[k].s = sub3(r->at[k], r->com);
        for (int j = 0; j < m; j++) {
            double phi[3], psi[3];
            read_frame(r, k, X + (size_t)j * (size_t)r->n, phi, psi);
            for (int c = 0; c < 3; c++) {
                out->point[k].phi[c * m + j] = phi[c];
                out->point[k].psi[c * m + j] = psi[c];
            }
        }
    }
    tac_modal_measure(out);
    tac_modal_fix_signs(out);
    out->is_complete = true;
    return tac_modal_clean_native(out) ? TAC_FE_OK : TAC_FE_NOT_FREE;
}

static tac_fe_status reduce_basis(reduction *r, tac_pool *pool, tac_modal *out)
{
    int nr = r->nr, m = nr - 6, row;
    double *K = take(r, nr, nr), *M = take(r, nr, nr), *V = take(r, nr, nr),
           *lambda = take(r, nr, 1), *X = take(r, m, r->n);
    if (!K || !M || !V || !lambda || !X) {
        return TAC_FE_NO_MEMORY;
    }
    project(r, &r->fe->K, nr, r->T, K);
    project(r, &r->fe->M, nr, r->T, M);
    if (!tac_general_eigen(nr, K, M, 0.0, lambda, V, &row)) {
        return TAC_FE_MASS;
    }
    if (!(fabs(lambda[5]) < GAP * lambda[6])) { // by count and gap
        return TAC_FE_NOT_FREE;
    }
    turn_pairs(r, m, lambda + 6, V);
    combine(r, nr, m, 6, r->T, V, X);
    remove_rigid(r, m, X);
    return collect(r, m, lambda, X, pool, out);
}

static tac_fe_status solve(reduction *r, tac_pool *pool, tac_modal *out)
{
    const tac_fe_model *fe = r->fe;
    r->n = 3 * fe->n_node;
    r->nb = 6 * fe->n_interface;
    r->nf = fe->modes - (r->nb - 6);
    r->nr = r->nb + r->nf;
    r->inside = tac_pool_take(r->scratch, (size_t)r->n, sizeof *r->inside);
    r->held = tac_pool_take(r->scratch, (size_t)r->n, sizeof *r->held);
    r->at = tac_pool_take(r->scratch, (size_t)fe->n_interface, sizeof *r->at);
    r->work = take(r, r->n, 1);
    r->more = take(r, r->n, 1);
    r->R = take(r, 6, r->n);
    if (!r->inside || !r->held || !r->at || !r->work || !r->more || !r->R) {
        return TAC_FE_NO_MEMORY;
    }
    tac_fe_status status = measure_mass(r);
    status = status == TAC_FE_OK ? split(r) : status;
    if (status != TAC_FE_OK) {
        return status;
    }
    r->T = r->nf >= 0 ? take(r, r->nr, r->n) : NULL;
    if (r->nf < 0 || r->nf > r->ni) {
        return TAC_FE_TOO_FEW;
    }
    if (!r->T) {
        return TAC_FE_NO_MEMORY;
    }
    for (int k = 0; k < r->nb; k++) {
        static_shape(r, k / 6, k % 6, r->T + (size_t)k * (size_t)r->n);
    }
    if (r->nf > 0) {
        status = held_modes(r, r->T + (size_t)r->nb * (size_t)r->n);
    }
    return status == TAC_FE_OK ? reduce_basis(r, pool, out) : status;
}

tac_fe_status tac_fe_reduce(const tac_fe_model *fe, tac_pool *pool, tac_modal *out)
{
    tac_pool scratch = {.limit = SIZE_MAX};
    reduction r = {.fe = fe, .scratch = &scratch};
    *out = (tac_modal){0};
    tac_fe_status status = solve(&r, pool, out);
    tac_pool_free(&scratch);
    return status;
}
