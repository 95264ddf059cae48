// A linear table with corners over a step: its mean along a path, behind a compliance h w
// (sided.h). One lane after the other: where a lane looks depends on its data.
#ifndef TAC_LAW_CORNERED_TABLE_H
#define TAC_LAW_CORNERED_TABLE_H

#include "element/law.h"

// Of a limited table: slope as the model asks for it, and as it is felt.
typedef struct point {
    double y, slope, limited, energy;
    int segment;
} point;

// A linear table behind a compliance is a linear table: its points are (x + hw y, y).
TAC_STATIC point on_rising(const tac_curve *t, double hw, double u)
{
    int low = 0, high = t->n - 1;
    for (int k = 0; k < t->search; k++) {
        int mid = (low + high) / 2;
        int right = u >= t->x[mid] + hw * t->y[mid], found = mid == low;
        low = pick_index(right, mid, low);
        high = pick_index(right | found, high, mid);
    }
    // from its end that is nearer to u
    double left = u - (t->x[low] + hw * t->y[low]);
    double right = u - (t->x[low + 1] + hw * t->y[low + 1]);
    int from_right = fabs(right) < fabs(left);
    double y0 = pick(from_right, t->y[low + 1], t->y[low]);
    double energy = pick(from_right, t->E[low + 1], t->E[low]);
    double slope = (t->y[low + 1] - t->y[low]) / (t->x[low + 1] - t->x[low]);
    double in = pick(from_right, right, left) / (1.0 + hw * slope), y = y0 + slope * in;
    return (point){y, slope, slope / (1.0 + hw * slope),
                   energy + 0.5 * in * (y0 + y) + 0.5 * hw * y * y, low};
}

// Where the force falls a compliance would make it fall faster, and turn the table back in the end.
// There the way is as long as it takes for a slope of a quarter of 1 / hw.
TAC_STATIC double length_of(const tac_curve *t, double hw, int segment)
{
    double x = t->x[segment + 1] - t->x[segment], y = t->y[segment + 1] - t->y[segment];
    return pick(y < 0.0, pick(x > -4.0 * hw * y, x, -4.0 * hw * y), x + hw * y);
}

// An end of a segment as it is felt: where it lies, and its potential.
typedef struct segment_end {
    double at, energy;
} segment_end;

// The point at u from the end of a segment that is nearer to it, if it lies there; else what it
// was.
TAC_STATIC point if_there(const tac_curve *t, double hw, int segment, segment_end left,
                          segment_end right, double u, int there, point was)
{
    double y0 = t->y[segment], y1 = t->y[segment + 1], rise = y1 - y0;
    int from_right = fabs(u - right.at) < fabs(u - left.at);
    double limited = rise / length_of(t, hw, segment), in = u - pick(from_right, right.at, left.at);
    double from = pick(from_right, y1, y0), y = from + limited * in;
    double energy = pick(from_right, right.energy, left.energy) + 0.5 * in * (from + y);
    double slope = rise / (t->x[segment + 1] - t->x[segment]);
    return (point){pick(there, y, was.y), pick(there, slope, was.slope),
                   pick(there, limited, was.limited), pick(there, energy, was.energy),
                   pick_index(there, segment, was.segment)};
}

// The end after one, over a segment upwards or (sign -1) downwards.
TAC_STATIC segment_end end_behind(const tac_curve *t, double hw, int segment, segment_end from,
                                  double sign)
{
    double half = 0.5 * sign * length_of(t, hw, segment);
    return (segment_end){from.at + 2.0 * half,
                         from.energy + half * (t->y[segment] + t->y[segment + 1])};
}

// A table with falling force: its segments as long as they are felt, from the point with the least
// force on.
TAC_STATIC point on_falling(const tac_curve *t, double hw, double u)
{
    int least = 0;
    for (int i = 1; i < t->n; i++) {
        least = pick_index(fabs(t->y[i]) < fabs(t->y[least]), i, least);
    }
    segment_end right = {t->x[least] + hw * t->y[least], 0.5 * hw * t->y[least] * t->y[least]};
    segment_end left = right;
    point p = {0.0, 0.0, 0.0, 0.0, 0};
    // both ways at once, whatever the point in the middle is, in as many instructions
    for (int i = 0; i < t->n - 1; i++) {
        int up = least + i < t->n - 1, down = least - 1 - i >= 0;
        int above = pick_index(up, least + i, t->n - 2), below = pick_index(down, least - 1 - i, 0);
        segment_end next = end_behind(t, hw, above, right, 1.0);
        p = if_there(t, hw, above, right, next, u, up & ((u >= right.at) | (i == 0)), p);
        right = (segment_end){pick(up, next.at, right.at), pick(up, next.energy, right.energy)};
        next = end_behind(t, hw, below, left, -1.0);
        int there = down & ((u < left.at) | ((least == t->n - 1) & (i == 0)));
        p = if_there(t, hw, below, next, left, u, there, p);
        left = (segment_end){pick(down, next.at, left.at), pick(down, next.energy, left.energy)};
    }
    return p;
}

TAC_STATIC point on_table(const tac_curve *t, double hw, double u)
{
    return t->falls ? on_falling(t, hw, u) : on_rising(t, hw, u);
}

// Its mean from u0 to u1, the slope of that by u1, and what it has at u1.
typedef struct corners {
    double mean, slope, end, limited, energy;
    int closed; // on another part of the table than the flattest
} corners;

TAC_STATIC corners from_to(const tac_curve *t, double hw, double u0, double u1)
{
    point a = on_table(t, hw, u0), b = on_table(t, hw, u1), rest = on_table(t, hw, 0.0);
    double d = u1 - u0, average = 0.5 * (a.y + b.y);
    // along one segment the average is exact
    int bent = (a.segment != b.segment) & (fabs(d) > 1e-9 * (t->x[t->n - 1] - t->x[0]));
    double by = pick(bent, d, 1.0), quotient = (b.energy - a.energy) / by;
    double mean = pick(bent, quotient, average);
    return (corners){.mean = mean,
                     .slope = pick(bent, (b.y - mean) / by, 0.5 * b.limited),
                     .end = b.y,
                     .limited = pick(b.limited > 0.0, b.limited, 0.0),
                     .energy = b.energy - rest.energy,
                     .closed = fabs(b.slope) > t->flattest};
}

typedef struct cornersv {
    lane mean, slope, end, limited, energy, closed;
} cornersv;

// Of table k in all lanes.
TAC_STATIC cornersv on_corners(const tac_law_self *s, int k, lane hw, lane u0, lane u1)
{
    lane zero = lane_set(0.0);
    cornersv all = {zero, zero, zero, zero, zero, zero};
    for (int l = 0; l < s->n; l++) {
        corners c = from_to(law_table(s, k, l), lane_get(hw, l), lane_get(u0, l), lane_get(u1, l));
        all.mean = lane_put(all.mean, l, c.mean);
        all.slope = lane_put(all.slope, l, c.slope);
        all.end = lane_put(all.end, l, c.end);
        all.limited = lane_put(all.limited, l, c.limited);
        all.energy = lane_put(all.energy, l, c.energy);
        all.closed = lane_put(all.closed, l, pick(c.closed, 1.0, 0.0));
    }
    return (cornersv){law_repeat(s, all.mean),   law_repeat(s, all.slope),
                      law_repeat(s, all.end),    law_repeat(s, all.limited),
                      law_repeat(s, all.energy), law_repeat(s, all.closed)};
}

#endif
