#include "waits.h"

#include "plan.h"

static void layout_waits(tac_waits *w, const tac_grouping *g, int first, int last, tac_arena *a)
{
    *w = (tac_waits){.first = first, .n = last > first ? last - first : 0};
    w->low = tac_take(a, (size_t)w->n, sizeof *w->low);
    w->high = tac_take(a, (size_t)w->n, sizeof *w->high);
    for (int way = 0; way < TAC_WAYS; way++) {
        w->freed_by[way] = tac_take(a, (size_t)g->n_block + 1, sizeof *w->freed_by[way]);
        w->item[way] = tac_take(a, (size_t)w->n, sizeof *w->item[way]);
    }
}

static void layout_within(tac_within *w, int first, int last, tac_arena *a)
{
    *w = (tac_within){.first = first, .n = last > first ? last - first : 0};
    w->low = tac_take(a, (size_t)w->n, sizeof *w->low);
    w->high = tac_take(a, (size_t)w->n, sizeof *w->high);
}

void tac_plan_layout_waits(tac_plan *p, tac_arena *a)
{
    const tac_grouping *g = p->g;
    int top_cell = g->block_cell[g->n_block], top_unit = g->block_unit[g->n_block];
    layout_waits(&p->waits[TAC_ROWS], g, top_cell, g->n_cell, a);
    layout_waits(&p->waits[TAC_BLOCKS], g, 0, g->n_block, a);
    layout_waits(&p->waits[TAC_LOADS], g, top_cell, g->n_tree_cell, a);
    layout_waits(&p->waits[TAC_UNITS], g, top_unit, g->n_unit, a);
    layout_within(&p->cells, top_cell, g->n_cell, a);
    layout_within(&p->units, top_unit, g->n_unit, a);
}

// The range of blocks of an item; an empty one to begin with.
typedef struct range {
    int low, high;
} range;

static range widened(range r, range by)
{
    return (range){by.low < r.low ? by.low : r.low, by.high > r.high ? by.high : r.high};
}

static range range_of(const tac_waits *w, int item)
{
    return (range){w->low[item - w->first], w->high[item - w->first]};
}

static void widen(const tac_waits *w, int item, range by)
{
    range r = widened(range_of(w, item), by);
    w->low[item - w->first] = r.low;
    w->high[item - w->first] = r.high;
}

// Blocks of the bodies that a cell of elements ties together; at most two per lane.
static int blocks_of_cell(const tac_plan *p, const tac_model *m, int cell, int *block)
{
    const tac_cell *c = &p->cell[cell];
    int n = 0;
    for (int l = 0; l < c->n; l++) {
        for (int side = 0; side < 2; side++) {
            int body = m->element[c->element[l]].body[side];
            if (body < m->n_body) {
                block[n++] = tac_block_of_body(p->g, body);
            }
        }
    }
    return n;
}

static void rows_wait(const tac_plan *p, const tac_model *m)
{
    const tac_waits *rows = &p->waits[TAC_ROWS], *blocks = &p->waits[TAC_BLOCKS];
    for (int k = 0; k < p->g->n_block; k++) {
        widen(blocks, k, (range){k, k});
    }
    for (int i = rows->first; i < rows->first + rows->n; i++) {
        int block[2 * TAC_MAX_LANES], n = blocks_of_cell(p, m, i, block);
        for (int k = 0; k < n; k++) {
            widen(rows, i, (range){block[k], block[k]});
        }
        for (int k = 0; k < n && !p->cell[i].split; k++) {
            widen(blocks, block[k], range_of(rows, i));
        }
    }
}

static void loads_wait(const tac_plan *p, const tac_model *m)
{
    const tac_waits *loads = &p->waits[TAC_LOADS];
    for (int i = loads->first; i < loads->first + loads->n; i++) {
        int block[2 * TAC_MAX_LANES], n = blocks_of_cell(p, m, i, block);
        for (int k = 0; k < n; k++) {
            widen(loads, i, range_of(&p->waits[TAC_BLOCKS], block[k]));
        }
    }
}

// Children come before their parents.
static void units_wait(const tac_plan *p, const tac_model *m)
{
    const tac_grouping *g = p->g;
    const tac_waits *units = &p->waits[TAC_UNITS];
    for (int i = units->first; i < units->first + units->n; i++) {
        const tac_node_cell *u = &p->unit[i];
        for (int l = 0; l < u->n; l++) {
            for (int c = 0; c < 2 && !u->leaf; c++) {
                int child = g->unit_of[m->nodes.child[2 * u->node[l] + c]];
                int block = tac_block_of(g, g->block_unit, child);
                widen(units, i,
                      block < g->n_block ? range_of(&p->waits[TAC_BLOCKS], block)
                                         : range_of(units, child));
            }
            for (int k = 0; k < u->n_e; k++) {
                int element =
                    m->rows.row_element[m->nodes.node_row[m->nodes.row_at[u->node[l]] + k]];
                for (int term = 0; term <= m->element[element].followers; term++) {
                    if (!tac_is_unknowns(m, element)) {
                        int cell = g->element_cell[tac_term(m, element, term)];
                        widen(units, i, range_of(&p->waits[TAC_LOADS], cell));
                    }
                }
            }
        }
    }
}

static void list_waits(const tac_waits *w, int n_block, tac_way way)
{
    const int *last = way == TAC_TO ? w->high : w->low;
    int next = 0;
    for (int k = 0; k < n_block; k++) {
        w->freed_by[way][k] = next;
        for (int i = 0; i < w->n; i++) {
            if (last[i] == k) {
                w->item[way][next++] = w->first + i;
            }
        }
    }
    w->freed_by[way][n_block] = next;
}

// ---- items within blocks -----------------------------------------------------------------------

// Both get the blocks that either has; true if that changes one of them.
static bool tie(const tac_within *a, int i, const tac_within *b, int k)
{
    int *low[2] = {&a->low[i - a->first], &b->low[k - b->first]};
    int *high[2] = {&a->high[i - a->first], &b->high[k - b->first]};
    int least = *low[0] < *low[1] ? *low[0] : *low[1];
    int most = *high[0] > *high[1] ? *high[0] : *high[1];
    bool grown = *low[0] != least || *low[1] != least || *high[0] != most || *high[1] != most;
    *low[0] = *low[1] = least;
    *high[0] = *high[1] = most;
    return grown;
}

static bool reach(const tac_within *w, int item, int block)
{
    int *low = &w->low[item - w->first], *high = &w->high[item - w->first];
    bool grown = block < *low || block > *high;
    *low = block < *low ? block : *low;
    *high = block > *high ? block : *high;
    return grown;
}

// The blocks of the bodies of a cell, and of the children of a unit.
static void touch(const tac_plan *p, const tac_model *m)
{
    const tac_grouping *g = p->g;
    for (int i = 0; i < p->cells.n; i++) {
        int block[2 * TAC_MAX_LANES], n = blocks_of_cell(p, m, p->cells.first + i, block);
        p->cells.low[i] = g->n_block;
        p->cells.high[i] = 0;
        for (int k = 0; k < n; k++) {
            reach(&p->cells, p->cells.first + i, block[k]);
        }
    }
    for (int i = 0; i < p->units.n; i++) {
        const tac_node_cell *u = &p->unit[p->units.first + i];
        p->units.low[i] = g->n_block;
        p->units.high[i] = 0;
        for (int l = 0; l < u->n; l++) {
            for (int c = 0; c < 2 && !u->leaf; c++) {
                int child = g->unit_of[m->nodes.child[2 * u->node[l] + c]];
                int block = tac_block_of(g, g->block_unit, child);
                if (block < g->n_block) {
                    reach(&p->units, p->units.first + i, block);
                }
            }
        }
    }
}

// Ties units to their children and to the cells whose elements they eliminate, until no range grows.
static void find_within(const tac_plan *p, const tac_model *m)
{
    const tac_grouping *g = p->g;
    touch(p, m);
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = p->units.first; i < p->units.first + p->units.n; i++) {
            const tac_node_cell *u = &p->unit[i];
            for (int l = 0; l < u->n; l++) {
                for (int k = 0; k < u->n_e; k++) {
                    int element =
                        m->rows.row_element[m->nodes.node_row[m->nodes.row_at[u->node[l]] + k]];
                    for (int term = 0; term <= m->element[element].followers; term++) {
                        grown |= !tac_is_unknowns(m, element) &&
                                 tie(&p->units, i, &p->cells,
                                     g->element_cell[tac_term(m, element, term)]);
                    }
                }
                for (int c = 0; c < 2 && !u->leaf; c++) {
                    int child = g->unit_of[m->nodes.child[2 * u->node[l] + c]];
                    if (child >= p->units.first) {
                        grown |= reach(&p->units, i, p->units.low[child - p->units.first]);
                        grown |= reach(&p->units, i, p->units.high[child - p->units.first]);
                    }
                }
            }
        }
    }
}

void tac_plan_waits(const tac_plan *p, const tac_model *m)
{
    find_within(p, m);
    for (int kind = 0; kind < TAC_WAITS; kind++) {
        const tac_waits *w = &p->waits[kind];
        for (int i = 0; i < w->n; i++) {
            w->low[i] = p->g->n_block;
            w->high[i] = 0;
        }
    }
    rows_wait(p, m);
    loads_wait(p, m);
    units_wait(p, m);
    for (int kind = 0; kind < TAC_WAITS; kind++) {
        list_waits(&p->waits[kind], p->g->n_block, TAC_TO);
        list_waits(&p->waits[kind], p->g->n_block, TAC_FRO);
    }
}
