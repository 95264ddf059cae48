#include "solver_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "format.h"

void tac_log_options_put(const tac_options *o, uint64_t word[TAC_LOG_OPTIONS])
{
    const uint64_t all[TAC_LOG_OPTIONS] = {
        tac_log_bits(o->dt),           tac_log_bits(o->penalty),      tac_log_bits(o->alpha),
        (uint64_t)o->iterations,       (uint64_t)o->acceleration,     (uint64_t)o->order,
        (uint64_t)o->tangent,          tac_log_bits(o->doubt_length), tac_log_bits(o->doubt_angle),
        (uint64_t)(o->is_static != 0), (uint64_t)o->corrections,      (uint64_t)o->carriers};
    memcpy(word, all, sizeof all);
}

int tac_log_options_get(const uint64_t w[TAC_LOG_OPTIONS], tac_options *o)
{
    const tac_options defaults = tac_default_options();
    // without names on purpose: an option that is missing here does not compile. Append it here, in put,
    // and to the count. The number of lanes is this machine's: bits do not depend on it. Methods
    // that are not for real time are never recorded.
    *o = (tac_options){tac_log_real(w[0]),
                       (int)w[3],
                       tac_log_real(w[1]),
                       tac_log_real(w[2]),
                       w[4] ? TAC_PROJECTION : TAC_INDEX1,
                       (int)w[5],
                       w[6] ? TAC_TANGENT_FIRST : TAC_TANGENT_FULL,
                       defaults.lanes,
                       defaults.offline,
                       tac_log_real(w[7]),
                       tac_log_real(w[8]),
                       w[9] != 0,
                       (tac_corrections)w[10],
                       w[11] ? TAC_CARRIERS_OFF : TAC_CARRIERS_ON};
    return w[9] < 2 && w[10] < TAC_CORRECTIONS && w[11] < 2;
}

static uint64_t fold(uint64_t hash, const void *bytes, size_t n)
{
    const uint64_t pair[2] = {hash, tac_log_hash(bytes, n)};
    return tac_log_hash(pair, sizeof pair);
}

static uint64_t tree_hash(const tac_tree *t)
{
    const size_t nodes = (size_t)t->n_node * sizeof(int);
    uint64_t hash = fold(0, t->parent, nodes);
    hash = fold(hash, t->child, 2 * nodes);
    hash = fold(hash, t->n_e, nodes);
    hash = fold(hash, t->n_r, nodes);
    return fold(hash, t->home, (size_t)t->n_element * sizeof(int));
}

void tac_log_plan(const tac_simulation *s, char out[TAC_LOG_PLAN_SIZE])
{
    snprintf(out, TAC_LOG_PLAN_SIZE, "tree of %d nodes, height %d, 0x%016" PRIx64, s->tree->n_node,
             s->tree->height, tree_hash(s->tree));
}
