// The largest of other sources.
#include "element/block.h"

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    tac_signal m = when->before[when->term[of->first_term]];
    for (int k = 1; k < of->n_term; k++) {
        tac_signal t = when->before[when->term[of->first_term + k]];
        int other = t.x > m.x;
        m = (tac_signal){pick(other, t.x, m.x), pick(other, t.xd, m.xd), pick(other, t.xdd, m.xdd)};
    }
    return m;
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    return at(of, when).x;
}

static const tac_key keys[] = {
    {.name = "max",
     .help = "sources, of which it is the largest",
     .kind = TAC_KEY_TERMS,
     .otherwise = TAC_NEEDED},
};

const tac_source_type tac_max_source = {
    .type = {.word = "max",
             .called = "the largest",
             .help = "the largest of other sources",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    .at = at,
    .value = value,
    .mean = tac_mean_of_others,
    .largest = tac_no_bound,
};
