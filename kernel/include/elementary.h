// Sine, cosine, arc tangent, exponential and logarithm that give the same bits everywhere.
//
// libm's versions change bits between processors with and without FMA ([realtime] replay traps), so
// the step and the loader use these: range reduction by three-part pi/2 and minimax polynomials,
// only + - * / in a fixed order.
//   error   sine and cosine below 1 ulp for |x| <= 1e6, then below 1.2e-16 |x| absolute up to 1e9;
//           arc tangent below 2 ulp; exponential of up to 700 and logarithm below 1 ulp
//   cost    bounded; cannot fail; non-finite or huge arguments give a non-finite result
#ifndef TAC_ELEMENTARY_H
#define TAC_ELEMENTARY_H

#define TAC_PI 3.14159265358979323846

typedef struct tac_sincos_pair {
    double sin, cos;
} tac_sincos_pair;

tac_sincos_pair tac_sincos(double x);

// Angle of the point (x, y) in (-pi, pi]; 0 at the origin.
double tac_atan2(double y, double x);

// Of -700 to 700.
double tac_exp(double x);

// Natural logarithm of a normal number above zero.
double tac_log(double x);

#endif
