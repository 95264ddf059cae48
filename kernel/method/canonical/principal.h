// Principal axes of a body, found when the method is set up.
#ifndef TAC_PRINCIPAL_H
#define TAC_PRINCIPAL_H

#include "vec.h"

// Moments about three axes and the axes as columns, right-handed. The first two are the closest pair of
// moments, and the same bits where the body says they are equal.
typedef struct tac_principal {
    double moment[3];
    mat3 axes; // principal to body axes
} tac_principal;

tac_principal tac_principal_axes(mat3 J);

#endif
