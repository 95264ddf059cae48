#include "plan.h"

#include "chains.h"
#include "flexible_cells.h"
#include "joins.h"
#include "model/carriers.h"
#include "model/rows.h"
#include "references.h"
#include "scratch.h"
#include "terms.h"

// ---- counting ----------------------------------------------------------------------------------

static int nodes_of(const tac_grouping *g, int unit)
{
    return g->unit_first[unit + 1] - g->unit_first[unit];
}

static int head_of(const tac_grouping *g, int unit)
{
    return g->unit_node[g->unit_first[unit]];
}

// Joints and force elements on a body.
static int sides_of(const tac_model *m, int body)
{
    int n = 0;
    for (int k = m->bodies.slot_first[body]; k < m->bodies.slot_first[body + 1]; k++) {
        n += m->element[m->rows.row_element[m->bodies.slot_row[k]]].row == m->bodies.slot_row[k];
    }
    return n;
}

// Elements among the first n rows of a node.
static int elements_of(const tac_model *m, int node, int n)
{
    int count = 0;
    for (int k = 0; k < n; count++) {
        k += m->element[m->rows.row_element[m->nodes.node_row[m->nodes.row_at[node] + k]]].n_row;
    }
    return count;
}

// The same with all terms of couplers, on each of their sides.
static int sides_of_rows(const tac_model *m, int node, int n)
{
    int count = 0;
    for (int k = 0; k < n;) {
        const tac_element *e =
            &m->element[m->rows.row_element[m->nodes.node_row[m->nodes.row_at[node] + k]]];
        k += e->n_row;
        count += 1 + e->followers;
    }
    return count;
}

// Leading rows of a node that are unknowns of carriers.
static int unknowns_of(const tac_model *m, int node)
{
    int n = 0;
    while (n < m->nodes.n_e[node] &&
           tac_is_unknowns(m, m->rows.row_element[m->nodes.node_row[m->nodes.row_at[node] + n]])) {
        n++;
    }
    return n;
}

static int padded(int n, int lanes)
{
    return (n + lanes - 1) / lanes * lanes;
}

// The gap before a cell, in items of this many fields.
static int cells_apart(const tac_grouping *g, int cell, int fields)
{
    int size = fields * g->lanes;
    return (tac_gap_before(g, g->block_cell, cell) + size - 1) / size;
}

// The kind and size of a unit.
static tac_node_cell unit_like(const tac_model *m, const tac_grouping *g, int unit)
{
    int node = head_of(g, unit), size = m->nodes.n_e[node] + m->nodes.n_r[node];
    bool wide = nodes_of(g, unit) == 1 && (g->lanes > 1 || size > TAC_LANE_ROWS);
    return (tac_node_cell){.wide = wide,
                           .leaf = tac_is_leaf(m, node),
                           .n_e = m->nodes.n_e[node],
                           .size = size,
                           .stride = wide ? padded(size, g->lanes) : size * g->lanes,
                           .step = wide ? 1 : g->lanes,
                           .n = nodes_of(g, unit)};
}

// Where rows are, and cells of laws.
static void layout_rows(tac_plan *p, const tac_model *m, tac_arena *a)
{
    for (int i = 0; i < m->n_element; i++) {
        p->law += m->element[i].law && p->g->element_lane[i] == 0 ? 1 : 0;
    }
    p->row_at = tac_take(a, (size_t)m->n_row, sizeof *p->row_at);
    p->law_at = tac_take(a, (size_t)p->g->n_cell, sizeof *p->law_at);
}

void tac_plan_layout(tac_plan *p, const tac_model *m, const tac_grouping *g, tac_arena *a)
{
    size_t refs = 0, homes = 0, sides = 0, from = 0, joins = 0, zeros = 0, more = 0;
    tac_scratch_layout next = {0};
    *p = (tac_plan){.g = g};
    for (int i = 0; i < m->n_body; i++) {
        refs += (size_t)sides_of(m, i); // at least as many as the cells need
    }
    for (int i = 0; i < g->n_unit; i++) {
        int node = head_of(g, i);
        tac_node_cell u = unit_like(m, g, i);
        size_t rows = (size_t)u.stride;
        homes += (size_t)elements_of(m, node, u.n_e);
        tac_place_front(g, i, &next, &u);
        zeros = tac_is_silent(&u) && rows > zeros ? rows : zeros;
        p->b += (size_t)tac_gap_before(g, g->block_unit, i) + (tac_is_silent(&u) ? 0 : rows);
        from += u.leaf ? 0 : 2 * (size_t)u.size;
        joins += m->n_carrier == 0 || u.wide ? 0 : tac_join_size(u.size);
        int rows_with_sides = u.leaf ? u.size : m->n_carrier > 0 ? u.n_e : 0;
        sides += (size_t)sides_of_rows(m, node, rows_with_sides);
        more += (size_t)(sides_of_rows(m, node, u.n_e) - elements_of(m, node, u.n_e));
        p->dense += u.leaf && u.wide ? 12 * rows : 0;
        p->row += (size_t)unknowns_of(m, node); // behind the rows of all cells
    }
    p->front = tac_end_places(g, &next);
    p->zeros = p->b;
    p->b += zeros;
    for (int k = 0; k <= g->n_body_cell; k++) {
        p->body_size += (size_t)(tac_gap_before(g, g->block_body, k) + TAC_BODY_FIELDS * g->lanes);
    }
    size_t interfaces = (size_t)tac_count_interface_cells(m, g);
    p->body_size += interfaces > 0 ? TAC_GAP + TAC_BODY_FIELDS * interfaces * (size_t)g->lanes : 0;
    for (int i = 0; i < m->n_element; i++) {
        if (g->element_lane[i] == 0) {
            int cell = g->element_cell[i];
            p->row += (size_t)(cells_apart(g, cell, TAC_ROW_FIELDS) + m->element[i].n_row);
            p->slot += (size_t)(cells_apart(g, cell, 1) + TAC_SLOTS(m->element[i].n_row));
        }
    }
    p->scratch = tac_take(a, (size_t)g->n_block, sizeof *p->scratch);
    p->body = tac_take(a, (size_t)g->n_body_cell + 1, sizeof *p->body);
    p->cell = tac_take(a, (size_t)g->n_cell, sizeof *p->cell);
    p->unit = tac_take(a, (size_t)g->n_unit, sizeof *p->unit);
    p->above = tac_take(a, (size_t)g->n_unit, sizeof *p->above);
    p->body_side = tac_take(a, refs, sizeof *p->body_side);
    p->home = tac_take(a, homes, sizeof *p->home);
    p->more = tac_take(a, more, sizeof *p->more);
    p->side = tac_take(a, sides, sizeof *p->side);
    size_t hung = m->n_carrier > 0 ? sides : 0;
    p->hung = tac_take(a, hung, sizeof *p->hung);
    size_t all_refs =
        refs + homes + more + sides + hung + 2 * (size_t)g->n_cell + (size_t)g->n_unit;
    p->at = tac_take(a, all_refs * (size_t)g->lanes, sizeof *p->at);
    p->from = tac_take(a, from, sizeof *p->from);
    p->join = tac_take(a, joins, sizeof *p->join);
    p->body_at = tac_take(a, (size_t)m->n_body + 1, sizeof *p->body_at);
    p->interface_at = tac_take(a, (size_t)m->flex.n_interface, sizeof *p->interface_at);
    layout_rows(p, m, a);
    tac_plan_layout_joint_ends(p, m, a);
    tac_plan_layout_waits(p, a);
}

int tac_element_at(const tac_grouping *g, int element)
{
    return g->element_cell[element] * TAC_ELEMENT_FIELDS * g->lanes + g->element_lane[element];
}

// ---- cells -------------------------------------------------------------------------------------

// Joints of rigid bodies that keep a point on a line of the first, which is not ground.
static bool rolls(const tac_plan_builder *b, const tac_cell *c)
{
    const tac_row *row = c->like->rows;
    bool moves = false;
    bool line = c->like->what == TAC_JOINTS && row[0].kind == ROW_SLIDE && row[0].i == 0;
    for (int l = 0; l < c->n; l++) {
        const tac_element *e = &b->m->element[c->element[l]];
        line &= e->interface[0] == TAC_NONE && e->interface[1] == TAC_NONE;
        moves |= e->body[0] != b->m->n_body;
    }
    return line && moves;
}

static void number_laws(const tac_plan_builder *b)
{
    for (int k = 0, n = 0; k < b->g->n_cell; k++) {
        b->p->law_at[k] = n;
        n += b->p->cell[k].like->law ? 1 : 0;
    }
}

// Whether a row has no linear part; that of a shaft is its angle.
static bool only_turns(const tac_element *e, int row)
{
    tac_row_kind kind = e->rows[row].kind;
    bool turning = kind == ROW_DOT || kind == ROW_ANGLE || kind == ROW_TURN ||
                   (kind == ROW_TERM && e->rows[row].i == TAC_ANGLE);
    return (turning || (kind == ROW_WHEEL && row > 2)) && !e->spins;
}

static void fill_cells(const tac_plan_builder *b)
{
    const tac_model *m = b->m;
    const tac_grouping *g = b->g;
    for (int i = 0; i < m->n_body; i++) {
        tac_body_cell *c = &b->p->body[g->body_cell[i]];
        c->body[g->body_lane[i]] = i;
        c->n++;
        c->loaded |= m->bodies.load_first[i + 1] > m->bodies.load_first[i];
        c->spins |= m->bodies.shaft_first[i + 1] > m->bodies.shaft_first[i];
    }
    b->p->body[g->n_body_cell].body[0] = m->n_body;
    b->p->body[g->n_body_cell].n = 1;
    for (int i = 0; i < m->n_element; i++) {
        tac_cell *c = &b->p->cell[g->element_cell[i]];
        c->element[g->element_lane[i]] = i;
        c->n++;
    }
    for (int k = 0, next = 0; k <= g->n_body_cell; k++) {
        tac_body_cell *c = &b->p->body[k];
        c->at = next + tac_gap_before(g, g->block_body, k);
        next = c->at + TAC_BODY_FIELDS * g->lanes;
        for (int l = c->n; l < TAC_MAX_LANES; l++) {
            c->body[l] = c->body[tac_held_lane(b, l, c->n)];
        }
    }
    int ground = tac_plan_body_at(b->p, m->n_body); // interfaces lie behind it
    tac_place_interfaces(b->p, m, ground + TAC_BODY_FIELDS * g->lanes + TAC_GAP);
    int row = 0, slot = 0;
    for (int k = 0; k < g->n_cell; k++) {
        tac_cell *c = &b->p->cell[k];
        for (int l = c->n; l < TAC_MAX_LANES; l++) {
            c->element[l] = c->element[tac_held_lane(b, l, c->n)];
        }
        for (int l = 0; l < TAC_MAX_LANES; l++) {
            c->model_row[l] = m->element[c->element[l]].row;
        }
        c->like = &m->element[c->element[0]];
        c->row = row + cells_apart(g, k, TAC_ROW_FIELDS);
        row = c->row + c->like->n_row;
        c->slot[0] = slot + cells_apart(g, k, 1);
        c->slot[1] = c->slot[0] + TAC_SLOT(c->like->n_row, 1, 0);
        slot = c->slot[0] + TAC_SLOTS(c->like->n_row);
        c->form = (unsigned char)tac_form_of(c->like);
        c->line = rolls(b, c);
        c->holds = tac_holds(c->like);
        for (int i = 0; i < c->like->n_row; i++) {
            c->n_linear = only_turns(c->like, i) ? c->n_linear : (unsigned char)(i + 1);
        }
        for (int side = 0; side < 2; side++) {
            int at[TAC_MAX_LANES] = {0};
            for (int l = 0; l < c->n; l++) {
                at[l] = tac_plan_side_at(b->p, &m->element[c->element[l]], side);
            }
            c->body[side] = tac_refer(b, at, c->n, tac_plan_filled_at(b->p, m, c->like, side));
        }
    }
    tac_plan_joint_ends(b->p, m, slot);
}

// The k-th element on a body, and which side of it the body is; false beyond the last.
static bool side_of(const tac_model *m, int body, int k, int *element, int *side)
{
    for (int i = m->bodies.slot_first[body]; i < m->bodies.slot_first[body + 1]; i++) {
        const tac_element *e = &m->element[m->rows.row_element[m->bodies.slot_row[i]]];
        if (e->row == m->bodies.slot_row[i] && k-- == 0) {
            *element = m->rows.row_element[m->bodies.slot_row[i]];
            *side = e->body[1] == body;
            return true;
        }
    }
    return false;
}

// Sums of reactions have the same number of terms in all lanes; missing ones refer to zeros.
static void fill_body_sides(const tac_plan_builder *b)
{
    const tac_model *m = b->m;
    tac_side *next = b->p->body_side;
    int zero = b->g->n_cell * TAC_ELEMENT_FIELDS * b->lanes;
    for (int k = 0; k < b->g->n_body_cell; k++) {
        tac_body_cell *c = &b->p->body[k];
        for (int l = 0; l < c->n; l++) {
            int n = sides_of(m, c->body[l]);
            c->n_side = n > c->n_side ? n : c->n_side;
        }
        c->side = next;
        c->points = true;
        next += c->n_side;
        for (int i = 0; i < c->n_side; i++) {
            int at[TAC_MAX_LANES] = {0}, filled = 0, scratch = 0, none = 1 + b->g->n_block;
            for (int l = 0; l < c->n; l++) {
                int element, side;
                bool found = side_of(m, c->body[l], i, &element, &side);
                const tac_cell *from = found ? &b->p->cell[b->g->element_cell[element]] : NULL;
                int lane = found ? b->g->element_lane[element] : 0;
                c->points &= !found || from->form != TAC_ANY;
                at[l] = found ? from->react + side * TAC_SIDE_FIELDS * b->lanes + lane : zero;
                filled = found ? from->n : 0;
                scratch = found ? from->scratch : none; // the same in all lanes, see scratch.c
            }
            c->side[i] = (tac_side){tac_refer(b, at, c->n, filled), scratch};
        }
    }
}

// ---- units -------------------------------------------------------------------------------------

// The home of unknowns of a carrier, with row fields in place of an element's.
static void add_unknowns(tac_plan_builder *b, tac_node_cell *u)
{
    int at[TAC_MAX_LANES];
    for (int l = 0; l < TAC_MAX_LANES; l++) {
        at[l] = b->next_unknown * TAC_ROW_FIELDS * b->lanes + l;
    }
    u->home[u->n_home++] = (tac_home){tac_refer(b, at, u->n, u->n), TAC_UNKNOWNS, 0, NULL};
    b->next_unknown += TAC_UNKNOWNS;
}

// What a leaf side is besides where the leaf has columns of carriers.
static tac_hung_side hung_side(const tac_plan_builder *b, const tac_node_cell *u, int k, int filled)
{
    const tac_model *m = b->m;
    int slot[TAC_MAX_LANES];
    for (int l = 0; l < u->n; l++) {
        int i = tac_row_owner(m, u->node[l], k);
        slot[l] = tac_plan_slot_at(b, i, m->element[i].body[0] == u->node[l]);
    }
    const tac_element *e = &m->element[tac_row_owner(m, u->node[0], k)];
    int hangs = e->hangs == TAC_NONE || e->body[e->hangs] == u->node[0] ? TAC_NONE : e->hangs;
    return (tac_hung_side){
        tac_refer(b, slot, u->n, filled), k,
        hangs == TAC_NONE ? TAC_NONE : tac_column_of(m, u->node[0], e->body[hangs]), false};
}

static void fill_rows(tac_plan_builder *b, tac_node_cell *u, tac_home **home, tac_leaf_side **side,
                      tac_ref **more)
{
    const tac_model *m = b->m;
    u->home = *home;
    u->side = *side;
    u->n_unknown = unknowns_of(m, u->node[0]);
    u->own = u->leaf ? tac_column_of(m, u->node[0], u->node[0]) : TAC_NONE;
    tac_hung_side *hung =
        u->leaf && tac_has_unknowns(m, u->node[0]) ? b->p->hung + (*side - b->p->side) : NULL;
    u->hung = hung;
    for (int k = 0; k < u->size;) {
        if (tac_is_unknowns(m, tac_row_owner(m, u->node[0], k))) {
            if (k < u->n_e) {
                add_unknowns(b, u);
            }
            k += u->leaf || k < u->n_e ? TAC_UNKNOWNS : u->size;
            continue;
        }
        const tac_element *like = &m->element[tac_row_owner(m, u->node[0], k)];
        int at[TAC_MAX_LANES], slot[TAC_MAX_LANES], filled = 0;
        const tac_cell *c = NULL;
        for (int l = 0; l < u->n; l++) {
            if (k >= u->rows[l]) {
                slot[l] = (int)b->p->slot * b->lanes; // zeros
                continue;
            }
            int i = tac_row_owner(m, u->node[l], k);
            c = &b->p->cell[b->g->element_cell[i]];
            filled = c->n;
            at[l] = tac_plan_row_at(b, m->element[i].row);
            slot[l] = u->leaf ? tac_plan_slot_at(b, i, m->element[i].body[1] == u->node[l]) : 0;
        }
        if (k < u->n_e) {
            u->home[u->n_home] = (tac_home){tac_refer(b, at, u->n, filled), like->n_row, 0, NULL};
            tac_plan_more(b, u, k, &u->home[u->n_home++], more);
        }
        if (like->what == TAC_TERMS) {
            u->couples = u->couples || (k < u->n_e && like->elastic);
            tac_plan_terms(b, u, k, hung, b->p->hung + (*side - b->p->side));
            k += u->leaf || k < u->n_e ? 1 : u->size;
            continue;
        }
        if (!u->leaf && k < u->n_e && tac_begins_late(m, like)) {
            tac_plan_late_columns(b, u, k, b->p->hung + (*side - b->p->side));
        }
        if (u->leaf) {
            bool point = like->n_row >= 3 && like->rows[0].kind == ROW_POINT;
            int sign = like->body[1] == u->node[0] ? 1 : -1;
            if (hung) {
                hung[u->n_side] = hung_side(b, u, k, filled);
            }
            u->side[u->n_side++] = (tac_leaf_side){tac_refer(b, slot, u->n, filled), like->n_row,
                                                   c->n_linear, point ? sign : 0, false};
        }
        k += u->leaf || k < u->n_e ? like->n_row : u->size;
    }
    *home += u->n_home;
    *side += u->n_side;
}

// Units and lanes of one child of every lane, whose units are filled already; true if they are aligned.
static bool fill_neighbour(const tac_plan_builder *b, const tac_node_cell *u, const int *node,
                           int *unit, int *lane)
{
    const tac_grouping *g = b->g;
    int first = g->unit_of[node[0]], n = nodes_of(g, first);
    bool aligned = (u->n == b->lanes || u->n == n) && !b->p->unit[first].wide && !u->wide;
    for (int l = 0; l < TAC_MAX_LANES; l++) {
        int other = node[tac_held_lane(b, l, u->n)];
        unit[l] = g->unit_of[other];
        lane[l] = g->lane_of[other];
        aligned &= l >= u->n || (unit[l] == first && lane[l] == l);
    }
    return aligned;
}

static void fill_children(const tac_plan_builder *b, tac_node_cell *u, int **from)
{
    const tac_model *m = b->m;
    for (int c = 0; c < 2; c++, *from += u->size) {
        int child = m->nodes.child[2 * u->node[0] + c];
        u->from[c] = *from;
        for (int i = 0; i < u->size; i++) {
            u->from[c][i] = TAC_NONE;
        }
        for (int i = m->nodes.n_e[child]; i < m->nodes.n_e[child] + m->nodes.n_r[child]; i++) {
            u->from[c][m->nodes.map[m->nodes.row_at[child] + i]] = i;
        }
        int node[TAC_MAX_LANES];
        for (int l = 0; l < u->n; l++) {
            node[l] = m->nodes.child[2 * u->node[l] + c];
        }
        bool aligned = fill_neighbour(b, u, node, u->child_unit[c], u->child_lane[c]);
        int first = u->child[c] = u->child_unit[c][0];
        bool together = !b->p->unit[first].wide;
        for (int l = 0; l < u->n; l++) {
            together &= u->child_unit[c][l] == first;
        }
        u->child_beside[c] = aligned ? TAC_ALIGNED : together ? TAC_MIXED : TAC_APART;
    }
}

// Whether the boundary rows of lane l have the same places in its parent as those of the first lane; an
// open end is asked for the rows that it has.
static bool lane_fits(const tac_plan_builder *b, const tac_node_cell *u, int l)
{
    const tac_model *m = b->m;
    const int *map = m->nodes.map + m->nodes.row_at[u->node[l]],
              *like = m->nodes.map + m->nodes.row_at[u->node[0]];
    const tac_node_cell *parent = &b->p->unit[u->parent_unit[0]];
    bool same = u->rows[l] == u->size || parent->rows[l] < parent->size;
    for (int k = u->n_e; same && k < u->rows[l]; k++) {
        same = map[k] == like[k];
    }
    return same;
}

// Where nodes of chains find their boundary in their parents.
static void fill_above(const tac_plan_builder *b, tac_node_cell *u, tac_above *above)
{
    const tac_model *m = b->m;
    int first[2] = {u->n_e, u->n_e + (u->chain >> 3 & 7)};
    for (int l = 0; l < TAC_MAX_LANES; l++) {
        const tac_node_cell *parent = &b->p->unit[u->parent_unit[l]];
        const int *map = m->nodes.map + m->nodes.row_at[u->node[l]];
        above->step[l] = parent->step;
        for (int k = 0; k < 2; k++) {
            bool there = first[k] < u->rows[l];
            above->row[k][l] =
                there ? parent->b + u->parent_lane[l] + map[first[k]] * parent->step : TAC_NONE;
        }
    }
    u->above[0] = above->row[0][0];
    u->above[1] = above->row[1][0];
}

// Parents of all units, when these know their children.
static void fill_parents(const tac_plan_builder *b)
{
    for (int i = 0; i < b->g->n_unit; i++) { // parents of every child
        tac_node_cell *u = &b->p->unit[i];
        for (int c = 0; c < 2 && !u->leaf; c++) {
            for (int l = 0; l < u->n; l++) {
                tac_node_cell *child = &b->p->unit[u->child_unit[c][l]];
                child->parent_unit[u->child_lane[c][l]] = i;
                child->parent_lane[u->child_lane[c][l]] = l;
            }
        }
    }
    for (int i = 0; i < b->g->n_unit; i++) {
        tac_node_cell *u = &b->p->unit[i];
        if (u->size == u->n_e) { // a root reads nothing from above
            continue;
        }
        const tac_node_cell *first = &b->p->unit[u->parent_unit[0]];
        u->parent_aligned = (u->n == b->lanes || u->n == first->n) && !u->wide && !first->wide;
        for (int l = 0; l < TAC_MAX_LANES; l++) {
            if (l >= u->n) {
                u->parent_unit[l] = u->parent_unit[tac_held_lane(b, l, u->n)];
                u->parent_lane[l] = u->parent_lane[tac_held_lane(b, l, u->n)];
            } else {
                u->parent_aligned &= u->parent_unit[l] == u->parent_unit[0] &&
                                     u->parent_lane[l] == l && lane_fits(b, u, l);
            }
        }
        if (u->chain) {
            fill_above(b, u, &b->p->above[i]);
        }
    }
}

static void fill_units(tac_plan_builder *b)
{
    const tac_model *m = b->m;
    const tac_grouping *g = b->g;
    tac_home *home = b->p->home;
    tac_leaf_side *side = b->p->side;
    tac_ref *more = b->p->more;
    int *from = b->p->from, *join = b->p->join;
    size_t at_b = 0, dense = 0;
    tac_scratch_layout next = {.scratch_of = b->p->scratch};
    for (int i = 0; i < g->n_unit; i++) {
        tac_node_cell *u = &b->p->unit[i];
        *u = unit_like(m, g, i);
        for (int l = 0; l < TAC_MAX_LANES; l++) {
            u->node[l] = g->unit_node[g->unit_first[i] + tac_held_lane(b, l, u->n)];
            u->rows[l] = m->nodes.n_e[u->node[l]] + m->nodes.n_r[u->node[l]];
        }
        u->keeps_order = u->wide && tac_stay_together(m, u, u->n_e, u->size - u->n_e);
        tac_place_front(g, i, &next, u);
        at_b += (size_t)tac_gap_before(g, g->block_unit, i);
        u->b = (int)(tac_is_silent(u) ? b->p->zeros : at_b);
        u->left_b = u->b + u->n_e * u->step;
        u->dense = (int)dense;
        at_b += tac_is_silent(u) ? 0 : (size_t)u->stride;
        fill_rows(b, u, &home, &side, &more);
        if (u->leaf) {
            int at[TAC_MAX_LANES] = {0};
            for (int l = 0; l < u->n; l++) {
                at[l] = tac_plan_body_at(b->p, u->node[l]);
            }
            u->body = tac_refer(b, at, u->n, b->p->body[g->body_cell[u->node[0]]].n);
            dense += u->wide ? 12 * (size_t)u->stride : 0;
            join = tac_list_columns(b->p, u, join);
        } else {
            fill_children(b, u, &from);
            tac_find_chain(m, u);
            join = tac_find_join(b->p, m, u, join);
        }
    }
    (void)tac_end_places(g, &next);
    fill_parents(b);
}

void tac_plan_fill(tac_plan *p, const tac_model *m)
{
    int *next_at = p->at;
    tac_plan_builder b = {m, p->g, p, p->g->lanes, &next_at, 0};
    fill_cells(&b);
    number_laws(&b);
    const tac_cell *last = p->g->n_cell > 0 ? &p->cell[p->g->n_cell - 1] : NULL;
    b.next_unknown = last ? last->row + last->like->n_row : 0;
    for (int i = 0; i <= m->n_body; i++) {
        p->body_at[i] = tac_plan_body_at(p, i);
    }
    for (int row = 0; row < m->n_row; row++) {
        p->row_at[row] = tac_plan_row_at(&b, row);
    }
    tac_place_reactions(p, m);
    fill_body_sides(&b);
    fill_units(&b);
    tac_plan_waits(p, m);
}
