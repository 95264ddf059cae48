#include "p5.h"

#include <math.h>
#include <string.h>

enum { N = P5_MODES };

static const double M2 = 0.151104, L1 = 0.15, L2 = 0.30, J2 = 0.0045339259, E = 0.2e12,
                    side = 0.008, rho = 7870.0, pi = 3.1415927;

// Shapes as published: mass, stiffness, and the sums of the note over them.
typedef struct shapes {
    double M[16], K[16], Ct[12], I[36], S[96], phi[2][12], psi[2][12];
} shapes;

static void fill_shapes(shapes *s, bool consistent, double stiffer)
{
    double facm = rho * side * side * L2, fack = E * side * side / L2 * stiffer,
           F = side * side * L2;
    double slender = side / L2 * (side / L2), pi3 = pi * pi * pi, pi4 = pi3 * pi;
    double block = consistent ? facm / 15.0 : facm;
    memset(s, 0, sizeof *s);
    s->M[0] = s->M[5] = 0.5 * facm;
    s->M[10] = 8.0 * block;
    s->M[11] = s->M[14] = block;
    s->M[15] = 2.0 * block;
    s->K[0] = fack * pi4 / 24.0 * slender;
    s->K[5] = fack * 2.0 * pi4 / 3.0 * slender;
    s->K[10] = fack * 16.0 / 3.0;
    s->K[11] = s->K[14] = -fack * 8.0 / 3.0;
    s->K[15] = fack * 7.0 / 3.0;
    const double c1[4] = {0.0, 0.0, F * 2.0 / 3.0, F / 6.0}, c2[4] = {F * 2.0 / pi, 0.0, 0.0, 0.0};
    const double c12[4] = {0.0, 0.0, L2 * F / 3.0, L2 * F / 6.0};
    const double c21[4] = {L2 * F / pi, -L2 * F / (2.0 * pi), 0.0, 0.0};
    for (int j = 0; j < N; j++) {
        s->Ct[j] = rho * c1[j];
        s->Ct[N + j] = rho * c2[j];
        s->I[j] = rho * (c12[j] - 0.5 * L2 * c1[j]);     // xx
        s->I[N + j] = rho * (c21[j] - 0.5 * L2 * c2[j]); // xy
    }
    double *xx = s->S, *yy = s->S + 16, *xy = s->S + 48;
    memcpy(xx + 8, s->M + 8, 8 * sizeof *xx);
    memcpy(yy, s->M, 8 * sizeof *yy);
    const double B13 = -16.0 * F / pi3, B14 = F * (8.0 / pi3 - 1.0 / pi), B24 = F / (2.0 * pi);
    xy[2 * N] = -rho * B13; // S_xy(j, i) = S_yx(i, j)
    xy[3 * N] = -rho * B14;
    xy[3 * N + 1] = -rho * B24;
    s->phi[1][3] = 1.0;
    for (int i = 0; i < 2; i++) {
        double slope = (i + 1) * pi / L2;
        s->psi[0][2 * N + i] = slope;
        s->psi[1][2 * N + i] = i == 0 ? -slope : slope;
    }
}

// Mass-normalised modes of the shapes: the lateral ones as they are, two longitudinal ones.
static void find_modes(const shapes *s, double *T, double *omega)
{
    memset(T, 0, 16 * sizeof *T);
    for (int j = 0; j < 2; j++) {
        T[5 * j] = 1.0 / sqrt(s->M[5 * j]);
        omega[j] = sqrt(s->K[5 * j] / s->M[5 * j]);
    }
    // K - x M of the longitudinal block
    double a = s->M[10], c = s->M[11], d = s->M[15], A = s->K[10], C = s->K[11], D = s->K[15];
    double det = a * d - c * c, mean = 0.5 * (A * d + D * a - 2.0 * C * c) / det;
    double gap = sqrt(mean * mean - (A * D - C * C) / det);
    for (int j = 0; j < 2; j++) {
        double x = j == 0 ? mean - gap : mean + gap;
        double v0 = -(C - x * c), v1 = A - x * a;
        double size = sqrt(a * v0 * v0 + 2.0 * c * v0 * v1 + d * v1 * v1);
        T[2 * N + 2 + j] = v0 / size;
        T[3 * N + 2 + j] = v1 / size;
        omega[2 + j] = sqrt(x);
    }
}

// rows x N times T.
static void recombine(const double *from, int rows, const double *T, double *to)
{
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < N; j++) {
            to[i * N + j] = 0.0;
            for (int k = 0; k < N; k++) {
                to[i * N + j] += from[i * N + k] * T[k * N + j];
            }
        }
    }
}

static void fill_flex(p5 *p, const shapes *s)
{
    find_modes(s, p->T, p->omega);
    recombine(s->Ct, 3, p->T, p->Ct);
    recombine(s->I, 9, p->T, p->I);
    for (int kl = 0; kl < 6; kl++) {
        double right[16], *to = p->S + 16 * kl;
        recombine(s->S + 16 * kl, N, p->T, right);
        for (int i = 0; i < 16; i++) {
            to[i] = 0.0;
            for (int k = 0; k < N; k++) {
                to[i] += p->T[k * N + i / N] * right[k * N + i % N];
            }
        }
    }
    for (int k = 0; k < 2; k++) {
        recombine(s->phi[k], 3, p->T, p->phi[k]);
        recombine(s->psi[k], 3, p->T, p->psi[k]);
        p->interface[k] =
            (tac_interface_desc){{k ? 0.5 * L2 : -0.5 * L2, 0.0, 0.0}, p->phi[k], p->psi[k]};
    }
    p->flex = (tac_flex_desc){.n_mode = N,
                              .n_interface = 2,
                              .omega = p->omega,
                              .zeta = p->zeta,
                              .Ct = p->Ct,
                              .I = p->I,
                              .S = p->S,
                              .interface = p->interface,
                              .n_shown = N,
                              .shown = p->T};
}

// Modal coordinates of given ones: T^T M x.
static void to_modes(const p5 *p, const shapes *s, const double *x, double *q)
{
    for (int j = 0; j < N; j++) {
        q[j] = 0.0;
        for (int i = 0; i < 16; i++) {
            q[j] += p->T[i / N * N + j] * s->M[i] * x[i % N];
        }
    }
}

static tac_frame on_rod(const mechanism *m, int interface)
{
    (void)m;
    return (tac_frame){P5_ROD, {0.0, 0.0, 0.0}, upright, interface, false};
}

void p5_build(p5 *p, bool consistent, double stiffer)
{
    static const double x0[N] = {0.0, 0.0, 0.103339863e-4, 0.169327969e-4};
    static const double v0[N] = {0.444896105, 0.463434311e-2, -0.178591076e-5, -0.268938672e-5};
    const double x3 = 0.450016933, v3 = -0.268938672e-5, spin = -74.99576700;
    shapes s;
    memset(p, 0, sizeof *p);
    p->m = mechanism_new();
    mechanism *m = p->m;
    fill_shapes(&s, consistent, stiffer);
    fill_flex(p, &s);
    to_modes(p, &s, x0, p->q);
    to_modes(p, &s, v0, p->qd);
    add_body(m, 0.36, (vec3){1e-4, 0.002727, 0.002727}, (vec3){0.5 * L1, 0.0, 0.0}, upright);
    add_body(m, M2, (vec3){1e-5, J2 - 0.25 * M2 * L2 * L2, J2 - 0.25 * M2 * L2 * L2},
             (vec3){L1 + 0.5 * L2, 0.0, 0.0}, upright);
    add_body(m, 0.075552, (vec3){1e-5, 1e-5, 1e-5}, (vec3){x3, 0.0, 0.0}, upright);
    m->body[P5_CRANK].v = (vec3){0.0, 75.0 * L1, 0.0};
    m->body[P5_CRANK].w = (vec3){0.0, 0.0, 150.0};
    m->body[P5_ROD].v = (vec3){0.0, 150.0 * L1 + 0.5 * L2 * spin, 0.0};
    m->body[P5_ROD].w = (vec3){0.0, 0.0, spin};
    m->body[P5_SLIDER].v = (vec3){v3, 0.0, 0.0};
    m->body[P5_ROD].flex = 1;
    m->body[P5_ROD].q = p->q;
    m->body[P5_ROD].qd = p->qd;
    m->d.flex = &p->flex;
    m->d.n_flex = 1;
    // the crank turns by 150 rad/s
    int drive = m->d.n_source++;
    m->source[drive] = (tac_source_desc){.kind = TAC_RAMP, .c = {-150.0, 1500.0, -1.0, 10.0}};
    int pin = add_joint(m, TAC_REVOLUTE, TAC_GROUND, P5_CRANK, (spot){origin, upright});
    m->joint[pin].drive_angle = drive;
    int big = add_joint(m, TAC_REVOLUTE, P5_CRANK, P5_ROD, (spot){{L1, 0.0, 0.0}, upright});
    m->joint[big].b = on_rod(m, 0);
    int end = add_joint(m, TAC_POINT_ON_LINE, P5_SLIDER, P5_ROD, (spot){{x3, 0.0, 0.0}, upright});
    m->joint[end].b = on_rod(m, 1);
    add_joint(m, TAC_PRISMATIC, TAC_GROUND, P5_SLIDER, (spot){origin, about(1, 0.5 * acos(-1.0))});
}

void p5_read(const p5 *p, const prepared *r, double out[6])
{
    const tac_body_state *b = r->s.body;
    const double *q = r->s.mode;
    out[0] = 2.0 * atan2(b[P5_ROD].p.e3, b[P5_ROD].p.e0);
    out[1] = b[P5_SLIDER].r.x;
    for (int i = 0; i < N; i++) {
        out[2 + i] = 0.0;
        for (int j = 0; j < N; j++) {
            out[2 + i] += p->T[i * N + j] * q[j];
        }
    }
}
