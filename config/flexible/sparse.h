// Sparse symmetric matrices of finite element models: products, and a factorization within an envelope after the
// reverse Cuthill-McKee order. Only + - * / and square roots in one order: the same bits on every processor.
#ifndef TAC_SPARSE_H
#define TAC_SPARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "reader/pool.h"

typedef struct tac_entry_of_matrix {
    int row, column;
    double value;
} tac_matrix_entry;

// Both triangles, row by row, columns ascending.
typedef struct tac_sparse {
    int n;
    size_t *first; // of the entries of a row (n + 1)
    int *column;
    double *value;
} tac_sparse;

// Of the entries of one triangle; equal places are added. Entries are sorted. False without memory.
bool tac_sparse_make(tac_pool *pool, int n, tac_matrix_entry *entry, size_t n_entry,
                     tac_sparse *out);

// y = A x.
void tac_sparse_times(const tac_sparse *A, const double *x, double *y);

typedef struct tac_envelope { // L of P A P^T = L L^T
    int n;
    int *place;    // of a row of A
    size_t *first; // of a row's entries, which end at its diagonal
    int *left;     // first column of a row
    double *value;
} tac_envelope;

enum { TAC_ENVELOPE_OK, TAC_ENVELOPE_NO_MEMORY, TAC_ENVELOPE_SINGULAR };

// The rows and columns of A that `keep` has (n_keep, ascending).
int tac_envelope_factor(tac_pool *pool, const tac_sparse *A, const int *keep, int n_keep,
                        tac_envelope *out);

// x := A^-1 x, in the order of keep. work (n_keep).
void tac_envelope_solve(const tac_envelope *L, double *x, double *work);

#endif
