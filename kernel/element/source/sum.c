// c0 + c1 (term + term + ...).
#include "element/source.h"

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    const double *c = of->c;
    tac_signal sum = {0.0, 0.0, 0.0};
    for (int k = 0; k < of->n_term; k++) {
        tac_signal term = when->before[when->term[of->first_term + k]];
        sum = (tac_signal){sum.x + term.x, sum.xd + term.xd, sum.xdd + term.xdd};
    }
    return (tac_signal){c[0] + c[1] * sum.x, c[1] * sum.xd, c[1] * sum.xdd};
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    double sum = 0.0;
    for (int k = 0; k < of->n_term; k++) {
        sum += when->before[when->term[of->first_term + k]].x;
    }
    return of->c[0] + of->c[1] * sum;
}

static double mean(const tac_source_desc *of, const tac_source_over *s)
{
    double sum = 0.0;
    for (int k = 0; k < of->n_term; k++) {
        sum += s->mean[s->term[of->first_term + k]].x;
    }
    return of->c[0] + of->c[1] * sum;
}

static const tac_key keys[] = {
    {.name = "sum",
     .help = "sources to add, or `{of: source, factor: number}`",
     .kind = TAC_KEY_TERMS,
     .otherwise = TAC_NEEDED},
};

const tac_source_type tac_sum_type = {
    .type = {.word = "sum",
             .called = "a sum",
             .help = "of other sources",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    .at = at,
    .value = value,
    .mean = mean,
};
