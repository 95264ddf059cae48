#include "references.h"

#include "flexible_cells.h"

int tac_plan_body_at(const tac_plan *p, int body)
{
    return p->body[p->g->body_cell[body]].at + p->g->body_lane[body];
}

int tac_plan_row_at(const tac_plan_builder *b, int row)
{
    int i = b->m->rows.row_element[row], lanes = b->lanes;
    int first = b->p->cell[b->g->element_cell[i]].row, k = row - b->m->element[i].row;
    return (first + k) * TAC_ROW_FIELDS * lanes + b->g->element_lane[i];
}

int tac_plan_side_at(const tac_plan *p, const tac_element *e, int side)
{
    int interface = e->interface[side];
    return interface == TAC_NONE ? tac_plan_body_at(p, e->body[side]) : p->interface_at[interface];
}

int tac_plan_filled_at(const tac_plan *p, const tac_model *m, const tac_element *e, int side)
{
    bool beside = e->interface[side] == TAC_NONE || tac_flexes_beside(m, p->g, e->body[side]) != 1;
    return beside ? p->body[p->g->body_cell[e->body[side]]].n : 0;
}

int tac_plan_slot_at(const tac_plan_builder *b, int element, int side)
{
    const tac_cell *c = &b->p->cell[b->g->element_cell[element]];
    return c->slot[side] * b->lanes + b->g->element_lane[element];
}

int tac_held_lane(const tac_plan_builder *b, int l, int n)
{
    return l < n ? l : n > 1 ? tac_copy_of(b->m, l) : 0;
}

tac_ref tac_refer(const tac_plan_builder *b, const int *at, int n, int filled)
{
    int *to = *b->next_at, aligned = at[0] % b->lanes == 0 && (n == b->lanes || n == filled);
    for (int l = 0; l < b->lanes; l++) {
        to[l] = at[tac_held_lane(b, l, n)];
        aligned &= l >= n || at[l] == at[0] + l;
    }
    *b->next_at += b->lanes;
    return (tac_ref){aligned, to[0], to};
}

int tac_row_owner(const tac_model *m, int node, int k)
{
    return m->rows.row_element[m->nodes.node_row[m->nodes.row_at[node] + k]];
}
