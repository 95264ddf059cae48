// Arc tangent on lanes, without branches on data. elementary.c is the instance with one lane.
#ifndef TAC_LANE_ELEMENTARY_H
#define TAC_LANE_ELEMENTARY_H

#include "elementary.h"
#include "lane.h"

// Polynomial coefficients are those of fdlibm, see the notice in elementary.c.
TAC_INLINE lane lane_atan_unit(lane y, lane x) // atan(y / x), 0 <= y <= x, x > 0
{
    // atan(y/x) = atan(b) + atan((y - b x) / (x + b y)) with b = 0, 1/2 or 1 so that |t| <= 7/16
    lane zero = lane_set(0.0);
    lane_mask half = lane_less(0.4375 * x, y), full = lane_less(0.6875 * x, y);
    lane b = lane_pick(full, lane_set(1.0), lane_pick(half, lane_set(0.5), zero));
    lane high = lane_pick(full, lane_set(7.85398163397448278999e-01),
                          lane_pick(half, lane_set(4.63647609000806093515e-01), zero));
    lane low = lane_pick(full, lane_set(3.06161699786838301793e-17),
                         lane_pick(half, lane_set(2.26987774529616870924e-17), zero));
    lane t = (y - b * x) / (x + b * y);
    lane z = t * t;
    lane w = z * z;
    lane odd =
        z * (3.33333333333329318027e-01 +
             w * (1.42857142725034663711e-01 +
                  w * (9.09088713343650656196e-02 +
                       w * (6.66107313738753120669e-02 +
                            w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
    lane even =
        w * (-1.99999999998764832476e-01 +
             w * (-1.11111104054623557880e-01 +
                  w * (-7.69187620504482999495e-02 +
                       w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
    return high - ((t * (odd + even) - low) - t);
}

// Angle of the point (x, y) in (-pi, pi]; 0 at the origin.
TAC_INLINE lane lane_atan2(lane y, lane x)
{
    lane zero = lane_set(0.0), ay = lane_abs(y), ax = lane_abs(x);
    lane_mask steep = lane_less(ax, ay);
    lane large = lane_pick(steep, ay, ax), small = lane_pick(steep, ax, ay);
    large = lane_pick(lane_less(zero, large), large, large + 1.0); // the origin; keeps NaN
    lane angle = lane_atan_unit(small, large);
    angle = lane_pick(steep, 0.5 * TAC_PI - (angle - 6.12323399573676603587e-17), angle);
    angle = lane_pick(lane_less(x, zero), TAC_PI - (angle - 1.22464679914735317720e-16), angle);
    return lane_pick(lane_less(y, zero), -angle, angle);
}

#endif
