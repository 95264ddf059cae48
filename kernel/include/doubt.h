// When the result of a step is in doubt: which measures of its report are above their limits.
//
// A step that diverges is refused. One that came to an end may be wrong all the same: the iteration
// was cut off before it had converged, or a body turned too far for the rule. A report has the
// largest value of every such measure and the body it belongs to. A measure is an entry of
// tac_doubt, filled by the method, and lines of the table in doubt.c: its limit, what it says and
// what helps, for the methods whose steps close joints so.
#ifndef TAC_DOUBT_H
#define TAC_DOUBT_H

#include <stdbool.h>

#include "solver.h"

// ---- limits ----------------------------------------------------------------------------------------

// Every limit that results are judged by, in one table: its value, its unit and the reason of the
// value.
//
// The table is a source of its own, kernel/quality/limits.c. A program that moves a limit
// links a table of its own in place of that source, as tests/quality does to show that each of them
// is noticed.
typedef enum tac_limit_name {
    // of measures of a step, see doubt.h
    TAC_LIMIT_NOTHING, // there may be nothing of it
    TAC_LIMIT_WHOLE,   // of what the options say: the limit itself
    TAC_LIMIT_NONE,    // it is not judged
    TAC_LIMIT_TURN,
    TAC_LIMIT_TURN_MEASURED,
    TAC_LIMIT_JOINT_TURN,
    TAC_LIMIT_TENSION,
    TAC_LIMIT_TENSION_COMBINED,
    TAC_LIMIT_TENSION_EXPLICIT,
    TAC_LIMIT_BENT,
    TAC_LIMIT_TWISTED,
    TAC_LIMIT_UNSETTLED,
    TAC_LIMIT_FRICTION_LEFT,
    TAC_LIMIT_INTERFACE_LEFT,
    // of a run
    TAC_LIMIT_MEAN_TURN,
    TAC_LIMIT_MEAN_TURN_BY_POSITION,
    TAC_LIMIT_STEPS_OF_MEAN,
    TAC_LIMIT_PENALTY,
    TAC_LIMIT_PENALTY_PROJECTED,
    TAC_LIMIT_UNSEEN,
    TAC_LIMIT_UNSEEN_PEAK,
    // of the balance of energies, see balance.h
    TAC_LIMIT_BALANCE,
    TAC_LIMIT_PRESCRIBED,
    TAC_LIMIT_KNOWN_WORK,
    TAC_LIMIT_OF_WEIGHT,
    TAC_LIMIT_OF_STORED,
    TAC_LIMIT_LEAST_WAY,
    TAC_LIMIT_RINGS,
    TAC_LIMIT_DAMPED,
    TAC_LIMIT_DAMPED_LINEAR,
    TAC_LIMIT_SMOOTH,
    TAC_LIMIT_ROUNDED,
    TAC_LIMIT_INFLECTED,
    // of constraints that follow from others, and drives out of reach, see reach.h
    TAC_LIMIT_NEARLY,
    TAC_LIMIT_MISTAKEN,
    // of advice
    TAC_LIMIT_LIGHT,
    TAC_LIMIT_SPIN,
    TAC_LIMIT_RESOLVED,
    TAC_LIMIT_STIFF_FOR_ORDER,
    TAC_LIMIT_SOFTER,
    TAC_LIMIT_NOT_RESOLVED,
    // of errors that are measured, see rt/error/verdict.h
    TAC_LIMIT_ERROR_POSITION,
    TAC_LIMIT_ERROR_ANGLE,
    TAC_LIMIT_ERROR_SMALL,
    TAC_LIMIT_ERROR_TRUST,
    TAC_LIMIT_ERROR_GROWTH,
    TAC_LIMIT_ERROR_EVENT,
    TAC_LIMIT_ERROR_HORIZON,
    TAC_LIMIT_ERROR_POWER,
    TAC_LIMIT_ERROR_ROUNDING,
    TAC_LIMIT_ERROR_NOTHING,
    TAC_LIMIT_ERROR_NO_MOTION,
    TAC_LIMIT_ERROR_PRICE,
    TAC_LIMIT_ERROR_ITEMS,
    // of modes of flexible bodies
    TAC_LIMIT_MODE_RESOLVED,
    TAC_LIMIT_MODE_QUASI_STATIC,
    TAC_LIMIT_MODE_SPIN,
    // of starts
    TAC_LIMIT_START_ROUNDING,
    TAC_LIMIT_START_MOVE,
    TAC_LIMIT_START_DRIVE,
    TAC_N_LIMIT
} tac_limit_name;

typedef struct tac_limit {
    const char *name;
    double value;
    const char *unit;   // "" of a ratio
    const char *reason; // why this value and no other
} tac_limit;

extern const tac_limit tac_limits[TAC_N_LIMIT];

static inline double tac_limit_value(tac_limit_name name)
{
    return tac_limits[name].value;
}

// ---- measures of a step ----------------------------------------------------------------------------

// What a limit is a part of.
typedef enum tac_limit_base {
    TAC_OF_ITS_UNIT,
    TAC_OF_DOUBT_LENGTH,
    TAC_OF_DOUBT_ANGLE
} tac_limit_base;

typedef struct tac_doubt_row {
    tac_doubt measure;
    unsigned closes; // of methods that close joints so: bits 1 << tac_closing
    int orders;      // 0: all, 2: order 2 alone, 3: those above
    tac_limit_name limit;
    tac_limit_name measured; // where the error of the motion is measured (rt/error)
    tac_limit_base of;
    const char *does, *unit; // body NAME DOES 0.1 UNIT in the step
    // What helps; NULL: what the method says, "": a shorter step, to which the measure is in
    // proportion, or to whose square.
    const char *remedy;
    bool square;
} tac_doubt_row;

// The line of a measure in a step of a method with these options; NULL: the method does not measure
// it.
const tac_doubt_row *tac_find_doubt_row(const tac_method *method, const tac_options *o,
                                        tac_doubt measure);

// Whether the error of the motion is measured: much of what else would stand for it is not judged then.
typedef enum tac_judged_by { TAC_BY_STEPS, TAC_BY_ERROR } tac_judged_by;

// What a measure may be in a step of a method with these options, in its unit; infinite where it is
// not measured, or not judged.
double tac_doubt_limit(const tac_method *method, const tac_options *o, tac_doubt measure,
                       tac_judged_by by);

// Whether steps that close joints so follow swings under tension as an explicit step does: they
// grow above its limit.
bool tac_loses_tension(tac_closing closes);

// Whether a measure of the report is above its limit; constant time.
bool tac_in_doubt(const tac_method *method, const tac_options *o, const tac_report *r,
                  tac_judged_by by);

// ---- penalties -------------------------------------------------------------------------------------

// How stiffly the solves of a step hold joints. What they leave of reactions is in proportion to the reciprocal.
typedef struct tac_loosest {
    // Dimensionless: alpha h Phi M^-1 Phi^T of the row at the given start, or what was asked for; infinite without joints.
    double penalty;
    int joint; // whose row it is
} tac_loosest;

//   cost  a few operations per row
tac_loosest tac_find_loosest(const tac_model *m, const tac_options *o);

// The least that does for mechanisms of parts that are about as heavy as each other.
double tac_least_penalty(const tac_options *o);

#endif
