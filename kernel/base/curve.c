// Tables: piecewise linear or natural cubic spline, with slope and integral.
#include "curve.h"

#include <math.h>
#include <string.h>

#include "pick.h"

// Second derivatives of the natural spline by the tridiagonal system, then the running integral.
static void integrate(int n, const double *x, const double *y, int cubic, double *y2, double *Y)
{
    for (int i = 0; i < n; i++) {
        y2[i] = 0.0;
    }
    if (cubic) {
        // forward elimination; Y holds the right-hand sides meanwhile
        double upper = 0.0; // superdiagonal of the row above, divided by its pivot
        Y[0] = 0.0;
        for (int i = 1; i < n - 1; i++) {
            double ha = x[i] - x[i - 1], hb = x[i + 1] - x[i];
            double rhs = 6.0 * ((y[i + 1] - y[i]) / hb - (y[i] - y[i - 1]) / ha);
            double pivot = 2.0 * (ha + hb) - ha * upper;
            upper = hb / pivot;
            y2[i] = upper;
            Y[i] = (rhs - ha * Y[i - 1]) / pivot;
        }
        // back substitution
        double next = 0.0;
        for (int i = n - 2; i >= 1; i--) {
            next = Y[i] - y2[i] * next;
            y2[i] = next;
        }
    }
    Y[0] = 0.0;
    for (int i = 1; i < n; i++) {
        double h = x[i] - x[i - 1];
        Y[i] = Y[i - 1] + 0.5 * h * (y[i - 1] + y[i]) - h * h * h / 24.0 * (y2[i - 1] + y2[i]);
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
        double h = t->x[i] - t->x[i - 1], m0 = t->y2[i - 1], m1 = t->y2[i];
        double chord = (t->y[i] - t->y[i - 1]) / h, first = chord - h / 6.0 * (2.0 * m0 + m1);
        double turn = m0 * m1 < 0.0 ? m0 * h / (m0 - m1) : 0.0;
        const double slope[] = {first, chord + h / 6.0 * (m0 + 2.0 * m1), first + 0.5 * m0 * turn};
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
    double *own_x = points, *own_y = own_x + n, *y2 = own_y + n, *Y = y2 + n, *E = Y + n;
    memcpy(own_x, x, (size_t)n * sizeof *x);
    memcpy(own_y, y, (size_t)n * sizeof *y);
    integrate(n, x, y, cubic, y2, Y);
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
    double m0 = t->y2[low], m1 = t->y2[low + 1];
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
