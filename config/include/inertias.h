// Moments of inertia that no body has, and the nearest that one may have.
#ifndef TAC_INERTIAS_H
#define TAC_INERTIAS_H

// Principal moments, ascending, of J: xx yy zz xy xz yz. The largest of a body is no more than the sum of the others.
void tac_principal_moments(const double J[6], double moment[3]);

// The possible inertia that is nearest by the sum of the squares of all nine elements.
void tac_nearest_inertia(const double J[6], double nearest[6]);

// J with principal moments of no less than that.
void tac_inertia_at_least(double J[6], double least);

#endif
