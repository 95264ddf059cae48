#include "pairs.h"

#include <stdbool.h>

static bool before(const tac_pair *a, const tac_pair *b)
{
    return a->key < b->key || (a->key == b->key && a->index < b->index);
}

static void sift(tac_pair *v, int root, int n)
{
    for (int child = 2 * root + 1; child < n; child = 2 * root + 1) {
        if (child + 1 < n && before(&v[child], &v[child + 1])) {
            child++;
        }
        if (!before(&v[root], &v[child])) {
            return;
        }
        tac_pair swap = v[root];
        v[root] = v[child];
        v[child] = swap;
        root = child;
    }
}

void tac_sort_pairs(tac_pair *v, int n)
{
    for (int root = n / 2 - 1; root >= 0; root--) {
        sift(v, root, n);
    }
    for (int end = n - 1; end > 0; end--) {
        tac_pair swap = v[0];
        v[0] = v[end];
        v[end] = swap;
        sift(v, 0, end);
    }
}
