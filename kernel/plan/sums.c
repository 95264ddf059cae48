// Runs: subtrees of at most so many bodies, which no larger one of them contains, with the elements
// eliminated there. Sums over the model are made run by run, so that whoever works on a part of the
// tree can add up what lies there, and in the same order whatever the lanes.
#include "model/tables.h"

enum { RUN_BODIES = 8 };

// Of every node the run it lies in, or TAC_NONE; before, the number of its bodies. Children come first.
static void number_runs(tac_model *m, int *run)
{
    for (int i = 0; i < m->n_node; i++) {
        run[i] = tac_is_leaf(m, i) ? 1 : run[m->child[2 * i]] + run[m->child[2 * i + 1]];
    }
    m->n_run = 0;
    for (int i = m->n_node - 1; i >= 0; i--) { // below zero: numbered with what lies below
        if (run[i] > 0 && run[i] <= RUN_BODIES) {
            run[i] = -1 - m->n_run++;
        }
        for (int c = 0; c < 2 && run[i] < 0 && !tac_is_leaf(m, i); c++) {
            run[m->child[2 * i + c]] = run[i];
        }
    }
    for (int i = 0; i < m->n_node; i++) {
        run[i] = run[i] < 0 ? -1 - run[i] : TAC_NONE;
    }
}

// Sorting by a number from 0 to n - 1: how many there are of each, k + 1 counted at first[k + 1], make
// the place of the first; when each has moved it on by one, all are one too far.
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

static int run_of(const tac_model *m, const int *run, int item)
{
    return run[item] == TAC_NONE ? m->n_run + tac_copy_of(m, item) : run[item];
}

// The items of every run.
static void list_items(const tac_model *m, const int *run, int n, int *first, int *item)
{
    int n_run = tac_run_count(m);
    for (int k = 0; k <= n_run; k++) {
        first[k] = 0;
    }
    for (int i = 0; i < n; i++) {
        first[run_of(m, run, i) + 1]++;
    }
    first_of_counted(first, n_run);
    for (int i = 0; i < n; i++) {
        item[first[run_of(m, run, i)]++] = i;
    }
    first_of_placed(first, n_run);
}

void tac_find_runs(tac_model *m, tac_group_scratch *s)
{
    int *node_run = s->weight, *element_run = s->signature;
    number_runs(m, node_run);
    for (int i = 0; i < m->n_element; i++) {
        element_run[i] = TAC_NONE;
    }
    for (int i = 0; i < m->n_node; i++) {
        for (int k = 0; k < m->n_e[i]; k++) {
            element_run[m->row_element[m->node_row[m->row_at[i] + k]]] = node_run[i];
        }
    }
    list_items(m, node_run, m->n_body, m->run_body_first, m->run_body);
    list_items(m, element_run, m->n_element, m->run_element_first, m->run_element);
}

// Whether the cells of n items are first .. last - 1.
static int cells_within(const int *cell, const int *item, int n, int first, int last)
{
    int within = 1;
    for (int i = 0; i < n; i++) {
        within &= cell[item[i]] >= first && cell[item[i]] < last;
    }
    return within;
}

// The block that a run lies in; n_block if in none.
static int block_of(const tac_model *m, const tac_grouping *g, int run)
{
    if (run >= m->n_run) {
        return g->n_block;
    }
    int body = m->run_body_first[run], element = m->run_element_first[run];
    int block = tac_block_of_body(g, m->run_body[body]);
    int within = cells_within(g->body_cell, m->run_body + body, m->run_body_first[run + 1] - body,
                              g->block_body[block], g->block_body[block + 1]) &&
                 cells_within(g->element_cell, m->run_element + element,
                              m->run_element_first[run + 1] - element, g->block_cell[block],
                              g->block_cell[block + 1]);
    return within ? block : g->n_block;
}

void tac_group_runs(const tac_model *m, tac_grouping *g)
{
    for (int k = 0; k <= g->n_block + 1; k++) {
        g->run_first[k] = 0;
    }
    for (int run = 0; run < tac_run_count(m); run++) {
        g->run_first[block_of(m, g, run) + 1]++;
    }
    first_of_counted(g->run_first, g->n_block + 1);
    for (int run = 0; run < tac_run_count(m); run++) {
        g->run[g->run_first[block_of(m, g, run)]++] = run;
    }
    first_of_placed(g->run_first, g->n_block + 1);
}
