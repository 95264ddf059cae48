#include "terms.h"

#include "model/carriers.h"

// The elements of row k of a unit, one in each lane; or their terms behind the first ones. Returns
// how many of the lanes have one: fewer at open ends.
static int list_terms(const tac_plan_builder *b, const tac_node_cell *u, int k, int term,
                      int *element)
{
    int n = 0;
    for (int l = 0; l < u->n; l++) {
        bool there = k < u->rows[l];
        element[l] = there ? tac_term(b->m, tac_row_owner(b->m, u->node[l], k), term) : TAC_NONE;
        n += there;
    }
    return n;
}

// Which side of an element is on a leaf.
static int side_on(const tac_element *e, int leaf)
{
    return e->body[0] == leaf ? 0 : e->body[1] == leaf ? 1 : TAC_NONE;
}

void tac_plan_more(tac_plan_builder *b, const tac_node_cell *u, int k, tac_home *home,
                   tac_ref **more)
{
    int followers = b->m->element[tac_row_owner(b->m, u->node[0], k)].followers;
    home->more = *more;
    for (int term = 1; term <= followers; term++) {
        int element[TAC_MAX_LANES], at[TAC_MAX_LANES];
        (void)list_terms(b, u, k, term, element);
        for (int l = 0; l < u->n; l++) {
            at[l] = tac_plan_row_at(b, b->m->element[element[l]].row);
        }
        *(*more)++ = tac_refer(b, at, u->n, b->p->cell[b->g->element_cell[element[0]]].n);
        home->n_more++;
    }
}

// A term of row k that hangs on a carrier: its columns.
static void add_term_columns(tac_plan_builder *b, tac_node_cell *u, int k, const int *element,
                             tac_hung_side *hung)
{
    const tac_model *m = b->m;
    const tac_element *like = &m->element[element[0]];
    int slot[TAC_MAX_LANES];
    for (int l = 0; l < u->n; l++) {
        slot[l] = tac_plan_slot_at(b, element[l], m->element[element[l]].hangs);
    }
    const tac_cell *c = &b->p->cell[b->g->element_cell[element[0]]];
    tac_ref other = tac_refer(b, slot, u->n, c->n);
    u->hung = hung;
    hung[u->n_side] =
        (tac_hung_side){other, k, tac_column_of(m, u->node[0], like->body[like->hangs]), true};
    u->side[u->n_side++] = (tac_leaf_side){other, 0, c->n_linear, 0, false};
}

// Terms of a coupler on the body of a leaf, row k of it; where the leaf eliminates the row, those
// that hang on carriers.
static void add_term_sides(tac_plan_builder *b, tac_node_cell *u, int k, tac_hung_side *hung)
{
    const tac_model *m = b->m;
    bool adds = false;
    for (int term = 0; term <= m->element[tac_row_owner(m, u->node[0], k)].followers; term++) {
        int element[TAC_MAX_LANES], own[TAC_MAX_LANES], other[TAC_MAX_LANES];
        (void)list_terms(b, u, k, term, element);
        const tac_element *like = &m->element[element[0]];
        int side = side_on(like, u->node[0]);
        if (side == TAC_NONE || like->hangs == side) {
            if (k < u->n_e && like->hangs != TAC_NONE) {
                add_term_columns(b, u, k, element, hung);
            }
            continue;
        }
        for (int l = 0; l < u->n; l++) {
            own[l] = other[l] = (int)b->p->slot * b->lanes; // zeros
            if (element[l] != TAC_NONE) {
                int at = side_on(&m->element[element[l]], u->node[l]);
                own[l] = tac_plan_slot_at(b, element[l], at);
                other[l] = tac_plan_slot_at(b, element[l], !at);
            }
        }
        const tac_cell *c = &b->p->cell[b->g->element_cell[element[0]]];
        if (hung) {
            int column = k < u->n_e && like->hangs != TAC_NONE
                             ? tac_column_of(m, u->node[0], like->body[like->hangs])
                             : TAC_NONE;
            hung[u->n_side] = (tac_hung_side){tac_refer(b, other, u->n, c->n), k, column, true};
        }
        u->side[u->n_side++] =
            (tac_leaf_side){tac_refer(b, own, u->n, c->n), 1, c->n_linear, 0, adds};
        adds = true;
    }
}

// Terms of a coupler that a joined node eliminates and that hang on carriers.
static void add_late_terms(tac_plan_builder *b, tac_node_cell *u, int k, tac_hung_side *hung)
{
    const tac_model *m = b->m;
    for (int term = 0; term <= m->element[tac_row_owner(m, u->node[0], k)].followers; term++) {
        int element[TAC_MAX_LANES];
        (void)list_terms(b, u, k, term, element);
        if (m->element[element[0]].hangs != TAC_NONE) {
            add_term_columns(b, u, k, element, hung);
        }
    }
}

void tac_plan_terms(tac_plan_builder *b, tac_node_cell *u, int k, tac_hung_side *hung,
                    tac_hung_side *late)
{
    if (u->leaf) {
        add_term_sides(b, u, k, hung);
    } else if (k < u->n_e) {
        add_late_terms(b, u, k, late);
    }
}

bool tac_begins_late(const tac_model *m, const tac_element *e)
{
    return e->hangs != TAC_NONE &&
           tac_column_of(m, e->body[!e->hangs], e->body[e->hangs]) == TAC_NONE;
}

void tac_plan_late_columns(tac_plan_builder *b, tac_node_cell *u, int k, tac_hung_side *hung)
{
    const tac_model *m = b->m;
    const tac_element *like = &m->element[tac_row_owner(m, u->node[0], k)];
    int slot[TAC_MAX_LANES];
    for (int l = 0; l < u->n; l++) {
        int i = tac_row_owner(m, u->node[l], k);
        slot[l] = tac_plan_slot_at(b, i, m->element[i].hangs);
    }
    int last = tac_row_owner(m, u->node[u->n - 1], k); // of the cell of all
    const tac_cell *c = &b->p->cell[b->g->element_cell[last]];
    tac_ref other = tac_refer(b, slot, u->n, c->n);
    u->hung = hung;
    hung[u->n_side] =
        (tac_hung_side){other, k, tac_column_of(m, u->node[0], like->body[like->hangs]), false};
    u->side[u->n_side++] = (tac_leaf_side){other, like->n_row, c->n_linear, 0, false};
}
