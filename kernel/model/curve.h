// Curves of a description's tables: piecewise linear or natural cubic spline, with slope and integral.
#ifndef TAC_CURVE_H
#define TAC_CURVE_H

typedef struct tac_curve {
    int n;
    int search; // halvings that find any segment
    int cubic;
    const double *x;  // (n)
    const double *y;  // (n)
    const double *y2; // second derivative at the points, 0 if linear         (n)
    const double *Y;  // integral from x[0]                                   (n)
} tac_curve;

typedef struct tac_curve_value {
    double y, dy, ddy, Y;
} tac_curve_value;

//   reads    x, y (n)
//   writes   y2, Y (n), as in tac_curve
void tac_curve_prepare(int n, const double *x, const double *y, int cubic, double *y2, double *Y);

// Value, derivatives and integral from the first point; beyond the ends linear with the end slope.
tac_curve_value tac_curve_eval(const tac_curve *t, double x);

#endif
