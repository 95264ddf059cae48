// Tables: piecewise linear or cubic, with slope and integral.
#include "curve.h"

#include <math.h>
#include <string.h>

#include "desc.h"
#include "pick.h"

// A row of the tridiagonal system of second derivatives, m: before, at and behind a point.
typedef struct spline_row {
    double before, at, behind, rhs;
} spline_row;

static double chord(const double *x, const double *y, int i)
{
    return (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
}

// Of a point between two others. Those beside an end have eliminated it: its m is zero (natural), or such that the
// curve is level there, or one cubic with the next segment.
static spline_row row_of(int n, const double *x, const double *y, int ends, int i)
{
    double ha = x[i] - x[i - 1], hb = x[i + 1] - x[i];
    spline_row row = {ha, 2.0 * (ha + hb), hb,
                      6.0 * ((y[i + 1] - y[i]) / hb - (y[i] - y[i - 1]) / ha)};
    if (ends == TAC_CLAMPED) {
        row.at -= i == 1 ? 0.5 * ha : 0.0;
        row.rhs -= i == 1 ? 3.0 * chord(x, y, 0) : 0.0;
        row.at -= i == n - 2 ? 0.5 * hb : 0.0;
        row.rhs += i == n - 2 ? 3.0 * chord(x, y, n - 2) : 0.0;
    }
    if (ends == TAC_NOT_A_KNOT && n > 3) {
        row.at += i == 1 ? ha * (1.0 + ha / hb) : 0.0;
        row.behind -= i == 1 ? ha * (ha / hb) : 0.0;
        row.at += i == n - 2 ? hb * (1.0 + hb / ha) : 0.0;
        row.before -= i == n - 2 ? hb * (hb / ha) : 0.0;
    }
    return row;
}

// Second derivatives at both ends from those beside them.
static void end_splines(int n, const double *x, const double *y, int ends, double *m)
{
    double h0 = x[1] - x[0], h1 = x[n - 1] - x[n - 2];
    if (ends == TAC_CLAMPED) {
        double first = 6.0 * chord(x, y, 0) / h0, last = -6.0 * chord(x, y, n - 2) / h1;
        m[0] = n == 2 ? first : 0.5 * (first - m[1]);
        m[n - 1] = n == 2 ? last : 0.5 * (last - m[n - 2]);
    }
    if (ends == TAC_NOT_A_KNOT && n == 3) { // a parabola
        m[0] = m[1] = m[2] = 2.0 * (chord(x, y, 1) - chord(x, y, 0)) / (x[2] - x[0]);
    }
    if (ends == TAC_NOT_A_KNOT && n > 3) {
        m[0] = m[1] + h0 / (x[2] - x[1]) * (m[1] - m[2]);
        m[n - 1] = m[n - 2] + h1 / (x[n - 2] - x[n - 3]) * (m[n - 2] - m[n - 3]);
    }
}

// Second derivatives of a spline by the tridiagonal system; `upper` is temporary.
static void spline(int n, const double *x, const double *y, int ends, double *m, double *upper)
{
    for (int i = 0; i < n; i++) {
        m[i] = upper[i] = 0.0;
    }
    // forward elimination: of a row what is right of its diagonal, divided by its pivot
    for (int i = 1; i < n - 1; i++) {
        spline_row row = row_of(n, x, y, ends, i);
        double pivot = row.at - row.before * upper[i - 1];
        upper[i] = row.behind / pivot;
        m[i] = (row.rhs - row.before * m[i - 1]) / pivot;
    }
    // back substitution
    double next = 0.0;
    for (int i = n - 2; i >= 1; i--) {
        next = m[i] - upper[i] * next;
        m[i] = next;
    }
    end_splines(n, x, y, ends, m);
}

// Slope at an end from the first two segments, of the sign of the first and no steeper than three times.
static double end_slope(double ha, double hb, double a, double b)
{
    double slope = ((2.0 * ha + hb) * a - ha * b) / (ha + hb);
    if (!(slope * a > 0.0)) {
        return 0.0;
    }
    return a * b < 0.0 && fabs(slope) > 3.0 * fabs(a) ? 3.0 * a : slope;
}

// Slope of a monotone curve at a point (Fritsch and Butland): zero at a turn.
static double monotone_slope(int n, const double *x, const double *y, int i)
{
    if (n == 2) {
        return chord(x, y, 0);
    }
    if (i == 0 || i == n - 1) {
        int near = i == 0 ? 0 : n - 2, next = i == 0 ? 1 : n - 3;
        return end_slope(x[near + 1] - x[near], x[next + 1] - x[next], chord(x, y, near),
                         chord(x, y, next));
    }
    double ha = x[i] - x[i - 1], hb = x[i + 1] - x[i];
    double a = chord(x, y, i - 1), b = chord(x, y, i);
    if (!(a * b > 0.0)) {
        return 0.0;
    }
    return 3.0 * (ha + hb) / ((2.0 * hb + ha) / a + (hb + 2.0 * ha) / b);
}

// Second derivatives at both ends of every segment (n, 2), then the running integral; E is temporary.
static void integrate(int n, const double *x, const double *y, int cubic, double *y2, double *Y,
                      double *E)
{
    for (int i = 0; i < n; i++) {
        Y[i] = 0.0;
    }
    if (cubic == TAC_MONOTONE) {
        for (int i = 0; i < n; i++) {
            Y[i] = monotone_slope(n, x, y, i);
        }
    } else if (cubic) {
        spline(n, x, y, cubic, Y, E);
    }
    for (int i = 0; i < n - 1; i++) {
        double h = x[i + 1] - x[i], first = Y[i], last = Y[i + 1];
        if (cubic == TAC_MONOTONE) {
            double a = first - chord(x, y, i), b = last - chord(x, y, i);
            first = -(4.0 * a + 2.0 * b) / h;
            last = (2.0 * a + 4.0 * b) / h;
        }
        y2[2 * i] = first;
        y2[2 * i + 1] = last;
    }
    y2[2 * n - 2] = y2[2 * n - 1] = 0.0;
    Y[0] = 0.0;
    for (int i = 1; i < n; i++) {
        double h = x[i] - x[i - 1];
        Y[i] = Y[i - 1] + 0.5 * h * (y[i - 1] + y[i]) -
               h * h * h / 24.0 * (y2[2 * i - 2] + y2[2 * i - 1]);
    }
}

// From the point with the least |y|: values near it are small, and exact.
static void fill_energies(int n, const double *x, const double *y, double *E)
{
    int from = 0;
    for (int i = 1; i < n; i++) {
        from = fabs(y[i]) < fabs(y[from]) ? i : from;
    }
    E[from] = 0.0;
    for (int i = from + 1; i < n; i++) {
        E[i] = E[i - 1] + 0.5 * (x[i] - x[i - 1]) * (y[i] + y[i - 1]);
    }
    for (int i = from - 1; i >= 0; i--) {
        E[i] = E[i + 1] - 0.5 * (x[i + 1] - x[i]) * (y[i + 1] + y[i]);
    }
}

// Slopes of a segment are a parabola over its length: largest and least at its ends or where that
// turns.
static void find_slopes(tac_curve *t)
{
    t->steepest = -HUGE_VAL;
    t->softest = HUGE_VAL;
    for (int i = 1; i < t->n; i++) {
        double h = t->x[i] - t->x[i - 1], m0 = t->y2[2 * i - 2], m1 = t->y2[2 * i - 1];
        double mean = (t->y[i] - t->y[i - 1]) / h, first = mean - h / 6.0 * (2.0 * m0 + m1);
        double turn = m0 * m1 < 0.0 ? m0 * h / (m0 - m1) : 0.0;
        const double slope[] = {first, mean + h / 6.0 * (m0 + 2.0 * m1), first + 0.5 * m0 * turn};
        for (int k = 0; k < 3; k++) {
            t->steepest = slope[k] > t->steepest ? slope[k] : t->steepest;
            t->softest = slope[k] < t->softest ? slope[k] : t->softest;
        }
    }
}

static void measure(tac_curve *t)
{
    find_slopes(t);
    t->flattest = HUGE_VAL;
    t->peak = fabs(t->y[0]);
    for (int i = 1; i < t->n; i++) {
        double rise = t->y[i] - t->y[i - 1];
        double slope = fabs(rise / (t->x[i] - t->x[i - 1]));
        t->flattest = slope < t->flattest ? slope : t->flattest;
        t->falls |= rise < 0.0;
        t->peak = fabs(t->y[i]) > t->peak ? fabs(t->y[i]) : t->peak;
    }
}

tac_curve tac_curve_make(int n, const double *x, const double *y, int cubic, double *points)
{
    double *own_x = points, *own_y = own_x + n, *y2 = own_y + n, *Y = y2 + 2 * n, *E = Y + n;
    memcpy(own_x, x, (size_t)n * sizeof *x);
    memcpy(own_y, y, (size_t)n * sizeof *y);
    integrate(n, x, y, cubic, y2, Y, E);
    fill_energies(n, x, y, E);
    tac_curve t = {
        .n = n, .search = 1, .cubic = cubic, .x = own_x, .y = own_y, .y2 = y2, .Y = Y, .E = E};
    while ((1 << t.search) < n) {
        t.search++;
    }
    measure(&t);
    return t;
}

tac_curve_value tac_curve_eval(const tac_curve *t, double x)
{
    // segment by a fixed number of halvings
    int low = 0, high = t->n - 1;
    for (int k = 0; k < t->search; k++) {
        int mid = (low + high) / 2;
        int right = x >= t->x[mid], found = mid == low;
        low = pick_index(right, mid, low);
        high = pick_index(right | found, high, mid);
    }
    // inside the segment cubic, outside linear with the end slope
    double x0 = t->x[low], h = t->x[low + 1] - x0;
    double m0 = t->y2[2 * low], m1 = t->y2[2 * low + 1];
    double first = t->x[0], last = t->x[t->n - 1];
    double inside = pick(x < first, first, pick(x > last, last, x));
    double u = inside - x0, out = x - inside;
    double slope0 = (t->y[low + 1] - t->y[low]) / h - h / 6.0 * (2.0 * m0 + m1);
    double curve = (m1 - m0) / h;
    double value = t->y[low] + u * (slope0 + u * (0.5 * m0 + u * curve / 6.0));
    double slope = slope0 + u * (m0 + u * 0.5 * curve);
    double area = u * (t->y[low] + u * (slope0 / 2.0 + u * (m0 / 6.0 + u * curve / 24.0)));
    return (tac_curve_value){
        .y = value + out * slope,
        .dy = slope,
        .ddy = pick(out == 0.0, m0 + u * curve, 0.0),
        .Y = t->Y[low] + area + out * (value + 0.5 * out * slope),
        .segment = low,
    };
}

// Of a segment, where its slope is zero: at most twice.
static void widen_overshoot(const tac_curve *t, int i, tac_overshoot *most)
{
    double h = t->x[i + 1] - t->x[i], m0 = t->y2[2 * i], m1 = t->y2[2 * i + 1];
    double first = (t->y[i + 1] - t->y[i]) / h - h / 6.0 * (2.0 * m0 + m1);
    double bend = 0.5 * (m1 - m0) / h, root2 = m0 * m0 - 4.0 * bend * first;
    double high = fmax(t->y[i], t->y[i + 1]), low = fmin(t->y[i], t->y[i + 1]);
    double q = -0.5 * (m0 + copysign(sqrt(fmax(root2, 0.0)), m0));
    const double u[2] = {bend != 0.0 ? q / bend : -1.0, q != 0.0 ? first / q : -1.0};
    for (int k = 0; k < 2 && root2 >= 0.0; k++) {
        if (u[k] > 0.0 && u[k] < h) {
            double y = tac_curve_eval(t, t->x[i] + u[k]).y, by = fmax(y - high, low - y);
            if (by > most->by) {
                *most = (tac_overshoot){by, t->x[i] + u[k]};
            }
        }
    }
}

tac_overshoot tac_curve_overshoot(const tac_curve *t)
{
    tac_overshoot most = {0.0, 0.0};
    for (int i = 0; i < t->n - 1 && t->cubic; i++) {
        widen_overshoot(t, i, &most);
    }
    return most;
}
