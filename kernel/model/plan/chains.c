#include "chains.h"

// Own rows of a child, those that it does not share with the other child, if own and shared rows lie as in a
// chain: one after the other, both in the order of the parent. TAC_NONE otherwise.
static int own_rows(const tac_model *m, int child, int n_e, int *at, int *own_first)
{
    const int *map = m->nodes.map + m->nodes.row_at[child] + m->nodes.n_e[child];
    int n = m->nodes.n_r[child], n_own = n - n_e, ok = n_own >= 0;
    *own_first = ok && n_own > 0 && map[0] >= n_e;
    *at = ok && n_own > 0 ? map[*own_first ? 0 : n_e] : 0;
    for (int k = 0; ok && k < n; k++) {
        int i = *own_first ? k - n_own : k; // counted from the first shared row
        int own = *own_first ? k : k - n_e;
        ok = map[k] == (i >= 0 && i < n_e ? i : *at + own);
    }
    return ok ? n_own : TAC_NONE;
}

bool tac_stay_together(const tac_model *m, const tac_node_cell *u, int k, int n)
{
    bool together = true;
    for (int l = 0; l < u->n; l++) {
        const int *map = m->nodes.map + m->nodes.row_at[u->node[l]];
        for (int i = k + 1; i < k + n && i < u->rows[l]; i++) {
            together &= map[i] == map[i - 1] + 1;
        }
    }
    return together;
}

void tac_find_chain(const tac_model *m, tac_node_cell *u)
{
    int own[2], at[2], n_e = u->n_e;
    for (int c = 0; c < 2; c++) {
        own[c] = own_rows(m, m->nodes.child[2 * u->node[0] + c], n_e, &at[c], &u->own_first[c]);
        if (own[c] != 0 && own[c] != n_e) {
            return;
        }
    }
    u->first_part = own[1] > 0 && at[1] == n_e;
    int n_0 = own[u->first_part], n_1 = own[!u->first_part];
    bool apart = n_1 == 0 || at[!u->first_part] == n_e + n_0;
    bool as_joints = tac_stay_together(m, u, n_e, n_0) && tac_stay_together(m, u, n_e + n_0, n_1);
    if ((n_e == 3 || n_e == 5) && u->n_home == 1 && apart && as_joints &&
        u->size == n_e + n_0 + n_1) {
        u->chain = TAC_CHAIN(n_e, n_0, n_1);
    }
}
