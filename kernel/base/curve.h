// Curves of a description's tables: piecewise linear or natural cubic spline, with slope and
// integral.
#ifndef TAC_CURVE_H
#define TAC_CURVE_H

typedef struct tac_curve {
    int n;
    int search; // halvings that find any segment
    int cubic;
    const double *x;          // (n)
    const double *y;          // (n)
    const double *y2;         // second derivative at the points, 0 if linear         (n)
    const double *Y;          // integral from x[0]                                   (n)
    const double *E;          // of a linear table: integral from the point with the least |y|  (n)
    double flattest;          // least |slope| between two points
    double steepest, softest; // largest and least slope anywhere, below zero where it falls
    int falls;                // from some point to the next
    double peak;              // largest |y|
} tac_curve;

typedef struct tac_curve_value {
    double y, dy, ddy, Y;
    int segment; // points before and behind are segment and segment + 1
} tac_curve_value;

enum { TAC_CURVE_ARRAYS = 5 }; // x, y, y2, Y, E

// The curve through n points, which it copies.
//   reads    x, y (n), n >= 2, x rising
//   writes   points (TAC_CURVE_ARRAYS * n): the curve lies there
tac_curve tac_curve_make(int n, const double *x, const double *y, int cubic, double *points);

// Value, derivatives and integral from the first point; beyond the ends linear with the end slope.
tac_curve_value tac_curve_eval(const tac_curve *t, double x);

#endif
