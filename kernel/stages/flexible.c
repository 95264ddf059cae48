#include "flexible.h"

#include <math.h>

#include "base/four.h"
#include "model/mobility.h"
#include "single_access.h"

// ---- memory ------------------------------------------------------------------------------------

// Room for the rows on a body: four from any of them on are there.
static size_t rows_on(const tac_model *m, int body)
{
    return (size_t)(m->slot_first[body + 1] - m->slot_first[body]) + 3;
}

void tac_layout_flex_bodies(tac_workspace *w, tac_arena *a)
{
    const tac_model *m = w->m;
    w->flexible = tac_take(a, (size_t)m->n_flexible, sizeof *w->flexible);
    for (int i = 0; i < m->n_flexible; i++) {
        const tac_flexible *f = &m->flexible[i];
        size_t n = 4 * (size_t)f->modes->n_four, rows = rows_on(m, f->body),
               interfaces = (size_t)f->modes->n_interface;
        double *number = tac_take(a, 12 * n + 3 * (8 + n), sizeof *number);
        double *row = tac_take(a, 2 * rows * (8 + n), sizeof *row);
        tac_flex_row *place = tac_take(a, rows, sizeof *place);
        tac_interface_map *map = tac_take(a, 3 * interfaces, sizeof *map);
        tac_flex_inertia *at = tac_take(a, 2, sizeof *at);
        if (number) {
            tac_flex_body *b = &w->flexible[i];
            *b = (tac_flex_body){.of = f,
                                 .row = row,
                                 .place = place,
                                 .at0 = at,
                                 .at = at + 1,
                                 .start = map,
                                 .now = map + interfaces,
                                 .map = map + 2 * interfaces};
            double **const list[] = {&b->q,    &b->qd, &b->qdd,  &b->q0, &b->qd0,
                                     &b->qdd0, &b->dq, &b->left, &b->d};
            for (int k = 0; k < 9; k++, number += n) {
                *list[k] = number;
            }
            b->y0 = number;
            number += 3 * n + 2; // modes of arrays (6 + n) begin with a cache line
            b->inertial0 = number;
            b->momentum0 = number + 8 + n;
            b->x = number + 2 * (8 + n);
        }
    }
}

// What elements take from an interface as from a body: it moves at least as easily as the body does there, modes
// included, and reactions do not follow it. A row with a force and a torque moves it by twice what they do apart at most.
static void fill_interface(tac_workspace *w, const tac_flexible *f, int k)
{
    const tac_model *m = w->m;
    double W[6][6], mass_inv = 0.0;
    tac_interface_mobility(m, f, k, w->pace.dt[0], W);
    for (int i = 0; i < 3; i++) { // no less than the largest of any direction
        double sum = 2.0 * (fabs(W[i][0]) + fabs(W[i][1]) + fabs(W[i][2]));
        mass_inv = sum > mass_inv ? sum : mass_inv;
    }
    const double value[] = {1.0 / mass_inv,    mass_inv,          m->J[f->body].x.x,
                            m->J[f->body].y.y, m->J[f->body].z.z, m->J[f->body].x.y,
                            m->J[f->body].x.z, m->J[f->body].y.z, 2.0 * W[3][3],
                            2.0 * W[4][4],     2.0 * W[5][5],     2.0 * W[3][4],
                            2.0 * W[3][5],     2.0 * W[4][5]};
    tac_set_interface(w, f->interface + k, B_MASS, value, sizeof value / sizeof *value);
}

// Where the rows on a body are among Jacobians, and at which interface.
static void place_rows(tac_workspace *w, const tac_flex_body *b)
{
    const tac_model *m = w->m;
    int body = b->of->body, n = m->n_e[body] + m->n_r[body];
    for (int i = 0; i < n; i++) {
        int row = m->node_row[m->row_at[body] + i], side;
        const tac_element *e = &m->element[m->row_element[row]];
        side = e->body[1] == body;
        tac_flex_row *to = &b->place[i];
        to->at = tac_slots_at(w, row, side, &to->to_linear);
        to->interface = e->interface[side] - b->of->interface;
    }
}

void tac_fill_flex_bodies(tac_workspace *w)
{
    for (int i = 0; i < w->m->n_flexible; i++) {
        const tac_flexible *f = w->flexible[i].of;
        for (int k = 0; k < f->modes->n_interface; k++) {
            fill_interface(w, f, k);
        }
        place_rows(w, &w->flexible[i]);
    }
}

// ---- factors -----------------------------------------------------------------------------------

// Inverse of a symmetric matrix of six, of which the lower half is given, to rows of eight numbers, by L D L^T.
static void invert_six(double B[6][6], double *to)
{
    double L[6][6], D[6]; // L: the inverse of the unit factor
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        double scaled[6], pivot = B[j][j];
        TAC_UNROLL
        for (int k = 0; k < j; k++) {
            scaled[k] = B[j][k] * D[k];
            pivot -= B[j][k] * scaled[k];
        }
        D[j] = 1.0 / pivot;
        TAC_UNROLL
        for (int i = j + 1; i < 6; i++) { // columns without D: of L D
            TAC_UNROLL
            for (int k = 0; k < j; k++) {
                B[i][j] -= B[i][k] * scaled[k];
            }
        }
    }
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        L[j][j] = 1.0;
        TAC_UNROLL
        for (int i = j + 1; i < 6; i++) {
            double sum = B[i][j] * D[j];
            TAC_UNROLL
            for (int k = j + 1; k < i; k++) {
                sum += B[i][k] * D[k] * L[k][j];
            }
            L[i][j] = -sum;
        }
    }
    TAC_UNROLL
    for (int i = 0; i < 6; i++) {
        TAC_UNROLL
        for (int j = 0; j <= i; j++) {
            double sum = L[i][j] * D[i];
            TAC_UNROLL
            for (int k = i + 1; k < 6; k++) {
                sum += L[k][i] * D[k] * L[k][j];
            }
            to[8 * i + j] = to[8 * j + i] = sum;
        }
    }
}

// What the modes' diagonal is in a metric, inverse.
static void factor_modes(const tac_workspace *w, tac_flex_body *b, tac_flex_metric metric)
{
    const tac_modes *k = b->of->modes;
    const four *omega = (const four *)k->omega, *zeta = (const four *)k->zeta;
    double dt = w->pace.dt[0], stiffer = w->start.stiffer * b->h;
    four *d = (four *)b->d, zero = {0.0}, one = zero + 1.0;
    for (int i = 0; i < k->n_four; i++) {
        four stiffness = omega[i] * omega[i], inverse = one;
        if (metric == TAC_FLEX_HELD) {
            inverse = zero;
        } else if (metric == TAC_FLEX_STEP) {
            inverse = one / (one + dt * zeta[i] * omega[i] + b->h * stiffness);
        } else if (metric == TAC_FLEX_STATIC) {
            inverse = one / (stiffer * stiffness);
        }
        d[i] = inverse;
    }
}

void tac_flex_factor(tac_workspace *w, tac_flex_body *b, tac_flex_metric metric)
{
    const tac_model *m = w->m;
    const tac_modes *k = b->of->modes;
    int body = b->of->body;
    double mass = m->mass[body], soft[6 * TAC_MOST_MODES];
    b->h = w->pace.h[0];
    b->A = tac_body_rotation(w, body);
    tac_flex_inertia_at(k, &m->J[body], b->q, b->at);
    for (int i = 0; i < k->n_interface; i++) {
        b->map[i] = b->now[i];
    }
    factor_modes(w, b, metric);
    for (int i = 0; i < 24 * k->n_four && metric == TAC_FLEX_STATIC; i++) {
        b->at->C[i] = 0.0;
    }
    const four *C = (const four *)b->at->C, *d = (const four *)b->d;
    for (int i = 0; i < k->n_four; i++) {
        TAC_UNROLL
        for (int f = 0; f < 6; f++) {
            ((four *)soft)[6 * i + f] = C[6 * i + f] * d[i];
        }
    }
    vec3 c = b->at->c;
    const mat3 *J = &b->at->J;
    double B[6][6] = {{mass},
                      {0.0, mass},
                      {0.0, 0.0, mass},
                      {0.0, -c.z, c.y, J->x.x},
                      {c.z, 0.0, -c.x, J->y.x, J->y.y},
                      {-c.y, c.x, 0.0, J->z.x, J->z.y, J->z.z}};
    TAC_UNROLL
    for (int f = 0; f < 6; f++) { // B -= C diag(d) C^T
        four sum[6] = {{0.0}};
        for (int i = 0; i < k->n_four; i++) {
            TAC_UNROLL
            for (int e = 0; e <= f; e++) {
                sum[e] += C[6 * i + e] * ((const four *)soft)[6 * i + f];
            }
        }
        double soft_part[8];
        sum_parts(6, sum, soft_part);
        TAC_UNROLL
        for (int e = 0; e <= f; e++) {
            B[f][e] -= soft_part[e];
        }
    }
    invert_six(B, b->B);
}

// Eight numbers: scale B^-1 six.
TAC_INLINE void times_inverse(const double *B, const double *six, double *to)
{
    const four *row = (const four *)B;
    four low = {0.0}, high = low;
    TAC_UNROLL
    for (int f = 0; f < 6; f++, row += 2) {
        low += row[0] * six[f];
        high += row[1] * six[f];
    }
    ((four *)to)[0] = low;
    ((four *)to)[1] = high;
}

void tac_flex_solve(const tac_flex_body *b, const double *g, double *to)
{
    int n_four = b->of->modes->n_four;
    double soft[TAC_MOST_MODES], sum[8], six[8];
    const four *d = (const four *)b->d, *modes = (const four *)(g + 6);
    for (int i = 0; i < n_four; i++) {
        ((four *)soft)[i] = modes[i] * d[i];
    }
    sum_rows(6, 6, b->at->C, n_four, soft, sum);
    for (int f = 0; f < 6; f++) {
        sum[f] = g[f] - sum[f];
    }
    times_inverse(b->B, sum, six);
    const four *C = (const four *)b->at->C;
    four *x = (four *)(to + 6);
    for (int i = 0; i < n_four; i++, C += 6) {
        four left = modes[i];
        TAC_UNROLL
        for (int f = 0; f < 6; f++) {
            left -= C[f] * six[f];
        }
        x[i] = left * d[i];
    }
    for (int f = 0; f < 6; f++) {
        to[f] = six[f];
    }
}

// ---- interfaces --------------------------------------------------------------------------------

void tac_flex_add(const tac_flex_body *b, const tac_interface_map *at, const mat3 *A, vec3 force,
                  vec3 torque, double *to)
{
    vec3 l = tmul3(b->A, force), own = tmul3(*A, force), turning = mul3(at->R, torque);
    vec3 a = add3(turning, cross3(at->s, own));
    const double six[6] = {l.x, l.y, l.z, a.x, a.y, a.z};
    for (int f = 0; f < 6; f++) {
        to[f] += six[f];
    }
    double push[6];
    tac_interface_push(at, own, turning, push);
    add_rows(6, 6, at->shape, b->of->modes->n_four, push, to + 6, to + 6);
}

void tac_flex_at(const tac_flex_body *b, const tac_interface_map *at, const double *x, vec3 *l,
                 vec3 *a)
{
    vec3 move = {x[0], x[1], x[2]}, turn = {x[3], x[4], x[5]}, shift, turning;
    tac_interface_rates(at, b->of->modes->n_four, x + 6, &shift, &turning);
    *l = mul3(b->A, add3(add3(move, cross3(turn, at->s)), shift));
    *a = tmul3(at->R, add3(turn, turning));
}

// ---- leaf --------------------------------------------------------------------------------------

// Entry on the diagonal of the front of a unit.
static double *diagonal(const tac_workspace *w, const tac_node_cell *u, int i)
{
    double *front = w->fronts.front + u->front;
    if (u->wide || i < u->n_e) {
        return front + i * (u->stride + u->step);
    }
    return w->sweep.scratch[u->scratch] + u->left + (i - u->n_e) * (u->stride + u->step);
}

// A row as (t, f), t = g - C f / d, and h (B^-1 t, f / d): W is their products.
static void solve_row(const tac_workspace *w, const tac_flex_body *b, const tac_flex_row *place,
                      double *row, double *solved)
{
    const double *a = w->fields.J + place->at, *l = a + place->to_linear;
    const tac_interface_map *at = &b->map[place->interface];
    int lanes = w->plan->g->lanes, n_four = b->of->modes->n_four;
    double six[6], sum[8], push[6];
    vec3 own = tmul3(b->A, (vec3){l[0], l[lanes], l[2 * lanes]}),
         turning = mul3(at->R, (vec3){a[0], a[lanes], a[2 * lanes]});
    vec3 torque = add3(turning, cross3(at->s, own));
    tac_interface_push(at, own, turning, push);
    mix_rows(6, 6, at->shape, n_four, push, row + 8);
    const four *f = (const four *)(row + 8), *d = (const four *)b->d;
    four *to = (four *)solved, h = {b->h, b->h, b->h, b->h};
    for (int i = 0; i < n_four; i++) {
        to[2 + i] = f[i] * d[i];
    }
    sum_rows(6, 6, b->at->C, n_four, solved + 8, sum);
    six[0] = own.x - sum[0];
    six[1] = own.y - sum[1];
    six[2] = own.z - sum[2];
    six[3] = torque.x - sum[3];
    six[4] = torque.y - sum[4];
    six[5] = torque.z - sum[5];
    times_inverse(b->B, six, solved);
    for (int i = 0; i < 2 + n_four; i++) {
        to[i] *= h;
    }
    for (int k = 0; k < 6; k++) {
        row[k] = six[k];
    }
}

// Four entries of W side by side: a row times solved ones, `size` fours each.
TAC_INLINE void times_four(int size, const double *row, const double *solved, double *to)
{
    const four *r = (const four *)row, *s = (const four *)solved;
    four sum[4];
    TAC_UNROLL
    for (int k = 0; k < 4; k++) {
        sum[k] = r[0] * s[k * size];
    }
    for (int i = 1; i < size; i++) {
        TAC_UNROLL
        for (int k = 0; k < 4; k++) {
            sum[k] += r[i] * s[k * size + i];
        }
    }
    sum_parts(4, sum, to);
}

void tac_flex_leaf(tac_workspace *w, const tac_node_cell *u, int l)
{
    int body = u->node[l], rows = u->rows[l], first = u->wide ? 0 : l;
    tac_flex_body *b = &w->flexible[w->m->flexible_of[body]];
    int size = 2 + b->of->modes->n_four, room = (int)rows_on(w->m, body);
    double *solved = b->row + room * 4 * size;
    for (int i = 0; i < rows; i++) {
        solve_row(w, b, &b->place[i], b->row + i * 4 * size, solved + i * 4 * size);
    }
    for (int i = 0; i < rows; i++) {
        double *to = diagonal(w, u, i) + first;
        for (int j = i; j < rows; j += 4) { // rows in the room behind the last one are zero
            double W[4];
            times_four(size, b->row + i * 4 * size, solved + j * 4 * size, W);
            for (int k = 0; k < 4 && j + k < rows; k++, to += u->step) {
                *to = W[k];
            }
        }
    }
    for (int more = u->n; more < w->plan->g->lanes && l == 0 && !u->wide; more++) {
        for (int i = 0; i < rows; i++) { // lanes without a node of their own repeat the first
            double *to = diagonal(w, u, i);
            for (int j = i; j < rows; j++, to += u->step) {
                to[more] = to[0];
            }
        }
    }
}
