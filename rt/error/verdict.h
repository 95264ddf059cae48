// What the differences of a run to itself with half and with twice the step say about its error.
//
// With an error c h^p the difference to half the step is c h^p (1 - 2^-p): the error is that difference times
// 2^p / (2^p - 1), p the order that the method promises. The power that is seen, from both differences, tells
// which step would do: it says more than the promise where motions are not smooth or not resolved.
//
// Positions are relative: what bodies are off, to the largest way that any of them goes along an axis; what they are
// off against each other, in mechanisms that go farther than they are large, to twice the
// mechanism's extent. Angles are in rad. Rates, relative to the largest of any body, are told and decide
// nothing.
#ifndef TAC_VERDICT_H
#define TAC_VERDICT_H

#include "halving.h"

typedef enum tac_error_kind {
    TAC_ERROR_NO_MOTION,
    TAC_ERROR_ROUNDING,   // what is left falls with no step
    TAC_ERROR_FALLS,      // with the step, as told
    TAC_ERROR_SIDES,      // likewise, with a low power: laws begin and end within steps
    TAC_ERROR_SENSITIVE,  // grows by itself: the motion depends on its start beyond `from`
    TAC_ERROR_UNRESOLVED, // half the step is as wrong
} tac_error_kind;

typedef struct tac_error_part {
    double value; // relative, or rad; 0: none
    int body;
    double t; // s
} tac_error_part;

typedef struct tac_error {
    tac_error_kind kind;
    tac_error_part position, angle, rate;
    double off, extent; // m: position as a length; of the mechanism, 0 of a single free body
    double size;        // the larger one of position and angle
    double order;       // seen; 0: not known
    double promised;    // by the method
    double from;        // s, from when on the error is above `TAC_LIMIT_ERROR_TRUST`; < 0: never
    double doubling,
        gains; // s, of TAC_ERROR_SENSITIVE: the time in which it doubles, what half the step buys
    double until;    // and s that no step goes beyond
    double compared; // s, how far the runs went
} tac_error;

tac_error tac_find_error(const tac_halving *h, const tac_simulation *s);

// The step that keeps the error below a bound, about; 0: none is known to.
double tac_step_for(const tac_error *e, double dt, double bound);

// Power of the step that a method promises for its errors.
double tac_promised_order(const tac_simulation *s);

#endif
