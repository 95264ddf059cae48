#include "tree.h"

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
static double path_cost(const tac_tree *t, int i)
{
    double own = node_cost(t, i);
    if (t->child[2 * i] == TAC_NONE) {
        return own;
    }
    double a = path_cost(t, t->child[2 * i]), b = path_cost(t, t->child[2 * i + 1]);
    return own + (a > b ? a : b);
}

void tac_tree_cost(const tac_tree *t, double *total, double *critical_path)
{
    *total = *critical_path = 0.0;
    for (int i = 0; i < t->n_node; i++) {
        *total += node_cost(t, i);
        if (t->parent[i] == TAC_NONE) {
            double path = path_cost(t, i);
            *critical_path = path > *critical_path ? path : *critical_path;
        }
    }
}
