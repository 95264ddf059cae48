// The assembly tree in the tables of a model: levels, rows of every node, and where boundary rows go
// in the parent.
#include "nodes.h"

#include "carriers.h"
#include "tree_elements.h"

// ---- layout ------------------------------------------------------------------------------------

static void layout_one(tac_model *m, const tac_table_sizes *n, tac_arena *a)
{
    m->nodes.level_first = tac_take(a, n->level, sizeof *m->nodes.level_first);
    m->nodes.node_order = tac_take(a, n->node, sizeof *m->nodes.node_order);
    m->nodes.child = tac_take(a, 2 * n->node, sizeof *m->nodes.child);
    m->nodes.n_e = tac_take(a, n->node, sizeof *m->nodes.n_e);
    m->nodes.n_r = tac_take(a, n->node, sizeof *m->nodes.n_r);
    m->nodes.row_at = tac_take(a, n->node + 1, sizeof *m->nodes.row_at);
    m->nodes.front_at = tac_take(a, n->node + 1, sizeof *m->nodes.front_at);
    m->nodes.node_row = tac_take(a, n->node_row, sizeof *m->nodes.node_row);
    m->nodes.map = tac_take(a, n->node_row + 2 * n->node, sizeof *m->nodes.map);
}

// The nodes of the tree by rows, in a model of their own.
static tac_model *layout_by_rows(const tac_table_sizes *n, tac_arena *a)
{
    if (n->carrier == 0) {
        return NULL;
    }
    tac_model *memory = tac_take(a, 1, sizeof *memory), m = {0};
    tac_table_sizes of_rows = *n;
    of_rows.node_row = n->rows_node_row;
    of_rows.level = n->rows_level;
    layout_one(&m, &of_rows, a);
    if (memory) {
        *memory = m;
    }
    return memory;
}

void tac_layout_nodes(tac_model *m, const tac_table_sizes *n, tac_arena *a)
{
    layout_one(m, n, a);
    m->by_rows = layout_by_rows(n, a);
}

// ---- rows --------------------------------------------------------------------------------------

// What hangs, and the unknowns of carriers, which are numbered behind all rows.
void tac_number_unknowns(tac_model *m, const tac_tree *t)
{
    for (int i = 0; i < m->n_element; i++) {
        m->element[i].hangs = t->n_carrier > 0 ? t->hangs[i] : TAC_NONE;
    }
    m->n_carrier = t->n_carrier;
    for (int k = 0; k < t->n_carrier; k++) {
        int body = t->carrier[k], row = m->n_row + TAC_UNKNOWNS * k;
        m->element[m->n_element + k] = (tac_element){.body = {body, body},
                                                     .row = row,
                                                     .n_row = TAC_UNKNOWNS,
                                                     .angle = TAC_NONE,
                                                     .hangs = TAC_NONE,
                                                     .implicit = true};
        for (int i = 0; i < TAC_UNKNOWNS; i++) {
            m->rows.row_element[row + i] = m->n_element + k;
        }
    }
}

static void fill_levels(tac_model *m, const tac_tree *t)
{
    m->nodes.height = t->height;
    int n = 0;
    for (int level = 0; level <= t->height; level++) {
        m->nodes.level_first[level] = n;
        for (int i = 0; i < t->n_node; i++) {
            if (t->level[i] == level) {
                m->nodes.node_order[n++] = i;
            }
        }
    }
    m->nodes.level_first[t->height + 1] = n;
}

static void append_rows(tac_model *m, int *fill, int node, const tac_element *e)
{
    for (int r = 0; r < e->n_row; r++) {
        m->nodes.node_row[m->nodes.row_at[node] + fill[node]++] = e->row + r;
    }
}

// Appends an element to the nodes from a leaf up to its home that do not have it yet.
static void append_up(tac_model *m, const tac_tree *t, int *fill, int leaf, int home,
                      const tac_element *e)
{
    int *last = fill + m->nodes.n_node,
        stamp = (int)(e - m->element); // of a node: the element, or coupler, it got last
    for (int node = leaf; node != home && last[node] != stamp; node = t->parent[node]) {
        append_rows(m, fill, node, e);
        last[node] = stamp;
    }
}

// The unknowns of a carrier are in the leaves of all that hangs on it, and in its own.
static void append_carrier(tac_model *m, const tac_tree *t, int *fill, int k)
{
    const tac_element *e = &m->element[m->n_element + k];
    append_up(m, t, fill, t->carrier[k], t->carrier_home[k], e);
    for (int i = t->carried_first[k]; i < t->carried_first[k + 1]; i++) {
        append_up(m, t, fill, t->carried[i], t->carrier_home[k], e);
    }
    append_rows(m, fill, t->carrier_home[k], e);
}

// Every element is a boundary of the nodes between its bodies' leaves and its home. Walking the
// elements in elimination order makes all lists sorted, eliminated rows first. Unknowns of carriers come
// before the rows of their home.
static void fill_rows(tac_model *m, const tac_tree *t)
{
    for (int i = 0; i < t->n_node; i++) {
        m->nodes.child[2 * i] = t->child[2 * i];
        m->nodes.child[2 * i + 1] = t->child[2 * i + 1];
        m->nodes.n_e[i] = t->n_e[i];
        m->nodes.n_r[i] = t->n_r[i];
        size_t n = (size_t)(t->n_e[i] + t->n_r[i]);
        m->nodes.row_at[i + 1] = m->nodes.row_at[i] + (int)n;
        m->nodes.front_at[i + 1] = m->nodes.front_at[i] + n * n;
    }
    int *fill =
        m->nodes.map + m->nodes.row_at[m->nodes.n_node]; // rows appended so far, one per node
    for (int i = 0; i < t->n_node; i++) {
        fill[m->nodes.n_node + i] = TAC_NONE;
    }
    int carrier = 0;
    for (int k = 0; k < t->n_element && t->order[k] != TAC_NONE; k++) {
        int i = t->order[k];
        const tac_element *e = &m->element[t->lead[i]]; // whose rows they are
        for (; carrier < t->n_carrier && t->carrier_home[carrier] <= t->home[i]; carrier++) {
            append_carrier(m, t, fill, carrier);
        }
        for (int side = 0; side < 2; side++) {
            if (t->body[2 * i + side] != TAC_GROUND && !tac_tree_hangs(t, i, side)) {
                append_up(m, t, fill, t->body[2 * i + side], t->home[i], e);
            }
        }
        if (!tac_follows(t, i)) {
            append_rows(m, fill, t->home[i], e);
        }
    }
    for (; carrier < t->n_carrier; carrier++) {
        append_carrier(m, t, fill, carrier);
    }
}

// ---- along chains ------------------------------------------------------------------------------

static const tac_element *element_at(const tac_model *m, int node, int k)
{
    return &m->element[m->rows.row_element[m->nodes.node_row[m->nodes.row_at[node] + k]]];
}

// Where a node has a row: sought from `from` on, then from the first one; TAC_NONE if it has not.
static int find_row(const tac_model *m, int node, int row, int from)
{
    int n = m->nodes.n_e[node] + m->nodes.n_r[node];
    for (int i = 0; i < n; i++) {
        int k = from + i < n ? from + i : from + i - n;
        if (m->nodes.node_row[m->nodes.row_at[node] + k] == row) {
            return k;
        }
    }
    return TAC_NONE;
}

// Whether a node joins two parts of a chain: it eliminates one joint of three or five rows, and each of its
// children has at most one other joint, of as many rows. The plan finds the same nodes (find_chain in
// model/plan/plan.c), because the order of rows made here is the one that stages of chains rely on.
static bool joins_chain(const tac_model *m, int node)
{
    int n = m->nodes.n_e[node];
    bool chain = !tac_is_leaf(m, node) && (n == 3 || n == 5) && element_at(m, node, 0)->n_row == n;
    for (int c = 0; c < 2 && chain; c++) {
        int child = m->nodes.child[2 * node + c], own = m->nodes.n_r[child] - n;
        chain = own == 0 || (own == n && element_at(m, child, m->nodes.n_e[child])->n_row == n &&
                             element_at(m, child, m->nodes.n_e[child] + n)->n_row == n);
    }
    return chain;
}

// Where a boundary row comes from: the number of a leaf's element, else the row of the first child,
// or `second` and the row of the second one.
static int origin(const tac_model *m, int node, int row, int second)
{
    int first = m->nodes.child[2 * node];
    if (first == TAC_NONE) {
        return m->rows.row_element[row];
    }
    int k = find_row(m, first, row, 0);
    return k != TAC_NONE ? k : second + find_row(m, m->nodes.child[2 * node + 1], row, 0);
}

// Whether open ends of chains have the lower numbers: more of them than of the others.
static bool numbered_from_ends(const tac_model *m, const tac_tree *t)
{
    int votes = 0;
    for (int i = 0; i < m->n_body; i++) {
        int parent = t->parent[i], n_e = m->nodes.n_e[i];
        if (parent != TAC_NONE && joins_chain(m, parent) &&
            m->nodes.n_r[i] == m->nodes.n_e[parent]) {
            int next = m->nodes.child[2 * parent] + m->nodes.child[2 * parent + 1] - i;
            int last = m->nodes.row_at[next + 1] - m->nodes.row_at[next] - 1;
            const tac_element *end = element_at(m, i, n_e), *other = element_at(m, next, last);
            votes += other > end ? 1 : other < end ? -1 : 0;
        }
    }
    return votes > 0;
}

// Two elements on the boundary of a part of a chain come in the order of their origin, whichever of
// them the parent eliminates, so that all links of a chain and all parts of it are alike; or in the
// reverse order, so that a joint that an open end lacks would be the last. Rows of one child keep
// their order.
static void order_along_chain(tac_model *m, int node, bool reverse)
{
    int n_e = m->nodes.n_e[node], half = m->nodes.n_r[node] / 2;
    int *row = m->nodes.node_row + m->nodes.row_at[node] + n_e;
    if (element_at(m, node, n_e)->n_row == m->nodes.n_r[node]) {
        return; // an end
    }
    bool leaf = tac_is_leaf(m, node);
    int second = leaf ? 0
                      : m->nodes.row_at[m->nodes.child[2 * node] + 1] -
                            m->nodes.row_at[m->nodes.child[2 * node]];
    int a = origin(m, node, row[0], second), b = origin(m, node, row[half], second);
    bool apart = leaf || (a < second) != (b < second);
    bool swap = (b < a) != (reverse && apart);
    for (int k = 0; k < half && swap; k++) {
        int at = row[k];
        row[k] = row[half + k];
        row[half + k] = at;
    }
}

static void order_chains(tac_model *m, const tac_tree *t)
{
    bool reverse = numbered_from_ends(m, t);
    for (int i = 0; i < t->n_node; i++) {
        if (t->parent[i] != TAC_NONE && joins_chain(m, t->parent[i])) {
            order_along_chain(m, i, reverse);
        }
    }
}

// ---- all of it ---------------------------------------------------------------------------------

static void fill_map(tac_model *m, const tac_tree *t)
{
    for (int i = 0; i < t->n_node; i++) {
        for (int k = m->nodes.n_e[i], at = 0; k < m->nodes.n_e[i] + m->nodes.n_r[i]; k++) {
            at = find_row(m, t->parent[i], m->nodes.node_row[m->nodes.row_at[i] + k], at);
            m->nodes.map[m->nodes.row_at[i] + k] = at;
        }
    }
}

static void fill_nodes(tac_model *m, const tac_tree *t)
{
    m->nodes.n_node = t->n_node;
    fill_levels(m, t);
    fill_rows(m, t);
    order_chains(m, t);
    fill_map(m, t);
}

// The model with the nodes of the tree by rows in place of its own.
static void fill_by_rows(tac_model *m, const tac_tree *t)
{
    tac_model *own = m->by_rows, nodes = *own;
    *own = *m;
    own->nodes.level_first = nodes.nodes.level_first;
    own->nodes.node_order = nodes.nodes.node_order;
    own->nodes.child = nodes.nodes.child;
    own->nodes.n_e = nodes.nodes.n_e;
    own->nodes.n_r = nodes.nodes.n_r;
    own->nodes.row_at = nodes.nodes.row_at;
    own->nodes.front_at = nodes.nodes.front_at;
    own->nodes.node_row = nodes.nodes.node_row;
    own->nodes.map = nodes.nodes.map;
    own->n_carrier = 0;
    own->by_rows = NULL;
    fill_nodes(own, t->by_rows);
}

void tac_fill_nodes(tac_model *m, const tac_tree *t)
{
    fill_nodes(m, t);
    if (m->by_rows) {
        fill_by_rows(m, t);
    }
}
