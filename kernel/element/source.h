// The contract of sources: what one is asked at an instant and over a step.
//
// Sources are evaluated in the order of the description, so that a sum finds its terms; nothing depends on data but
// numbers. Cost: some ten to fifty instructions, twice per step and sub-step.
#ifndef TAC_ELEMENT_SOURCE_H
#define TAC_ELEMENT_SOURCE_H

#include "base/curve.h"
#include "base/pick.h"
#include "element_types.h"

// An instant of a step.
struct tac_source_at {
    double t, ahead, dt;   // s; t is so much before the end of a step dt
    const double *history; // inputs at the end of the step, one and two steps before   (n_input, 3)
    const tac_curve *table;      // all tables
    const int *term;             // desc.source_term
    const tac_signal *before;    // sources, up to the one that is asked
    const struct tac_road *road; // all roads
};

// A step from t0 to t1.
struct tac_source_over {
    double t0, t1, middle, length; // s
    double first, last;            // its values at both ends
    bool whole;                    // a whole step, no sub-step
    const double *input_mean;      // of inputs; NULL: they are known at steps alone    (n_input)
    const tac_curve *table;
    const int *term;
    const tac_signal *mean; // means of sources, up to the one that is asked
    const struct tac_road *road;
};

// What bounds of a source follow from.
struct tac_source_bounds {
    const tac_curve *table;
    const double *input; // before any other is given                                  (n_input)
};

typedef struct tac_source_at tac_source_at;
typedef struct tac_source_over tac_source_over;
typedef struct tac_source_bounds tac_source_bounds;

// Whether an instant lies in a step, after its start.
static inline int tac_is_within(double t, const tac_source_over *s)
{
    return (t > s->t0) & (t <= s->t1);
}

// The larger of c0 and c1, between which it goes.
static inline double tac_larger_end(const tac_source_desc *of, const tac_source_bounds *from)
{
    (void)from;
    double a = fabs(of->c[0]), b = fabs(of->c[1]);
    return a > b ? a : b;
}

static inline double tac_hold_within(double t, double low, double high)
{
    return pick(t < low, low, pick(t > high, high, t));
}

#endif
