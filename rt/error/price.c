#include "price.h"

#include <stdlib.h>

#include "doubt.h"
#include "methods.h"

// Operations per body and element in every pass over them, and of what a step takes besides, about.
enum { ITEM_OPERATIONS = 300, STEP_OPERATIONS = 10000 };

// Sub-steps of all sequences of a step: 1, 1 and 2, ...
static double sequences(const tac_simulation *s)
{
    const tac_takes *takes = s->method->takes;
    int n = takes->parts ? takes->parts(s->options.order) : 1;
    return 0.5 * n * (n + 1);
}

static double passes(const tac_simulation *s)
{
    bool iterates = tac_method_takes(s->method, TAC_KEY_ITERATIONS);
    return (iterates ? s->options.iterations + 1.0 : 4.0) * sequences(s);
}

// How many times as many bodies a step moves where sub-models have steps of their own.
static double substeps(const tac_simulation *s)
{
    double n_body = s->file->desc.n_body, more = 0.0;
    for (int k = 0; k < s->tree->n_substepped; k++) {
        more += (s->tree->substepped[k].n - 1.0) * s->tree->substepped[k].n_own;
    }
    return n_body > 0.0 ? 1.0 + more / n_body : 1.0;
}

double tac_step_price(const tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    double total, critical, *in_parts = calloc((size_t)d->n_body + 1, sizeof *in_parts);
    if (in_parts) {
        (void)tac_part_operations(d, in_parts);
    }
    tac_tree_cost(s->tree, in_parts, &total, &critical);
    free(in_parts);
    total += (double)ITEM_OPERATIONS * (d->n_body + s->tree->n_element);
    return STEP_OPERATIONS + total * passes(s) * substeps(s);
}

bool tac_error_affordable(const tac_simulation *s, int64_t n_step)
{
    double items = (double)s->file->desc.n_body + s->tree->n_element;
    return items <= tac_limit_value(TAC_LIMIT_ERROR_ITEMS) &&
           tac_step_price(s) * (double)n_step <= tac_limit_value(TAC_LIMIT_ERROR_PRICE);
}
