// Curves of a description's tables: piecewise linear or cubic, with slope and integral.
#ifndef TAC_CURVE_H
#define TAC_CURVE_H

typedef struct tac_curve {
    int n;
    int search;               // halvings that find any segment
    int cubic;                // tac_interpolation (desc.h), 0 is linear
    const double *x;          // (n)
    const double *y;          // (n)
    const double *y2;         // second derivative at both ends of a segment, 0 if linear  (n, 2)
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

enum { TAC_CURVE_ARRAYS = 6 }; // x, y, y2 (2), Y, E

// The curve through n points, which it copies.
//   reads    x, y (n), n >= 2, x rising
//   writes   points (TAC_CURVE_ARRAYS * n): the curve lies there
tac_curve tac_curve_make(int n, const double *x, const double *y, int cubic, double *points);

// Value, derivatives and integral from the first point; beyond the ends linear with the end slope.
tac_curve_value tac_curve_eval(const tac_curve *t, double x);

// How far a curve goes beyond both points of a segment, at most, and where.
typedef struct tac_overshoot {
    double by, at; // 0: it does not
} tac_overshoot;

tac_overshoot tac_curve_overshoot(const tac_curve *t);

#endif
