#include "joins.h"

#include "model/carriers.h"

size_t tac_join_size(int size)
{
    return 3 * (size_t)size * (size_t)(size + 1) / 2;
}

// Where an entry is, counted from the first one of the rows from `first` on.
static int place_of(const tac_plan *p, const tac_node_cell *u, int first, int i, int j)
{
    return (i - first) * u->stride + (j - first) * p->g->lanes;
}

// Where an entry of a child's boundary is, counted from its first one; TAC_NONE: it has none.
static int entry_of_child(const tac_plan *p, const tac_node_cell *u, int c, int i, int j)
{
    const tac_node_cell *v = &p->unit[u->child[c]];
    int row = u->from[c][i], column = u->from[c][j];
    if (row == TAC_NONE || column == TAC_NONE) {
        return TAC_NONE;
    }
    int low = row < column ? row : column, high = row < column ? column : row;
    return (low - v->n_e) * v->stride + (high - v->n_e) * p->g->lanes;
}

// Entries of rows first .. last - 1 that come from these children, each counted from the first one.
static int *list_entries(const tac_plan *p, const tac_node_cell *u, int first, int last,
                         tac_join_kind kind, int *at)
{
    bool from[2] = {kind == TAC_JOIN_FIRST || kind == TAC_JOIN_BOTH,
                    kind == TAC_JOIN_SECOND || kind == TAC_JOIN_BOTH};
    for (int i = first; i < last; i++) {
        for (int j = i; j < u->size; j++) {
            int entry[2] = {entry_of_child(p, u, 0, i, j), entry_of_child(p, u, 1, i, j)};
            if ((entry[0] != TAC_NONE) == from[0] && (entry[1] != TAC_NONE) == from[1]) {
                *at++ = place_of(p, u, first, i, j);
                for (int c = 0; c < 2; c++) {
                    *at = entry[c];
                    at += from[c];
                }
            }
        }
    }
    return at;
}

int *tac_find_join(const tac_plan *p, const tac_model *m, tac_node_cell *u, int *at)
{
    bool aligned = u->child_beside[0] == TAC_ALIGNED && u->child_beside[1] == TAC_ALIGNED;
    if (m->n_carrier == 0 || u->wide || u->leaf || u->chain || !aligned) {
        return at;
    }
    u->join = at;
    for (int part = 0; part < 2; part++) {
        int first = part == 0 ? 0 : u->n_e, last = part == 0 ? u->n_e : u->size;
        for (int kind = 0; kind < TAC_JOIN_KINDS; kind++) {
            static const int numbers[TAC_JOIN_KINDS] = {1, 2, 2, 3};
            int *next = list_entries(p, u, first, last, (tac_join_kind)kind, at);
            u->n_join[part][kind] = (int)(next - at) / numbers[kind];
            at = next;
        }
    }
    return at;
}

int *tac_list_columns(const tac_plan *p, tac_node_cell *u, int *at)
{
    bool is_column[TAC_LANE_ROWS] = {false};
    bool any = false;
    for (int s = 0; s < u->n_side && u->hung && !u->wide && u->own == TAC_NONE; s++) {
        for (int f = 0; f < TAC_UNKNOWNS && u->hung[s].column != TAC_NONE; f++) {
            is_column[u->hung[s].column + f] = any = true;
        }
    }
    u->join = any ? at : NULL;
    for (int part = 0; part < 2 && any; part++) {
        int first = part == 0 ? 0 : u->n_e, last = part == 0 ? u->n_e : u->size;
        for (int i = first; i < last; i++) {
            for (int j = i; j < u->size; j++) {
                if (is_column[i] || is_column[j]) {
                    *at++ = place_of(p, u, first, i, j);
                    u->n_join[part][TAC_JOIN_NONE]++;
                }
            }
        }
    }
    return at;
}
