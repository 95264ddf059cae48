#include "mechanism.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const double side = 0.02;      // of the section, m
static const double density = 7870.0; // kg/m^3

static void put_rod(part *b, vec3 from, vec3 to, double mass)
{
    vec3 d = {to.x - from.x, to.y - from.y, to.z - from.z};
    b->length = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    b->mass = mass;
    b->r = (vec3){(from.x + to.x) / 2, (from.y + to.y) / 2, (from.z + to.z) / 2};
    b->axis[0] = (vec3){d.x / b->length, d.y / b->length, d.z / b->length};
    b->axis[1] = (vec3){-b->axis[0].y, b->axis[0].x, 0.0}; // all rods lie in the plane
    b->axis[2] = (vec3){0.0, 0.0, 1.0};
}

void mechanism_chain(mechanism *m, int n, int n_mode)
{
    *m = (mechanism){.n = n, .n_mode = n_mode, .n_whole = n, .n_part = 1};
    vec3 at = {0};
    for (int i = 0; i < n; i++) {
        double angle = i % 2 ? -0.5 : 0.5;
        vec3 to = {at.x + cos(angle), at.y + sin(angle), 0.0};
        put_rod(&m->body[i], at, to, density * side * side);
        at = to;
    }
}

static vec3 corner(int i, int n)
{
    double radius = 0.5 / sin(pi / n), angle = 2 * pi * i / n;
    return (vec3){radius * cos(angle), radius * sin(angle), 0.0};
}

static vec3 between(vec3 a, vec3 b, double s)
{
    return (vec3){a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), 0.0};
}

void mechanism_ring(mechanism *m, int n, int n_mode, int n_part, double share)
{
    *m = (mechanism){
        .ring = true, .n = n + n_part - 1, .n_mode = n_mode, .n_whole = n, .n_part = n_part};
    double mass = density * side * side, small = share > 0.0 ? share : 1.0 / n_part;
    for (int i = 1; i < n; i++) {
        put_rod(&m->body[i], corner(i, n), corner(i + 1, n), mass);
    }
    // around the ring: the first part, the other bodies, then the parts from the last to the second
    double first = 1.0 - small * (n_part - 1);
    put_rod(&m->body[0], between(corner(0, n), corner(1, n), 1.0 - first), corner(1, n),
            mass * first);
    for (int k = 1; k < n_part; k++) {
        double s = small * (n_part - 1 - k);
        put_rod(&m->body[n + n_part - 1 - k], between(corner(0, n), corner(1, n), s),
                between(corner(0, n), corner(1, n), s + small), mass * small);
        m->fixed[(n + n_part - k) % m->n] = true;
    }
}

int mechanism_rows(const mechanism *m, int i)
{
    return m->fixed[i] ? 12 : 9;
}

// ---- modes -----------------------------------------------------------------------------------------------

// Free bending of a rod with mass one, by turns in both planes: displacement and slope of a mode at an end.
// The frequency parameter is (k + 1/2) pi for the k-th mode of a plane, to 5e-3 for the first and closer then.
static void mode_at(const part *b, int mode, bool far, double *value, double *slope)
{
    int k = mode / 2 + 1;
    double sign = k % 2 ? 1.0 : -1.0; // even ones are odd functions about the middle
    double steep = 2.0 * (k + 0.5) * pi / b->length;
    *value = (far ? sign : 1.0) * 2.0 / sqrt(b->mass);
    *slope = (far ? sign : -1.0) * steep / sqrt(b->mass);
}

// ---- rows ------------------------------------------------------------------------------------------------

static double part_of(vec3 a, int k)
{
    return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

static vec3 cross(vec3 a, vec3 b)
{
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// (a.a - 1)/2 of the three vectors, then a.b, b.c, c.a: rows 0 to 5.
static void put_rigidity(const part *b, double J[12][COORDINATES])
{
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3;
        for (int c = 0; c < 3; c++) {
            J[k][3 + 3 * k + c] = part_of(b->axis[k], c);
            J[3 + k][3 + 3 * k + c] = part_of(b->axis[next], c);
            J[3 + k][3 + 3 * next + c] = part_of(b->axis[k], c);
        }
    }
}

// The point at an end of the rod: rows 6 to 8.
static void put_point(const mechanism *m, const part *b, bool far, double sign,
                      double J[12][COORDINATES])
{
    for (int c = 0; c < 3; c++) {
        J[6 + c][c] = sign;
        J[6 + c][3 + c] = sign * (far ? 0.5 : -0.5) * b->length;
        for (int q = 0; q < m->n_mode; q++) {
            double value, slope;
            mode_at(b, q, far, &value, &slope);
            J[6 + c][RIGID + q] = sign * value * part_of(b->axis[1 + q % 2], c);
        }
    }
}

// a.b' = 0, b.c' = 0, c.a' = 0 of a fixed joint, whose two bodies have the same axes: rows 9 to 11.
static void put_directions(const mechanism *m, const part *b, bool far, double J[12][COORDINATES])
{
    for (int k = 0; k < 3; k++) {
        int mine = far ? k : (k + 1) % 3, other = far ? (k + 1) % 3 : k;
        for (int c = 0; c < 3; c++) {
            J[9 + k][3 + 3 * mine + c] = part_of(b->axis[other], c);
        }
        for (int q = 0; q < m->n_mode; q++) {
            double value, slope;
            mode_at(b, q, far, &value, &slope);
            vec3 about = b->axis[2 - q % 2], turned = cross(about, b->axis[mine]);
            vec3 to = b->axis[other];
            J[9 + k][RIGID + q] =
                (q % 2 ? -slope : slope) * (turned.x * to.x + turned.y * to.y + turned.z * to.z);
        }
    }
}

void mechanism_jacobian(const mechanism *m, int joint, int body, double J[12][COORDINATES])
{
    int before = joint > 0 ? joint - 1 : m->ring ? m->n - 1 : -1;
    memset(J, 0, 12 * sizeof J[0]);
    if (body == joint) {
        put_rigidity(&m->body[body], J);
        put_point(m, &m->body[body], false, 1.0, J);
    } else if (body == before) {
        put_point(m, &m->body[body], true, -1.0, J);
    }
    if (m->fixed[joint] && (body == joint || body == before)) {
        put_directions(m, &m->body[body], body == before, J);
    }
}

void mechanism_inverse_mass(const mechanism *m, int body, double inverse[COORDINATES])
{
    const part *b = &m->body[body];
    double along = b->mass * b->length * b->length / 12, across = b->mass * side * side / 12;
    for (int c = 0; c < RIGID; c++) {
        inverse[c] = 1.0 / (c < 3 ? b->mass : c < 6 ? along : across);
    }
    for (int q = 0; q < m->n_mode; q++) {
        inverse[RIGID + q] = 1.0;
    }
}
