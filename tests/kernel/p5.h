// The flexible slider-crank of the test set of initial value problems, by hand: a rod with two lateral and two
// longitudinal shapes that are fixed to its pin.
#ifndef TAC_TEST_P5_H
#define TAC_TEST_P5_H

#include "prepared.h"

enum { P5_MODES = 4, P5_CRANK = 0, P5_ROD = 1, P5_SLIDER = 2 };

typedef struct p5 {
    mechanism *m;
    double T[16]; // shown coordinates are T times modal ones
    double omega[4], zeta[4], Ct[12], I[36], S[96], phi[2][12], psi[2][12], q[4], qd[4];
    tac_interface_desc interface[2];
    tac_flex_desc flex;
} p5;

// consistent: with the mass block of quadratic shapes, else as published. stiffer: times the stiffness.
void p5_build(p5 *p, bool consistent, double stiffer);
// phi2, x3, q1 .. q4 of a state.
void p5_read(const p5 *p, const prepared *r, double out[6]);

#endif
