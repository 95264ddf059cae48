#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "exchange/command_limits.h"

static int same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

Test(limits, clamp_keeps_what_is_inside_and_reports_the_rest)
{
    int limited = 0;
    cr_assert(same_bits(tac_clamp(0.25, -1.0, 1.0, &limited), 0.25) && !limited);
    cr_assert(same_bits(tac_clamp(1.0, -1.0, 1.0, &limited), 1.0) && !limited);
    cr_assert(same_bits(tac_clamp(1.5, -1.0, 1.0, &limited), 1.0) && limited);
    limited = 0;
    cr_assert(same_bits(tac_clamp(-1e300, -1.0, 1.0, &limited), -1.0) && limited);
    limited = 0;
    cr_assert(same_bits(tac_clamp(-1e300, -INFINITY, INFINITY, &limited), -1e300) && !limited);
}

Test(limits, slew_never_moves_further_and_lands_on_the_target)
{
    double x = -0.3, target = 0.7;
    int steps = 0;
    while (!same_bits(x, target)) {
        double next = tac_slew(x, target, 0.1);
        cr_assert(fabs(next - x) <= 0.1 * (1.0 + 1e-15));
        x = next;
        cr_assert(++steps <= 11);
    }
    cr_assert(steps >= 10);
    cr_assert(same_bits(tac_slew(-1.0, 5.0, INFINITY), 5.0));
    cr_assert(same_bits(tac_slew(-1.0, 5.0, 0.0), -1.0));
}

Test(limits, fallbacks_are_what_their_names_say)
{
    double value = 3.0, target = 9.0;
    tac_fall_back(TAC_FALL_HOLD, 0.5, &value, &target);
    cr_assert(same_bits(value, 3.0) && same_bits(target, 3.0));
    target = 9.0;
    tac_fall_back(TAC_FALL_RAMP, 0.5, &value, &target);
    cr_assert(same_bits(value, 3.0) && same_bits(target, 0.5));
    tac_fall_back(TAC_FALL_ZERO, 0.5, &value, &target);
    cr_assert(same_bits(value, 0.0) && same_bits(target, 0.0));
}
