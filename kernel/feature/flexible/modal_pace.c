#include "modal_pace.h"

// omega dt from which on a mode is damped, and how much of damping it has from twice that on; the most omega dt that is left
// of it. Measured on slender rods of 0.1 to 20 ms: half the damping, or an omega dt of two, let some of them gain energy;
// twice as much, or damping from 1.5 on, moves a stiff linkage further.
static const double begins = 1.0, most_damping = 0.1, most_left = 1.5;

tac_modal_pace tac_pace_of_mode(double omega, double zeta, double dt)
{
    double x = omega * dt, over = x / begins - 1.0;
    double slower = x > most_left ? x / most_left : 1.0, part = over > 1.0 ? 1.0 : over;
    return (tac_modal_pace){slower * slower,
                            zeta + (over > 0.0 ? most_damping * part * part * slower : 0.0)};
}
