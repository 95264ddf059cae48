// Thresholds by which steps choose: each with its value, its unit and the reason of the value.
//
// They are part of what a step computes: a change is one of its bits. Limits by which results are
// judged stand in quality/limits.c. What only one kind of law asks for stands with it.
#ifndef TAC_THRESHOLDS_H
#define TAC_THRESHOLDS_H

// ---- Light bodies -------------------------------------------------------------------------------

// Of the mass of both bodies between which a link hangs: such links may swing faster than explicit
// impulses follow (links.h). Advice speaks from a fiftieth on, quality/limits.c.
static const double tac_light_link = 0.01;

// A carrier loses digits of what it is beside what hangs on it, in accelerations with the square of
// the ratio: some 1e-8 at these. As rows it loses none.
static const double tac_light_carrier = 1e-4, tac_light_carrier_to_turn = 1e-6;

// The most that beta becomes: multipliers of dependent rows lose digits with it.
static const double tac_most_penalty = 1e12;

// ---- Laws that a step does not resolve: h w K, of one law or of all on a body -------------------

// Runge-Kutta of order 4 is stable up to dt w = 2.83 of an oscillation and dt c w = 2.79 of a
// damper.
static const double tac_stable_explicit = 2.7;

// Of a law on an interface body: h w (k + 2c/dt) of the whole step, with the laws on a body, up to which multirate sub-models
// and the whole agree in two passes. Chains of masses at random without damping are stable at 0.2
// and below, and grow from 0.25 on (docs/decisions/0037).
static const double tac_stiff_interface_law = 0.2;

// dt^2/4 w K. Below, what an iteration leaves, less than a thousandth of a lever, is less tension
// than matters.
static const double tac_stiff_beyond_tension = 100.0;

// Of a unilateral law, which what hits it leaves after some thirty steps: sooner, rebounds would
// gain from reactions that change within a step.
static const double tac_stiff_to_bounce = 1e-2;

// h w K of unilateral laws up to which one tangent does: three iterations leave its third power of
// what a law that begins or ends within the step changes. Ten times as much is 2e-6 of a rebound.
static const double tac_sided_with_one_tangent = 0.1;

// s/m: damping of contacts from which on one tangent never does, and canonical iterates as often as it may. What comes in faster
// than 1/3 m/s is then stopped by its damping, whose force over a step grows with the cube of the penetration: iterations
// with one tangent fall through it, and with new ones each leaves two thirds of what it is off.
static const double tac_damped_hard = 3.0;

// dt/2 w of the steepest slope of friction, times the laws on a body, up to which one tangent does:
// what it leaves is then a few parts in a hundred of the force, and no energy. Sharper ones leave
// more than that where rows are coupled.
static const double tac_friction_with_one_tangent = 10.0;

// h w K of a closed law over the whole step up to which sequences are combined: 50 steps in half a
// swing. K is the steepest slope of a table: between its corners it may be any. Above it the
// weights add to the energy of what swings; at it 1e-6 per swing.
static const double tac_sided_combined = 1e-3;

// dt/2 w of the slope that a friction meets in a sub-step up to which sequences are combined: the
// difference between sub-steps is then what powers of the step say.
static const double tac_friction_combined = 0.1;

// h w K of a law over the whole step from which on it is not resolved: it swings by one radian in a
// step.
static const double tac_law_combined = 0.25;

// The measure of tension from which on a light link's swings are not, where it may snap taut.
static const double tac_swing_combined = 0.5;

// ---- Redundant rows -----------------------------------------------------------------------------

// Pivots below this share of their row's own W have cancelled: the row depends on earlier ones.
static const double tac_cancelled = 4e-9;

// Rates of a dependent row above this part of the most that they can be are a misfit: far above the
// rounding of a projection, and below what eight digits of a coordinate leave.
static const double tac_misfit_told = 3e-7;

// Less than this part of a row's own share is rounding: it depends on rows before it.
static const double tac_dependent = 1e-9;

// Misfits, relative to levers and in radians: no more than the former is rounding, the latter and
// more is meant.
static const double tac_misfit_by_rounding = 1e-12, tac_misfit_meant = 1e-6;

// Of the least that one loop has, of four parallel hinges.
static const double tac_mobility_of_one_loop = -2.0;

// Most compliance of redundant rows in three iterations, each of which leaves fast loops as much of
// what they are open; and where reactions follow, which a singular configuration does less to.
static const double tac_loose_rows = 1e-4, tac_loose_rows_following = 1e-5;

// Of a loop that a drive moves: compliance over the fourth power of the angle that the step turns,
// and the most of it.
static const double tac_driven_yield = 1e-2, tac_driven_rows = 2e-3;

// What is left of a pivot by rounding counts as none.
static const double tac_least_pivot = 1e-13;

// ---- Steps that went wrong ----------------------------------------------------------------------

// Bounds of a step that went wrong, in rad and lengths of the model: the last Newton increment, any
// of them (the prediction was elsewhere altogether), an open joint.
static const double tac_last_increment = 0.5, tac_any_increment = 10.0, tac_open_joint = 0.5;

// Rotation of a body in a step, rad: beyond pi increments are ambiguous, and all residuals are
// small. Two radians, and 20 000 rpm at 1 ms.
static const double tac_any_angle = 2.1;

// What an acceleration may add to a prediction, in rad and lengths of the model. Stiff forces out
// of balance would predict places from which the iteration does not come back.
static const double tac_far_prediction = 0.25;

// An iteration contracts if a later gap is below this part of the first; a gap is one above this
// part of the model's length: less is what steps that nutate far leave, and mend.
static const double tac_gap_contracts = 0.5, tac_is_gap = 1e-4, tac_any_gap = 1e300;

// Where h (forces of joints) arm / J of a body, an estimate of its (w dt / 2)^2, is above this,
// what iterations find is no step even if they contract: behind a snap the multipliers of the start
// are those of the snap.
static const double tac_too_taut = 20.0;

// ---- Starts -------------------------------------------------------------------------------------

// Largest rotation and relative displacement of one correction: keeps far starts from jumping.
static const double tac_most_correction = 0.3;

// A joint closes when it is open by less than this times the model's length; its rates agree when
// they miss by less than this times their size as given.
static const double tac_start_closed = 1e-9, tac_start_agrees = 1e-6;

// Displacement of an interface over the body's length below which modes are at rest, and up to
// which it will do where it falls no further.
static const double tac_modes_at_rest = 1e-14, tac_modes_nearly_at_rest = 1e-9;

#endif
