// The table of limits.
#include <math.h>

#include "doubt.h"

const tac_limit tac_limits[TAC_N_LIMIT] = {
    [TAC_LIMIT_NOTHING] = {"nothing", 0.0, "", "any is too much"},
    [TAC_LIMIT_WHOLE] = {"whole", 1.0, "", "what was asked for is the limit"},
    [TAC_LIMIT_NONE] = {"none", HUGE_VAL, "", "something else is judged"},

    // ---- measures of a step ---------------------------------------------------------------------
    [TAC_LIMIT_TURN] = {"turn", 1.0, "rad", "nutations of tops go wrong above 2"},
    [TAC_LIMIT_TURN_MEASURED] =
        {"turn, measured", 2.0, "rad",
         "half the step, by which the error is measured, turns by a radian"},
    [TAC_LIMIT_JOINT_TURN] = {"joint turn", 3.1, "rad",
                              "from half a turn on the shorter way round is the other one"},
    [TAC_LIMIT_TENSION] = {"tension", 20.0, "",
                           "geometric stiffness over inertia: the square of half the angle by "
                           "which a link swings in a step under its tension"},
    [TAC_LIMIT_TENSION_COMBINED] = {"tension, combined", 2.0, "",
                                    "orders above 2 multiply what changes its sign in every step"},
    [TAC_LIMIT_TENSION_EXPLICIT] = {"tension, explicit", 1.0, "",
                                    "impulses along the start of a step follow swings as an "
                                    "explicit step does: at one they grow, Runge-Kutta's at two"},
    [TAC_LIMIT_BENT] = {"bent", 0.1, "of the length", "linear modes describe no more"},
    [TAC_LIMIT_TWISTED] = {"twisted", 0.2, "rad", "linear modes describe no more"},
    [TAC_LIMIT_UNSETTLED] = {"unsettled", 3e-4, "",
                             "the energy of a free body changes by some tenths of this work, at "
                             "worst with the same sign in every step"},
    [TAC_LIMIT_FRICTION_LEFT] = {"friction left", 0.1, "of its limit",
                                 "iterations that find its branch leave a few parts in a hundred "
                                 "where all joints stop at once"},
    [TAC_LIMIT_INTERFACE_LEFT] = {"interface left", 1.0 / 2000.0, "of doubt_length",
                                  "what sub-steps leave they leave in every step"},

    // ---- of a run -------------------------------------------------------------------------------
    [TAC_LIMIT_MEAN_TURN] = {"mean turn", 0.01, "of doubt_angle",
                             "wheels that Newton steps take energy from have as much"},
    [TAC_LIMIT_MEAN_TURN_BY_POSITION] = {"mean turn, position iterations", 0.1, "of doubt_angle",
                                         "what position iterations leave keeps the energy"},
    [TAC_LIMIT_STEPS_OF_MEAN] = {"steps of the mean", 100.0, "steps",
                                 "fewer have no mean that tells anything"},
    [TAC_LIMIT_PENALTY] = {"penalty", 1e4, "",
                           "multipliers of the index-1 solve are off by the reciprocal, times as "
                           "much as neighbouring joints leave less of a row's mobility"},
    [TAC_LIMIT_PENALTY_PROJECTED] = {"penalty, projected", 10.0, "",
                                     "multipliers of Newton iterations are off by its third power"},
    [TAC_LIMIT_UNSEEN] = {"unseen", 0.5, "periods in a step",
                          "steps that see less than two points of a period see another source"},
    [TAC_LIMIT_UNSEEN_PEAK] =
        {"unseen, peak", 0.1, "of a table's range",
         "what lies between instants that half steps see too is in no measured "
         "error"},

    // ---- the balance of energies ----------------------------------------------------------------
    [TAC_LIMIT_BALANCE] = {"balance", 1e-2, "of the largest kinetic energy",
                           "at order 2 energies swing by 1e-3 with steps of 20 ms in mechanisms of "
                           "1 m, by 6e-3 with 50 ms"},
    [TAC_LIMIT_PRESCRIBED] = {"prescribed", 0.02, "of what drives prescribe",
                              "it hides what the rest loses, but work that is much more is not "
                              "known better"},
    [TAC_LIMIT_KNOWN_WORK] = {"known work", 1e-2, "of what was put in",
                              "for what is slow and stiff: a hundredth of that is not known"},
    [TAC_LIMIT_OF_WEIGHT] = {"of weight", 1e-3, "of mass times gravity times length",
                             "kinetic energies below are not worth a word"},
    [TAC_LIMIT_OF_STORED] = {"of stored", 1e-8, "of what is stored", "rounding"},
    [TAC_LIMIT_LEAST_WAY] = {"least way", 1e-12, "of the length in a step",
                             "what moves less does so by rounding"},
    [TAC_LIMIT_RINGS] = {"rings", 0.1, "",
                         "h w K up to which steps resolve how what hangs on a law rings: ten to a "
                         "period"},
    [TAC_LIMIT_DAMPED] = {"damped", 1.5, "of what is counted",
                          "what dampers and frictions may take otherwise, whose rates within steps "
                          "leave open how much it is"},
    [TAC_LIMIT_DAMPED_LINEAR] = {"damped, linear", 1e-3, "of what is counted",
                                 "linear dampers that a step resolves are known"},
    [TAC_LIMIT_SMOOTH] = {"smooth", 0.1, "of the way at the rates of both ends",
                          "the mean of a smooth source lies within"},
    [TAC_LIMIT_ROUNDED] = {"rounded", 1e-9, "", "rounding of a source"},
    [TAC_LIMIT_INFLECTED] = {"inflected", 0.01, "of the way at the rates of both ends",
                             "a curve whose points a linear table has goes more or less"},

    // ---- reach ----------------------------------------------------------------------------------
    [TAC_LIMIT_NEARLY] = {"nearly", 1e-2, "rad or lengths",
                          "constraints that miss dependence by less are nearly dependent"},
    [TAC_LIMIT_MISTAKEN] = {"mistaken", 0.25, "rad or lengths",
                            "farther than what a step that is right can be mistaken by"},

    // ---- advice ---------------------------------------------------------------------------------
    [TAC_LIMIT_LIGHT] = {"light", 50.0, "times",
                         "a link that is lighter than both its neighbours by as much swings faster "
                         "under their weight than an explicit step follows, once they pull"},
    [TAC_LIMIT_SPIN] =
        {"spin", 0.03, "rad",
         "of a top at 0.04 rad in a step errors of index-3 are a hundred times those "
         "of canonical: rotations decide"},
    [TAC_LIMIT_RESOLVED] = {"resolved", 0.25, "",
                            "h w (k + 2c/dt) above which errors of canonical are larger"},
    [TAC_LIMIT_STIFF_FOR_ORDER] = {"stiff for an order", 10.0, "",
                                   "n h w (k + 2c/dt) from which orders 3 and 4 end"},
    [TAC_LIMIT_SOFTER] = {"softer", 0.01, "",
                          "h w K from which what presses a law meets a force that is less by more "
                          "than a word is worth"},
    [TAC_LIMIT_NOT_RESOLVED] = {"not resolved", 1.0, "",
                                "h w K above which a law gives way in a step by more than it is "
                                "pressed"},

    // ---- errors that are measured ---------------------------------------------------------------
    [TAC_LIMIT_ERROR_POSITION] = {"error, position", 0.01, "of the motion",
                                  "what a plot of the motion shows"},
    [TAC_LIMIT_ERROR_ANGLE] = {"error, angle", 0.01, "rad",
                               "as far at the end of a link as a hundredth of its length"},
    [TAC_LIMIT_ERROR_SMALL] = {"error, small", 3e-5, "of the mechanism's extent",
                               "errors of positions below put nothing in doubt: a car that settles "
                               "on its tyres by a millimetre"},
    [TAC_LIMIT_ERROR_TRUST] = {"error, trust", 0.1, "of the motion, or rad",
                               "beyond it a motion that is sensitive to its start is another one "
                               "within a few of its doublings"},
    [TAC_LIMIT_ERROR_GROWTH] = {"error, growth", 30.0, "times",
                                "errors that grow with a power of time grow by less while it "
                                "doubles"},
    [TAC_LIMIT_ERROR_EVENT] = {"error, event", 0.6, "of the growth, as logarithms",
                               "a single blow makes it at once, what is sensitive does so evenly"},
    [TAC_LIMIT_ERROR_HORIZON] = {"error, horizon", 32.0, "times the error grows by e",
                                 "from rounding to a tenth"},
    [TAC_LIMIT_ERROR_POWER] = {"error, power", 0.5, "power of the step",
                               "an error that falls is seen to fall with as much"},
    [TAC_LIMIT_ERROR_ROUNDING] = {"error, rounding", 1e-6, "of the motion, or rad",
                                  "a smaller error that does not fall is that of rounding"},
    [TAC_LIMIT_ERROR_NOTHING] = {"error, nothing", 1e-9, "of the motion, or rad",
                                 "references agree no better"},
    [TAC_LIMIT_ERROR_NO_MOTION] =
        {"error, no motion", 1e-7, "of the model's length",
         "what moves less does so by rounding, or by what constraints leave"},
    [TAC_LIMIT_ERROR_PRICE] = {"error, price", 2e11, "operations of a run",
                               "some twenty seconds; the runs beside it take two and a half times "
                               "as long"},
    [TAC_LIMIT_ERROR_ITEMS] = {"error, items", 2e4, "bodies and elements",
                               "two more models of this size fit into memory beside it"},

    // ---- modes of flexible bodies ---------------------------------------------------------------
    [TAC_LIMIT_MODE_RESOLVED] = {"mode, resolved", 0.5, "rad in a step",
                                 "a frequency is off by 2 % at most"},
    [TAC_LIMIT_MODE_QUASI_STATIC] = {"mode, quasi-static", 3.0, "rad in a step",
                                     "beyond it a mode only follows its loads"},
    [TAC_LIMIT_MODE_SPIN] = {"mode, spin", 1.0 / 3.0, "of the first frequency",
                             "a body that spins as fast is stiffened by its spin"},

    // ---- starts ---------------------------------------------------------------------------------
    [TAC_LIMIT_START_ROUNDING] = {"start, rounding", 1e-9, "m or m/s",
                                  "rounding of the file's numbers"},
    [TAC_LIMIT_START_MOVE] = {"start, move", 0.1, "of the model's length",
                              "bodies that a start moves farther lie elsewhere than was meant"},
    [TAC_LIMIT_START_DRIVE] = {"start, drive", 1e9, "rad or m",
                               "a driven coordinate has less than seven digits of a turn or a "
                               "metre beyond"},
};
