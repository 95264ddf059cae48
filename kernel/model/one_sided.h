// One-sided laws: contacts, and springs whose table has corners (stops, ropes), over a whole step.
//
// Such a law begins or ends within a step, and may be too stiff for it. Its force is the mean along the
// straight path from the coordinate at the step's start to the one at its end: the difference quotient of
// the potential, so that what it gives is what the potential loses (docs/equations.md, decision 0027).
// The step feels the law behind a compliance h w in series, h w K at most 1: what it does not resolve
// gives way as far as h w does. With h = 0 the law is the one that the model asks for.
#ifndef TAC_ONE_SIDED_H
#define TAC_ONE_SIDED_H

#include "source.h"
#include "tables.h"

// A step as such a law sees it.
typedef struct tac_law_step {
    double dt, h; // s; of the compliance, s^2
    double u0, w; // the law's coordinate at the start, and how easily it moves there
    double x, xd; // of its row at the end
} tac_law_step;

typedef struct tac_law_mean {
    double force, slope; // mean over the step, and its slope by x at the end
    double end, energy;  // force and potential at the end
    double k, c;    // slopes at the end of what has no sides: stiffness and damping beside a table
    double limited; // slope at the end of what has sides, as limited
    double u;       // coordinate at the end
    double rest;    // rate of x that keeps u
    int closed;     // at the end: in contact, or on another part of the table than the flattest
} tac_law_mean;

// cost  bounded by the halvings that find a segment of a table; no branches on data
tac_law_mean tac_mean_law(const tac_model *m, const tac_element *e, const tac_signal *signal,
                          const tac_law_step *step);

// Steepest slope of what has sides, as the model asks for it.
double tac_steepest_slope(const tac_model *m, const tac_element *e);
#endif
