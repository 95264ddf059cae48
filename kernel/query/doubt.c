#include "doubt.h"

// Rotation in a step, rad: nutations of tops go wrong above 2.
static const double most_turn = 1.0;
// A joint that turns by half a turn and more: the shorter way round is the other one.
static const double most_joint_turn = 3.1;

// Geometric stiffness over inertia, the square of half the angle by which a link swings in a step under its tension.
// Orders 3 and 4 multiply what changes its sign with every step.
static const double most_tension = 20.0, most_tension_combined = 2.0;

// Impulses along the start of a step follow such swings as an explicit step does: at one they grow. Those of Runge and
// Kutta grow at two.
static const double most_tension_explicit = 1.0;

// What linear modes describe: displacements over the length of a body, and rotations, rad.
static const double most_bent = 0.1, most_twisted = 0.2;
// A free body's energy changes by some tenths of this work, at worst with the same sign in every step.
static const double most_unsettled = 3e-4;
// Of the limit of a friction: iterations that find its branch leave at most a few parts in a hundred, where all joints of
// a mechanism stop at once.
static const double most_friction_left = 0.1;

// Of `doubt_length`: what sub-steps leave of their forces they leave in every step.
static const double share_of_border = 1.0 / 2000.0;

// What snaps loses energy, and comes out where the step has cut it: any is in doubt.
static const double most_snap = 1e-9;

static double tension_limit(const tac_method *method, const tac_options *o)
{
    double index3 = o->order == 2 ? most_tension : most_tension_combined;
    return method == &tac_canonical || method == &tac_modular ? most_tension_explicit : index3;
}

double tac_doubt_limit(const tac_method *method, const tac_options *o, tac_doubt measure)
{
    const double limit[TAC_MEASURES] = {[TAC_LAST_SHIFT] = o->doubt_length,
                                        [TAC_LAST_TURN] = o->doubt_angle,
                                        [TAC_STEP_TURN] =
                                            method == &tac_canonical ? most_joint_turn : most_turn,
                                        [TAC_TENSION] = tension_limit(method, o),
                                        [TAC_BENT] = most_bent,
                                        [TAC_TWISTED] = most_twisted,
                                        [TAC_UNSETTLED] = most_unsettled,
                                        [TAC_FRICTION_LEFT] = most_friction_left,
                                        [TAC_BORDER_LEFT] = share_of_border * o->doubt_length,
                                        [TAC_SNAP] = most_snap};
    return limit[measure];
}

bool tac_in_doubt(const tac_method *method, const tac_options *o, const tac_report *r)
{
    bool doubtful = false;
    for (int i = 0; i < TAC_MEASURES; i++) {
        doubtful |= r->worst[i].value > tac_doubt_limit(method, o, (tac_doubt)i);
    }
    return doubtful;
}
