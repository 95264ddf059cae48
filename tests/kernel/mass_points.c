#include "mass_points.h"

#include <math.h>
#include <string.h>

enum { N = ROD_MODES, SIZE = ROD_SIZE, BOTH = 2 * ROD_SIZE, ROWS = 8 };

// ---- the rod -----------------------------------------------------------------------------------

// Displacement and small rotation of a shape, of what is at x and lies y, z beside the axis.
static void shape_at(int k, double length, vec3 s, vec3 *u, vec3 *turn)
{
    double x = s.x / length + 0.5, v = 0.0, slope = 0.0;
    *u = *turn = (vec3){0.0, 0.0, 0.0};
    if (k == 3) { // torsion
        turn->x = x * x;
        u->y = -turn->x * s.z;
        u->z = turn->x * s.y;
        return;
    }
    v = k == 2 ? x * x * x : x * x;
    slope = (k == 2 ? 3.0 * x * x : 2.0 * x) / length;
    if (k == 1) {
        *u = (vec3){-s.z * slope, 0.0, v};
        turn->y = -slope;
    } else {
        *u = (vec3){-s.y * slope, v, 0.0};
        turn->z = slope;
    }
}

// A shape as all that is known of it: displacements of points, then of both interfaces and their rotations.
enum { KNOWN = ROD_POINTS + 4 };
typedef struct shape {
    vec3 u[KNOWN];
} shape;

static double product(const point_rod *r, const shape *a, const shape *b)
{
    double sum = 0.0;
    for (int i = 0; i < ROD_POINTS; i++) {
        sum += r->m[i] * dot3(a->u[i], b->u[i]);
    }
    return sum;
}

static void take_away(const point_rod *r, shape *a, const shape *unit)
{
    double share = product(r, a, unit);
    for (int i = 0; i < KNOWN; i++) {
        a->u[i] = axpy3(-share, unit->u[i], a->u[i]);
    }
}

static void normalize(const point_rod *r, shape *a)
{
    double size = sqrt(product(r, a, a));
    for (int i = 0; i < KNOWN; i++) {
        a->u[i] = scale3(1.0 / size, a->u[i]);
    }
}

static vec3 known_at(const point_rod *r, int i)
{
    return i < ROD_POINTS ? r->s[i] : (vec3){(i % 2 ? 0.5 : -0.5) * r->length, 0.0, 0.0};
}

static void rigid_shape(const point_rod *r, int k, shape *a)
{
    vec3 e = {k % 3 == 0, k % 3 == 1, k % 3 == 2}, zero = {0.0, 0.0, 0.0};
    for (int i = 0; i < ROD_POINTS + 2; i++) {
        a->u[i] = k < 3 ? e : cross3(e, known_at(r, i));
    }
    a->u[ROD_POINTS + 2] = a->u[ROD_POINTS + 3] = k < 3 ? zero : e;
}

static void bent_shape(const point_rod *r, int k, shape *a)
{
    vec3 turn;
    for (int i = 0; i < ROD_POINTS + 2; i++) {
        shape_at(k, r->length, known_at(r, i), &a->u[i], &turn);
        if (i >= ROD_POINTS) {
            a->u[i + 2] = turn;
        }
    }
}

static double part(vec3 a, int k)
{
    return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

static void sum_shapes(point_rod *r)
{
    static const int kl[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (int p = 0; p < ROD_POINTS; p++) {
        for (int j = 0; j < N; j++) {
            for (int l = 0; l < 3; l++) {
                double Nl = r->m[p] * part(r->N[p][j], l);
                r->Ct[l * N + j] += Nl;
                for (int k = 0; k < 3; k++) {
                    r->I[(3 * k + l) * N + j] += part(r->s[p], k) * Nl;
                }
            }
            for (int i = 0; i < N; i++) {
                for (int f = 0; f < 6; f++) {
                    r->S[f * N * N + i * N + j] +=
                        r->m[p] * part(r->N[p][i], kl[f][0]) * part(r->N[p][j], kl[f][1]);
                }
            }
        }
    }
}

static void describe(point_rod *r)
{
    for (int k = 0; k < 2; k++) {
        r->interface[k] = (tac_interface_desc){known_at(r, ROD_POINTS + k), r->phi[k], r->psi[k]};
    }
    r->flex = (tac_flex_desc){.n_mode = N,
                              .n_interface = 2,
                              .omega = r->omega,
                              .zeta = r->zeta,
                              .Ct = r->Ct,
                              .I = r->I,
                              .S = r->S,
                              .interface = r->interface};
}

void rod_make(point_rod *r, double length, double width, double height, bool native,
              const double omega[N], double zeta)
{
    static shape unit[6 + N];
    memset(r, 0, sizeof *r);
    r->length = length;
    r->mass = 7800.0 * length * width * height;
    for (int p = 0; p < ROD_POINTS; p++) {
        int section = p / 4, sections = ROD_POINTS / 4;
        r->m[p] = r->mass / ROD_POINTS;
        r->s[p] = (vec3){length * ((section + 0.5) / sections - 0.5), (p % 2 ? 0.3 : -0.3) * width,
                         (p / 2 % 2 ? 0.3 : -0.3) * height};
        const vec3 s = r->s[p];
        r->J[0] += r->m[p] * (s.y * s.y + s.z * s.z);
        r->J[1] += r->m[p] * (s.x * s.x + s.z * s.z);
        r->J[2] += r->m[p] * (s.x * s.x + s.y * s.y);
    }
    int n = 0;
    for (int k = native ? 0 : 6; k < 6 + N; k++, n++) {
        (k < 6 ? rigid_shape : bent_shape)(r, k < 6 ? k : k - 6, &unit[n]);
        for (int i = 0; i < 2 * n; i++) { // twice, against rounding
            take_away(r, &unit[n], &unit[i % n]);
        }
        normalize(r, &unit[n]);
    }
    for (int j = 0; j < N; j++) {
        const shape *a = &unit[n - N + j];
        r->omega[j] = omega[j];
        r->zeta[j] = zeta;
        for (int p = 0; p < ROD_POINTS; p++) {
            r->N[p][j] = a->u[p];
        }
        for (int k = 0; k < 6; k++) {
            r->phi[k / 3][k % 3 * N + j] = part(a->u[ROD_POINTS + k / 3], k % 3);
            r->psi[k / 3][k % 3 * N + j] = part(a->u[ROD_POINTS + 2 + k / 3], k % 3);
        }
    }
    sum_shapes(r);
    describe(r);
}

// ---- one rod -----------------------------------------------------------------------------------

static vec3 shapes(const vec3 *of, const double *q)
{
    vec3 sum = {0.0, 0.0, 0.0};
    for (int j = 0; j < N; j++) {
        sum = axpy3(q[j], of[j], sum);
    }
    return sum;
}

rod_sums rod_sum(const point_rod *r, const rod_state *s)
{
    rod_sums sum = {.kinetic = 0.0};
    mat3 A = rotation(s->p);
    for (int p = 0; p < ROD_POINTS; p++) {
        vec3 at = add3(r->s[p], shapes(r->N[p], s->q));
        vec3 own = add3(cross3(s->w, at), shapes(r->N[p], s->qd)), v = add3(s->v, mul3(A, own));
        sum.P = axpy3(r->m[p], v, sum.P);
        sum.L = axpy3(r->m[p], cross3(add3(s->r, mul3(A, at)), v), sum.L);
        sum.kinetic += 0.5 * r->m[p] * dot3(v, v);
    }
    for (int j = 0; j < N; j++) {
        sum.strain += 0.5 * r->omega[j] * r->omega[j] * s->q[j] * s->q[j];
    }
    return sum;
}

// M and what applied and inertial forces leave: B = (1, -A at~, A N) of every point, in world and body rates.
static void equations(const point_rod *r, const rod_state *s, vec3 gravity, double M[SIZE][SIZE],
                      double *f)
{
    mat3 A = rotation(s->p);
    memset(M, 0, sizeof(double[SIZE][SIZE]));
    memset(f, 0, SIZE * sizeof *f);
    for (int p = 0; p < ROD_POINTS; p++) {
        vec3 at = add3(r->s[p], shapes(r->N[p], s->q)), moving = shapes(r->N[p], s->qd), B[SIZE];
        vec3 quad = add3(cross3(s->w, cross3(s->w, at)), scale3(2.0, cross3(s->w, moving)));
        vec3 force = sub3(gravity, mul3(A, quad));
        for (int k = 0; k < 3; k++) {
            vec3 e = {k == 0, k == 1, k == 2};
            B[k] = e;
            B[3 + k] = mul3(A, cross3(e, at));
        }
        for (int j = 0; j < N; j++) {
            B[6 + j] = mul3(A, r->N[p][j]);
        }
        for (int i = 0; i < SIZE; i++) {
            f[i] += r->m[p] * dot3(B[i], force);
            for (int j = 0; j < SIZE; j++) {
                M[i][j] += r->m[p] * dot3(B[i], B[j]);
            }
        }
    }
    for (int j = 0; j < N; j++) {
        f[6 + j] -= r->omega[j] * (r->omega[j] * s->q[j] + 2.0 * r->zeta[j] * s->qd[j]);
    }
}

// ---- two rods ----------------------------------------------------------------------------------

static quat interface_turn(const point_rod *r, const rod_state *s, int k)
{
    double u[3] = {0.0};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < N; j++) {
            u[i] += 0.5 * r->psi[k][i * N + j] * s->q[j];
        }
    }
    return mulq(s->p, unitq((quat){1.0, u[0], u[1], u[2]}));
}

vec3 rod_end(const point_rod *r, const rod_state *s, int k)
{
    double u[3] = {0.0};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < N; j++) {
            u[i] += r->phi[k][i * N + j] * s->q[j];
        }
    }
    return add3(s->r, mul3(rotation(s->p), add3(r->interface[k].s, (vec3){u[0], u[1], u[2]})));
}

static void constraints(const point_rod *rod[2], const rod_state s[2], double *phi)
{
    vec3 a = rod_end(rod[0], &s[0], 0),
         d = sub3(rod_end(rod[1], &s[1], 0), rod_end(rod[0], &s[0], 1));
    mat3 X = rotation(interface_turn(rod[0], &s[0], 1)),
         Y = rotation(interface_turn(rod[1], &s[1], 0));
    const double all[ROWS] = {
        a.x, a.y, a.z, d.x, d.y, d.z, dot3(col3(X, 0), col3(Y, 2)), dot3(col3(X, 1), col3(Y, 2))};
    memcpy(phi, all, sizeof all);
}

// The state moved by x, rates unchanged.
static void moved(const rod_state s[2], const double *x, double by, rod_state to[2])
{
    for (int b = 0; b < 2; b++, x += SIZE) {
        vec3 turn = {by * x[3], by * x[4], by * x[5]};
        double half = 0.5 * norm3(turn), sine = half > 1e-12 ? sin(half) / (2.0 * half) : 0.5;
        quat dq = {cos(half), sine * turn.x, sine * turn.y, sine * turn.z};
        to[b] = s[b];
        to[b].r = add3(s[b].r, (vec3){by * x[0], by * x[1], by * x[2]});
        to[b].p = unitq(mulq(s[b].p, dq));
        for (int j = 0; j < N; j++) {
            to[b].q[j] += by * x[6 + j];
        }
    }
}

static void rates(const rod_state s[2], double *v)
{
    for (int b = 0; b < 2; b++, v += SIZE) {
        const double six[6] = {s[b].v.x, s[b].v.y, s[b].v.z, s[b].w.x, s[b].w.y, s[b].w.z};
        memcpy(v, six, sizeof six);
        memcpy(v + 6, s[b].qd, sizeof s[b].qd);
    }
}

static void solve(int n, double A[BOTH + ROWS][BOTH + ROWS], double *x)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            best = fabs(A[i][k]) > fabs(A[best][k]) ? i : best;
        }
        for (int j = 0; j < n; j++) {
            double t = A[k][j];
            A[k][j] = A[best][j];
            A[best][j] = t;
        }
        double t = x[k];
        x[k] = x[best];
        x[best] = t;
        for (int i = k + 1; i < n; i++) {
            double share = A[i][k] / A[k][k];
            for (int j = k; j < n; j++) {
                A[i][j] -= share * A[k][j];
            }
            x[i] -= share * x[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) {
            x[i] -= A[i][j] * x[j];
        }
        x[i] /= A[i][i];
    }
}

static void accelerations(const point_rod *rod[2], const rod_state s[2], vec3 gravity, double *a)
{
    static double A[BOTH + ROWS][BOTH + ROWS];
    double x[BOTH + ROWS], v[BOTH], M[SIZE][SIZE], phi[5][ROWS];
    rod_state t[2];
    memset(A, 0, sizeof A);
    for (int b = 0; b < 2; b++) {
        equations(rod[b], &s[b], gravity, M, x + b * SIZE);
        for (int i = 0; i < SIZE; i++) {
            memcpy(&A[b * SIZE + i][b * SIZE], M[i], sizeof M[i]);
        }
    }
    for (int k = 0; k < BOTH; k++) { // Jacobian by differences
        double e[BOTH] = {0.0},
               h = k % SIZE < 6 ? 1e-4 : 2e-6; // what twists turns by hundreds of radians
        e[k] = 1.0;
        for (int i = 0; i < 4; i++) {
            moved(s, e, h * (i < 2 ? i - 2 : i - 1), t);
            constraints(rod, t, phi[i]);
        }
        for (int row = 0; row < ROWS; row++) {
            double slope =
                (phi[0][row] - phi[3][row] + 8.0 * (phi[2][row] - phi[1][row])) / (12.0 * h);
            A[BOTH + row][k] = A[k][BOTH + row] = slope;
        }
    }
    rates(s, v);
    for (int i = 0; i < 5; i++) {
        moved(s, v, 3e-4 * (i - 2), t);
        constraints(rod, t, phi[i]);
    }
    for (int row = 0; row < ROWS; row++) {
        double near = phi[1][row] + phi[3][row], far = phi[0][row] + phi[4][row];
        x[BOTH + row] = -(16.0 * near - far - 30.0 * phi[2][row]) / (12.0 * 9e-8);
    }
    solve(BOTH + ROWS, A, x);
    memcpy(a, x, BOTH * sizeof *a);
}

// Numbers of a state and their rates, Euler parameters among them.
enum { NUMBERS = 13 + 2 * ROD_MODES };

static void to_numbers(const rod_state *s, double *y)
{
    const double rigid[13] = {s->r.x, s->r.y, s->r.z, s->p.e0, s->p.e1, s->p.e2, s->p.e3,
                              s->v.x, s->v.y, s->v.z, s->w.x,  s->w.y,  s->w.z};
    memcpy(y, rigid, sizeof rigid);
    memcpy(y + 13, s->q, sizeof s->q);
    memcpy(y + 13 + N, s->qd, sizeof s->qd);
}

static void from_numbers(const double *y, rod_state *s)
{
    *s = (rod_state){.r = {y[0], y[1], y[2]},
                     .p = unitq((quat){y[3], y[4], y[5], y[6]}),
                     .v = {y[7], y[8], y[9]},
                     .w = {y[10], y[11], y[12]}};
    memcpy(s->q, y + 13, sizeof s->q);
    memcpy(s->qd, y + 13 + N, sizeof s->qd);
}

static void slopes(const point_rod *rod[2], const double *y, vec3 gravity, double *yd)
{
    rod_state s[2];
    double a[BOTH];
    for (int b = 0; b < 2; b++) {
        from_numbers(y + b * NUMBERS, &s[b]);
    }
    accelerations(rod, s, gravity, a);
    for (int b = 0; b < 2; b++, yd += NUMBERS) {
        quat pd = scaleq(0.5, gt_mul(s[b].p, s[b].w));
        const double *own = a + b * SIZE;
        const double rigid[13] = {s[b].v.x, s[b].v.y, s[b].v.z, pd.e0,  pd.e1,  pd.e2, pd.e3,
                                  own[0],   own[1],   own[2],   own[3], own[4], own[5]};
        memcpy(yd, rigid, sizeof rigid);
        memcpy(yd + 13, s[b].qd, sizeof s[b].qd);
        memcpy(yd + 13 + N, own + 6, N * sizeof *own);
    }
}

void rods_move(const point_rod *rod[2], rod_state s[2], vec3 gravity, double time, int steps)
{
    static const double share[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
    double y[2 * NUMBERS], dt = time / steps;
    to_numbers(&s[0], y);
    to_numbers(&s[1], y + NUMBERS);
    for (int n = 0; n < steps; n++) {
        double k[4][2 * NUMBERS], at[2 * NUMBERS];
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 2 * NUMBERS; j++) {
                at[j] = y[j] + (i > 0 ? dt * share[i] * k[i - 1][j] : 0.0);
            }
            slopes(rod, at, gravity, k[i]);
        }
        for (int j = 0; j < 2 * NUMBERS; j++) {
            for (int i = 0; i < 4; i++) {
                y[j] += dt / 6.0 * weight[i] * k[i][j];
            }
        }
    }
    from_numbers(y, &s[0]);
    from_numbers(y + NUMBERS, &s[1]);
}
