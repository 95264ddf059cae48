// term times term times ...
#include "element/block.h"

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    tac_signal p = {1.0, 0.0, 0.0};
    for (int k = 0; k < of->n_term; k++) {
        tac_signal t = when->before[when->term[of->first_term + k]];
        p = (tac_signal){p.x * t.x, p.xd * t.x + p.x * t.xd,
                         p.xdd * t.x + 2.0 * p.xd * t.xd + p.x * t.xdd};
    }
    return p;
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    double p = 1.0;
    for (int k = 0; k < of->n_term; k++) {
        p *= when->before[when->term[of->first_term + k]].x;
    }
    return p;
}

static const tac_key keys[] = {
    {.name = "product",
     .help = "sources to multiply, of any units",
     .kind = TAC_KEY_TERMS,
     .otherwise = TAC_NEEDED},
};

const tac_source_type tac_product_source = {
    .type = {.word = "product",
             .called = "a product",
             .help = "of other sources",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    .at = at,
    .value = value,
    .mean = tac_mean_of_others,
    .largest = tac_no_bound,
};
