// A table of a source; outside the table its end value.
#include "element/block.h"

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    const tac_curve *table = &when->table[of->table];
    double first = table->x[0], last = table->x[table->n - 1];
    tac_signal t = when->before[of->operand[0]];
    double inside = pick((t.x >= first) & (t.x <= last), 1.0, 0.0);
    tac_curve_value v = tac_curve_eval(table, tac_hold_within(t.x, first, last));
    return (tac_signal){v.y, inside * (v.dy * t.xd),
                        inside * (v.dy * t.xdd + v.ddy * (t.xd * t.xd))};
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    return at(of, when).x;
}

static const tac_key keys[] = {
    {TAC_OPERAND_KEY("lookup", 0, "source that is looked up"), .otherwise = TAC_NEEDED},
    {.name = "in",
     .help = "name of the table",
     .kind = TAC_KEY_TABLE,
     .at = offsetof(tac_source_desc, table)},
    {.name = "by",
     .help = "of a map: a second source, between whose values in `maps` it is linear",
     .kind = TAC_KEY_SOURCE,
     .quantity = TAC_Q_ANY,
     .at = offsetof(tac_source_desc, operand[1])},
    {.name = "maps",
     .help =
         "of a map, in place of `in`: `[[value of by, name of a table], ...]`, values increasing",
     .kind = TAC_KEY_LIST,
     .as = "point"},
};

// Maps are made of several.
static const char *wrong(const tac_source_desc *of, const char **key)
{
    *key = "lookup";
    return of->table == TAC_NONE || of->operand[1] != TAC_NONE
               ? "'lookup' needs a table, 'in', or a map of two sources, 'by' and 'maps'"
               : NULL;
}

const tac_source_type tac_lookup_source = {
    .type = {.word = "lookup",
             .called = "a looked up source",
             .help = "a table of another source; beyond its ends it stays at its last value",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    .at = at,
    .value = value,
    .mean = tac_mean_of_others,
    .largest = tac_no_bound,
    .wrong = wrong,
};
