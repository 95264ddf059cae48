#include "friction.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/pick.h"
#include "rows.h"

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

bool tac_friction_is_mean(const tac_desc *d)
{
    return !d->friction_at_end;
}

// ---- what a friction feels ---------------------------------------------------------------------

// Rows of an element at the given start, their part on the one body that is not ground.
static void rows_on_body(const tac_model *m, const tac_element *of, int side, tac_slot *slot)
{
    vec3 zero = {0.0, 0.0, 0.0};
    quat identity = {1.0, 0.0, 0.0, 0.0};
    int body = of->body[side];
    tac_element e = *of;
    tac_pose ground = {zero, rotation(identity), identity, zero, zero};
    tac_pose at = {m->r0[body], rotation(m->p0[body]), m->p0[body], zero, zero};
    tac_slot other[TAC_MAX_ROWS];
    double phi[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS];
    for (int k = 0; k < e.n_row; k++) {
        e.rows[k].drive = TAC_NONE; // the Jacobian does not depend on it
    }
    tac_rows_position(&e, side ? &ground : &at, side ? &at : &ground, NULL, 0.0,
                      side ? other : slot, side ? slot : other, phi, phi_t);
}

static double product(const tac_model *m, int body, const tac_slot *a, const tac_slot *b)
{
    return m->mass_inv[body] * dot3(a->l, b->l) + dot3(a->a, mul3(m->J_inv[body], b->a));
}

// Less than this part of a row's own share is rounding: it depends on rows before it.
static const double dependent = 1e-9;

// What rows of a joint leave of the share of one more row: elimination, row by row.
static double left_by(const tac_model *m, int body, const tac_slot *row, int n)
{
    double W[TAC_MAX_ROWS + 1][TAC_MAX_ROWS + 1];
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j <= n; j++) {
            W[i][j] = product(m, body, &row[i], &row[j]);
        }
    }
    for (int p = 0; p < n; p++) {
        double own = product(m, body, &row[p], &row[p]);
        bool counts = W[p][p] > dependent * own;
        for (int i = p + 1; i <= n && counts; i++) {
            double by = W[i][p] / W[p][p];
            for (int j = p + 1; j <= n; j++) {
                W[i][j] -= by * W[p][j];
            }
        }
    }
    return W[n][n];
}

// The first joint between ground and the body of a friction, NULL.
static const tac_element *joint_of(const tac_model *m, const tac_element *friction, int side)
{
    int body = friction->body[side];
    for (int slot = m->slot_first[body]; slot < m->slot_first[body + 1]; slot++) {
        const tac_element *e = &m->element[m->row_element[m->slot_row[slot]]];
        if (e->what == TAC_JOINTS && (e->body[0] == m->n_body || e->body[1] == m->n_body)) {
            return e;
        }
    }
    return NULL;
}

void tac_weigh_frictions(tac_model *m)
{
    for (int i = m->n_joint; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        int side = e->body[0] == m->n_body;
        bool on_ground = side || e->body[1] == m->n_body;
        if (e->what != TAC_FRICTIONS || !on_ground ||
            tac_flexible_of(m, e->body[side]) != TAC_NONE) {
            continue;
        }
        const tac_element *joint = joint_of(m, e, side);
        tac_slot row[TAC_MAX_ROWS + 1];
        if (joint) {
            int n = joint->n_row;
            rows_on_body(m, joint, joint->body[0] == m->n_body, row);
            rows_on_body(m, e, side, row + n);
            double left = left_by(m, e->body[side], row, n), own = m->row_w[e->row];
            m->row_w[e->row] = left > dependent * own ? left : dependent * own;
        }
    }
}

double tac_sharpest_friction(const tac_model *m, double dt)
{
    double most = 0.0;
    for (int i = m->n_joint; i < m->n_element && m->mean_friction; i++) {
        const tac_element *e = &m->element[i];
        const tac_friction_desc *fr = &m->friction[e->index];
        double slope = e->what == TAC_FRICTIONS ? fr->coulomb / fr->v0 + fr->viscous : 0.0;
        double z = 0.5 * dt * m->row_w[e->row] * m->laws_on_body[i] * slope;
        most = z > most ? z : most;
    }
    return most;
}
