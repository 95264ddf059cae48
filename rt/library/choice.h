// What is given with a model: parameters of its file, and words that begin with "solver." and say how it is solved.
#ifndef TAC_LIBRARY_CHOICE_H
#define TAC_LIBRARY_CHOICE_H

#include "given.h"
#include "simulation/simulation.h"

typedef struct tac_library_choice {
    const char *parameter[TAC_MOST_GIVEN]; // (n_parameter)
    const char *solver[TAC_MOST_GIVEN];    // (n_solver) behind "solver."
    int n_parameter, n_solver;
} tac_library_choice;

// Sorts n texts. 0 with a line in diag: they are too many.
int tac_library_sort(tac_library_choice *c, const char *const *given, int n, tac_diag *diag);

// How many times the bounds a file may ask for, which is wanted before it is read; 0: nobody says, or not in a way that
// tac_library_apply takes.
int tac_library_bounds(const tac_library_choice *c);

// Gives a simulation that was read the method and options that were chosen. 0 with a line in its diag.
int tac_library_apply(const tac_library_choice *c, tac_simulation *s);

#endif
