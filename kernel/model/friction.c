#include "friction.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/pick.h"
#include "mobility.h"

// ---- the law -----------------------------------------------------------------------------------

// Regularised by s(u) = u / sqrt(1 + u^2), which needs no transcendental function.
tac_friction_value tac_friction_at(const tac_friction_desc *fr, double v)
{
    double u = v / fr->v0, root = sqrt(1.0 + u * u);
    return (tac_friction_value){v, fr->coulomb * u / root + fr->viscous * v,
                                fr->coulomb / (fr->v0 * root * root * root) + fr->viscous};
}

// The cube root of what is positive, to 3 %: a third of its exponent.
static double about_cube_root(double a)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    bits = bits / 3 + 0x2A9F789300000000u;
    memcpy(&a, &bits, sizeof a);
    return a;
}

// Steps of Halley's iteration; two leave 3e-6 of u, wherever it is.
enum { HALLEY_STEPS = 2 };

// u >= 0 where u + a s(u) = size. The left side is concave: from below no step goes too far. It starts with what is
// least of u = size, s(u) = size / a, and u + a (1 - 1 / (2 u^2)) = size for large u.
static double rate_with(double size, double a)
{
    double straight = size / (1.0 + a), beyond = size - a;
    double low = pick(straight > beyond, straight, beyond);
    double r = size / a, rest = pick(r < 1.0, 1.0 - r * r, 0.0);
    double sticks = pick(rest > 0.0, r / sqrt(pick(rest > 0.0, rest, 1.0)), size);
    double slips = about_cube_root(0.5 * a) + pick(beyond > 0.0, beyond, 0.0);
    double u = pick(sticks < slips, sticks, slips);
    u = pick(u < size, u, size);
    u = pick(u > low, u, low);
    for (int k = 0; k < HALLEY_STEPS; k++) {
        double q = 1.0 + u * u, root = sqrt(q), inverse = 1.0 / (q * root);
        double left = u + a * (u * (q * inverse)) - size, slope = 1.0 + a * inverse;
        double bend = -1.5 * a * u * (inverse * inverse * root); // half of the second derivative
        u = u - left * slope / (slope * slope - left * bend);
        u = pick(u > low, u, low);
    }
    return u;
}

tac_friction_value tac_friction_alone(const tac_friction_desc *fr, double weight, double free)
{
    static const double nothing = 1e-200;
    double by = 1.0 / ((1.0 + weight * fr->viscous) * fr->v0), a = weight * fr->coulomb * by;
    double u = rate_with(fabs(free) * by, pick(a > nothing, a, nothing));
    return tac_friction_at(fr, fr->v0 * pick(free < 0.0, -u, u));
}

double tac_sharpest_friction(const tac_model *m, double dt)
{
    double most = 0.0;
    for (int i = m->n_joint; i < m->n_element && m->n_friction > 0; i++) {
        const tac_element *e = &m->element[i];
        const tac_friction_desc *fr = &m->friction[e->index];
        double slope = e->what == TAC_FRICTIONS ? fr->coulomb / fr->v0 + fr->viscous : 0.0;
        double w = slope > 0.0 ? tac_friction_weight(m, e, dt) : 0.0;
        double z = 0.5 * dt * w * m->laws_on_body[i] * slope;
        most = z > most ? z : most;
    }
    return most;
}
