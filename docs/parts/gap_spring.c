// A spring with a gap: between the origins of mounts a and b, at rest while their distance is within half a gap of
// its length, and a linear spring beyond, both ways. The smallest useful part: no state, no inputs.
//
//   cc -std=c17 -O2 -ffp-contract=off -fno-math-errno -fPIC -shared -nostdlib -o gap_spring.so gap_spring.c
//
// With -fno-math-errno a square root is one instruction and no function of a library.
#include "part.h"

enum { LENGTH, GAP, STIFFNESS, N_PARAMETER };
enum { DISTANCE, FORCE, N_OUTPUT };

static const tac_part_value parameter[N_PARAMETER] = {[LENGTH] = {"length", "m", 0.5},
                                                      [GAP] = {"gap", "m", 0.01},
                                                      [STIFFNESS] = {"stiffness", "N/m", 1e5}};
static const tac_part_value output[N_OUTPUT] = {
    [DISTANCE] = {"distance", "m", 0.0}, [FORCE] = {"force", "N", 0.0}}; // of traction

static void step(const tac_part_call *c, tac_part_answer *answer)
{
    const double *p = c->parameter;
    double n[3], square = 1e-30;
    for (int i = 0; i < 3; i++) {
        n[i] = c->b.r[i] - c->a.r[i];
        square += n[i] * n[i];
    }
    const double distance = __builtin_sqrt(square), half = 0.5 * p[GAP];
    const double longer = distance - p[LENGTH];
    const double way = longer > half ? longer - half : longer < -half ? longer + half : 0;
    const double k = way != 0 ? p[STIFFNESS] : 0, f = p[STIFFNESS] * way;
    const double aside = f > 0 ? f / distance : 0; // under pressure this is negative, and left out
    for (int i = 0; i < 3; i++) {
        n[i] /= distance;
    }
    for (int i = 0; i < 3; i++) {
        answer->wrench[i] = -f * n[i];
        for (int j = i; j < 3; j++) {
            answer->stiffness[i][j] = (k - aside) * n[i] * n[j] + (i == j ? aside : 0);
        }
    }
    answer->energy = 0.5 * p[STIFFNESS] * way * way;
    answer->output[DISTANCE] = distance;
    answer->output[FORCE] = f;
}

static const char *check(const double *p)
{
    return p[LENGTH] > 0 && p[GAP] >= 0 && p[STIFFNESS] > 0
               ? 0
               : "length and stiffness should be above 0, gap not below";
}

static const tac_part_table table = {
    .abi = TAC_PART_ABI,
    .size = sizeof(tac_part_table),
    .title = "spring with a gap",
    .n_parameter = N_PARAMETER,
    .n_output = N_OUTPUT,
    .parameter = parameter,
    .output = output,
    .check = check,
    .step = step,
};

const tac_part_table *tactus_part(void);

const tac_part_table *tactus_part(void)
{
    return &table;
}
