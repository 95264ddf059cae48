// What row_geometry.h says of one element, for tests: no other code asks for it element by element.
#ifndef TAC_TEST_SINGLE_ROWS_H
#define TAC_TEST_SINGLE_ROWS_H

#include "model/rows.h"

// gamma (n_row): Phi_q qdd = gamma keeps the second derivative of the rows at zero.
void single_gamma(const tac_element *e, const tac_pose *pa, const tac_pose *pb,
                  const tac_signal *signal, double *gamma);

// Twist of b in a about z, made continuous with the one before.
double single_twist(quat q_ab, double before);

#endif
