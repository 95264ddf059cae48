// What mechanisms do in truth, as far as known: positions of bodies at the times of the grid.
//
// Where tests/reference has a file, it is the reference: made independently of all that are
// compared. Otherwise it is Simbody's Runge-Kutta-Merson at an accuracy of 1e-10.
#ifndef PEERS_REFERENCE_H
#define PEERS_REFERENCE_H

#include "mechanism.h"

typedef struct reference {
    int n;     // times: 0, grid, 2 grid, ... horizon
    double *r; // centres of mass, NAN where nothing is known           (n, n_body, 3)
} reference;

// 0 and a line in why when there is none.
int reference_make(reference *ref, const mechanism *m, char why[WHY_SIZE]);
void reference_free(reference *ref);

// Largest distance of positions x (n_body, 3) from the reference at one time, m. NAN when x is.
double reference_distance(const reference *ref, int time, const double *x, int n_body);

#endif
