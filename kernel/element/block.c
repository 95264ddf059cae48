// What blocks have in common.
#include "block.h"

tac_signal tac_block_signal(const tac_source_desc *of, const tac_source_at *when)
{
    const double *u = when->history + 3 * of->input;
    double ahead = when->ahead, dt = when->dt;
    double d1 = (3.0 * u[0] - 4.0 * u[1] + u[2]) / (2.0 * dt);
    double d2 = (u[0] - 2.0 * u[1] + u[2]) / (dt * dt);
    return (tac_signal){u[0] - ahead * (d1 - 0.5 * ahead * d2), d1 - ahead * d2, d2};
}

double tac_block_value(const tac_source_desc *of, const tac_source_at *when)
{
    return tac_block_signal(of, when).x;
}

double tac_block_mean(const tac_source_desc *of, const tac_source_over *s)
{
    (void)of;
    return s->whole ? s->last : 0.5 * (s->first + s->last);
}

double tac_mean_of_others(const tac_source_desc *of, const tac_source_over *s)
{
    (void)of;
    return 0.5 * (s->first + s->last);
}

double tac_no_bound(const tac_source_desc *of, const tac_source_bounds *from)
{
    (void)of;
    (void)from;
    return 0.0;
}

int tac_operand(const tac_source_desc *of, int k)
{
    const tac_source_type *type = tac_source_type_of(of->kind);
    size_t at = offsetof(tac_source_desc, operand) + (size_t)k * sizeof(int);
    bool has = false;
    for (int i = 0; i < type->type.n_key; i++) {
        const tac_key *key = &type->type.key[i];
        has = has || (key->kind == TAC_KEY_SOURCE && key->at == at);
    }
    return has ? of->operand[k] : TAC_NONE;
}
