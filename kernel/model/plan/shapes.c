#include "shapes.h"

#include "model/flexible.h"
#include "part.h"

// Sub-models apart have cells of their own, which stages of laws can leave out (feature/submodel/part_stages.c). A twin has no
// parts.
static bool is_apart(const tac_model *m, const tac_element *e)
{
    int k = tac_element_part(m, e);
    return k != TAC_NONE && k < m->objects.n_part && m->objects.parts[k].table &&
           m->objects.parts[k].table->bodies;
}

// Rows that keep axes parallel are alike whichever side their moment lies along (E_PAIR).
static bool same_rows(const tac_model *m, const tac_element *a, const tac_element *b)
{
    bool same = a->what == b->what && is_apart(m, a) == is_apart(m, b) && a->n_row == b->n_row &&
                a->implicit == b->implicit && (a->angle == TAC_NONE) == (b->angle == TAC_NONE) &&
                a->law == b->law && a->elastic == b->elastic && a->curve == b->curve &&
                a->mix == b->mix && a->spins == b->spins && a->stacked == b->stacked &&
                a->road == b->road && (a->hangs == TAC_NONE) == (b->hangs == TAC_NONE);
    for (int k = 0; same && k < a->n_row; k++) {
        const tac_row *p = &a->rows[k], *q = &b->rows[k];
        bool axes = p->parallel == q->parallel && (p->parallel || (p->i == q->i && p->j == q->j));
        same = p->kind == q->kind && axes && (p->drive == TAC_NONE) == (q->drive == TAC_NONE);
    }
    return same;
}

// Gives equal numbers to elements with the same rows; there are few kinds.
static void sign_elements(const tac_model *m, tac_group_scratch *s)
{
    int n = 0;
    for (int i = 0; i < m->n_element; i++) {
        int k = 0;
        while (k < n && !same_rows(m, &m->element[s->list[k]], &m->element[i])) {
            k++;
        }
        if (k == n) {
            s->list[n++] = i;
        }
        s->signature[i] = k;
    }
    for (int i = 0; i < m->n_carrier; i++) { // unknowns are alike, and like no element
        s->signature[m->n_element + i] = n;
    }
}

static int row_of(const tac_model *m, int node, int k)
{
    return m->nodes.node_row[m->nodes.row_at[node] + k];
}

static const tac_element *element_of_row(const tac_model *m, int row)
{
    return &m->element[m->rows.row_element[row]];
}

static int signature_at(const tac_model *m, const tac_group_scratch *s, int node, int k)
{
    int row = row_of(m, node, k);
    const tac_element *e = element_of_row(m, row);
    return 8 * s->signature[m->rows.row_element[row]] + (row - e->row);
}

// Whether a leaf's body is on another side of the element of row k than of the element of the first row. The
// front of a leaf has products of two sides only: in another lane, all of them may be swapped.
static bool side_at(const tac_model *m, int leaf, int k)
{
    bool first = element_of_row(m, row_of(m, leaf, 0))->body[1] == leaf;
    return (element_of_row(m, row_of(m, leaf, k))->body[1] == leaf) != first;
}

// Where the columns of the carrier are that row k of a node hangs on, or, of a leaf, its own unknowns of which it
// is one; else TAC_NONE.
static int column_at(const tac_model *m, int node, int k)
{
    const tac_element *e = element_of_row(m, row_of(m, node, k));
    int body = e->hangs != TAC_NONE ? e->body[e->hangs] : node;
    bool asks = e->hangs != TAC_NONE || tac_is_unknowns(m, (int)(e - m->element));
    return asks ? tac_column_of(m, node, body) : TAC_NONE;
}

// Which side of an element is in the rows of a leaf, and where the columns of a carrier are that
// the other one hangs on.
typedef struct on_leaf {
    int side, column;
} on_leaf;

static on_leaf side_on_leaf(const tac_model *m, const tac_element *e, int leaf)
{
    int side = e->body[0] == leaf ? 0 : e->body[1] == leaf ? 1 : TAC_NONE;
    side = side == e->hangs ? TAC_NONE : side;
    return (on_leaf){side,
                     e->hangs != TAC_NONE ? tac_column_of(m, leaf, e->body[e->hangs]) : TAC_NONE};
}

// Whether the terms of couplers in row k of two nodes have the same sides and columns there; of
// other rows the sides.
static bool same_sides(const tac_model *m, int a, int b, int k)
{
    const tac_element *p = element_of_row(m, row_of(m, a, k));
    const tac_element *q = element_of_row(m, row_of(m, b, k));
    bool leaf = tac_is_leaf(m, a), same = p->followers == q->followers;
    if (p->what != TAC_TERMS || tac_is_unknowns(m, (int)(p - m->element))) {
        return same && (!leaf || side_at(m, a, k) == side_at(m, b, k)) &&
               column_at(m, a, k) == column_at(m, b, k);
    }
    for (int term = 0; term <= p->followers && same; term++) {
        const tac_element *of_a = p + tac_term(m, 0, term), *of_b = q + tac_term(m, 0, term);
        same = of_a->hangs == of_b->hangs && same_rows(m, of_a, of_b);
        if (leaf && same) {
            on_leaf at_a = side_on_leaf(m, of_a, a), at_b = side_on_leaf(m, of_b, b);
            same = at_a.side == at_b.side && at_a.column == at_b.column;
        } else if (same && of_a->hangs != TAC_NONE) {
            same = tac_column_of(m, a, of_a->body[of_a->hangs]) ==
                   tac_column_of(m, b, of_b->body[of_b->hangs]);
        }
    }
    return same;
}

static bool same_map(const tac_model *m, int a, int b)
{
    bool same = m->nodes.n_e[a] == m->nodes.n_e[b] && m->nodes.n_r[a] == m->nodes.n_r[b];
    for (int k = m->nodes.n_e[a]; same && k < m->nodes.n_e[a] + m->nodes.n_r[a]; k++) {
        same = m->nodes.map[m->nodes.row_at[a] + k] == m->nodes.map[m->nodes.row_at[b] + k];
    }
    return same;
}

// Modes and interfaces of a leaf.
static bool same_modes(const tac_model *m, int a, int b)
{
    int i = tac_flexible_of(m, a), j = tac_flexible_of(m, b);
    if (i == TAC_NONE || j == TAC_NONE) {
        return i == j;
    }
    const tac_modes *p = m->flex.flexible[i].modes, *q = m->flex.flexible[j].modes;
    return p->n == q->n && p->n_interface == q->n_interface;
}

// The rows of a that a unit works on: those it eliminates and, of a leaf, its boundary.
static bool same_own_rows(const tac_model *m, const tac_group_scratch *s, int a, int b)
{
    bool same = tac_is_leaf(m, a) == tac_is_leaf(m, b) && m->nodes.n_e[a] == m->nodes.n_e[b] &&
                (!tac_is_leaf(m, a) || same_modes(m, a, b));
    int rows = tac_is_leaf(m, a) ? m->nodes.n_e[a] + m->nodes.n_r[a] : m->nodes.n_e[a];
    for (int k = 0; same && k < rows; k++) {
        same = signature_at(m, s, a, k) == signature_at(m, s, b, k) && same_sides(m, a, b, k);
    }
    return same;
}

static bool same_shape(const tac_model *m, const tac_group_scratch *s, int a, int b)
{
    bool same = m->nodes.n_r[a] == m->nodes.n_r[b] && same_own_rows(m, s, a, b);
    for (int c = 0; same && !tac_is_leaf(m, a) && c < 2; c++) {
        int p = m->nodes.child[2 * a + c], q = m->nodes.child[2 * b + c];
        same = s->shape[p] == s->shape[q] && !s->open[p] && !s->open[q] && same_map(m, p, q);
    }
    return same;
}

// Whether the rows of the open child go where those of the full child go, and the rows that it lacks go to
// rows that its parent lacks, those from n on.
static bool open_map(const tac_model *m, int open, int full, int n)
{
    bool same = m->nodes.n_e[open] == m->nodes.n_e[full];
    for (int k = m->nodes.n_e[open]; same && k < m->nodes.n_e[full] + m->nodes.n_r[full]; k++) {
        int to = m->nodes.map[m->nodes.row_at[full] + k];
        same = k < m->nodes.n_e[open] + m->nodes.n_r[open]
                   ? to == m->nodes.map[m->nodes.row_at[open] + k]
                   : to >= n;
    }
    return same;
}

// Whether `a` would be like `b` if its chain went on: b has more rows on its boundary, behind those of a.
static bool like_open(const tac_model *m, const tac_group_scratch *s, int a, int b)
{
    bool same = m->nodes.n_r[a] < m->nodes.n_r[b] && !s->open[b] && same_own_rows(m, s, a, b);
    for (int c = 0; same && !tac_is_leaf(m, a) && c < 2; c++) {
        int p = m->nodes.child[2 * a + c], q = m->nodes.child[2 * b + c];
        same =
            s->shape[p] == s->shape[q] && !s->open[q] &&
            (s->open[p] ? open_map(m, p, q, m->nodes.n_e[a] + m->nodes.n_r[a]) : same_map(m, p, q));
    }
    return same;
}

// Open ends of a shape: with a full node they fit into one unit of four lanes.
enum { MOST_OPEN = 3 };

static int count_open(const tac_model *m, const tac_group_scratch *s, int first, int last,
                      int shape)
{
    int n = 0;
    for (int k = first; k < last; k++) {
        int node = m->nodes.node_order[k];
        n += s->open[node] && s->shape[node] == shape;
    }
    return n;
}

// A node that no other one is like takes the shape of nodes that it would be like if its chain went on.
static void open_ends(const tac_model *m, tac_group_scratch *s, int first, int last)
{
    for (int k = first; k < last; k++) {
        s->count[s->shape[m->nodes.node_order[k]]] = 0;
    }
    for (int k = first; k < last; k++) {
        s->count[s->shape[m->nodes.node_order[k]]]++;
    }
    for (int k = first; k < last; k++) {
        int node = m->nodes.node_order[k];
        bool alone = s->shape[node] == node && s->count[node] == 1 && !tac_has_unknowns(m, node);
        for (int j = first; alone && !s->open[node] && j < last; j++) {
            int other = m->nodes.node_order[j];
            if (s->shape[other] == other && s->count[other] > 1 && like_open(m, s, node, other) &&
                count_open(m, s, first, last, other) < MOST_OPEN) {
                s->shape[node] = other;
                s->open[node] = 1;
            }
        }
    }
}

// Nodes of equal shape get the number of the first of them. Shapes are compared within a level, from the
// leaves up, so that shapes of children are known.
static void shape_nodes(const tac_model *m, tac_group_scratch *s)
{
    for (int level = 0; level <= m->nodes.height; level++) {
        int n = 0; // shapes of this level, in s->list
        for (int k = m->nodes.level_first[level]; k < m->nodes.level_first[level + 1]; k++) {
            int node = m->nodes.node_order[k], i = n;
            while (i > 0 && !same_shape(m, s, s->list[i - 1], node)) { // recent shapes first
                i--;
            }
            s->shape[node] = i > 0 ? s->list[i - 1] : node;
            s->open[node] = 0;
            if (i == 0) {
                s->list[n++] = node;
            }
        }
        open_ends(m, s, m->nodes.level_first[level], m->nodes.level_first[level + 1]);
    }
}

void tac_find_shapes(const tac_model *m, tac_group_scratch *s)
{
    sign_elements(m, s);
    shape_nodes(m, s);
}
