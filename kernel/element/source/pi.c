// A controller: c0 times a source and c1 times its integral, between c2 and c3.
#include "element/block.h"

// The integral goes on where that leads away from a bound alone (anti-windup).
static double run(const tac_source_desc *of, const tac_block_at *now, const double *memory,
                  double *next)
{
    double error = tac_operand_value(of, now->before, 0, 0.0);
    double forward = tac_operand_value(of, now->before, 1, 0.0);
    double was = now->begins ? of->c[4] : memory[0], more = now->begins ? 0.0 : now->dt * error;
    double asked = forward + of->c[0] * error + of->c[1] * (was + more);
    int winds = ((asked > of->c[3]) & (of->c[1] * more > 0.0)) |
                ((asked < of->c[2]) & (of->c[1] * more < 0.0));
    next[0] = was + pick(winds, 0.0, more);
    return tac_hold_within(forward + of->c[0] * error + of->c[1] * next[0], of->c[2], of->c[3]);
}

static int one(const tac_source_desc *of)
{
    (void)of;
    return 1;
}

static const char *wrong(const tac_source_desc *of, const char **key)
{
    *key = "pi";
    return of->c[2] <= of->c[3] ? NULL : "'lower' lies above 'upper'";
}

static const tac_key keys[] = {
    {TAC_OPERAND_KEY("pi", 0, "source of what is to become zero: target less what is there"),
     .otherwise = TAC_NEEDED},
    {TAC_NUMBER_KEY("gain", 0, "of the error, of any unit")},
    {TAC_NUMBER_KEY("integral_gain", 1, "of its integral over time, of any unit")},
    {TAC_NUMBER_KEY("lower", 2, "least value"), .value = -1e300},
    {TAC_NUMBER_KEY("upper", 3, "largest value"), .value = 1e300},
    {TAC_NUMBER_KEY("from", 4, "where the integral begins, of any unit")},
    {TAC_OPERAND_KEY("forward", 1, "source that is added before the bounds")},
};

const tac_source_type tac_pi_source = {
    .type = {.word = "pi",
             .called = "a PI controller",
             .help = "gain times a source and gain times its integral, between bounds; the "
                     "integral does not wind up at them",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    TAC_IS_BLOCK,
    .run = run,
    .n_memory = one,
    .wrong = wrong,
};
