#include "scratch.h"

enum { LINE = TAC_ALIGN / sizeof(double), REACTIONS = E_S - E_REACT };

// Scratches do not share lines of the cache.
static size_t whole_lines(size_t doubles)
{
    return (doubles + LINE - 1) / LINE * LINE;
}

// Closes the scratches before this one and opens it; n_block + 1 closes the last one. Reactions come first
// in a scratch.
static void enter_scratch(const tac_grouping *g, tac_scratch_layout *next, int scratch)
{
    for (; next->scratch < scratch; next->scratch++) {
        int block = next->scratch;
        next->all_scratch += whole_lines(next->left);
        if (block < g->n_block) {
            int n_cell = g->block_cell[block + 1] - g->block_cell[block];
            next->left = g->n_block == 1 ? 0 : (size_t)(REACTIONS * g->lanes * n_cell);
            if (next->scratch_of) {
                next->scratch_of[block] = next->all_scratch;
            }
        }
    }
}

void tac_place_front(const tac_grouping *g, int unit, tac_scratch_layout *next, tac_node_cell *u)
{
    size_t stride = (size_t)u->stride, n_e = (size_t)u->n_e;
    size_t kept = n_e * stride, boundary = ((size_t)u->size - n_e) * stride;
    u->scratch = u->wide || g->n_block == 1 ? 0 : 1 + g->joined_in[unit];
    next->front += (size_t)tac_gap_before(g, g->block_unit, unit);
    u->front = next->front;
    next->front += kept;
    size_t *at = &next->front;
    if (u->scratch > 0) {
        enter_scratch(g, next, u->scratch);
        at = &next->left;
        *at = *at < kept ? kept : *at; // u->left minus the kept rows is not before the scratch
    }
    u->left = *at + n_e * (size_t)u->step;
    *at += boundary;
}

size_t tac_end_places(const tac_grouping *g, tac_scratch_layout *next)
{
    size_t fronts = whole_lines(next->front);
    enter_scratch(g, next, g->n_block + 1);
    for (int k = 0; next->scratch_of && k < g->n_block; k++) {
        next->scratch_of[k] += fronts;
    }
    return fronts + next->all_scratch;
}

// ---- reactions ---------------------------------------------------------------------------------

// Which of the joints and force elements on a body an element is; TAC_NONE for ground.
static int index_on(const tac_model *m, int body, int element)
{
    int first = body < m->n_body ? m->bodies.slot_first[body] : 0;
    int end = body < m->n_body ? m->bodies.slot_first[body + 1] : 0;
    for (int i = first, k = 0; i < end; i++) {
        int other = m->rows.row_element[m->bodies.slot_row[i]];
        if (other == element) {
            return k;
        }
        k += m->element[other].row == m->bodies.slot_row[i];
    }
    return TAC_NONE;
}

// Whether the reactions of a cell go to the same lanes: on either side, the bodies fill one cell lane by
// lane, and the elements have the same place among those of their bodies.
static bool for_same_lanes(const tac_plan *p, const tac_model *m, const tac_cell *c)
{
    const tac_grouping *g = p->g;
    bool ok = true;
    for (int side = 0; side < 2 && ok; side++) {
        int first = c->like->body[side], at = index_on(m, first, c->element[0]);
        int bodies = g->body_cell[first];
        for (int l = 0; l < c->n; l++) {
            int body = m->element[c->element[l]].body[side];
            ok &= index_on(m, body, c->element[l]) == at;
            ok &= at == TAC_NONE || (g->body_cell[body] == bodies && g->body_lane[body] == l);
        }
        ok &= at == TAC_NONE || p->body[bodies].n == c->n;
    }
    return ok;
}

void tac_place_reactions(const tac_plan *p, const tac_model *m)
{
    const tac_grouping *g = p->g;
    for (int k = 0, block = 0; k < g->n_cell; k++) {
        tac_cell *c = &p->cell[k];
        while (block < g->n_block && g->block_cell[block + 1] <= k) {
            block++;
        }
        bool inside = g->n_block > 1 && block < g->n_block && for_same_lanes(p, m, c);
        c->scratch = 1 + (inside ? block : g->n_block);
        c->react = inside ? (k - g->block_cell[block]) * REACTIONS * g->lanes
                          : (k * TAC_ELEMENT_FIELDS + E_REACT) * g->lanes;
    }
}
