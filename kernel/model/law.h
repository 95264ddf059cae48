// Force laws of compliant elements, at an instant. Those of contacts act over a step (one_sided.h).
#ifndef TAC_LAW_H
#define TAC_LAW_H

#include "source.h"
#include "tables.h"

// Compliances of a row are bounded by this many times its share of W: a law without slope at the
// moment (an open contact) then leaves the row free.
static const double tac_no_stiffness = 1e12;
// Of a friction. Where a drive moves its coordinate its share of W is 1e-9 of the row's own, and it has to be free there too.
static const double tac_no_friction_stiffness = 1e21;

//   reads    x, xd (n_row): coordinates and rates of the element's rows
//   writes   f, dfdx, dfdxd (n_row); returns the stored energy
double tac_law(const tac_model *m, const tac_element *e, const tac_signal *signal, const double *x,
               const double *xd, double *f, double *dfdx, double *dfdxd);

// Stiffness k + 2 c/dt that row k of a law with two sides may come to; 0 of others. Forces of friction are bounded.
double tac_law_stiffness(const tac_model *m, const tac_element *e, int k, double dt);

#endif
