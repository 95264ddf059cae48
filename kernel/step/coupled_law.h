// Couplers that give, in the solves of all methods (decision 0046).
//
// The law of a coupler is a function of the sum of its terms, which lie in several cells and blocks.
// Where its row is eliminated all of them are there: the stage of elements says which solve it is,
// the first stage of units that comes to the row asks the law, and gives the row its compliance and
// what the law adds to its right-hand side. What laws of cells push before the solve is pushed by
// it: a force that is given, through a row that is free, by what it lacks times the compliance.
#ifndef TAC_COUPLED_LAW_H
#define TAC_COUPLED_LAW_H

#include "model/law_lane.h"
#include "workspace/coupled.h"
#include "workspace/single_access.h"

// A coupler in a solve, whatever the lanes of its workspace.
typedef struct tac_coupled {
    tac_workspace *w;
    const tac_element *e;            // its first term
    tac_law_ask q;                   // its law
    double x, v, mobility;           // the sum where the bodies are, its rate
    double dt, h;                    // of its copy
    double *c, *sigma;               // compliance and right-hand side of its row
    double z0[TAC_LAW_STATES], rate; // memory of the start, mean rate
    tac_law_step step;               // of what is taken over it
} tac_coupled;

void tac_coupled_at(tac_workspace *w, const tac_element *lead, tac_coupled *of);

// What the solve asks for, which is none further.
tac_request tac_take_asked(tac_workspace *w, const tac_element *lead);

// The law over the step with the sum at hand, or at an instant; its energy is kept.
tac_law_mean tac_coupled_over(tac_coupled *of, double *z1);
tac_law_force tac_coupled_instant(const tac_coupled *of, double x, double v);

// Compliance of the row of a law with this stiffness; without any, and in a start, it is free.
void tac_coupled_compliance(const tac_coupled *of, double stiffness);

static inline double tac_coupled_field(const tac_coupled *of, int f)
{
    return *tac_row_field(of->w, of->e->row, f);
}

#endif
