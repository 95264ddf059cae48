#include "sums.h"

enum { SUM_GROUP_BODIES = 8 }; // bodies of a group, at most

// Of every node the group it lies in, or TAC_NONE. Before that, group[i] is the number of bodies of node i,
// and below zero when its group is known. Children come first.
static void number_sum_groups(tac_model *m, int *group)
{
    for (int i = 0; i < m->nodes.n_node; i++) {
        group[i] =
            tac_is_leaf(m, i) ? 1 : group[m->nodes.child[2 * i]] + group[m->nodes.child[2 * i + 1]];
    }
    m->sums.n_sum_group = 0;
    for (int i = m->nodes.n_node - 1; i >= 0; i--) {
        if (group[i] > 0 && group[i] <= SUM_GROUP_BODIES) {
            group[i] = -1 - m->sums.n_sum_group++;
        }
        for (int c = 0; c < 2 && group[i] < 0 && !tac_is_leaf(m, i); c++) {
            group[m->nodes.child[2 * i + c]] = group[i];
        }
    }
    for (int i = 0; i < m->nodes.n_node; i++) {
        group[i] = group[i] < 0 ? -1 - group[i] : TAC_NONE;
    }
}

// Sorting items by a number k from 0 to n - 1. Items of k are counted in first[k + 1]; sums of these counts
// are the places of the first items. Placing an item moves first[k] on by one; when all are placed,
// first[k] is where first[k + 1] was, and the numbers are moved back.
static void first_of_counted(int *first, int n)
{
    for (int k = 0; k < n; k++) {
        first[k + 1] += first[k];
    }
}

static void first_of_placed(int *first, int n)
{
    for (int k = n; k > 0; k--) {
        first[k] = first[k - 1];
    }
    first[0] = 0;
}

typedef int mechanism_of(const tac_model *m, int item);

static int mechanism_of_element(const tac_model *m, int element)
{
    return tac_mechanism_of_element(m, &m->element[element]);
}

static int group_of(const tac_model *m, const int *group, mechanism_of *of, int item)
{
    return group[item] == TAC_NONE ? m->sums.n_sum_group + of(m, item) : group[item];
}

// The items of every group.
static void list_items(const tac_model *m, const int *group, mechanism_of *of, int n, int *first,
                       int *item)
{
    int n_sum_group = tac_sum_group_count(m);
    for (int k = 0; k <= n_sum_group; k++) {
        first[k] = 0;
    }
    for (int i = 0; i < n; i++) {
        first[group_of(m, group, of, i) + 1]++;
    }
    first_of_counted(first, n_sum_group);
    for (int i = 0; i < n; i++) {
        item[first[group_of(m, group, of, i)]++] = i;
    }
    first_of_placed(first, n_sum_group);
}

void tac_find_sum_groups(tac_model *m, tac_group_scratch *s)
{
    int *node_group = s->weight, *element_group = s->signature; // unknowns have places there, too
    number_sum_groups(m, node_group);
    for (int i = 0; i < m->n_element; i++) {
        element_group[i] = TAC_NONE;
    }
    for (int i = 0; i < m->nodes.n_node; i++) {
        for (int k = 0; k < m->nodes.n_e[i]; k++) {
            int element = m->rows.row_element[m->nodes.node_row[m->nodes.row_at[i] + k]];
            for (int term = 0; term <= m->element[element].followers; term++) {
                element_group[tac_term(m, element, term)] = node_group[i];
            }
        }
    }
    list_items(m, node_group, tac_mechanism_of_body, m->n_body, m->sums.sum_body_first,
               m->sums.sum_body);
    list_items(m, element_group, mechanism_of_element, m->n_element, m->sums.sum_element_first,
               m->sums.sum_element);
    for (int group = 0; group < tac_sum_group_count(m); group++) {
        m->sums.mechanism[group] =
            group < m->sums.n_sum_group
                ? tac_mechanism_of_body(m, m->sums.sum_body[m->sums.sum_body_first[group]])
                : group - m->sums.n_sum_group;
    }
}

// Whether the cells of n items are among first .. last - 1.
static bool cells_within(const int *cell, const int *item, int n, int first, int last)
{
    bool within = true;
    for (int i = 0; i < n; i++) {
        within &= cell[item[i]] >= first && cell[item[i]] < last;
    }
    return within;
}

// The block that a group lies in; n_block if it lies in several.
static int block_of(const tac_model *m, const tac_grouping *g, int group)
{
    if (group >= m->sums.n_sum_group) {
        return g->n_block;
    }
    int body = m->sums.sum_body_first[group], element = m->sums.sum_element_first[group];
    int block = tac_block_of_body(g, m->sums.sum_body[body]);
    bool within = cells_within(g->body_cell, m->sums.sum_body + body,
                               m->sums.sum_body_first[group + 1] - body, g->block_body[block],
                               g->block_body[block + 1]) &&
                  cells_within(g->element_cell, m->sums.sum_element + element,
                               m->sums.sum_element_first[group + 1] - element, g->block_cell[block],
                               g->block_cell[block + 1]);
    return within ? block : g->n_block;
}

void tac_sort_sum_groups(const tac_model *m, tac_grouping *g)
{
    for (int k = 0; k <= g->n_block + 1; k++) {
        g->sum_first[k] = 0;
    }
    for (int group = 0; group < tac_sum_group_count(m); group++) {
        g->sum_first[block_of(m, g, group) + 1]++;
    }
    first_of_counted(g->sum_first, g->n_block + 1);
    for (int group = 0; group < tac_sum_group_count(m); group++) {
        g->sum_group[g->sum_first[block_of(m, g, group)]++] = group;
    }
    first_of_placed(g->sum_first, g->n_block + 1);
}
