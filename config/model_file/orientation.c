// Rotations from angles use tac_sincos, those from axes only + - * / and sqrt.
#include "orientation.h"

#include <string.h>

#include "elementary.h"
#include "reader/items.h"
#include "reader/values.h"

#define MAX_FACTORS 100 // rotations of one product

static const quat identity = {1.0, 0.0, 0.0, 0.0};

static vec3 unit_axis(int j)
{
    return (vec3){j == 0, j == 1, j == 2};
}

quat tac_start_quat(quat q)
{
    q = unitq(q);
    q = q.e0 < 0.0 ? scaleq(-1.0, q) : q;
    return (quat){q.e0 + 0.0, q.e1 + 0.0, q.e2 + 0.0, q.e3 + 0.0}; // no negative zeros
}

static quat about_axis(vec3 axis, double angle)
{
    tac_sincos_pair half = tac_sincos(0.5 * angle);
    return (quat){half.cos, half.sin * axis.x, half.sin * axis.y, half.sin * axis.z};
}

quat tac_smallest_rotation(int j, vec3 v)
{
    // with h = e + v: cos(angle) + 1 = h.h / 2 and e x v = e x h, both without cancellation
    vec3 e = unit_axis(j), h = add3(e, v);
    if (norm3(h) < 1e-12) {
        vec3 a = unit_axis((j + 1) % 3);
        return (quat){0.0, a.x, a.y, a.z};
    }
    vec3 c = cross3(e, h);
    return tac_start_quat((quat){0.5 * dot3(h, h), c.x, c.y, c.z});
}

static quat from_columns(vec3 x, vec3 y, vec3 z) // axes as columns of R to Euler parameters
{
    // the largest of the four is found first and divides the others
    double t[4] = {1.0 + x.x + y.y + z.z, 1.0 + x.x - y.y - z.z, 1.0 - x.x + y.y - z.z,
                   1.0 - x.x - y.y + z.z};
    double a = y.z - z.y, b = z.x - x.z, c = x.y - y.x; // 4 e0 (e1, e2, e3)
    double d = y.x + x.y, e = z.x + x.z, f = z.y + y.z; // 4 e1 e2, 4 e1 e3, 4 e2 e3
    int largest = 0;
    for (int k = 1; k < 4; k++) {
        largest = t[k] > t[largest] ? k : largest;
    }
    switch (largest) {
    case 0:
        return tac_start_quat((quat){t[0], a, b, c});
    case 1:
        return tac_start_quat((quat){a, t[1], d, e});
    case 2:
        return tac_start_quat((quat){b, d, t[2], f});
    default:
        return tac_start_quat((quat){c, e, f, t[3]});
    }
}

quat tac_two_axes(int i, vec3 v, int j, vec3 w)
{
    vec3 axis[3];
    vec3 across = axpy3(-dot3(v, w), v, w);
    axis[i] = v;
    axis[j] = scale3(1.0 / norm3(across), across);
    int k = 3 - i - j;
    axis[k] = (i + 1) % 3 == j ? cross3(axis[i], axis[j]) : cross3(axis[j], axis[i]);
    return from_columns(axis[0], axis[1], axis[2]);
}

static quat read_quaternion(const tac_place *p, const tac_node *node)
{
    static const tac_quantity plain[4] = {TAC_Q_NUMBER, TAC_Q_NUMBER, TAC_Q_NUMBER, TAC_Q_NUMBER};
    double e[4];
    tac_numbers(p, node, "quaternion", 4, plain, e);
    quat q = {e[0], e[1], e[2], e[3]};
    double square = dotq(q, q);
    if (!(square > 1e-12 && square < 1e12)) {
        tac_refuse(p->rd, node,
                   "'quaternion' must have a length near 1; for no rotation write "
                   "[1, 0, 0, 0]");
    }
    return unitq(q);
}

static quat read_rpy(const tac_place *p, const tac_node *node)
{
    vec3 a = tac_vector(p, node, "rpy", TAC_Q_ANGLE);
    quat x = about_axis(unit_axis(0), a.x), y = about_axis(unit_axis(1), a.y);
    return mulq(about_axis(unit_axis(2), a.z), mulq(y, x));
}

// One or two of x_axis, y_axis, z_axis; the one that stands first is met exactly.
static quat read_axes(const tac_place *p, const tac_node *node)
{
    int j[2] = {0, 0}, n = 0;
    vec3 v[2];
    for (const tac_entry *e = node->first; e; e = e->next) {
        if (n == 2) {
            tac_refuse(p->rd, node, "two axes fix an orientation; remove the third");
        }
        j[n] = e->key[0] - 'x';
        v[n++] = tac_direction(p, e->value, e->key);
    }
    if (n == 1) {
        return tac_smallest_rotation(j[0], v[0]);
    }
    if (norm3(cross3(v[0], v[1])) < 1e-9) {
        tac_refuse(p->rd, node, "the two axes are parallel; give one of them or another direction");
    }
    return tac_two_axes(j[0], v[0], j[1], v[1]);
}

static void allow_only(const tac_place *p, const tac_node *node, const char *const *keys)
{
    tac_check_keys(p, node, "this form of orientation", keys);
}

static quat read_factor(const tac_place *p, const tac_node *node)
{
    static const char *const all[] = {"quaternion", "axis",   "angle",  "rpy",
                                      "x_axis",     "y_axis", "z_axis", NULL};
    tac_check_keys(p, node, "an orientation", all);
    if (tac_find(node, "quaternion")) {
        allow_only(p, node, (const char *const[]){"quaternion", NULL});
        return read_quaternion(p, tac_find(node, "quaternion"));
    }
    if (tac_find(node, "rpy")) {
        allow_only(p, node, (const char *const[]){"rpy", NULL});
        return read_rpy(p, tac_find(node, "rpy"));
    }
    if (tac_find(node, "axis") || tac_find(node, "angle")) {
        allow_only(p, node, (const char *const[]){"axis", "angle", NULL});
        vec3 axis = tac_direction(p, tac_need(p, node, "axis", "an orientation by angle"), "axis");
        double angle = tac_need_number(p, node, "angle", "an orientation by axis", TAC_Q_ANGLE);
        return about_axis(axis, angle);
    }
    if (node->n == 0) {
        tac_refuse(p->rd, node, "an empty orientation; write e.g. {rpy: [0, 0, 90 deg]}");
    }
    return read_axes(p, node);
}

quat tac_orientation(const tac_place *p, const tac_node *node, const char *key)
{
    if (!node) {
        return identity;
    }
    if (node->kind == TAC_SCALAR) {
        tac_refuse_kind(p, node, key, "an orientation such as {rpy: [0, 0, 90 deg]}");
    }
    quat q = identity;
    if (node->kind == TAC_MAP) {
        q = read_factor(p, node);
    } else {
        if (node->n > MAX_FACTORS) {
            tac_refuse(p->rd, node, "more than %d rotations in one product; combine some",
                       MAX_FACTORS);
        }
        for (const tac_entry *e = node->first; e; e = e->next) {
            q = mulq(q, read_factor(p, e->value));
        }
    }
    if (!(dotq(q, q) > 0.5)) { // an angle too large for sine and cosine is not a number
        tac_refuse(p->rd, node, "'%s' has an angle beyond 1e9 rad; take whole turns off", key);
    }
    return tac_start_quat(q);
}
