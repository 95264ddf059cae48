#include "grouping.h"

#include "flexible_cells.h"
#include "shapes.h"
#include "sums.h"

// Bodies of a block, at most: with their joints and fronts some 150 KiB.
enum { BLOCK_BODIES = 64 };

// Full units take their subtrees along up to this level, some hundred bodies to a lane. Beyond, bodies
// of the same cell would lie so far apart in the state that they compete for places in the cache.
enum { ALIGNED_LEVELS = 7 };

// ---- layout ------------------------------------------------------------------------------------

static tac_grouping layout_grouping(const tac_table_sizes *n, tac_arena *a)
{
    tac_grouping g = {0};
    int **of_node[] = {&g.unit_of, &g.lane_of, &g.unit_node, &g.joined_in};
    int **of_body[] = {&g.body_cell, &g.body_lane};
    int **of_element[] = {&g.element_cell, &g.element_lane};
    int **of_block[] = {&g.block_unit, &g.block_body, &g.block_cell, &g.sum_first};
    for (int i = 0; i < 4; i++) {
        *of_node[i] = tac_take(a, n->node, sizeof(int));
    }
    g.unit_first = tac_take(a, n->node + 1, sizeof(int));
    for (int i = 0; i < 2; i++) {
        *of_body[i] = tac_take(a, n->body + 1, sizeof(int));
        *of_element[i] = tac_take(a, n->element, sizeof(int));
    }
    for (int i = 0; i < 4; i++) {
        *of_block[i] = tac_take(a, n->node + 2, sizeof(int));
    }
    g.sum_group = tac_take(a, n->body + 2, sizeof(int));
    g.level_unit = tac_take(a, n->level, sizeof(int));
    return g;
}

static void layout_scratch(tac_group_scratch *s, const tac_table_sizes *n, tac_arena *a)
{
    int **of_node[] = {&s->shape, &s->open, &s->unit, &s->set, &s->weight, &s->count, &s->key};
    for (size_t i = 0; i < sizeof of_node / sizeof *of_node; i++) {
        *of_node[i] = tac_take(a, n->node, sizeof(int));
    }
    s->signature = tac_take(a, n->element + n->carrier, sizeof(int));
    s->list = tac_take(a, n->node + n->element + n->carrier + 1, sizeof(int));
}

tac_grouping *tac_layout_groupings(int first_width, int n_width, const tac_table_sizes *n,
                                   tac_group_scratch *s, tac_arena *a)
{
    tac_grouping *memory = tac_take(a, TAC_WIDTHS, sizeof *memory);
    for (int k = first_width; k < first_width + n_width; k++) {
        tac_grouping g = layout_grouping(n, a);
        if (memory) {
            memory[k] = g;
        }
    }
    layout_scratch(s, n, a);
    return memory;
}

static int row_of(const tac_model *m, int node, int k)
{
    return m->nodes.node_row[m->nodes.row_at[node] + k];
}

// ---- units -------------------------------------------------------------------------------------

static bool almost_full(int n, int lanes)
{
    return 4 * n >= 3 * lanes;
}

// A unit of these nodes, and units of their children in the same lanes, all the way down.
static void take_subtrees(const tac_model *m, tac_group_scratch *s, tac_grouping *g,
                          const int *node, int n, int *n_unit)
{
    int unit = (*n_unit)++;
    for (int l = 0; l < n; l++) {
        s->unit[node[l]] = unit;
        g->lane_of[node[l]] = l;
    }
    for (int c = 0; c < 2 && !tac_is_leaf(m, node[0]); c++) {
        int child[TAC_MAX_LANES];
        for (int l = 0; l < n; l++) {
            child[l] = m->nodes.child[2 * node[l] + c];
        }
        take_subtrees(m, s, g, child, n, n_unit);
    }
}

// A unit of these nodes alone.
static void take_nodes(tac_group_scratch *s, tac_grouping *g, const int *node, int n, int *n_unit)
{
    int unit = (*n_unit)++;
    for (int l = 0; l < n; l++) {
        s->unit[node[l]] = unit;
        g->lane_of[node[l]] = l;
    }
}

// Largest front of every subtree.
static void weigh_subtrees(const tac_model *m, tac_group_scratch *s)
{
    for (int k = 0; k < m->nodes.n_node; k++) {
        int i = m->nodes.node_order[k], most = m->nodes.n_e[i] + m->nodes.n_r[i];
        for (int c = 0; c < 2 && !tac_is_leaf(m, i); c++) {
            int below = s->weight[m->nodes.child[2 * i + c]];
            most = below > most ? below : most;
        }
        s->weight[i] = most;
        s->unit[i] = TAC_NONE;
    }
}

// Lists the nodes of a level and shape that have no unit yet. Open ends come second: a full node comes
// first, because its boundary becomes that of all lanes; and the first unit has the most lanes filled, so
// that an open end shares a unit if the node above it does.
static int list_alike(const tac_model *m, const tac_group_scratch *s, int level, int shape,
                      int *node)
{
    int n = 0, full = 0;
    for (int k = m->nodes.level_first[level]; k < m->nodes.level_first[level + 1]; k++) {
        int i = m->nodes.node_order[k];
        if (s->unit[i] == TAC_NONE && s->shape[i] == shape) {
            int at = s->open[i] && full > 0 ? 1 : !s->open[i] && full == 0 ? 0 : n;
            for (int to = n; to > at; to--) {
                node[to] = node[to - 1];
            }
            node[at] = i;
            n++;
            full += !s->open[i];
        }
    }
    return n;
}

// From the top down: first units with all lanes filled, which take their subtrees along. The remaining
// nodes of a shape share a unit if they fill half of the lanes; their children are grouped with their own
// level.
static void make_units(const tac_model *m, tac_group_scratch *s, tac_grouping *g)
{
    int n_unit = 0, lanes = g->lanes;
    weigh_subtrees(m, s);
    for (int level = m->nodes.height; level >= 0; level--) {
        for (int k = m->nodes.level_first[level]; k < m->nodes.level_first[level + 1]; k++) {
            int head = m->nodes.node_order[k], *node = s->list;
            if (s->unit[head] != TAC_NONE) {
                continue;
            }
            int n = list_alike(m, s, level, s->shape[head], node);
            if (s->weight[node[0]] > TAC_LANE_ROWS) {
                node[0] = head;
                n = 1;
            }
            for (; 2 * n >= lanes && !s->open[node[0]]; node += lanes, n -= lanes) {
                int most = n < lanes ? n : lanes;
                if (level <= (n < lanes ? 3 : ALIGNED_LEVELS) && almost_full(most, lanes)) {
                    take_subtrees(m, s, g, node, most, &n_unit);
                } else {
                    take_nodes(s, g, node, most, &n_unit);
                }
            }
            for (; n > 0; node++, n--) {
                take_nodes(s, g, node, 1, &n_unit);
            }
        }
    }
    g->n_unit = n_unit;
}

// ---- blocks ------------------------------------------------------------------------------------

static int root_set(tac_group_scratch *s, int unit)
{
    while (s->set[unit] != unit) {
        unit = s->set[unit];
    }
    return unit;
}

static void join_sets(tac_group_scratch *s, int a, int b)
{
    a = root_set(s, a);
    b = root_set(s, b);
    if (a != b) {
        int low = a < b ? a : b, high = a < b ? b : a;
        s->set[high] = low;
        s->weight[low] += s->weight[high];
    }
}

// Nodes of the unit whose first one stands at a position of a level, which ends at `end`.
static int nodes_from(const tac_model *m, const tac_group_scratch *s, int at, int end, int lanes,
                      int *node)
{
    int unit = s->unit[m->nodes.node_order[at]], n = 0;
    for (int k = at; k < end && n < lanes; k++) {
        if (s->unit[m->nodes.node_order[k]] == unit) {
            node[n++] = m->nodes.node_order[k];
        }
    }
    return n;
}

// Whether all children of a unit are in sets that together are small enough for a block.
static bool fits_block(const tac_model *m, tac_group_scratch *s, const int *node, int n)
{
    int set[2 * TAC_MAX_LANES + 1], n_set = 0, bodies = 0;
    for (int i = 0; i < 2 * n; i++) {
        int unit = s->unit[m->nodes.child[2 * node[i / 2] + i % 2]], k = 0;
        if (s->set[unit] == TAC_NONE) {
            return false;
        }
        set[n_set] = root_set(s, unit);
        while (set[k] != set[n_set]) {
            k++;
        }
        if (k == n_set) {
            bodies += s->weight[set[n_set++]];
        }
    }
    return bodies <= BLOCK_BODIES;
}

// Units of all that a carrier is joined with lie in one block, however many bodies that are: rows that hang on
// it are eliminated in its block. Notes them in s->count.
static void tie_carried(const tac_model *m, tac_group_scratch *s, const tac_grouping *g)
{
    int *tied = s->list; // nodes
    for (int u = 0; u < g->n_unit; u++) {
        s->count[u] = 0;
    }
    for (int i = 0; i < m->nodes.n_node; i++) {
        bool joins =
            m->nodes.n_e[i] > 0 && tac_is_unknowns(m, m->rows.row_element[row_of(m, i, 0)]);
        tied[i] = joins;
    }
    for (int level = m->nodes.height; level > 0; level--) {
        for (int k = m->nodes.level_first[level]; k < m->nodes.level_first[level + 1]; k++) {
            s->count[s->unit[m->nodes.node_order[k]]] |= tied[m->nodes.node_order[k]];
        }
        for (int k = m->nodes.level_first[level]; k < m->nodes.level_first[level + 1]; k++) {
            int i = m->nodes.node_order[k];
            for (int c = 0; c < 2; c++) {
                tied[m->nodes.child[2 * i + c]] |= s->count[s->unit[i]];
            }
        }
    }
}

// Sets of connected units, from the leaves up as long as they are small enough; units above are in no set.
static void make_sets(const tac_model *m, tac_group_scratch *s, const tac_grouping *g)
{
    bool one = m->n_body <= BLOCK_BODIES; // one set, connected or not
    for (int u = 0; u < g->n_unit; u++) {
        s->set[u] = one ? 0 : u;
        s->weight[u] = 0;
        s->key[u] = 0; // whether it was looked at
    }
    for (int i = 0; i < m->n_body; i++) {
        s->weight[s->unit[i]]++;
    }
    tie_carried(m, s, g);
    for (int level = 1; level <= m->nodes.height && !one; level++) {
        for (int k = m->nodes.level_first[level]; k < m->nodes.level_first[level + 1]; k++) {
            int node[TAC_MAX_LANES], unit = s->unit[m->nodes.node_order[k]];
            if (s->key[unit]) {
                continue;
            }
            int n = nodes_from(m, s, k, m->nodes.level_first[level + 1], g->lanes, node);
            bool fits = s->count[unit] || fits_block(m, s, node, n);
            s->key[unit] = 1;
            for (int i = 0; i < 2 * n && fits; i++) {
                join_sets(s, unit, s->unit[m->nodes.child[2 * node[i / 2] + i % 2]]);
            }
            s->set[unit] = fits ? s->set[unit] : TAC_NONE;
        }
    }
}

// Numbers blocks in the order in which the tree is walked: neighbours in the tree have neighbouring numbers.
static void number_blocks(const tac_model *m, tac_group_scratch *s, tac_grouping *g, int node)
{
    if (!tac_is_leaf(m, node)) {
        number_blocks(m, s, g, m->nodes.child[2 * node]);
        number_blocks(m, s, g, m->nodes.child[2 * node + 1]);
        return;
    }
    int set = root_set(s, s->unit[node]);
    if (s->count[set] == TAC_NONE) {
        s->count[set] = g->n_block++;
    }
}

static void walk_trees(const tac_model *m, tac_group_scratch *s, tac_grouping *g)
{
    int *has_parent = s->list;
    for (int i = 0; i < m->nodes.n_node; i++) {
        has_parent[i] = 0;
    }
    for (int i = 2 * m->n_body; i < 2 * m->nodes.n_node; i++) {
        has_parent[m->nodes.child[i]] = 1;
    }
    g->n_block = 0;
    for (int i = 0; i < m->nodes.n_node; i++) {
        if (!has_parent[i]) {
            number_blocks(m, s, g, i);
        }
    }
}

// The block of a unit if all its parents lie in that block as well: its boundary is scratch there.
static void find_joined_in(const tac_model *m, tac_group_scratch *s, tac_grouping *g)
{
    int *block = s->list; // of a unit
    for (int u = 0, k = 0; u < g->n_unit; u++) {
        while (k < g->n_block && g->block_unit[k + 1] <= u) {
            k++;
        }
        block[u] = g->joined_in[u] = k < g->n_block ? k : TAC_NONE;
    }
    for (int i = m->n_body; i < m->nodes.n_node; i++) {
        for (int c = 0; c < 2; c++) {
            int child = g->unit_of[m->nodes.child[2 * i + c]];
            if (block[child] != block[g->unit_of[i]]) {
                g->joined_in[child] = TAC_NONE;
            }
        }
    }
}

// Numbers the units of blocks, block by block, bottom up inside. Returns how many they are.
static int sort_blocks(const tac_model *m, tac_group_scratch *s, tac_grouping *g)
{
    int *first = g->block_unit;
    for (int block = 0; block <= g->n_block; block++) {
        first[block] = 0;
    }
    for (int u = 0; u < g->n_unit; u++) { // count, shifted by one
        if (s->set[u] != TAC_NONE) {
            first[s->count[root_set(s, u)] + 1]++;
        }
    }
    for (int block = 0; block < g->n_block; block++) {
        first[block + 1] += first[block];
    }
    int n = first[g->n_block];
    // hand out; first is advanced and put back
    for (int k = 0; k < m->nodes.n_node; k++) {
        int unit = s->unit[m->nodes.node_order[k]];
        if (s->key[unit] == TAC_NONE && s->set[unit] != TAC_NONE) {
            s->key[unit] = first[s->count[root_set(s, unit)]]++;
        }
    }
    for (int block = g->n_block; block > 0; block--) {
        first[block] = first[block - 1];
    }
    first[0] = 0;
    return n;
}

// Numbers the units: block by block, then level by level.
static void sort_units(const tac_model *m, tac_group_scratch *s, tac_grouping *g)
{
    make_sets(m, s, g);
    for (int u = 0; u < g->n_unit; u++) {
        s->key[u] = TAC_NONE;   // new number of a unit
        s->count[u] = TAC_NONE; // block of a set
    }
    walk_trees(m, s, g);
    int next = sort_blocks(m, s, g);
    g->n_level = 0;
    for (int level = 1; level <= m->nodes.height; level++) {
        g->level_unit[g->n_level] = next;
        for (int k = m->nodes.level_first[level]; k < m->nodes.level_first[level + 1]; k++) {
            int unit = s->unit[m->nodes.node_order[k]];
            s->key[unit] = s->key[unit] == TAC_NONE ? next++ : s->key[unit];
        }
        g->n_level += next > g->level_unit[g->n_level];
    }
    g->level_unit[g->n_level] = g->block_unit[g->n_block + 1] = next;
    for (int i = 0; i < m->nodes.n_node; i++) {
        g->unit_of[i] = s->key[s->unit[i]];
    }
    find_joined_in(m, s, g);
}

// ---- cells -------------------------------------------------------------------------------------

// Lists the nodes of every unit in lane order.
static void list_nodes(const tac_model *m, tac_grouping *g)
{
    for (int u = 0; u <= g->n_unit; u++) {
        g->unit_first[u] = 0;
    }
    for (int i = 0; i < m->nodes.n_node; i++) {
        g->unit_first[g->unit_of[i] + 1]++;
    }
    for (int u = 0; u < g->n_unit; u++) {
        g->unit_first[u + 1] += g->unit_first[u];
    }
    for (int i = 0; i < m->nodes.n_node; i++) {
        g->unit_node[g->unit_first[g->unit_of[i]] + g->lane_of[i]] = i;
    }
}

// Packs items into cells and numbers the cells.
typedef struct filler {
    const tac_model *m;
    const tac_group_scratch *s;
    const tac_grouping *g;
    int next_cell;
    int *cell, *lane;
} filler;

static void place_aligned(filler *f, const int *item, int n)
{
    for (int l = 0; l < n; l++) {
        f->cell[item[l]] = f->next_cell;
        f->lane[item[l]] = l;
    }
    f->next_cell++;
}

// What items of one cell have in common: nothing (bodies), the rows (elements), or the rows and the places of
// both bodies (elements above the blocks). Places are parts; between different parts, blocks: such a cell may
// be split.
typedef enum likeness { ANY_BODY, SAME_KIND, SAME_PLACE } likeness;

static bool same_side(const tac_grouping *g, const int *block_a, const int *block_b, int side)
{
    bool across = tac_part_of(g, block_a[0]) != tac_part_of(g, block_a[1]) ||
                  tac_part_of(g, block_b[0]) != tac_part_of(g, block_b[1]);
    int part_a = tac_part_of(g, block_a[side]), part_b = tac_part_of(g, block_b[side]);
    return across ? block_a[side] == block_b[side] : part_a == part_b;
}

// Ground is in every place.
static bool same_place(const tac_model *m, const tac_grouping *g, int a, int b)
{
    int block[2][2];
    bool same = true;
    for (int k = 0; k < 2; k++) {
        const int *body = m->element[k ? b : a].body;
        for (int side = 0; side < 2; side++) {
            int there = body[side] == m->n_body ? body[!side] : body[side];
            block[k][side] = tac_block_of_body(g, there);
        }
    }
    for (int side = 0; side < 2; side++) {
        bool ground =
            m->element[a].body[side] == m->n_body || m->element[b].body[side] == m->n_body;
        same &= ground || same_side(g, block[0], block[1], side);
    }
    return same;
}

static bool alike(const filler *f, likeness how, int a, int b)
{
    bool kind = how == ANY_BODY || f->s->signature[a] == f->s->signature[b];
    return kind && (how != SAME_PLACE || same_place(f->m, f->g, a, b));
}

// Packs the items of a list, like ones together.
static void pack(filler *f, int *item, int n, likeness how)
{
    for (int i = 0; i < n; i++) {
        if (item[i] == TAC_NONE) {
            continue;
        }
        int together[TAC_MAX_LANES], k = 0, head = item[i];
        for (int j = i; j < n && k < f->g->lanes; j++) {
            if (item[j] != TAC_NONE && alike(f, how, item[j], head)) {
                together[k++] = item[j];
                item[j] = TAC_NONE;
            }
        }
        place_aligned(f, together, k);
    }
}

// Whether the bodies of a unit are a cell, in the same lanes.
static bool is_cell(const tac_model *m, const tac_grouping *g, const int *node, int n)
{
    return tac_is_leaf(m, node[0]) &&
           (almost_full(n, g->lanes) || (n > 1 && tac_flexes_alike(m, node, n)));
}

// Elements of row k of a unit; or their terms behind the first ones.
static void list_elements(const tac_model *m, const int *node, int n, int k, int term, int *item)
{
    for (int l = 0; l < n; l++) {
        item[l] = tac_term(m, m->rows.row_element[row_of(m, node[l], k)], term);
    }
}

static void cells_of_units(const tac_model *m, tac_group_scratch *s, const tac_grouping *g,
                           int first, int last, filler *bodies, filler *elements)
{
    int n_loose = 0;
    for (int u = first; u < last; u++) { // bodies
        const int *node = g->unit_node + g->unit_first[u];
        int n = g->unit_first[u + 1] - g->unit_first[u];
        if (is_cell(m, g, node, n)) {
            place_aligned(bodies, node, n);
            continue;
        }
        for (int l = 0; l < n && tac_is_leaf(m, node[0]); l++) {
            s->list[n_loose++] = node[l];
        }
    }
    pack(bodies, s->list, n_loose, ANY_BODY);
    n_loose = 0;
    bool top = g->n_block > 1 && first == g->block_unit[g->n_block];
    for (int u = first; u < last; u++) { // elements eliminated here
        const int *node = g->unit_node + g->unit_first[u];
        int n = g->unit_first[u + 1] - g->unit_first[u], item[TAC_MAX_LANES];
        bool aligned = !top && almost_full(n, g->lanes);
        for (int k = 0, more; k < m->nodes.n_e[node[0]]; k += m->element[item[0]].n_row) {
            list_elements(m, node, n, k, 0, item);
            if (tac_is_unknowns(m, item[0])) {
                continue; // in no cell
            }
            more = m->element[item[0]].followers;
            for (int term = 0; term <= more; term++) {
                list_elements(m, node, n, k, term, item);
                if (aligned) {
                    place_aligned(elements, item, n);
                }
                for (int l = 0; l < n && !aligned; l++) {
                    s->list[n_loose++] = item[l];
                }
            }
        }
    }
    pack(elements, s->list, n_loose, top ? SAME_PLACE : SAME_KIND);
}

static void find_parts(tac_grouping *g)
{
    g->n_part = 2;
    while (g->n_part < TAC_MOST_PARTS && g->n_block >= 2 * g->n_part * TAC_PART_BLOCKS) {
        g->n_part *= 2;
    }
    for (int part = 0; part < g->n_part; part++) {
        int k = 0;
        while (k < g->n_block && tac_part_of(g, k) < part) {
            k++;
        }
        g->part_first[part] = k;
    }
}

static void make_cells(const tac_model *m, tac_group_scratch *s, tac_grouping *g)
{
    filler bodies = {m, s, g, 0, g->body_cell, g->body_lane};
    filler elements = {m, s, g, 0, g->element_cell, g->element_lane};
    for (int block = 0; block <= g->n_block; block++) {
        g->block_body[block] = bodies.next_cell;
        g->block_cell[block] = elements.next_cell;
        if (block == g->n_block) {
            find_parts(g);
        }
        cells_of_units(m, s, g, g->block_unit[block], g->block_unit[block + 1], &bodies, &elements);
    }
    g->n_tree_cell = elements.next_cell;
    int n_loose = 0;
    for (int i = 0; i < m->n_element; i++) {
        if (!m->element[i].implicit) {
            s->list[n_loose++] = i;
        }
    }
    pack(&elements, s->list, n_loose, SAME_KIND);
    g->n_cell = elements.next_cell;
    g->n_body_cell = bodies.next_cell;
    g->block_body[g->n_block + 1] = g->n_body_cell;
    g->block_cell[g->n_block + 1] = g->n_cell;
    g->body_cell[m->n_body] = g->n_body_cell;
    g->body_lane[m->n_body] = 0;
}

int tac_block_of(const tac_grouping *g, const int *first, int item)
{
    int low = 0, high = g->n_block; // the first block that ends behind the item
    while (low < high) {
        int k = (low + high) / 2;
        if (first[k + 1] > item) {
            high = k;
        } else {
            low = k + 1;
        }
    }
    return low;
}

void tac_group(tac_model *m, tac_group_scratch *s, int first_width, int n_width)
{
    tac_find_sum_groups(m, s);
    tac_find_shapes(m, s);
    for (int k = first_width; k < first_width + n_width; k++) {
        tac_grouping *g = &m->grouping[k];
        g->lanes = tac_widths[k];
        make_units(m, s, g);
        sort_units(m, s, g);
        list_nodes(m, g);
        make_cells(m, s, g);
        tac_sort_sum_groups(m, g);
    }
}
