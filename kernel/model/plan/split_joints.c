#include "split_joints.h"

#include "model/rows.h"
#include "plan.h"

// Judged by the first element of a cell; a joint on ground may share its cell with joints between any bodies.
static bool may_be_split(const tac_model *m, const tac_grouping *g, const tac_element *e)
{
    int cell = g->element_cell[e - m->element];
    if (g->n_block <= 1 || cell < g->block_cell[g->n_block] || tac_form_of(e) != TAC_BALL ||
        m->flex.n_flexible > 0) {
        return false;
    }
    bool ground = e->body[0] == m->n_body || e->body[1] == m->n_body;
    return ground || tac_part_of(g, tac_block_of_body(g, e->body[0])) !=
                         tac_part_of(g, tac_block_of_body(g, e->body[1]));
}

void tac_plan_layout_joint_ends(tac_plan *p, const tac_model *m, tac_arena *a)
{
    const tac_grouping *g = p->g;
    size_t n = 0; // ends, at most
    for (int i = 0; i < m->n_element; i++) {
        n += g->element_lane[i] == 0 && may_be_split(m, g, &m->element[i]) ? 2 : 0;
    }
    size_t gaps = n > 0 ? (size_t)((g->n_part - 1) * TAC_GAP / g->lanes) : 0;
    p->slot += n * TAC_END_FIELDS + gaps;
    p->joint_end = tac_take(a, n, sizeof *p->joint_end);
    p->block_joint_end = tac_take(a, (size_t)g->n_block + 1, sizeof *p->block_joint_end);
}

// The block that all bodies on one side of a cell lie in, or TAC_NONE. Ground, which no worker writes, may be
// among them.
static int block_of_side(const tac_plan *p, const tac_model *m, const tac_cell *c, int side)
{
    int block = TAC_NONE;
    for (int l = 0; l < c->n; l++) {
        int body = m->element[c->element[l]].body[side];
        int other = body < m->n_body ? tac_block_of_body(p->g, body) : block;
        if (block != TAC_NONE && other != block) {
            return TAC_NONE;
        }
        block = other;
    }
    return block;
}

// Keeps the ends in the order of their blocks; there are few.
static void add_joint_end(const tac_plan *p, int n, tac_joint_end end)
{
    for (; n > 0 && p->joint_end[n - 1].block > end.block; n--) {
        p->joint_end[n] = p->joint_end[n - 1];
    }
    p->joint_end[n] = end;
}

static int find_joint_ends(const tac_plan *p, const tac_model *m)
{
    int n = 0;
    for (int i = p->g->block_cell[p->g->n_block]; i < p->g->n_tree_cell; i++) {
        tac_cell *c = &p->cell[i];
        if (may_be_split(m, p->g, c->like)) {
            int a = block_of_side(p, m, c, 0), b = block_of_side(p, m, c, 1);
            c->split =
                a != TAC_NONE && b != TAC_NONE && tac_part_of(p->g, a) != tac_part_of(p->g, b);
            if (c->split) {
                add_joint_end(p, n++, (tac_joint_end){i, 0, a});
                add_joint_end(p, n++, (tac_joint_end){i, 1, b});
            }
        }
    }
    return n;
}

void tac_plan_joint_ends(const tac_plan *p, const tac_model *m, int slot)
{
    const tac_grouping *g = p->g;
    int n = find_joint_ends(p, m);
    for (int k = 0, i = 0; k <= g->n_block; k++) {
        p->block_joint_end[k] = i;
        slot += tac_gap_before(g, g->block_body, g->block_body[k]) / g->lanes;
        for (; i < n && p->joint_end[i].block == k; i++, slot += TAC_END_FIELDS) {
            p->cell[p->joint_end[i].cell].slot[p->joint_end[i].side] = slot;
        }
    }
}
