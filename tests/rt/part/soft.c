// part: soft
// A part of these tests that says what a bushing without rotations says: parameters k and c.
#include "part.h"

static const tac_part_value parameter[] = {{"k", "N/m", 1e3}, {"c", "N s/m", 0}};

static void step(const tac_part_call *call, tac_part_answer *answer)
{
    const double *of = call->parameter;
    const tac_part_mount *a = &call->a, *b = &call->b;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double d = b->r[i] - a->r[i];
        double carried = a->w[j] * (b->r[k] - a->r[k]) - a->w[k] * (b->r[j] - a->r[j]);
        answer->wrench[i] = -of[0] * d - of[1] * (b->v[i] - a->v[i] - carried);
        answer->stiffness[i][i] = of[0] + 2.0 / call->dt * of[1];
        answer->energy += 0.5 * of[0] * d * d;
    }
}

static const tac_part_table table = {.abi = TAC_PART_ABI,
                                     .size = sizeof(tac_part_table),
                                     .title = "soft",
                                     .n_parameter = 2,
                                     .parameter = parameter,
                                     .step = step};

const tac_part_table *tactus_part(void);

const tac_part_table *tactus_part(void)
{
    return &table;
}
