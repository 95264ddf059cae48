#include "road.h"

#include <math.h>

#include "base/pick.h"

// ---- tracks --------------------------------------------------------------------------------------

// Weight of the left track: 3 s^2 - 2 s^3 of s = y/blend + 1/2 between 0 and 1.
tac_road_surface tac_road_of_tracks(const tac_road *road, const tac_road_point *where,
                                    tac_track left, tac_track right, double blend)
{
    tac_road_surface out = tac_level_road(road, where);
    double raw = where->y / blend + 0.5, s = pick(raw < 0.0, 0.0, pick(raw > 1.0, 1.0, raw));
    double w = s * s * (3.0 - 2.0 * s), dw = 6.0 * s * (1.0 - s) / blend;
    int inside = (raw > 0.0) & (raw < 1.0);
    double ddw = pick(inside, (6.0 - 12.0 * s) / (blend * blend), 0.0);
    double more = left.z - right.z, more_x = left.dz - right.dz;
    out.height = right.z + w * more;
    out.slope_x = right.dz + w * more_x;
    out.slope_y = dw * more;
    out.xx = right.ddz + w * (left.ddz - right.ddz);
    out.xy = dw * more_x;
    out.yy = ddw * more;
    return out;
}

// ---- under a wheel -------------------------------------------------------------------------------

static void add_surface(tac_road_surface *sum, const tac_road_surface *s)
{
    sum->height += s->height;
    sum->slope_x += s->slope_x;
    sum->slope_y += s->slope_y;
    sum->friction += s->friction;
    sum->rate += s->rate;
    sum->xx += s->xx;
    sum->xy += s->xy;
    sum->yy += s->yy;
}

// All four points look from where the middle is, which the memory then has.
void tac_road_under(const tac_road *road, const tac_road_print *print, double *memory,
                    tac_road_surface *out)
{
    tac_road_at(road, &print->middle, memory, out);
    if (road->of.envelope <= 1) {
        return;
    }
    double u = out->u, v = out->v;
    tac_road_surface sum = {.height = 0.0};
    for (int i = 0; i < 4; i++) {
        double a = i & 1 ? print->along : -print->along, b = i & 2 ? print->across : -print->across;
        tac_road_point at = print->middle;
        at.x += a * print->ahead_x - b * print->ahead_y;
        at.y += a * print->ahead_y + b * print->ahead_x;
        double near = memory ? *memory : TAC_ROAD_UNKNOWN;
        tac_road_surface one;
        tac_road_at(road, &at, memory ? &near : NULL, &one);
        add_surface(&sum, &one);
    }
    *out = (tac_road_surface){.height = 0.25 * sum.height,
                              .slope_x = 0.25 * sum.slope_x,
                              .slope_y = 0.25 * sum.slope_y,
                              .friction = 0.25 * sum.friction,
                              .rate = 0.25 * sum.rate,
                              .xx = 0.25 * sum.xx,
                              .xy = 0.25 * sum.xy,
                              .yy = 0.25 * sum.yy,
                              .u = u,
                              .v = v,
                              .u_x = out->u_x,
                              .u_y = out->u_y,
                              .v_x = out->v_x,
                              .v_y = out->v_y};
}

// ---- nearest point -------------------------------------------------------------------------------

// Newton's method on x - X + (h - Z) h_x = 0 and the same of y, from below the point. What it leaves of
// the distance is the square of what it leaves of the place. Where the road bends more than the point is
// high, several of its points are nearest; the least determinant keeps numbers finite there.
enum { SEARCHES = 4 };
static const double least_determinant = 0.05;

void tac_road_nearest(const tac_road *road, const struct tac_signal *signal, vec3 point,
                      tac_road_foot *out)
{
    tac_road_point at = {point.x, point.y, signal};
    tac_road_surface *s = &out->surface;
    tac_road_at(road, &at, NULL, s);
    for (int i = 0; i < SEARCHES; i++) {
        double up = s->height - point.z;
        double fx = at.x - point.x + up * s->slope_x, fy = at.y - point.y + up * s->slope_y;
        double a = 1.0 + s->slope_x * s->slope_x + up * s->xx;
        double b = s->slope_x * s->slope_y + up * s->xy;
        double c = 1.0 + s->slope_y * s->slope_y + up * s->yy;
        double det = a * c - b * b, inv = 1.0 / pick(det > least_determinant, det, 1.0);
        int bends = (det > least_determinant) & (a > 0.0);
        at.x -= pick(bends, inv * (c * fx - b * fy), 0.5 * fx);
        at.y -= pick(bends, inv * (a * fy - b * fx), 0.5 * fy);
        tac_road_at(road, &at, NULL, s);
    }
    double inv = 1.0 / sqrt(1.0 + s->slope_x * s->slope_x + s->slope_y * s->slope_y);
    vec3 foot = {at.x, at.y, s->height};
    out->normal = (vec3){-inv * s->slope_x, -inv * s->slope_y, inv};
    out->distance = dot3(out->normal, sub3(point, foot));
    out->rate = -inv * s->rate;
}

// The Hessian of the distance is that of the height, less, across the normal and over the length of
// (slopes, 1): H0. At a distance d it is H0 (1 + d H0)^-1, in the plane of two unit vectors across.
double tac_road_curving(const tac_road_foot *foot, vec3 v)
{
    const tac_road_surface *s = &foot->surface;
    vec3 n = foot->normal;
    double to_x = 1.0 / sqrt(1.0 + s->slope_x * s->slope_x);
    vec3 p = {to_x, 0.0, to_x * s->slope_x}, q = cross3(n, p);
    double pp = -n.z * p.x * p.x * s->xx;
    double pq = -n.z * p.x * (q.x * s->xx + q.y * s->xy);
    double qq = -n.z * (q.x * q.x * s->xx + 2.0 * q.x * q.y * s->xy + q.y * q.y * s->yy);
    double a = 1.0 + foot->distance * pp, b = foot->distance * pq, c = 1.0 + foot->distance * qq;
    double det = a * c - b * b, inv = 1.0 / pick(det > least_determinant, det, 1.0);
    double vp = dot3(p, v), vq = dot3(q, v);
    // (1 + d H0)^-1 v, then v . H0 of that
    double wp = inv * (c * vp - b * vq), wq = inv * (a * vq - b * vp);
    return vp * (pp * wp + pq * wq) + vq * (pq * wp + qq * wq);
}
