#include "flexible_cells.h"

#include "model/flexible.h"
#include "model/rows.h"

// ---- alike -------------------------------------------------------------------------------------

static const tac_element *element_on(const tac_model *m, const tac_flexible *f, int i)
{
    return &m->element[m->flex.flexible_side[f->side + i].element];
}

// An element lies beside another one of the same rows if both are constraints or both are none.
static bool same_sides(const tac_model *m, const tac_flexible *a, const tac_flexible *b)
{
    bool same = b->n_side <= a->n_side;
    for (int i = 0; same && i < b->n_side; i++) {
        const tac_element *p = element_on(m, a, i), *q = element_on(m, b, i);
        same = m->flex.flexible_side[a->side + i].interface ==
                   m->flex.flexible_side[b->side + i].interface &&
               p->n_row == q->n_row && tac_holds(p) == tac_holds(q);
    }
    return same;
}

// The interface that a term of row k of a leaf is at, among those of its body; TAC_NONE if there is
// none, or it is not on the body. Rows of other elements have one term.
static int interface_of_row(const tac_model *m, const tac_flexible *f, int k, int term)
{
    const tac_element *e =
        &m->element[m->rows.row_element[m->nodes.node_row[m->nodes.row_at[f->body] + k]]];
    int side = term <= e->followers && e[term].body[1] == f->body;
    bool on = term <= e->followers && e[term].body[side] == f->body;
    return on ? e[term].interface[side] - f->interface : TAC_NONE;
}

static bool same_rows(const tac_model *m, const tac_flexible *a, const tac_flexible *b)
{
    int n = m->nodes.n_e[b->body] + m->nodes.n_r[b->body];
    bool same = n <= m->nodes.n_e[a->body] + m->nodes.n_r[a->body];
    for (int i = 0; same && i < n * TAC_MOST_TERMS; i++) {
        int k = i / TAC_MOST_TERMS, term = i % TAC_MOST_TERMS;
        same = interface_of_row(m, a, k, term) == interface_of_row(m, b, k, term);
    }
    return same;
}

bool tac_flexes_alike(const tac_model *m, const int *body, int n)
{
    bool alike = true;
    for (int l = 0; alike && l < n; l++) {
        int first = tac_flexible_of(m, body[0]), i = tac_flexible_of(m, body[l]);
        alike = i != TAC_NONE && first != TAC_NONE &&
                m->bodies.load_first[body[l]] == m->bodies.load_first[body[l] + 1];
        if (alike && l > 0) {
            const tac_flexible *a = &m->flex.flexible[first], *b = &m->flex.flexible[i];
            alike = a->n == b->n && a->modes->n_interface == b->modes->n_interface &&
                    same_sides(m, a, b) && same_rows(m, a, b);
        }
    }
    return alike;
}

// ---- places ------------------------------------------------------------------------------------

int tac_flexes_beside(const tac_model *m, const tac_grouping *g, int body)
{
    int unit = g->unit_of[body], n = g->unit_first[unit + 1] - g->unit_first[unit];
    const int *node = g->unit_node + g->unit_first[unit];
    if (n == 1 || !tac_flexes_alike(m, node, n)) {
        return 1;
    }
    return node[0] == body ? n : 0;
}

int tac_count_interface_cells(const tac_model *m, const tac_grouping *g)
{
    int cells = 0, alone = 0;
    for (int i = 0; i < m->flex.n_flexible; i++) {
        int n = tac_flexes_beside(m, g, m->flex.flexible[i].body);
        cells += n > 1 ? m->flex.flexible[i].modes->n_interface : 0;
        alone += n == 1 ? m->flex.flexible[i].modes->n_interface : 0;
    }
    return cells + (alone + g->lanes - 1) / g->lanes;
}

void tac_place_interfaces(const tac_plan *p, const tac_model *m, int first)
{
    const tac_grouping *g = p->g;
    int cell = TAC_BODY_FIELDS * g->lanes, next = first, place = 0, shared = 0;
    for (int i = 0; i < m->flex.n_flexible; i++) {
        const tac_flexible *f = &m->flex.flexible[i];
        int n = tac_flexes_beside(m, g, f->body);
        const int *node = g->unit_node + g->unit_first[g->unit_of[f->body]];
        for (int k = 0; k < f->modes->n_interface && n > 1; k++, next += cell) {
            for (int l = 0; l < n; l++) {
                p->interface_at[m->flex.flexible[m->flex.flexible_of[node[l]]].interface + k] =
                    next + l;
            }
        }
        for (int k = 0; k < f->modes->n_interface && n == 1; k++, place++) {
            if (place % g->lanes == 0) {
                shared = next;
                next += cell;
            }
            p->interface_at[f->interface + k] = shared + place % g->lanes;
        }
    }
}
