#include "matrices.h"

#include <string.h>

#include "key.h"
#include "matrix_bushing.h"
#include "model_reader.h"
#include "reader/items.h"
#include "reader/values.h"
#include "tyre_file.h"

enum { N = 6 };

int tac_read_matrix(const tac_place *p, const tac_node *list, const char *key)
{
    double A[N * N], *row = A;
    const tac_quantity plain[N] = {TAC_Q_NUMBER, TAC_Q_NUMBER, TAC_Q_NUMBER,
                                   TAC_Q_NUMBER, TAC_Q_NUMBER, TAC_Q_NUMBER};
    if (list->kind != TAC_LIST || list->n != N) {
        tac_refuse(p->rd, list, "'%s' must be six lists of six numbers", key);
    }
    for (const tac_entry *e = list->first; e; e = e->next, row += N) {
        tac_numbers(p, e->value, key, N, plain, row);
    }
    return tac_add_numbers(p, key, A, N * N);
}

static tac_table_desc *table_of(const tac_place *p, int i)
{
    return (tac_table_desc *)tac_model_of(p)->signals.table.data + i;
}

void tac_mix_matrices(const tac_place *p, const tac_node *item, const struct tac_type *type,
                      tac_law_desc *law)
{
    const char *name[2] = {"", ""};
    for (int i = 0, n = 0; i < type->n_key && n < 2; i++) {
        name[n] = type->key[i].name;
        n += type->key[i].kind == TAC_KEY_MATRIX;
    }
    double matrix[2][N * N] = {{0.0}}, first[N * N], second[TAC_SYMMETRIC6];
    for (int i = 0; i < 2; i++) {
        if (law->table[i] == TAC_NONE) {
            law->table[i] = tac_add_numbers(p, name[i], matrix[i], N * N);
        }
        memcpy(matrix[i], table_of(p, law->table[i])->y, sizeof matrix[i]);
    }
    int which;
    bool energy;
    if (!tac_matrix_bushing_numbers(matrix[0], matrix[1], first, second, &which, &energy)) {
        tac_refuse(p->rd, tac_find(item, name[which]), "'%s' %s", name[which],
                   energy ? "gives energy some way: it must be positive semidefinite"
                          : "is not symmetric; an entry must be that across the diagonal");
    }
    law->table[0] = tac_add_numbers(p, name[0], first, N * N);
    law->table[1] = tac_add_numbers(p, name[1], second, TAC_SYMMETRIC6);
}
