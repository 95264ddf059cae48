// The two filters that washout is made of, after the trapezoidal rule.
//
// Second order, y'' + 2 d w y' + w^2 y = u: with the input u it gives, at the same time,
//   w^2 y   low-pass   w^2 / (s^2 + 2 d w s + w^2)    of u
//   y       the high-passed u, integrated twice:  1 / (s^2 + 2 d w s + w^2)
//   v = y'  the high-passed u, integrated once:   s / (s^2 + 2 d w s + w^2)
// so that no integrator stands alone and nothing can drift. First order, high-pass: s / (s + w).
//
// The trapezoidal rule is the bilinear transform, s = 2/T (z - 1)/(z + 1): stable for every step,
// and true to the continuous filter far below the rate of the cycles. States are positions and
// velocities rather than delays, so low frequencies lose no digits.
#ifndef TAC_FILTER_H
#define TAC_FILTER_H

typedef struct tac_second_order {
    double w2, c; // w^2 and 2 d w
    double y, v, a;
} tac_second_order;

typedef struct tac_first_order {
    double w, z, out; // z' = out = u - w z
} tac_first_order;

// Frequency in Hz; at rest.
void tac_second_order_init(tac_second_order *f, double frequency, double damping);
void tac_first_order_init(tac_first_order *f, double frequency); // 0: lets everything pass

// Back to rest.
void tac_second_order_reset(tac_second_order *f);
void tac_first_order_reset(tac_first_order *f);

// One step of dt s with the input u at its end; the results stand in y, v and out.
void tac_second_order_step(tac_second_order *f, double u, double dt);
double tac_first_order_step(tac_first_order *f, double u, double dt);

static inline double tac_second_order_low(const tac_second_order *f)
{
    return f->w2 * f->y;
}

#endif
