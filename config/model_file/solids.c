// Mass and moments of inertia, given as numbers or as a simple solid, and the checks that they
// belong to a real body.
#include "solids.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "elementary.h"
#include "inertias.h"
#include "orientation.h"
#include "reader/items.h"
#include "reader/maps.h"
#include "reader/texts.h"
#include "reader/values.h"

// A slender rod has no moment about its own axis, which no solver can turn. It gets this part of
// the moment about its middle: a round rod about 120 times as long as thick.
#define ROD_AXIAL_PART 1e-4
#define ROD_LOOKS 0.02 // radius by length of one without area, in pictures

// The triangle inequality allows a moment half of the sum of all three. Published data are rounded
// and often estimated one by one; a moment an eighth above the sum of the other two still passes,
// and is told.
#define LARGEST_PART 0.53

// Products of three moments, kg m^2, stay numbers.
#define LEAST_INERTIA 1e-90
#define MOST_INERTIA 1e90

// ---- checks --------------------------------------------------------------------------------------

// All pivots of the symmetric matrix Axx Ayy Azz Axy Axz Ayz exceed `least`.
static bool is_positive_definite(const double A[6], double least)
{
    if (!(A[0] > least)) {
        return false;
    }
    double yy = A[1] - A[3] * A[3] / A[0];
    double yz = A[5] - A[3] * A[4] / A[0];
    double zz = A[2] - A[4] * A[4] / A[0];
    return yy > least && zz - yz * yz / yy > least;
}

// Names the body, its principal moments and the nearest ones that a body may have.
_Noreturn static void refuse_inertia(const tac_place *p, const tac_node *body, const tac_node *node,
                                     const double J[6], const char *what)
{
    const tac_node *name = tac_find(body, "name");
    double m[3], n[6];
    char more[128] = "";
    tac_principal_moments(J, m);
    tac_nearest_inertia(J, n);
    if (J[3] != 0.0 || J[4] != 0.0 || J[5] != 0.0) {
        (void)snprintf(more, sizeof more, ", %.5g, %.5g, %.5g", n[3], n[4], n[5]);
    }
    tac_refuse(p->rd, node,
               "no body has the 'inertia' of '%.80s', with principal moments %.5g, %.5g and %.5g "
               "kg*m^2: %s; the nearest possible is [%.5g, %.5g, %.5g%s]",
               name && name->kind == TAC_SCALAR ? name->text : "", m[0], m[1], m[2], what, n[0],
               n[1], n[2], more);
}

static void check_inertia(const tac_place *p, const tac_node *body, const tac_node *node,
                          const double J[6])
{
    double sum = J[0] + J[1] + J[2];
    double A[6], second[6];
    for (int i = 0; i < 6; i++) {
        A[i] = J[i] / sum;
        second[i] = (i < 3 ? LARGEST_PART : 0.0) - A[i]; // sum of m x x^T over m |x|^2
    }
    if (!(sum > 0.0) || !is_positive_definite(A, 1e-15)) {
        refuse_inertia(p, body, node, J,
                       "it is not positive definite, and needs moments greater than zero about "
                       "the centre of mass");
    }
    if (!(sum > LEAST_INERTIA && sum < MOST_INERTIA)) {
        tac_refuse(p->rd, node, "'inertia' adds up to %g kg*m^2; check its units", sum);
    }
    if (!is_positive_definite(second, 0.0)) {
        refuse_inertia(p, body, node, J,
                       "the triangle inequality wants the largest no more than the sum of the "
                       "others");
    }
}

// ---- inertia as numbers --------------------------------------------------------------------------

static void read_inertia(const tac_place *p, const tac_node *body, const tac_node *node,
                         double J[6])
{
    static const tac_quantity q[6] = {TAC_Q_INERTIA, TAC_Q_INERTIA, TAC_Q_INERTIA,
                                      TAC_Q_INERTIA, TAC_Q_INERTIA, TAC_Q_INERTIA};
    int six =
        node->kind == TAC_LIST && (node->n == 6 || (node->n == 2 && node->first->value->n == 6));
    memset(J, 0, 6 * sizeof J[0]);
    if (!six && node->kind == TAC_LIST && node->n != 3 && node->n != 2) {
        tac_refuse(p->rd, node, "'inertia' must have 3 or 6 entries, not %d; write [Ixx, Iyy, Izz]",
                   node->n);
    }
    tac_numbers(p, node, "inertia", six ? 6 : 3, q, J);
    check_inertia(p, body, node, J);
    if (!tac_find(body, "inertia_axes")) {
        return;
    }
    // J in body axes = A J A^T with A from the inertia axes to the body axes
    mat3 A = rotation(tac_orientation(p, tac_find(body, "inertia_axes"), "inertia_axes"));
    mat3 I = {{J[0], J[3], J[4]}, {J[3], J[1], J[5]}, {J[4], J[5], J[2]}};
    mat3 rotated = mulm3(A, I);
    J[0] = dot3(rotated.x, A.x);
    J[1] = dot3(rotated.y, A.y);
    J[2] = dot3(rotated.z, A.z);
    J[3] = dot3(rotated.x, A.y);
    J[4] = dot3(rotated.x, A.z);
    J[5] = dot3(rotated.y, A.z);
}

// ---- shapes --------------------------------------------------------------------------------------

typedef struct shape {
    double volume;    // m^3; 0 when it is not known
    double unit_J[3]; // moments about the centre per mass
    bool has_ends;
    vec3 from, to;
    tac_visual_kind kind; // and how it looks
    vec3 size;
    int axis;
} shape;

static double need_length(const tac_place *p, const tac_node *m, const char *key, const char *what)
{
    return tac_check_above_zero(p, m, key, tac_need_number(p, m, key, what, TAC_Q_LENGTH));
}

static void set_round(shape *s, int axis, double along, double across)
{
    s->axis = axis;
    for (int i = 0; i < 3; i++) {
        s->unit_J[i] = i == axis ? along : across;
    }
}

static shape read_box(const tac_place *p, const tac_node *m)
{
    shape s = {0};
    tac_check_map(p, m, TAC_MAP_SOLID_BOX);
    const tac_node *node = tac_need(p, m, "size", "a box");
    vec3 a = tac_vector(p, node, "size", TAC_Q_LENGTH);
    if (!(a.x > 0.0 && a.y > 0.0 && a.z > 0.0)) {
        tac_refuse(p->rd, node, "'size' must be three lengths greater than zero");
    }
    s.volume = a.x * a.y * a.z;
    s.unit_J[0] = (a.y * a.y + a.z * a.z) / 12.0;
    s.unit_J[1] = (a.x * a.x + a.z * a.z) / 12.0;
    s.unit_J[2] = (a.x * a.x + a.y * a.y) / 12.0;
    s.kind = TAC_VISUAL_BOX;
    s.size = a;
    s.axis = 2;
    return s;
}

static shape read_cylinder(const tac_place *p, const tac_node *m)
{
    shape s = {0};
    tac_check_map(p, m, TAC_MAP_SOLID_CYLINDER);
    double r = need_length(p, m, "radius", "a cylinder");
    double l = need_length(p, m, "length", "a cylinder");
    s.volume = TAC_PI * r * r * l;
    s.kind = TAC_VISUAL_CYLINDER;
    s.size = (vec3){r, r, l};
    set_round(&s, tac_map_choice(p, m, TAC_MAP_SOLID_CYLINDER, "axis", 2), 0.5 * r * r,
              (3.0 * r * r + l * l) / 12.0);
    return s;
}

static shape read_sphere(const tac_place *p, const tac_node *m)
{
    shape s = {0};
    tac_check_map(p, m, TAC_MAP_SOLID_SPHERE);
    double r = need_length(p, m, "radius", "a sphere");
    s.volume = 4.0 / 3.0 * TAC_PI * r * r * r;
    s.kind = TAC_VISUAL_SPHERE;
    s.size = (vec3){r, r, r};
    set_round(&s, 0, 0.4 * r * r, 0.4 * r * r);
    return s;
}

static double read_ends(const tac_place *p, const tac_node *m, shape *s)
{
    if (tac_find(m, "length") || tac_find(m, "axis")) {
        tac_refuse(p->rd, m, "a rod has 'length' and 'axis' or 'from' and 'to', not both");
    }
    s->has_ends = true;
    s->from = tac_vector(p, tac_need(p, m, "from", "a rod with 'to'"), "from", TAC_Q_LENGTH);
    s->to = tac_vector(p, tac_need(p, m, "to", "a rod with 'from'"), "to", TAC_Q_LENGTH);
    double l = norm3(sub3(s->to, s->from));
    if (!(l > 0.0)) {
        tac_refuse(p->rd, tac_find(m, "to"), "the rod has no length; 'from' and 'to' must differ");
    }
    return l;
}

static shape read_rod(const tac_place *p, const tac_node *m)
{
    shape s = {0};
    tac_check_map(p, m, TAC_MAP_SOLID_ROD);
    bool by_ends = tac_find(m, "from") || tac_find(m, "to");
    double l = by_ends ? read_ends(p, m, &s) : need_length(p, m, "length", "a rod");
    double across = l * l / 12.0, along = ROD_AXIAL_PART * across, r = ROD_LOOKS * l;
    if (tac_find(m, "area")) {
        double area = tac_need_number(p, m, "area", "a rod", TAC_Q_AREA);
        s.volume = tac_check_above_zero(p, m, "area", area) * l;
        along = area / (2.0 * TAC_PI); // r^2 / 2 of a round rod
        r = sqrt(2.0 * along);
    } else if (tac_find(m, "density")) {
        tac_refuse_key(p->rd, m, "density",
                       "the density of a rod needs 'area'; add it or give "
                       "'mass'");
    }
    set_round(&s, tac_map_choice(p, m, TAC_MAP_SOLID_ROD, "axis", 0), along, across);
    s.kind = TAC_VISUAL_CYLINDER;
    s.size = (vec3){r, r, l};
    return s;
}

static shape read_shape(const tac_place *p, const tac_node *node, const tac_node **inner)
{
    static shape (*const read[])(const tac_place *p, const tac_node *m) = {read_box, read_cylinder,
                                                                           read_sphere, read_rod};
    tac_check_map(p, node, TAC_MAP_SHAPE);
    int k = tac_only_key(p, node, TAC_MAP_SHAPE, "shape", "");
    *inner = node->first->value;
    return read[k](p, *inner);
}

// Mass of a shape: its own, by density, or the body's.
static double shape_mass(const tac_place *p, const tac_node *body, const tac_node *m, double volume)
{
    int given = !!tac_find(body, "mass") + !!tac_find(m, "mass") + !!tac_find(m, "density");
    if (given != 1) {
        tac_refuse(p->rd, m,
                   given == 0 ? "a shape needs 'mass' or 'density'; add one"
                              : "the mass is given more than once; keep one of 'mass' and "
                                "'density'");
    }
    if (!tac_find(m, "density")) {
        const tac_node *map = tac_find(m, "mass") ? m : body;
        return tac_check_above_zero(p, map, "mass",
                                    tac_need_number(p, map, "mass", "a shape", TAC_Q_MASS));
    }
    double density = tac_need_number(p, m, "density", "a shape", TAC_Q_DENSITY);
    return tac_check_above_zero(p, m, "density", density) * volume;
}

static tac_solid solid_of_shape(const tac_place *p, const tac_node *body, const tac_node *node)
{
    static const char *const excluded[] = {"inertia", "inertia_axes"};
    for (int i = 0; i < 2; i++) {
        if (tac_find(body, excluded[i])) {
            tac_refuse_key(p->rd, body, excluded[i],
                           "'%s' and 'shape' exclude each other; remove one", excluded[i]);
        }
    }
    const tac_node *inner;
    shape s = read_shape(p, node, &inner);
    tac_solid solid = {.has_ends = s.has_ends,
                       .from = s.from,
                       .to = s.to,
                       .has_shape = true,
                       .kind = s.kind,
                       .size = s.size,
                       .axis = s.axis};
    solid.mass = shape_mass(p, body, inner, s.volume);
    for (int i = 0; i < 3; i++) {
        solid.J[i] = solid.mass * s.unit_J[i];
    }
    if (!isfinite(solid.mass) || !(solid.mass > 0.0)) {
        tac_refuse(p->rd, inner, "mass or size of the shape is out of range; use SI or add units");
    }
    check_inertia(p, body, inner, solid.J);
    return solid;
}

tac_solid tac_read_solid(const tac_place *p, const tac_node *body)
{
    const tac_node *node = tac_find(body, "shape");
    if (node) {
        return solid_of_shape(p, body, node);
    }
    tac_solid solid = {0};
    solid.mass = tac_need_number(p, body, "mass", "a body without 'shape'", TAC_Q_MASS);
    tac_check_above_zero(p, body, "mass", solid.mass);
    read_inertia(p, body, tac_need(p, body, "inertia", "a body without 'shape'"), solid.J);
    return solid;
}
