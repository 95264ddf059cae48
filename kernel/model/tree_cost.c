#include "tree.h"

#include <stdbool.h>
#include <string.h>

#include "part.h"

static double node_cost(const tac_tree *t, int i)
{
    double n = t->n_e[i] + t->n_r[i], flops = 0.0;
    double own = t->n_carrier == 0 || t->level[i] > 0 ? n : n - t->n_x[i]; // rows of a leaf
    bool carries = t->n_carrier > 0 && t->level[i] == 0 && t->carries[i] != TAC_NONE;
    for (int k = 0; k < t->n_e[i]; k++) { // pivot, column, symmetric rank-one update
        double rest = n - k - 1.0;
        flops += 2.0 + rest + rest * (rest + 1.0);
    }
    bool product = t->level[i] == 0 && !carries; // of rows with rows; others are added up or put
    return flops + (product ? 6.0 * own * (own + 1.0) + 36.0 * own : n * (n + 1.0));
}

// Children come before parents, so one sweep accumulates the longest path without extra memory:
// the path of a node is recomputed from its children only.
static double path_cost(const tac_tree *t, const double *more, int i)
{
    double own = node_cost(t, i);
    if (t->child[2 * i] == TAC_NONE) {
        return more ? own + more[i] : own;
    }
    double a = path_cost(t, more, t->child[2 * i]), b = path_cost(t, more, t->child[2 * i + 1]);
    return own + (a > b ? a : b);
}

void tac_tree_cost(const tac_tree *t, const double *more, double *total, double *critical_path)
{
    *total = *critical_path = 0.0;
    for (int i = 0; i < t->n_node; i++) {
        bool is_leaf = t->child[2 * i] == TAC_NONE;
        *total += node_cost(t, i) + (more && is_leaf ? more[i] : 0.0);
        if (t->parent[i] == TAC_NONE) {
            double path = path_cost(t, more, i);
            *critical_path = path > *critical_path ? path : *critical_path;
        }
    }
}

static int carrier_of(const tac_desc *d, int part)
{
    return d->bushing[d->part[part].bushing].b.body;
}

// Those that step together are compounds of as many as fit in, and one of what is left.
int tac_part_operations(const tac_desc *d, double *more)
{
    int unknown = 0;
    memset(more, 0, (size_t)d->n_body * sizeof *more);
    for (int k = 0; k < d->n_part; k++) {
        const tac_part_table *table = d->part[k].table;
        int body = carrier_of(d, k), before = 0, n = 0;
        for (int i = 0; i < d->n_part; i++) {
            bool alike =
                carrier_of(d, i) == body && tac_parts_step_together(&d->part[k], &d->part[i]);
            before += alike && i < k;
            n += alike;
        }
        unknown += table && table->bodies && !tac_part_cost_of(table, 1);
        if (before % TAC_PART_MOST_ALIKE == 0 && body != TAC_GROUND) { // the first of a compound
            int left = n - before;
            left = left < TAC_PART_MOST_ALIKE ? left : TAC_PART_MOST_ALIKE;
            const tac_part_cost *cost = tac_part_cost_of(table, left);
            more[body] += cost ? cost->operations : 0.0;
        }
    }
    return unknown;
}
