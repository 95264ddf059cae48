// A wheel where it touches a plane or a road, on lanes.
//
// n is the normal of the plane, s the axis of the wheel, c its centre and p a point of the plane. Contact axes do not spin:
// e_x = s x n / |s x n|, e_y = n x e_x. The wheel leans by gamma, sin gamma = n . s, and reaches the plane along
// r = -(n - (n . s) s) / cos gamma at C = c + R_l r, R_l = (c - p) . n / cos gamma. So
//   r x n = sin gamma / cos gamma (s x n),  r x e_x = -s,  r x e_y = s x n
#ifndef TAC_ELEMENT_WHEEL_H
#define TAC_ELEMENT_WHEEL_H

#include "base/lane.h"
#include "road.h"

typedef struct wheelv {
    vec3v n, s, ex, ey, r; // world axes
    lane sine, cosine;     // of gamma
    lane loaded;           // R_l
    lane friction;         // factor of the road
} wheelv;

// d is c - p.
TAC_INLINE wheelv wheel_on_plane(vec3v n, vec3v s, vec3v d)
{
    wheelv o = {.n = n, .s = s};
    vec3v t = cross3v(s, n);
    o.sine = dot3v(n, s);
    o.cosine = lane_sqrt(dot3v(t, t) + 1e-24); // a wheel that lies down has no direction
    lane inv = 1.0 / o.cosine;
    o.ex = scale3v(inv, t);
    o.ey = cross3v(n, o.ex);
    o.r = scale3v(-inv, axpy3v(-o.sine, s, n));
    o.loaded = dot3v(d, n) * inv;
    o.friction = lane_set(1.0);
    return o;
}

// What is known of a wheel on a road.
typedef struct wheel_sizev {
    lane rolling; // m: where the road is asked, from the centre towards it
    lane width;
} wheel_sizev;

// The plane of a road under a wheel that stands on the plane z = 0 of its frame as `flat` says: a point and the normal, in
// that frame.
TAC_STATIC void plane_of_road(const tac_road *road, vec3v at, vec3v ahead, const wheel_sizev *size,
                              vec3v *point, vec3v *normal, lane *friction)
{
    for (int l = 0; l < TAC_LANES; l++) {
        double x = lane_get(ahead.x, l), y = lane_get(ahead.y, l);
        double inv = 1.0 / sqrt(x * x + y * y + 1e-24);
        tac_road_print print = {.middle = {lane_get(at.x, l), lane_get(at.y, l), NULL},
                                .ahead_x = inv * x,
                                .ahead_y = inv * y,
                                .along = 0.1 * lane_get(size->rolling, l),
                                .across = 0.3 * lane_get(size->width, l)};
        tac_road_surface s;
        tac_road_under(road, &print, NULL, &s);
        double up = 1.0 / sqrt(1.0 + s.slope_x * s.slope_x + s.slope_y * s.slope_y);
        point->x = lane_put(point->x, l, print.middle.x);
        point->y = lane_put(point->y, l, print.middle.y);
        point->z = lane_put(point->z, l, s.height);
        normal->x = lane_put(normal->x, l, -up * s.slope_x);
        normal->y = lane_put(normal->y, l, -up * s.slope_y);
        normal->z = lane_put(normal->z, l, up);
        *friction = lane_put(*friction, l, s.friction);
    }
}

// axis: of the road's frame, world; d is c less its origin.
TAC_STATIC wheelv wheel_on_road(const tac_road *road, const vec3v axis[3], vec3v s, vec3v d,
                                const wheel_sizev *size)
{
    wheelv flat = wheel_on_plane(axis[2], s, d);
    vec3v under = axpy3v(size->rolling, flat.r, d), point = d, normal = d;
    vec3v at = {dot3v(axis[0], under), dot3v(axis[1], under), dot3v(axis[2], under)};
    vec3v ahead = {dot3v(axis[0], flat.ex), dot3v(axis[1], flat.ex), dot3v(axis[2], flat.ex)};
    lane friction = flat.friction;
    plane_of_road(road, at, ahead, size, &point, &normal, &friction);
    vec3v n = axpy3v(normal.z, axis[2], axpy3v(normal.y, axis[1], scale3v(normal.x, axis[0])));
    vec3v p = axpy3v(point.z, axis[2], axpy3v(point.y, axis[1], scale3v(point.x, axis[0])));
    wheelv o = wheel_on_plane(n, s, sub3v(d, p));
    o.friction = friction;
    return o;
}

#endif
