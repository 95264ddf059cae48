// Four uncoupled problems, one per kind of deformation, then modes of all four by frequency.
#include "beam.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "elementary.h"
#include "modal_body.h"
#include "symmetric.h"

#define GAP 1e-6        // of the lowest frequency squared: rigid motion is below it
#define EQUAL 1e-9      // frequencies that far apart are in the order of the kinds
#define BASIS_REACH 2.0 // modes with held interfaces up to that many times the frequency asked for

typedef enum kind { EXTENSION, BENDING_Y, BENDING_Z, TORSION, N_KIND } kind; // along y, along z

enum { FEWEST_PARTS = 4, MOST_PARTS = 16 }; // that a beam is drawn in, otherwise one per element
enum { N_GAUSS = 4 };
static const double gauss_x[N_GAUSS] = {0.06943184420297371, 0.33000947820757187,
                                        0.66999052179242813, 0.93056815579702629};
static const double gauss_w[N_GAUSS] = {0.17392742256872693, 0.32607257743127307,
                                        0.32607257743127307, 0.17392742256872693};

typedef struct family { // of one kind of deformation
    kind of;
    int per_node, n, n_rigid;
    double *K, *M, *R; // (n x n), (n x n), (n x n_rigid)
    int nb, ni;        // boundary and interior unknowns
    int *boundary, *interior;
    double *fixed, *shape; // interfaces held: eigenvalues (ni), shapes (ni x ni)
    int n_fixed;           // of them taken
    int n_mode;
    double *lambda, *X; // (n_mode), (n x n_mode)
} family;

typedef struct mesh {
    const tac_beam *b;
    tac_pool *scratch;
    int n_element;
    double x[TAC_MOST_ELEMENTS + TAC_MOST_INTERFACES]; // of nodes, from the middle
    int node[TAC_MOST_INTERFACES];                     // of interfaces
    family f[N_KIND];
} mesh;

// ---- elements ------------------------------------------------------------------------------------

static void make_nodes(mesh *m)
{
    const tac_beam *b = m->b;
    int n = 0;
    m->x[0] = -0.5 * b->length;
    for (int i = 0; i + 1 < b->n_point; i++) {
        double part = b->x[i + 1] - b->x[i];
        int n_part = (int)((double)b->elements * part / b->length + 0.5);
        n_part = n_part < 1 ? 1 : n_part;
        m->node[i] = n;
        for (int k = 1; k <= n_part && n < TAC_MOST_ELEMENTS + TAC_MOST_INTERFACES - 1; k++) {
            m->x[++n] = b->x[i] + part * (double)k / (double)n_part - 0.5 * b->length;
        }
    }
    m->node[b->n_point - 1] = n;
    m->n_element = n;
}

// Shape functions of an element of length l at xi: of the displacement, and of the slope.
static void beam_shapes(double l, double phi, double xi, double v[4], double slope[4])
{
    double q = xi * xi, c = q * xi, d = 1.0 / (1.0 + phi);
    v[0] = d * (1.0 - 3.0 * q + 2.0 * c + phi * (1.0 - xi));
    v[1] = d * l * (xi - 2.0 * q + c + 0.5 * phi * (xi - q));
    v[2] = d * (3.0 * q - 2.0 * c + phi * xi);
    v[3] = d * l * (c - q - 0.5 * phi * (xi - q));
    slope[0] = d * 6.0 * (q - xi) / l;
    slope[1] = d * (1.0 - 4.0 * xi + 3.0 * q + phi * (1.0 - xi));
    slope[2] = -slope[0];
    slope[3] = d * (3.0 * q - 2.0 * xi + phi * xi);
}

static double second_moment(const tac_beam *b, kind k)
{
    return k == BENDING_Y ? b->Iz : b->Iy;
}

// 12 E I / (k G A l^2) of Timoshenko, 0 of Euler-Bernoulli.
static double shear_part(const tac_beam *b, kind k, double l)
{
    double factor = k == BENDING_Y ? b->shear_y : b->shear_z;
    return factor > 0.0 ? 12.0 * b->E * second_moment(b, k) / (factor * b->G * b->area * l * l)
                        : 0.0;
}

static void add(family *f, double *A, int first, int n, const double *element)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            A[(first + i) * f->n + first + j] += element[i * n + j];
        }
    }
}

static void add_bar(family *f, const tac_beam *b, int e, double l)
{
    double k = f->of == EXTENSION ? b->E * b->area / l : b->G * b->torsion / l;
    double mass = b->density * (f->of == EXTENSION ? b->area : b->Iy + b->Iz) * l / 6.0;
    const double K[4] = {k, -k, -k, k}, M[4] = {2.0 * mass, mass, mass, 2.0 * mass};
    add(f, f->K, e, 2, K);
    add(f, f->M, e, 2, M);
}

static void add_beam(family *f, const tac_beam *b, int e, double l)
{
    double I = second_moment(b, f->of), phi = shear_part(b, f->of, l);
    double k = b->E * I / (l * l * l * (1.0 + phi));
    double a = 12.0 * k, c = 6.0 * l * k, near = (4.0 + phi) * l * l * k,
           far = (2.0 - phi) * l * l * k;
    const double K[16] = {a, c, -a, c, c, near, -c, far, -a, -c, a, -c, c, far, -c, near};
    double M[16] = {0.0};
    for (int g = 0; g < N_GAUSS; g++) {
        double v[4], slope[4], dm = b->density * gauss_w[g] * l;
        beam_shapes(l, phi, gauss_x[g], v, slope);
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                M[4 * i + j] += dm * (b->area * v[i] * v[j] + I * slope[i] * slope[j]);
            }
        }
    }
    add(f, f->K, 2 * e, 4, K);
    add(f, f->M, 2 * e, 4, M);
}

// ---- one kind ------------------------------------------------------------------------------------

static double *take(mesh *m, int rows, int columns)
{
    return tac_pool_take(m->scratch, (size_t)rows * (size_t)columns + 1, sizeof(double));
}

static bool take_family(mesh *m, family *f, kind k)
{
    f->of = k;
    f->per_node = f->n_rigid = k == BENDING_Y || k == BENDING_Z ? 2 : 1;
    f->n = f->per_node * (m->n_element + 1);
    f->nb = f->per_node * m->b->n_point;
    f->ni = f->n - f->nb;
    f->K = take(m, f->n, f->n);
    f->M = take(m, f->n, f->n);
    f->R = take(m, f->n, f->n_rigid);
    f->boundary = tac_pool_take(m->scratch, (size_t)f->n, sizeof(int));
    f->interior = tac_pool_take(m->scratch, (size_t)f->n, sizeof(int));
    f->fixed = take(m, f->ni, 1);
    f->shape = take(m, f->ni, f->ni);
    return f->K && f->M && f->R && f->boundary && f->interior && f->fixed && f->shape;
}

static void assemble(mesh *m, family *f)
{
    int point = 0, nb = 0, ni = 0, w = f->per_node;
    for (int e = 0; e < m->n_element; e++) {
        double l = m->x[e + 1] - m->x[e];
        if (w == 1) {
            add_bar(f, m->b, e, l);
        } else {
            add_beam(f, m->b, e, l);
        }
    }
    for (int i = 0; i <= m->n_element; i++) {
        bool held = point < m->b->n_point && m->node[point] == i;
        point += held;
        for (int k = 0; k < w; k++) {
            if (held) {
                f->boundary[nb++] = w * i + k;
            } else {
                f->interior[ni++] = w * i + k;
            }
        }
        f->R[f->n_rigid * w * i] = 1.0;
        if (w == 2) {
            f->R[2 * 2 * i + 1] = m->x[i];
            f->R[2 * (2 * i + 1) + 1] = 1.0;
        }
    }
}

static void gather(const family *f, const double *A, const int *row, int n_row, const int *column,
                   int n_column, double *out)
{
    for (int i = 0; i < n_row; i++) {
        for (int j = 0; j < n_column; j++) {
            out[i * n_column + j] = A[row[i] * f->n + column[j]];
        }
    }
}

// Modes with the interfaces held: of the inverse, whose largest eigenvalues are the most precise.
static tac_beam_status solve_held(mesh *m, family *f)
{
    int ni = f->ni, row;
    double *K = take(m, ni, ni), *M = take(m, ni, ni), *V = take(m, ni, ni), *mu = take(m, ni, 1);
    if (!K || !M || !V || !mu) {
        return TAC_BEAM_NO_MEMORY;
    }
    gather(f, f->K, f->interior, ni, f->interior, ni, K);
    gather(f, f->M, f->interior, ni, f->interior, ni, M);
    if (!tac_general_eigen(ni, M, K, 0.0, mu, V, &row)) {
        return TAC_BEAM_ILL;
    }
    for (int j = 0; j < ni; j++) { // V^T K V = 1, V^T M V = mu
        int from = ni - 1 - j;
        f->fixed[j] = 1.0 / mu[from];
        for (int i = 0; i < ni; i++) {
            f->shape[i * ni + j] = V[i * ni + from] / sqrt(mu[from]);
        }
    }
    return TAC_BEAM_OK;
}

// What the interfaces do and the modes taken, as shapes of the whole kind: T (n x (nb + n_fixed)).
static bool make_basis(mesh *m, const family *f, double *T)
{
    int ni = f->ni, nb = f->nb, nr = nb + f->n_fixed, row;
    double *L = take(m, ni, ni), *X = take(m, ni, nb);
    if (!L || !X) {
        return false;
    }
    gather(f, f->K, f->interior, ni, f->interior, ni, L);
    gather(f, f->K, f->interior, ni, f->boundary, nb, X);
    (void)tac_cholesky(ni, L, 0.0, &row); // was done before
    tac_solve_lower(ni, L, nb, X);
    tac_solve_upper(ni, L, nb, X);
    for (int j = 0; j < nb; j++) {
        T[f->boundary[j] * nr + j] = 1.0;
    }
    for (int i = 0; i < ni; i++) {
        for (int j = 0; j < nb; j++) {
            T[f->interior[i] * nr + j] = -X[i * nb + j];
        }
        for (int j = 0; j < f->n_fixed; j++) {
            T[f->interior[i] * nr + nb + j] = f->shape[i * ni + j];
        }
    }
    return true;
}

// X := X - R (R^T M R)^-1 R^T M X; the columns of R are orthogonal.
static bool remove_rigid(mesh *m, family *f)
{
    double *MX = take(m, f->n, f->n_mode), *MR = take(m, f->n, f->n_rigid);
    if (!MX || !MR) {
        return false;
    }
    tac_product(f->n, f->n_mode, f->n, f->M, f->X, MX);
    tac_product(f->n, f->n_rigid, f->n, f->M, f->R, MR);
    for (int r = 0; r < f->n_rigid; r++) {
        double own = 0.0;
        for (int i = 0; i < f->n; i++) {
            own += f->R[i * f->n_rigid + r] * MR[i * f->n_rigid + r];
        }
        for (int j = 0; j < f->n_mode; j++) {
            double sum = 0.0;
            for (int i = 0; i < f->n; i++) {
                sum += f->R[i * f->n_rigid + r] * MX[i * f->n_mode + j];
            }
            for (int i = 0; i < f->n; i++) {
                f->X[i * f->n_mode + j] -= f->R[i * f->n_rigid + r] * sum / own;
            }
        }
    }
    return true;
}

static tac_beam_status reduce(mesh *m, family *f)
{
    int nr = f->nb + f->n_fixed, row;
    f->n_mode = nr - f->n_rigid;
    double *T = take(m, f->n, nr), *AT = take(m, f->n, nr), *K = take(m, nr, nr),
           *M = take(m, nr, nr), *V = take(m, nr, nr), *W = take(m, nr, nr),
           *lambda = take(m, nr, 1);
    f->lambda = take(m, nr, 1);
    f->X = take(m, f->n, nr);
    if (!T || !AT || !K || !M || !V || !W || !lambda || !f->lambda || !f->X ||
        !make_basis(m, f, T)) {
        return TAC_BEAM_NO_MEMORY;
    }
    tac_product(f->n, nr, f->n, f->K, T, AT);
    tac_product_transposed(nr, nr, f->n, T, AT, K);
    tac_product(f->n, nr, f->n, f->M, T, AT);
    tac_product_transposed(nr, nr, f->n, T, AT, M);
    if (!tac_general_eigen(nr, K, M, 0.0, lambda, V, &row)) {
        return TAC_BEAM_ILL;
    }
    if (f->n_mode > 0 &&
        !(fabs(lambda[f->n_rigid - 1]) < GAP * lambda[f->n_rigid])) { // by count and gap
        return TAC_BEAM_ILL;
    }
    for (int j = 0; j < f->n_mode; j++) {
        f->lambda[j] = lambda[f->n_rigid + j];
        for (int i = 0; i < nr; i++) {
            W[i * f->n_mode + j] = V[i * nr + f->n_rigid + j];
        }
    }
    tac_product(f->n, f->n_mode, nr, T, W, f->X);
    return remove_rigid(m, f) ? TAC_BEAM_OK : TAC_BEAM_NO_MEMORY;
}

// ---- all kinds -----------------------------------------------------------------------------------

typedef struct chosen {
    int kind, mode;
    double lambda;
} chosen;

static bool is_before(chosen a, chosen b)
{
    bool equal = fabs(a.lambda - b.lambda) <= EQUAL * fabs(b.lambda);
    return equal ? a.kind < b.kind : a.lambda < b.lambda;
}

// The lowest of all kinds, by frequency; how many there are.
static int sort_modes(const mesh *m, bool held, chosen *list)
{
    int n = 0;
    for (int k = 0; k < N_KIND; k++) {
        const family *f = &m->f[k];
        for (int j = 0; j < (held ? f->ni : f->n_mode); j++) {
            chosen own = {k, j, held ? f->fixed[j] : f->lambda[j]};
            int at = n++;
            for (; at > 0 && is_before(own, list[at - 1]); at--) {
                list[at] = list[at - 1];
            }
            list[at] = own;
        }
    }
    return n;
}

static double square_of(double hertz)
{
    double omega = 2.0 * TAC_PI * hertz;
    return omega * omega;
}

// How many modes with held interfaces each kind takes.
static bool choose_held(mesh *m, chosen *list)
{
    int n = sort_modes(m, true, list), n_static = 6 * (m->b->n_point - 1);
    int wanted = m->b->modes > n_static ? m->b->modes - n_static : m->b->modes;
    if (m->b->modes == 0) {
        for (wanted = 0;
             wanted < n && list[wanted].lambda < square_of(BASIS_REACH * m->b->below);) {
            wanted++;
        }
    } else if (m->b->modes <= n_static) {
        wanted = m->b->modes == n_static ? 0 : wanted < n ? wanted : n;
    }
    for (int i = 0; i < wanted && i < n; i++) {
        m->f[list[i].kind].n_fixed++;
    }
    return wanted <= n;
}

// The finite elements have no more modes.
static bool takes_all_held(const mesh *m)
{
    bool all = true;
    for (int k = 0; k < N_KIND; k++) {
        all = all && m->f[k].n_fixed == m->f[k].ni;
    }
    return all;
}

// Displacements of the section at xi of element e per mode, and its rotations: rows x y z.
static void section_of(const mesh *m, const chosen *list, int n, int e, double xi, double *u,
                       double *turn)
{
    double l = m->x[e + 1] - m->x[e];
    memset(u, 0, 3 * (size_t)n * sizeof *u);
    memset(turn, 0, 3 * (size_t)n * sizeof *turn);
    for (int j = 0; j < n; j++) {
        const family *f = &m->f[list[j].kind];
        const double *X = f->X + list[j].mode;
        double v[4], slope[4], w = 0.0, s = 0.0;
        int width = f->n_mode;
        if (f->per_node == 1) {
            w = (1.0 - xi) * X[e * width] + xi * X[(e + 1) * width];
        } else {
            beam_shapes(l, shear_part(m->b, f->of, l), xi, v, slope);
            for (int i = 0; i < 4; i++) {
                w += v[i] * X[(2 * e + i) * width];
                s += slope[i] * X[(2 * e + i) * width];
            }
        }
        switch (f->of) {
        case EXTENSION:
            u[j] = w;
            break;
        case TORSION:
            turn[j] = w;
            break;
        case BENDING_Y:
            u[n + j] = w;
            turn[2 * n + j] = s;
            break;
        case BENDING_Z:
            u[2 * n + j] = w;
            turn[n + j] = -s;
            break;
        case N_KIND:
            break;
        }
    }
}

// N = u + turn x s for a point of the section.
static void point_of(int n, const double *u, const double *turn, double y, double z, double *N)
{
    for (int j = 0; j < n; j++) {
        N[j] = u[j] + turn[n + j] * z - turn[2 * n + j] * y;
        N[n + j] = u[n + j] - turn[j] * z;
        N[2 * n + j] = u[2 * n + j] + turn[j] * y;
    }
}

static void add_rigid(tac_flex_part_desc *part, double dm, vec3 s)
{
    part->mass += dm;
    part->first = axpy3(dm, s, part->first);
    const double J[6] = {s.y * s.y + s.z * s.z,
                         s.z * s.z + s.x * s.x,
                         s.x * s.x + s.y * s.y,
                         -s.x * s.y,
                         -s.x * s.z,
                         -s.y * s.z};
    for (int k = 0; k < 6; k++) {
        part->J[k] += dm * J[k];
    }
}

// Over elements from `first` on; part, unless NULL, gets what of the undeformed body lies there.
static void integrate(const mesh *m, const chosen *list, int first, double *u, double *turn,
                      double *N, tac_modal *out, tac_flex_part_desc *part)
{
    const tac_beam *b = m->b;
    double y = sqrt(b->Iz / b->area), z = sqrt(b->Iy / b->area);
    for (int e = first; e < m->n_element; e++) {
        double l = m->x[e + 1] - m->x[e];
        for (int g = 0; g < N_GAUSS; g++) {
            double dm = 0.25 * b->density * b->area * l * gauss_w[g];
            double x = m->x[e] + l * gauss_x[g];
            section_of(m, list, out->n, e, gauss_x[g], u, turn);
            for (int corner = 0; corner < 4; corner++) {
                double own_y = corner & 1 ? y : -y, own_z = corner & 2 ? z : -z;
                point_of(out->n, u, turn, own_y, own_z, N);
                tac_modal_add_mass(out, dm, (vec3){x, own_y, own_z}, N);
                if (part) {
                    add_rigid(part, dm, (vec3){x, own_y, own_z});
                }
            }
        }
    }
}

// Points along the beam that lie between its interfaces, evenly apart and no nearer to an interface than half of that.
static int place_stations(const tac_beam *b, double *x)
{
    int parts = b->elements < FEWEST_PARTS ? FEWEST_PARTS : b->elements, n = 0;
    parts = parts > MOST_PARTS ? MOST_PARTS : parts;
    double apart = b->length / (double)parts;
    for (int i = 1; i < parts; i++) {
        bool is_free = true;
        for (int k = 0; k < b->n_point; k++) {
            is_free = is_free && fabs(b->x[k] - apart * (double)i) > 0.5 * apart;
        }
        x[n] = apart * (double)i;
        n += is_free;
    }
    return n;
}

static bool add_stations(const mesh *m, const chosen *list, double *u, double *turn, tac_pool *pool,
                         tac_modal *out)
{
    double x[MOST_PARTS];
    size_t n = 3 * (size_t)out->n;
    int n_station = place_stations(m->b, x);
    out->station = tac_pool_take(pool, (size_t)n_station + 1, sizeof *out->station);
    for (int i = 0, e = 0; out->station && i < n_station; i++) {
        tac_modal_point *p = &out->station[i];
        double at = x[i] - 0.5 * m->b->length;
        while (e + 1 < m->n_element && m->x[e + 1] < at) {
            e++;
        }
        p->s = (vec3){at, 0.0, 0.0};
        p->phi = tac_pool_take(pool, n, sizeof *p->phi);
        p->psi = tac_pool_take(pool, n, sizeof *p->psi);
        if (!p->phi || !p->psi) {
            return false;
        }
        section_of(m, list, out->n, e, (at - m->x[e]) / (m->x[e + 1] - m->x[e]), u, turn);
        memcpy(p->phi, u, n * sizeof *u);
        memcpy(p->psi, turn, n * sizeof *turn);
        out->n_station++;
    }
    return out->station != NULL;
}

// What of mass, inertia and integrals lies beyond interface i.
static bool add_part(const mesh *m, const chosen *list, double *u, double *turn, double *N, int i,
                     tac_pool *pool, tac_modal *out)
{
    tac_modal sums;
    tac_flex_part_desc *part = tac_pool_take(pool, 1, sizeof *part);
    if (!part || !tac_modal_take(pool, out->n, 0, &sums)) {
        return false;
    }
    integrate(m, list, m->node[i], u, turn, N, &sums, part);
    part->Ct = sums.Ct;
    part->I = sums.I;
    part->S = sums.S;
    out->point[i].beyond = part;
    return true;
}

static bool collect(mesh *m, const chosen *list, int n, tac_pool *pool, tac_modal *out)
{
    const tac_beam *b = m->b;
    double *u = take(m, 3, n), *turn = take(m, 3, n), *N = take(m, 3, n);
    if (!u || !turn || !N || !tac_modal_take(pool, n, b->n_point, out)) {
        return false;
    }
    double mass = b->density * b->area * b->length, across = mass * b->length * b->length / 12.0;
    double Iy = b->density * b->length * b->Iy, Iz = b->density * b->length * b->Iz;
    out->mass = mass;
    const double J[6] = {Iy + Iz, across + Iy, across + Iz, 0.0, 0.0, 0.0};
    memcpy(out->J, J, sizeof J);
    for (int j = 0; j < n; j++) {
        out->omega[j] = sqrt(list[j].lambda);
    }
    integrate(m, list, 0, u, turn, N, out, NULL);
    for (int i = 0; i < b->n_point; i++) {
        int e = i + 1 < b->n_point ? m->node[i] : m->node[i] - 1;
        section_of(m, list, n, e, i + 1 < b->n_point ? 0.0 : 1.0, u, turn);
        out->point[i].s = (vec3){m->x[m->node[i]], 0.0, 0.0};
        memcpy(out->point[i].phi, u, 3 * (size_t)n * sizeof *u);
        memcpy(out->point[i].psi, turn, 3 * (size_t)n * sizeof *turn);
    }
    for (int i = 1; i + 1 < b->n_point; i++) {
        if (!add_part(m, list, u, turn, N, i, pool, out)) {
            return false;
        }
    }
    if (!add_stations(m, list, u, turn, pool, out)) {
        return false;
    }
    tac_modal_measure(out);
    tac_modal_fix_signs(out);
    out->is_beam = true;
    return true;
}

static tac_beam_status solve(mesh *m, tac_pool *pool, tac_modal *out)
{
    tac_beam_status status = TAC_BEAM_OK;
    int most = 0;
    make_nodes(m);
    for (int k = 0; k < N_KIND && status == TAC_BEAM_OK; k++) {
        if (!take_family(m, &m->f[k], (kind)k)) {
            return TAC_BEAM_NO_MEMORY;
        }
        assemble(m, &m->f[k]);
        status = solve_held(m, &m->f[k]);
        most += m->f[k].n;
    }
    chosen *list = tac_pool_take(m->scratch, (size_t)most, sizeof *list);
    if (!list) {
        return TAC_BEAM_NO_MEMORY;
    }
    if (status == TAC_BEAM_OK && !choose_held(m, list)) {
        return TAC_BEAM_TOO_FEW_ELEMENTS;
    }
    for (int k = 0; k < N_KIND && status == TAC_BEAM_OK; k++) {
        status = reduce(m, &m->f[k]);
    }
    if (status != TAC_BEAM_OK) {
        return status;
    }
    int n = sort_modes(m, false, list), all = n;
    if (m->b->modes > 0) {
        n = m->b->modes < n ? m->b->modes : n;
    } else {
        for (n = 0; n < all && list[n].lambda < square_of(m->b->below);) {
            n++;
        }
        if (n == all && takes_all_held(m)) {
            return TAC_BEAM_TOO_FEW_ELEMENTS; // there would be more of a finer beam
        }
    }
    out->is_complete = n == all;
    if (n == 0) {
        return TAC_BEAM_NO_MODES;
    }
    if (n > TAC_MOST_MODES) {
        return TAC_BEAM_TOO_FEW_ELEMENTS;
    }
    if (!collect(m, list, n, pool, out)) {
        return TAC_BEAM_NO_MEMORY;
    }
    return tac_modal_clean_native(out) ? TAC_BEAM_OK : TAC_BEAM_ILL;
}

tac_beam_status tac_beam_reduce(const tac_beam *b, tac_pool *pool, tac_modal *out)
{
    tac_pool scratch = {.limit = SIZE_MAX};
    mesh *m = tac_pool_take(&scratch, 1, sizeof *m);
    tac_beam_status status = TAC_BEAM_NO_MEMORY;
    *out = (tac_modal){0};
    if (m) {
        m->b = b;
        m->scratch = &scratch;
        status = solve(m, pool, out);
    }
    tac_pool_free(&scratch);
    return status;
}
