#include "flexible.h"

#include "single_access.h"

// ---- memory ------------------------------------------------------------------------------------

// Room for the rows on a body, whole vectors of them.
static size_t rows_on(const tac_model *m, int body)
{
    return ((size_t)(m->slot_first[body + 1] - m->slot_first[body]) + 3) / 4 * 4;
}

void tac_layout_flex_bodies(tac_workspace *w, tac_arena *a)
{
    const tac_model *m = w->m;
    w->flexible = tac_take(a, (size_t)m->n_flexible, sizeof *w->flexible);
    for (int i = 0; i < m->n_flexible; i++) {
        const tac_flexible *f = &m->flexible[i];
        size_t n = (size_t)f->n, rows = rows_on(m, f->body),
               interfaces = (size_t)f->modes->n_interface;
        double *number = tac_take(a, 26 * n + 3 * (6 + n), sizeof *number);
        double *row = tac_take(a, 2 * rows * (6 + n), sizeof *row); // aligned for vectors
        tac_interface_map *map = tac_take(a, 2 * interfaces, sizeof *map);
        if (number) {
            tac_flex_body *b = &w->flexible[i];
            *b = (tac_flex_body){.of = f, .start = map, .map = map + interfaces};
            double **const list[] = {&b->q,   &b->qd,   &b->qdd,  &b->q0,
                                     &b->qd0, &b->qdd0, &b->left, &b->d};
            for (int k = 0; k < 8; k++, number += n) {
                *list[k] = number;
            }
            b->inertial0 = number;
            b->momentum0 = number + 6 + n;
            b->x = number + 2 * (6 + n);
            b->z0 = number + 3 * (6 + n);
            b->y0 = b->z0 + 9 * n;
            b->row = row;
        }
    }
}

// What elements take from an interface as from a body: it moves at least as easily as a rigid body there, and
// reactions do not follow it.
static void fill_interface(tac_workspace *w, const tac_flexible *f, int k)
{
    const tac_model *m = w->m;
    mat3 J_inv = m->J_inv[f->body];
    double easy = J_inv.x.x + J_inv.y.y + J_inv.z.z;
    double mass_inv = m->mass_inv[f->body] + 2.0 * easy * dot3(f->modes->s[k], f->modes->s[k]);
    const double value[] = {1.0 / mass_inv,    mass_inv,          m->J[f->body].x.x,
                            m->J[f->body].y.y, m->J[f->body].z.z, m->J[f->body].x.y,
                            m->J[f->body].x.z, m->J[f->body].y.z, 2.0 * J_inv.x.x,
                            2.0 * J_inv.y.y,   2.0 * J_inv.z.z,   2.0 * J_inv.x.y,
                            2.0 * J_inv.x.z,   2.0 * J_inv.y.z};
    tac_set_interface(w, f->interface + k, B_MASS, value, sizeof value / sizeof *value);
}

void tac_fill_flex_bodies(tac_workspace *w)
{
    for (int i = 0; i < w->m->n_flexible; i++) {
        const tac_flexible *f = w->flexible[i].of;
        for (int k = 0; k < f->modes->n_interface; k++) {
            fill_interface(w, f, k);
        }
    }
}

// ---- factors -----------------------------------------------------------------------------------

// L D L^T of a symmetric 6 x 6 matrix: L below the diagonal, 1 / D on it.
static void factor_six(double *B)
{
    for (int j = 0; j < 6; j++) {
        double scaled[6], pivot = B[6 * j + j];
        for (int k = 0; k < j; k++) {
            scaled[k] = B[6 * j + k] / B[6 * k + k];
            pivot -= B[6 * j + k] * scaled[k];
        }
        double inv = 1.0 / pivot;
        for (int i = j + 1; i < 6; i++) {
            double sum = B[6 * i + j];
            for (int k = 0; k < j; k++) {
                sum -= B[6 * i + k] * scaled[k];
            }
            B[6 * i + j] = sum * inv;
        }
        B[6 * j + j] = inv;
    }
}

static void solve_six(const double *B, double *x)
{
    for (int i = 1; i < 6; i++) {
        for (int k = 0; k < i; k++) {
            x[i] -= B[6 * i + k] * x[k];
        }
    }
    for (int i = 5; i >= 0; i--) {
        x[i] *= B[6 * i + i];
        for (int k = i + 1; k < 6; k++) {
            x[i] -= B[6 * k + i] * x[k];
        }
    }
}

static mat3 rotation_of(const tac_workspace *w, int body)
{
    return tac_body_pose(w, body).A;
}

void tac_flex_factor(tac_workspace *w, tac_flex_body *b, tac_flex_metric metric)
{
    const tac_model *m = w->m;
    const tac_modes *k = b->of->modes;
    int n = k->n, body = b->of->body;
    double dt = w->pace.dt[0], mass = m->mass[body], *B = b->B;
    b->h = w->pace.h[0];
    b->A = rotation_of(w, body);
    tac_flex_inertia_at(k, &m->J[body], b->q, &b->at);
    for (int i = 0; i < k->n_interface; i++) {
        tac_map_interface(k, i, b->q, &b->map[i]);
    }
    for (int j = 0; j < n; j++) {
        double stiff = dt * k->zeta[j] * k->omega[j] + b->h * k->omega[j] * k->omega[j];
        b->d[j] = metric == TAC_FLEX_HELD   ? 0.0
                  : metric == TAC_FLEX_STEP ? 1.0 / (1.0 + stiff)
                  : metric == TAC_FLEX_STATIC
                      ? 1.0 / (w->start.stiffer * b->h * k->omega[j] * k->omega[j])
                      : 1.0;
    }
    for (int i = 0; i < 6 * n && metric == TAC_FLEX_STATIC; i++) {
        b->at.C[i] = 0.0;
    }
    double soft[6 * TAC_MOST_MODES];
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < n; j++) {
            soft[i * n + j] = b->at.C[i * n + j] * b->d[j];
        }
    }
    vec3 c = b->at.c;
    const mat3 *J = &b->at.J;
    const double lower[36] = {mass,   0.0,    0.0, 0.0,    0.0, 0.0,  0.0,    mass,   0.0,
                              0.0,    0.0,    0.0, 0.0,    0.0, mass, 0.0,    0.0,    0.0,
                              0.0,    -c.z,   c.y, J->x.x, 0.0, 0.0,  c.z,    0.0,    -c.x,
                              J->y.x, J->y.y, 0.0, -c.y,   c.x, 0.0,  J->z.x, J->z.y, J->z.z};
    for (int i = 0; i < 6; i++) {
        for (int f = 0; f <= i; f++) {
            double sum = lower[6 * i + f];
            for (int j = 0; j < n; j++) {
                sum -= soft[i * n + j] * b->at.C[f * n + j];
            }
            B[6 * i + f] = sum;
        }
    }
    factor_six(B);
}

void tac_flex_solve(const tac_flex_body *b, const double *g, double *to)
{
    int n = b->of->n;
    const double *C = b->at.C;
    double six[6], soft[TAC_MOST_MODES], left[TAC_MOST_MODES];
    for (int j = 0; j < n; j++) {
        left[j] = g[6 + j];
        soft[j] = left[j] * b->d[j];
    }
    for (int f = 0; f < 6; f++) {
        six[f] = g[f];
        for (int j = 0; j < n; j++) {
            six[f] -= C[f * n + j] * soft[j];
        }
    }
    solve_six(b->B, six);
    for (int f = 0; f < 6; f++) {
        for (int j = 0; j < n; j++) {
            left[j] -= C[f * n + j] * six[f];
        }
        to[f] = six[f];
    }
    for (int j = 0; j < n; j++) {
        to[6 + j] = left[j] * b->d[j];
    }
}

// Four right-hand sides side by side.
typedef double four __attribute__((vector_size(4 * sizeof(double))));

// tac_flex_solve of four of them, columns of (6 + n, stride vectors); the same bits.
static void solve_four(const tac_flex_body *b, const four *restrict g, int stride, four *restrict y)
{
    int n = b->of->n;
    const double *C = b->at.C, *B = b->B;
    four six[6];
    for (int f = 0; f < 6; f++) {
        six[f] = g[f * stride];
    }
    for (int j = 0; j < n; j++) {
        four soft = g[(6 + j) * stride] * b->d[j];
        for (int f = 0; f < 6; f++) {
            six[f] -= C[f * n + j] * soft;
        }
    }
    for (int i = 1; i < 6; i++) {
        for (int k = 0; k < i; k++) {
            six[i] -= B[6 * i + k] * six[k];
        }
    }
    for (int i = 5; i >= 0; i--) {
        six[i] *= B[6 * i + i];
        for (int k = i + 1; k < 6; k++) {
            six[i] -= B[6 * k + i] * six[k];
        }
    }
    for (int f = 0; f < 6; f++) {
        y[f * stride] = six[f];
    }
    for (int j = 0; j < n; j++) {
        four left = g[(6 + j) * stride];
        for (int f = 0; f < 6; f++) {
            left -= C[f * n + j] * six[f];
        }
        y[(6 + j) * stride] = left * b->d[j];
    }
}

// ---- interfaces --------------------------------------------------------------------------------

void tac_flex_add(const tac_flex_body *b, const tac_interface_map *at, const mat3 *A0, vec3 force,
                  vec3 torque, double *to)
{
    int n = b->of->n;
    vec3 l = tmul3(b->A, force), own = tmul3(*A0, force), turning = mul3(at->R, torque);
    vec3 a = add3(turning, cross3(at->s, own));
    const double six[6] = {l.x, l.y, l.z, a.x, a.y, a.z};
    for (int f = 0; f < 6; f++) {
        to[f] += six[f];
    }
    const double *phi = at->phi, *psi = at->psi;
    for (int j = 0; j < n; j++) {
        to[6 + j] += phi[j] * own.x + phi[n + j] * own.y + phi[2 * n + j] * own.z +
                     psi[j] * turning.x + psi[n + j] * turning.y + psi[2 * n + j] * turning.z;
    }
}

static vec3 shapes(const double *a, int n, const double *x)
{
    vec3 sum = {0.0, 0.0, 0.0};
    for (int j = 0; j < n; j++) {
        sum.x += a[j] * x[j];
        sum.y += a[n + j] * x[j];
        sum.z += a[2 * n + j] * x[j];
    }
    return sum;
}

void tac_flex_at(const tac_flex_body *b, const tac_interface_map *at, const double *x, vec3 *l,
                 vec3 *a)
{
    int n = b->of->n;
    vec3 move = {x[0], x[1], x[2]}, turn = {x[3], x[4], x[5]};
    vec3 there = add3(add3(move, cross3(turn, at->s)), shapes(at->phi, n, x + 6));
    *l = mul3(b->A, there);
    *a = tmul3(at->R, add3(turn, shapes(at->psi, n, x + 6)));
}

// ---- leaf --------------------------------------------------------------------------------------

// The interface of an element on a body.
static int interface_of(const tac_model *m, const tac_flexible *f, int element, int side)
{
    return m->element[element].interface[side] - f->interface;
}

// Entry of the front of a unit, row by row.
static double *entry(const tac_workspace *w, const tac_node_cell *u, int i, int j)
{
    double *front = w->fronts.front + u->front;
    if (u->wide || i < u->n_e) {
        return front + i * u->stride + j * u->step;
    }
    double *left = w->sweep.scratch[u->scratch] + u->left;
    return left + (i - u->n_e) * (u->stride + u->step) + (j - i) * u->step;
}

// Four columns of row i of W, of which y is a column of (6 + n, stride vectors).
static void add_four_of_row(int size, const four *restrict g, const double *restrict y, int stride,
                            four *restrict sum)
{
    for (int k = 0; k < size; k++, g += stride, y += 4 * stride) {
        *sum += *y * *g;
    }
}

void tac_flex_leaf(tac_workspace *w, const tac_node_cell *u, int l)
{
    const tac_model *m = w->m;
    int body = u->node[l], rows = u->rows[l], room = (int)rows_on(m, body);
    tac_flex_body *b = &w->flexible[m->flexible_of[body]];
    int size = 6 + b->of->n;
    four *g = (four *)b->row, *y = g + room / 4 * size;
    double *g_row = b->row, one[TAC_FLEX_SIZE];
    for (int i = 0; i < rows; i++) {
        int row = m->node_row[m->row_at[body] + i], element = m->row_element[row];
        int side = m->element[element].body[1] == body;
        tac_slot slot = tac_row_slot(w, row, side);
        const tac_interface_map *at = &b->map[interface_of(m, b->of, element, side)];
        for (int k = 0; k < size; k++) {
            one[k] = 0.0;
        }
        tac_flex_add(b, at, &b->A, slot.l, slot.a, one);
        for (int k = 0; k < size; k++) {
            g_row[k * room + i] = one[k];
        }
    }
    for (int k = 0; k < room / 4; k++) {
        solve_four(b, g + k, room / 4, y + k);
    }
    for (int i = 0; i < rows; i++) {
        for (int k = i / 4; k < room / 4; k++) {
            four W = {0.0};
            add_four_of_row(size, g + k, (const double *)y + i, room / 4, &W);
            W *= b->h;
            for (int j = 4 * k < i ? i : 4 * k; j < rows && j < 4 * k + 4; j++) {
                entry(w, u, i, j)[u->wide ? 0 : l] = W[j - 4 * k];
            }
        }
    }
    for (int l_more = u->n; l_more < w->plan->g->lanes && l == 0 && !u->wide; l_more++) {
        for (int i = 0; i < rows; i++) { // lanes without a node of their own repeat the first
            for (int j = i; j < rows; j++) {
                entry(w, u, i, j)[l_more] = *entry(w, u, i, j);
            }
        }
    }
}
