#include "robot_pose.h"

#include <math.h>

#include "elementary.h"

const tac_robot_pose tac_robot_no_pose = {{1.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};

// ---- places --------------------------------------------------------------------------------------

tac_robot_pose tac_robot_pose_in(tac_robot_pose a, tac_robot_pose b)
{
    return (tac_robot_pose){unitq(mulq(a.q, b.q)), tac_robot_point_in(a, b.p)};
}

tac_robot_pose tac_robot_pose_back(tac_robot_pose a)
{
    const quat q = conjq(a.q);
    return (tac_robot_pose){q, neg3(mul3(rotation(q), a.p))};
}

vec3 tac_robot_point_in(tac_robot_pose a, vec3 x)
{
    return add3(a.p, mul3(rotation(a.q), x));
}

vec3 tac_robot_vector_in(tac_robot_pose a, vec3 v)
{
    return mul3(rotation(a.q), v);
}

quat tac_robot_about(vec3 unit_axis, double angle)
{
    const tac_sincos_pair half = tac_sincos(0.5 * angle);
    return (quat){half.cos, half.sin * unit_axis.x, half.sin * unit_axis.y, half.sin * unit_axis.z};
}

quat tac_robot_rpy(vec3 angles)
{
    const quat x = tac_robot_about((vec3){1.0, 0.0, 0.0}, angles.x),
               y = tac_robot_about((vec3){0.0, 1.0, 0.0}, angles.y),
               z = tac_robot_about((vec3){0.0, 0.0, 1.0}, angles.z);
    return mulq(z, mulq(y, x));
}

#define STEEPEST 0.9 // sine of a pitch, beyond which three angles lose digits

bool tac_robot_to_rpy(quat q, vec3 *rpy)
{
    const mat3 R = rotation(q);
    if (fabs(R.z.x) > STEEPEST) {
        return false;
    }
    *rpy = (vec3){tac_atan2(R.z.y, R.z.z), tac_atan2(-R.z.x, sqrt(1.0 - R.z.x * R.z.x)),
                  tac_atan2(R.y.x, R.x.x)};
    return true;
}

quat tac_robot_onto(int axis, vec3 unit)
{
    const vec3 e = {axis == 0, axis == 1, axis == 2}, h = add3(e, unit);
    if (norm3(h) < 1e-12) {
        const int next = (axis + 1) % 3;
        return (quat){0.0, next == 0, next == 1, next == 2};
    }
    const vec3 c = cross3(e, h);
    return unitq((quat){0.5 * dot3(h, h), c.x, c.y, c.z});
}

quat tac_robot_from_axes(vec3 x, vec3 y, vec3 z)
{
    const double t[4] = {1.0 + x.x + y.y + z.z, 1.0 + x.x - y.y - z.z, 1.0 - x.x + y.y - z.z,
                         1.0 - x.x - y.y + z.z};
    const double a = y.z - z.y, b = z.x - x.z, c = x.y - y.x;
    const double d = y.x + x.y, e = z.x + x.z, f = z.y + y.z;
    const quat all[4] = {{t[0], a, b, c}, {a, t[1], d, e}, {b, d, t[2], f}, {c, e, f, t[3]}};
    int largest = 0;
    for (int k = 1; k < 4; k++) {
        largest = t[k] > t[largest] ? k : largest;
    }
    return unitq(all[largest]);
}

vec3 tac_robot_unit(vec3 v)
{
    const double n = norm3(v);
    return n > 0.0 ? scale3(1.0 / n, v) : v;
}

// ---- solids --------------------------------------------------------------------------------------

static mat3 transposed(mat3 A)
{
    return (mat3){col3(A, 0), col3(A, 1), col3(A, 2)};
}

static mat3 sum(mat3 A, mat3 B)
{
    return (mat3){add3(A.x, B.x), add3(A.y, B.y), add3(A.z, B.z)};
}

// Of a mass away from the centre.
static mat3 steiner(double mass, vec3 d)
{
    const double n = dot3(d, d);
    return (mat3){scale3(mass, axpy3(-d.x, d, (vec3){n, 0.0, 0.0})),
                  scale3(mass, axpy3(-d.y, d, (vec3){0.0, n, 0.0})),
                  scale3(mass, axpy3(-d.z, d, (vec3){0.0, 0.0, n}))};
}

tac_robot_solid tac_robot_solid_in(tac_robot_pose a, tac_robot_solid s)
{
    const mat3 R = rotation(a.q);
    return (tac_robot_solid){s.mass, tac_robot_point_in(a, s.com),
                             mulm3(R, mulm3(s.J, transposed(R)))};
}

tac_robot_solid tac_robot_solid_sum(tac_robot_solid a, tac_robot_solid b)
{
    const double mass = a.mass + b.mass;
    if (a.mass == 0.0 || b.mass == 0.0) {
        const tac_robot_solid *has = a.mass != 0.0 ? &a : &b;
        return (tac_robot_solid){mass, has->com, sum(a.J, b.J)};
    }
    const vec3 com = add3(scale3(a.mass / mass, a.com), scale3(b.mass / mass, b.com));
    return (tac_robot_solid){mass, com,
                             sum(sum(a.J, steiner(a.mass, sub3(a.com, com))),
                                 sum(b.J, steiner(b.mass, sub3(b.com, com))))};
}

mat3 tac_robot_inertia(const double six[6])
{
    return (mat3){{six[0], six[3], six[4]}, {six[3], six[1], six[5]}, {six[4], six[5], six[2]}};
}

void tac_robot_six(mat3 J, double six[6])
{
    const double all[6] = {J.x.x, J.y.y, J.z.z, J.x.y, J.x.z, J.y.z};
    for (int k = 0; k < 6; k++) {
        six[k] = all[k];
    }
}

static tac_robot_solid with_moments(double mass, double x, double y, double z)
{
    return (tac_robot_solid){mass, {0.0, 0.0, 0.0}, {{x, 0.0, 0.0}, {0.0, y, 0.0}, {0.0, 0.0, z}}};
}

tac_robot_solid tac_robot_box(vec3 e)
{
    const double m = e.x * e.y * e.z;
    return with_moments(m, m * (e.y * e.y + e.z * e.z) / 12.0, m * (e.x * e.x + e.z * e.z) / 12.0,
                        m * (e.x * e.x + e.y * e.y) / 12.0);
}

tac_robot_solid tac_robot_ellipsoid(vec3 r)
{
    const double m = 4.0 / 3.0 * TAC_PI * r.x * r.y * r.z;
    return with_moments(m, m * (r.y * r.y + r.z * r.z) / 5.0, m * (r.x * r.x + r.z * r.z) / 5.0,
                        m * (r.x * r.x + r.y * r.y) / 5.0);
}

tac_robot_solid tac_robot_cylinder(double r, double l)
{
    const double m = TAC_PI * r * r * l, across = m * (3.0 * r * r + l * l) / 12.0;
    return with_moments(m, across, across, 0.5 * m * r * r);
}

tac_robot_solid tac_robot_capsule(double r, double l)
{
    const tac_robot_solid tube = tac_robot_cylinder(r, l);
    const double ends = 4.0 / 3.0 * TAC_PI * r * r * r; // two half balls
    const double d = 0.5 * l + 0.375 * r;               // of their centres of mass
    const double about_own = ends * r * r * (0.4 - 0.375 * 0.375);
    const double across = tube.J.x.x + about_own + ends * d * d;
    return with_moments(tube.mass + ends, across, across, tube.J.z.z + 0.4 * ends * r * r);
}

tac_robot_solid tac_robot_times(double density, tac_robot_solid s)
{
    return (tac_robot_solid){
        density * s.mass,
        s.com,
        {scale3(density, s.J.x), scale3(density, s.J.y), scale3(density, s.J.z)}};
}
