#include "doubt.h"

// Rotation in a step, rad. The trapezoidal rule on Euler parameters takes 1e-7 of the spin in ten seconds at
// 0.1 rad a step, a thousandth at 0.3, a tenth at 0.6.
static const double most_turn = 0.3;

double tac_doubt_limit(const tac_options *o, tac_doubt measure)
{
    const double limit[TAC_MEASURES] = {[TAC_LAST_SHIFT] = o->doubt_length,
                                        [TAC_LAST_TURN] = o->doubt_angle,
                                        [TAC_STEP_TURN] = most_turn};
    return limit[measure];
}

bool tac_in_doubt(const tac_options *o, const tac_report *r)
{
    bool doubtful = false;
    for (int i = 0; i < TAC_MEASURES; i++) {
        doubtful |= r->worst[i].value > tac_doubt_limit(o, (tac_doubt)i);
    }
    return doubtful;
}
