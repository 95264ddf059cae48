#include "sparse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 1e-13 // of a diagonal entry: what is left of it where a part can move freely

// ---- matrix --------------------------------------------------------------------------------------

static int by_place(const void *a, const void *b)
{
    const tac_matrix_entry *x = a, *y = b;
    int row = (x->row > y->row) - (x->row < y->row);
    return row ? row : (x->column > y->column) - (x->column < y->column);
}

bool tac_sparse_make(tac_pool *pool, int n, tac_matrix_entry *entry, size_t n_entry,
                     tac_sparse *out)
{
    for (size_t i = 0; i < n_entry; i++) { // one triangle: equal places become neighbours
        if (entry[i].row > entry[i].column) {
            int swap = entry[i].row;
            entry[i].row = entry[i].column;
            entry[i].column = swap;
        }
    }
    qsort(entry, n_entry, sizeof *entry, by_place);
    *out = (tac_sparse){.n = n};
    out->first = tac_pool_take(pool, (size_t)n + 1, sizeof *out->first);
    out->column = tac_pool_take(pool, 2 * n_entry + 1, sizeof *out->column);
    out->value = tac_pool_take(pool, 2 * n_entry + 1, sizeof *out->value);
    size_t *next = tac_pool_take(pool, (size_t)n + 1, sizeof *next);
    if (!out->first || !out->column || !out->value || !next) {
        return false;
    }
    size_t m = 0;
    for (size_t i = 0; i < n_entry; i++) {
        if (m > 0 && by_place(&entry[m - 1], &entry[i]) == 0) {
            entry[m - 1].value += entry[i].value;
        } else {
            entry[m++] = entry[i];
        }
    }
    for (size_t i = 0; i < m; i++) {
        out->first[entry[i].row + 1]++;
        out->first[entry[i].column + 1] += entry[i].row != entry[i].column;
    }
    for (int i = 0; i < n; i++) {
        out->first[i + 1] += out->first[i];
        next[i] = out->first[i];
    }
    // sorted by row, then column: the lower triangle of a row comes first, and in order
    for (int lower = 1; lower >= 0; lower--) {
        for (size_t i = 0; i < m; i++) {
            if (lower && entry[i].row == entry[i].column) {
                continue;
            }
            int row = lower ? entry[i].column : entry[i].row;
            size_t at = next[row]++;
            out->column[at] = lower ? entry[i].row : entry[i].column;
            out->value[at] = entry[i].value;
        }
    }
    return true;
}

void tac_sparse_times(const tac_sparse *A, const double *x, double *y)
{
    for (int i = 0; i < A->n; i++) {
        double sum = 0.0;
        for (size_t k = A->first[i]; k < A->first[i + 1]; k++) {
            sum += A->value[k] * x[A->column[k]];
        }
        y[i] = sum;
    }
}

// ---- order ---------------------------------------------------------------------------------------

typedef struct graph {
    const tac_sparse *A;
    const int *keep;
    int *own; // row of A to index in keep, -1: not kept
    int n;
    int *degree, *queue, *level;
} graph;

// Breadth first from a row; neighbours by degree. Returns the end of the queue; the last entry is the farthest.
static int spread(graph *g, int start, int begin)
{
    int end = begin;
    g->queue[end++] = start;
    g->level[start] = 0;
    for (int at = begin; at < end; at++) {
        int i = g->queue[at], from = end;
        size_t row = (size_t)g->keep[i];
        for (size_t k = g->A->first[row]; k < g->A->first[row + 1]; k++) {
            int j = g->own[g->A->column[k]];
            if (j < 0 || g->level[j] >= 0) {
                continue;
            }
            g->level[j] = g->level[i] + 1;
            int place = end++;
            for (; place > from && g->degree[g->queue[place - 1]] > g->degree[j]; place--) {
                g->queue[place] = g->queue[place - 1];
            }
            g->queue[place] = j;
        }
    }
    return end;
}

// Reverse Cuthill-McKee: place of every kept row.
static bool find_order(tac_pool *pool, graph *g, int *place)
{
    g->degree = tac_pool_take(pool, (size_t)g->n + 1, sizeof(int));
    g->queue = tac_pool_take(pool, (size_t)g->n + 1, sizeof(int));
    g->level = tac_pool_take(pool, (size_t)g->n + 1, sizeof(int));
    if (!g->degree || !g->queue || !g->level) {
        return false;
    }
    for (int i = 0; i < g->n; i++) {
        size_t row = (size_t)g->keep[i];
        g->degree[i] = (int)(g->A->first[row + 1] - g->A->first[row]);
        g->level[i] = -1;
    }
    int done = 0;
    for (int i = 0; i < g->n; i++) {
        if (g->level[i] >= 0) {
            continue;
        }
        int start = i;
        for (int round = 0; round < 3; round++) { // from an end of the part
            int end = spread(g, start, done);
            start = g->queue[end - 1];
            for (int k = done; k < end; k++) {
                g->level[g->queue[k]] = -1;
            }
        }
        done = spread(g, start, done);
    }
    for (int k = 0; k < g->n; k++) {
        place[g->queue[k]] = g->n - 1 - k;
    }
    return true;
}

// ---- factorization -------------------------------------------------------------------------------

static bool take_envelope(tac_pool *pool, const graph *g, tac_envelope *L)
{
    L->first = tac_pool_take(pool, (size_t)g->n + 1, sizeof *L->first);
    L->left = tac_pool_take(pool, (size_t)g->n + 1, sizeof *L->left);
    if (!L->first || !L->left) {
        return false;
    }
    for (int i = 0; i < g->n; i++) {
        L->left[i] = i;
    }
    for (int i = 0; i < g->n; i++) {
        size_t row = (size_t)g->keep[i];
        for (size_t k = g->A->first[row]; k < g->A->first[row + 1]; k++) {
            int j = g->own[g->A->column[k]];
            if (j >= 0 && L->place[j] < L->left[L->place[i]]) {
                L->left[L->place[i]] = L->place[j];
            }
        }
    }
    for (int i = 0; i < g->n; i++) {
        L->first[i + 1] = L->first[i] + (size_t)(i - L->left[i] + 1);
    }
    L->value = tac_pool_take(pool, L->first[g->n] + 1, sizeof *L->value);
    if (!L->value) {
        return false;
    }
    for (int i = 0; i < g->n; i++) {
        size_t row = (size_t)g->keep[i];
        for (size_t k = g->A->first[row]; k < g->A->first[row + 1]; k++) {
            int j = g->own[g->A->column[k]];
            int to = L->place[i];
            if (j >= 0 && L->place[j] <= to) {
                L->value[L->first[to] + (size_t)(L->place[j] - L->left[to])] = g->A->value[k];
            }
        }
    }
    return true;
}

// Row i by the rows before it.
static bool factor_row(tac_envelope *L, int i)
{
    double *Li = L->value + L->first[i] - L->left[i]; // by column
    double diagonal = Li[i], left = diagonal;
    for (int j = L->left[i]; j < i; j++) {
        const double *Lj = L->value + L->first[j] - L->left[j];
        int from = L->left[i] > L->left[j] ? L->left[i] : L->left[j];
        double sum = Li[j];
        for (int k = from; k < j; k++) {
            sum -= Li[k] * Lj[k];
        }
        Li[j] = sum / Lj[j];
        left -= Li[j] * Li[j];
    }
    if (!(left > LEAST * diagonal) || !isfinite(left)) {
        return false;
    }
    Li[i] = sqrt(left);
    return true;
}

int tac_envelope_factor(tac_pool *pool, const tac_sparse *A, const int *keep, int n_keep,
                        tac_envelope *out)
{
    graph g = {.A = A, .keep = keep, .n = n_keep};
    *out = (tac_envelope){.n = n_keep};
    out->place = tac_pool_take(pool, (size_t)n_keep + 1, sizeof *out->place);
    g.own = tac_pool_take(pool, (size_t)A->n + 1, sizeof *g.own);
    if (!out->place || !g.own) {
        return TAC_ENVELOPE_NO_MEMORY;
    }
    for (int i = 0; i < A->n; i++) {
        g.own[i] = -1;
    }
    for (int i = 0; i < n_keep; i++) {
        g.own[keep[i]] = i;
    }
    if (!find_order(pool, &g, out->place) || !take_envelope(pool, &g, out)) {
        return TAC_ENVELOPE_NO_MEMORY;
    }
    for (int i = 0; i < n_keep; i++) {
        if (!factor_row(out, i)) {
            return TAC_ENVELOPE_SINGULAR;
        }
    }
    return TAC_ENVELOPE_OK;
}

void tac_envelope_solve(const tac_envelope *L, double *x, double *work)
{
    for (int i = 0; i < L->n; i++) {
        work[L->place[i]] = x[i];
    }
    for (int i = 0; i < L->n; i++) {
        const double *Li = L->value + L->first[i] - L->left[i];
        for (int k = L->left[i]; k < i; k++) {
            work[i] -= Li[k] * work[k];
        }
        work[i] /= Li[i];
    }
    for (int i = L->n - 1; i >= 0; i--) {
        const double *Li = L->value + L->first[i] - L->left[i];
        work[i] /= Li[i];
        for (int k = L->left[i]; k < i; k++) {
            work[k] -= Li[k] * work[i];
        }
    }
    for (int i = 0; i < L->n; i++) {
        x[i] = work[L->place[i]];
    }
}
