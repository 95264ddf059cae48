#include "tree.h"

#include "arena.h"
#include "carriers.h"
#include "kept.h"
#include "pairs.h"
#include "substepped.h"
#include "tree_elements.h"

// ---- layout ------------------------------------------------------------------------------------

typedef struct scratch {
    int *active;  // compounds of this round                              (n_body)
    int *cluster; // compound of a body                                   (n_body)
    int *taken;   // node already joined in this round                    (2 n_body)
    int *only;    // the only neighbour of a node, TAC_NONE or MANY       (2 n_body)
    int *next;    // compound a node went into, itself when at the top    (2 n_body)
    int *best;    // smallest front a compound could be part of           (2 n_body)
    int *n_near;  // neighbours of a compound                             (2 n_body)
    int *lack;    // rows a compound would have more if chains went on    (2 n_body)
    // neighbouring compounds                   (n_element + TAC_COUPLED_PAIRS n_coupler)
    tac_pair *pairs;
    tac_pair *sorted; // the same by front size; later lonely compounds       (the same + n_body)
    tac_carrying carrying;
    tac_pair *hanging; // rows outside of groups      (2 n_element + TAC_COUPLED_PAIRS n_coupler)
    tac_kept kept;
    int unset; // home of an element that has none yet
} scratch;

enum { MANY = -2 };

// Links of a chain. Fewer do not fill vector lanes.
enum { LONG_CHAIN = 16, MOST_OF_LINK = 2 }; // and elements on one of them

// Boundaries joined without a joint between them stay small, so that fronts do: this many rows, or
// half of the boundary of their hub.
enum { LONELY_ROWS = 12 };

// A round that joins fewer than one compound in this many is repeated with hubs that meet.
enum { FEW = 8 };

static void layout(tac_tree **t, scratch *s, const tac_desc *d, bool carriers, tac_arena *a)
{
    size_t n = (size_t)d->n_body, e = (size_t)tac_element_count(d);
    size_t coupled = TAC_COUPLED_PAIRS * (size_t)d->n_coupler;
    tac_tree *tree = tac_take(a, 1, sizeof **t);
    tac_tree out = {0};
    out.parent = tac_take(a, 2 * n, sizeof(int));
    out.child = tac_take(a, 4 * n, sizeof(int));
    out.level = tac_take(a, 2 * n, sizeof(int));
    out.n_e = tac_take(a, 2 * n, sizeof(int));
    out.n_r = tac_take(a, 2 * n, sizeof(int));
    out.rows = tac_take(a, e, sizeof(int));
    out.home = tac_take(a, e, sizeof(int));
    out.body = tac_take(a, 2 * e, sizeof(int));
    out.order = tac_take(a, e, sizeof(int));
    out.lead = tac_take(a, e, sizeof(int));
    tac_layout_couplers(&out, d, a);
    s->active = tac_take(a, n, sizeof(int));
    s->cluster = tac_take(a, n, sizeof(int));
    s->taken = tac_take(a, 2 * n, sizeof(int));
    s->only = tac_take(a, 2 * n, sizeof(int));
    s->next = tac_take(a, 2 * n, sizeof(int));
    s->best = tac_take(a, 2 * n, sizeof(int));
    s->n_near = tac_take(a, 2 * n, sizeof(int));
    s->lack = tac_take(a, 2 * n, sizeof(int));
    s->pairs = tac_take(a, e + coupled, sizeof(tac_pair));
    s->sorted = tac_take(a, e + n + coupled, sizeof(tac_pair));
    if (carriers) {
        tac_layout_carriers(&out, &s->carrying, n, e + coupled, (size_t)d->n_group, a);
        s->hanging = tac_take(a, 2 * e + coupled, sizeof(tac_pair));
    }
    tac_layout_kept(&out, &s->kept, d, a);
    if (a->base) {
        *tree = out;
        *t = tree;
    }
}

size_t tac_tree_size(const tac_desc *d)
{
    tac_arena a = {NULL, 0};
    tac_tree *t = NULL;
    scratch s;
    layout(&t, &s, d, false, &a);
    if (tac_may_carry(d)) {
        layout(&t, &s, d, true, &a);
    }
    int n = tac_substepped_count(d);
    (void)tac_take(&a, (size_t)n, sizeof(tac_substepped));
    for (int k = 0; k < n; k++) {
        tac_substepped part;
        tac_layout_substepped(&part, d, k, &a);
        layout(&t, &s, &part.desc, false, &a);
    }
    return a.used;
}

// ---- building ----------------------------------------------------------------------------------

static bool open_element(const tac_tree *t, int i, int unset)
{
    return t->home[i] == unset;
}

// Elements in the tree on every body, and the first two of them. A body with a term is in no chain:
// it counts as many.
static void count_elements(const tac_tree *t, scratch *s, int n_body, int unset)
{
    for (int i = 0; i < n_body; i++) {
        s->only[i] = 0;
    }
    for (int i = 0; i < t->n_element; i++) {
        for (int side = 0; side < 2 && open_element(t, i, unset); side++) {
            int body = t->body[2 * i + side];
            if (body != TAC_GROUND) {
                s->only[body] += i >= tac_first_term(t) ? MOST_OF_LINK : 0;
                s->next[2 * body] = s->only[body] == 0 ? i : s->next[2 * body];
                s->next[2 * body + 1] = s->only[body] == 1 ? i : s->next[2 * body + 1];
                s->only[body]++;
            }
        }
    }
}

// Whether a body is at one end of a mechanism that is a long chain and nothing else: links of elements
// with as many rows each, both ends open or on ground. `at` is the element that holds the body on
// ground, TAC_NONE at an open end.
static bool ends_chain(const tac_tree *t, const scratch *s, int n_body, int body, int at)
{
    bool whole = false;
    int links = 0, rows = t->rows[at != TAC_NONE ? at : s->next[2 * body]];
    while (!whole && links < n_body && s->only[body] <= MOST_OF_LINK) {
        int first = s->next[2 * body],
            second = s->only[body] == 2 ? s->next[2 * body + 1] : TAC_NONE;
        at = first != at ? first : second; // where the chain goes on
        if (at != TAC_NONE && t->rows[at] != rows) {
            return false;
        }
        links++;
        whole = at == TAC_NONE;
        if (!whole) {
            body = t->body[2 * at] == body ? t->body[2 * at + 1] : t->body[2 * at];
            whole = body == TAC_GROUND;
        }
    }
    return whole && links >= LONG_CHAIN;
}

static bool is_top(const tac_kept *k, int body)
{
    return k->n_group == 0 || k->block[body] == k->n_group;
}

// Leaves: a body eliminates its joints to ground; its other joints are its boundary. The joint between ground
// and a long chain is left to the root, and an open end counts as if the chain went on, so that links
// at both ends are paired like all others; a kept group leaves nothing to the root.
static void make_leaves(tac_tree *t, scratch *s, int n_body, int unset)
{
    count_elements(t, s, n_body, unset);
    for (int i = 0; i < n_body; i++) {
        t->parent[i] = t->child[2 * i] = t->child[2 * i + 1] = TAC_NONE;
        t->level[i] = t->n_e[i] = t->n_r[i] = s->lack[i] = 0;
    }
    for (int i = 0; i < tac_first_term(t); i++) {
        if (!open_element(t, i, unset)) {
            continue;
        }
        int a = t->body[2 * i], b = t->body[2 * i + 1], rows = t->rows[i];
        if (a == TAC_GROUND || b == TAC_GROUND) {
            int leaf = a == TAC_GROUND ? b : a;
            bool later = is_top(&s->kept, leaf) && ends_chain(t, s, n_body, leaf, i);
            t->home[i] = later ? unset + 1 : leaf;
            *(later ? &t->n_r[leaf] : &t->n_e[leaf]) += rows;
        } else {
            t->n_r[a] += rows;
            t->n_r[b] += rows;
            int end = s->only[a] == 1 ? a : s->only[b] == 1 ? b : TAC_NONE;
            bool open = end != TAC_NONE && is_top(&s->kept, end);
            if (open && ends_chain(t, s, n_body, end, TAC_NONE)) {
                s->lack[end] = rows;
            }
        }
    }
    tac_make_coupled_leaves(t, unset);
    for (int i = 0; i < n_body; i++) {
        s->active[i] = s->cluster[i] = s->next[i] = i;
    }
}

// The joints that were left to the roots.
static void close_roots(tac_tree *t, int unset)
{
    for (int i = 0; i < t->n_element; i++) {
        if (t->home[i] == unset + 1) {
            int node = t->body[2 * i] == TAC_GROUND ? t->body[2 * i + 1] : t->body[2 * i];
            while (t->parent[node] != TAC_NONE) {
                node = t->parent[node];
            }
            t->home[i] = node;
            t->n_e[node] += t->rows[i];
        }
    }
    for (int i = 0; i < t->n_node; i++) {
        t->n_r[i] = t->parent[i] == TAC_NONE ? 0 : t->n_r[i];
    }
}

static int low_of(const tac_pair *p)
{
    return (int)(p->key >> 32);
}

static int high_of(const tac_pair *p)
{
    return (int)(p->key & 0xffffffffu);
}

static bool carrier_waits(const tac_tree *t, const scratch *s, int body)
{
    return t->n_carrier > 0 && t->carries[body] != TAC_NONE && s->carrying.waits[t->carries[body]];
}

// Whether one of an element's bodies is a carrier that waits for what hangs on it.
static bool waits(const tac_tree *t, const scratch *s, int element)
{
    return carrier_waits(t, s, t->body[2 * element]) ||
           carrier_waits(t, s, t->body[2 * element + 1]);
}

// Pairs of compounds that couplers are on, behind n others; returns how many there are then.
static int find_coupled(const tac_tree *t, scratch *s, int unset, int n)
{
    for (int k = 0; k < t->n_coupler; k++) {
        int body[TAC_MOST_COUPLED], at[TAC_MOST_COUPLED], n_body = tac_coupled_bodies(t, k, body);
        int n_at = tac_coupled_compounds(t, k, s->cluster, at);
        bool waits = !tac_coupler_is_open(t, k, unset);
        for (int i = 0; i < n_body; i++) {
            waits = waits || carrier_waits(t, s, body[i]);
        }
        for (int i = 0; i < n_at * n_at && !waits; i++) {
            int low = at[i / n_at], high = at[i % n_at];
            if (low < high && tac_kept_block(&s->kept, low) == tac_kept_block(&s->kept, high)) {
                uint64_t key = (uint64_t)low << 32 | (uint64_t)high;
                s->pairs[n++] = (tac_pair){key, t->coupler_term[k], n_at == 2};
            }
        }
    }
    return n;
}

// Neighbouring compounds of the same block with the rows between them, in order of their indices.
static int find_neighbours(const tac_tree *t, scratch *s, int unset)
{
    int n = 0;
    for (int i = 0; i < tac_first_term(t); i++) {
        if (open_element(t, i, unset) && !waits(t, s, i)) {
            int a = s->cluster[t->body[2 * i]], b = s->cluster[t->body[2 * i + 1]];
            if (tac_kept_block(&s->kept, a) != tac_kept_block(&s->kept, b)) {
                continue;
            }
            int low = a < b ? a : b, high = a < b ? b : a;
            s->pairs[n++] = (tac_pair){(uint64_t)low << 32 | (uint64_t)high, i, t->rows[i]};
        }
    }
    n = find_coupled(t, s, unset, n);
    tac_sort_pairs(s->pairs, n);
    int unique = 0;
    for (int i = 0; i < n; i++) {
        if (unique > 0 && s->pairs[unique - 1].key == s->pairs[i].key) {
            s->pairs[unique - 1].rows += s->pairs[i].rows;
        } else {
            s->pairs[unique++] = s->pairs[i];
        }
    }
    return unique;
}

// Rows between them are those of elements on both; what couplers have is counted here.
static void join(tac_tree *t, scratch *s, int a, int b, int rows)
{
    tac_coupled coupled = tac_coupled_rows(t, s->cluster, a, b, s->unset);
    int c = t->n_node++;
    rows += coupled.eliminated;
    t->parent[c] = TAC_NONE;
    t->parent[a] = t->parent[b] = c;
    t->child[2 * c] = a;
    t->child[2 * c + 1] = b;
    t->level[c] = 1 + (t->level[a] > t->level[b] ? t->level[a] : t->level[b]);
    t->n_e[c] = rows;
    t->n_r[c] = t->n_r[a] + t->n_r[b] - 2 * rows - coupled.shared;
    s->lack[c] = s->lack[a] + s->lack[b];
    s->taken[a] = s->taken[b] = 1;
    if (t->n_carrier > 0) {
        s->carrying.hangs[c] = s->carrying.hangs[a] || s->carrying.hangs[b];
    }
    tac_join_kept(&s->kept, a, c);
    s->next[a] = s->next[b] = s->next[c] = c;
}

// Joins pairs, smallest front first; every compound at most once per round. A compound that has a
// neighbour with a much smaller front waits for it instead of filling up a hub. Two hubs, compounds
// with more than two neighbours, do not meet as long as there is something to take up.
static void join_sorted(tac_tree *t, scratch *s, int n_pair, bool again)
{
    for (int i = 0; i < n_pair; i++) {
        const tac_pair *p = &s->pairs[s->sorted[i].index];
        int a = low_of(p), b = high_of(p), front = low_of(&s->sorted[i]);
        int least = s->best[a] < s->best[b] ? s->best[a] : s->best[b];
        bool meets = s->kept.meets[tac_kept_block(&s->kept, a)];
        bool waits = 2 * front > 3 * least || (again && !meets) ||
                     (!again && s->n_near[a] > 2 && s->n_near[b] > 2);
        if (!s->taken[a] && !s->taken[b] && !waits) {
            tac_coupled coupled = tac_coupled_rows(t, s->cluster, a, b, s->unset);
            join(t, s, a, b, p->rows - coupled.eliminated);
        }
    }
}

// Hubs that wait for their branches keep fronts small: a tree of bodies takes up its leaves, then
// theirs. Where few compounds are no hubs, as in a truss, they do not wait: the height stays
// logarithmic.
static void join_neighbours(tac_tree *t, scratch *s, int n_pair)
{
    for (int i = 0; i < n_pair; i++) {
        int a = low_of(&s->pairs[i]), b = high_of(&s->pairs[i]);
        s->best[a] = s->best[b] = INT32_MAX;
        s->n_near[a] = s->n_near[b] = 0;
    }
    for (int i = 0; i < n_pair; i++) {
        int a = low_of(&s->pairs[i]), b = high_of(&s->pairs[i]);
        int front = t->n_r[a] + s->lack[a] + t->n_r[b] + s->lack[b] - s->pairs[i].rows -
                    tac_coupled_rows(t, s->cluster, a, b, s->unset).shared;
        s->best[a] = front < s->best[a] ? front : s->best[a];
        s->best[b] = front < s->best[b] ? front : s->best[b];
        s->kept.near[tac_kept_block(&s->kept, a)] += (s->n_near[a] == 0) + (s->n_near[b] == 0);
        s->n_near[a]++;
        s->n_near[b]++;
        // of equal fronts, with carriers, the one that eliminates most
        uint64_t left = t->n_carrier > 0 ? (uint64_t)(front - s->pairs[i].rows) : 0;
        s->sorted[i] = (tac_pair){(uint64_t)front << 32 | left, i, s->pairs[i].rows};
    }
    tac_sort_pairs(s->sorted, n_pair);
    join_sorted(t, s, n_pair, false);
    bool again = false;
    for (int i = 0; i <= s->kept.n_group; i++) {
        again |= s->kept.meets[i] = FEW * s->kept.joined[i] < s->kept.near[i];
    }
    if (again) {
        join_sorted(t, s, n_pair, true);
    }
}

// Columns of carriers that two compounds would have together, as far as one of the compounds is known to hang.
static int columns(const tac_tree *t, const scratch *s, int a, int b)
{
    return t->n_carrier > 0 && (s->carrying.hangs[a] || s->carrying.hangs[b]) ? TAC_UNKNOWNS : 0;
}

// Compounds that hang on one and the same neighbour, like legs on a platform, are joined with each
// other while they wait for it: this keeps the height logarithmic around hubs.
static void join_lonely(tac_tree *t, scratch *s, int n_pair, int n_active)
{
    for (int i = 0; i < n_active; i++) {
        s->only[s->active[i]] = TAC_NONE;
    }
    for (int i = 0; i < n_pair; i++) {
        int a = low_of(&s->pairs[i]), b = high_of(&s->pairs[i]);
        s->only[a] = s->only[a] == TAC_NONE ? b : MANY;
        s->only[b] = s->only[b] == TAC_NONE ? a : MANY;
    }
    int n = 0;
    for (int i = 0; i < n_active; i++) {
        int a = s->active[i];
        if (!s->taken[a] && s->only[a] >= 0) {
            s->sorted[n++] = (tac_pair){(uint64_t)s->only[a] << 32 | (uint64_t)t->n_r[a], a, 0};
        }
    }
    tac_sort_pairs(s->sorted, n);
    for (int i = 0; i + 1 < n; i++) {
        int a = s->sorted[i].index, b = s->sorted[i + 1].index;
        int half = t->n_r[s->only[a]] / 2, limit = half > LONELY_ROWS ? half : LONELY_ROWS;
        if (s->only[a] == s->only[b] && t->n_r[a] + t->n_r[b] + columns(t, s, a, b) <= limit) {
            join(t, s, a, b, 0);
            i++;
        }
    }
}

// Compounds that hang on a carrier: how many, and those that may be joined now, in s->sorted.
static int list_hanging(const tac_tree *t, scratch *s, int n_body, int carrier, int *n_ready)
{
    int *seen = s->carrying.seen, n = 0;
    int block = tac_kept_block(&s->kept, s->cluster[t->carrier[carrier]]);
    *n_ready = 0;
    for (int i = t->carried_first[carrier]; i < t->carried_first[carrier + 1]; i++) {
        int c = s->cluster[t->carried[i]];
        if (seen[c] == carrier) {
            continue;
        }
        seen[c] = carrier;
        s->sorted[n++] = (tac_pair){(uint64_t)c, c, 0};
    }
    tac_sort_pairs(s->sorted, n);
    for (int i = 0; i < n && n > 1; i++) {
        int c = s->sorted[i].index;
        bool leaf_waits = c < n_body && carrier_waits(t, s, c);
        bool apart = tac_kept_block(&s->kept, c) != block;
        if (!s->taken[c] && s->n_near[c] == 0 && !leaf_waits && !apart) {
            s->sorted[(*n_ready)++] = s->sorted[i];
        }
    }
    return n;
}

// Compounds that hang on one carrier and have no other neighbours are joined with each other; the last one is
// joined with the carrier, which has waited for it.
static void join_carried(tac_tree *t, scratch *s, int n_body)
{
    for (int i = 0; i < t->n_node && t->n_carrier > 0; i++) {
        s->carrying.seen[i] = TAC_NONE;
    }
    for (int k = 0; k < t->n_carrier; k++) {
        int n_ready, n = list_hanging(t, s, n_body, k, &n_ready),
                     carrier = s->cluster[t->carrier[k]];
        int last = s->sorted[0].index;
        bool apart = tac_kept_block(&s->kept, last) != tac_kept_block(&s->kept, carrier);
        bool early = s->carrying.last && s->n_near[last] > 0;
        bool free = !s->taken[last] && !s->taken[carrier];
        if (n == 1 && last != carrier && free && !apart && !early) {
            join(t, s, last, carrier, 0);
        }
        s->carrying.waits[k] &= n > 1 || s->next[carrier] != s->next[last];
        for (int i = 0; i + 1 < n_ready; i += 2) {
            join(t, s, s->sorted[i].index, s->sorted[i + 1].index, 0);
        }
    }
}

// Where carriers of a block wait for each other, the first one no longer does.
static bool stop_waiting(const tac_tree *t, const scratch *s)
{
    bool stopped = false;
    for (int k = 0; k < t->n_carrier; k++) {
        int block = tac_kept_block(&s->kept, s->cluster[t->carrier[k]]);
        if (s->carrying.waits[k] && tac_stands_still(&s->kept, block)) {
            s->carrying.waits[k] = 0;
            s->kept.joined[block] = 1; // it goes on
            stopped = true;
        }
    }
    return stopped;
}

// What nothing connects within its block is joined all the same.
static void join_apart(tac_tree *t, scratch *s, int n_active)
{
    int n = tac_list_kept(&s->kept, s->active, n_active, s->sorted);
    for (int i = 0; i + 1 < n; i++) {
        if (s->sorted[i].key == s->sorted[i + 1].key) {
            join(t, s, s->sorted[i].index, s->sorted[i + 1].index, 0);
            i++;
        }
    }
}

// One round of joining; returns the number of compounds left.
static int join_round(tac_tree *t, scratch *s, int n_body, int n_active, int unset)
{
    tac_close_kept(t, &s->kept, s->active, n_active);
    int n_pair = find_neighbours(t, s, unset);
    for (int i = 0; i < n_active; i++) {
        s->taken[s->active[i]] = s->n_near[s->active[i]] = 0;
    }
    int first_new = t->n_node;
    if (n_pair > 0) {
        join_neighbours(t, s, n_pair);
        join_lonely(t, s, n_pair, n_active);
    }
    join_carried(t, s, n_body);
    bool stopped = stop_waiting(t, s);
    join_apart(t, s, n_active);
    if (t->n_node == first_new) {
        return stopped ? n_active : 0;
    }

    // elements that now lie inside one compound have found their home
    for (int i = 0; i < n_body; i++) {
        s->cluster[i] = s->next[s->cluster[i]];
    }
    for (int i = 0; i < tac_first_term(t); i++) {
        if (open_element(t, i, unset)) {
            int a = s->cluster[t->body[2 * i]], b = s->cluster[t->body[2 * i + 1]];
            t->home[i] = a == b ? a : unset;
        }
    }
    tac_find_coupler_homes(t, s->cluster, unset);
    int n = 0;
    for (int i = 0; i < n_active; i++) {
        if (!s->taken[s->active[i]]) {
            s->active[n++] = s->active[i];
        }
    }
    for (int node = first_new; node < t->n_node; node++) {
        s->active[n++] = node;
    }
    return n;
}

// Eliminated elements in the order of their homes: every boundary sorted this way starts with what
// the parent eliminates.
static void sort_elements(tac_tree *t, scratch *s)
{
    int n = 0;
    for (int i = 0; i < t->n_element; i++) {
        if (t->home[i] != TAC_NONE) {
            s->pairs[n++] = (tac_pair){(uint64_t)t->home[i], i, 0};
        }
    }
    tac_sort_pairs(s->pairs, n);
    for (int i = 0; i < t->n_element; i++) {
        t->order[i] = i < n ? s->pairs[i].index : TAC_NONE;
    }
}

// Builds a tree with carriers or without.
static tac_status build(tac_tree **tree, const tac_desc *d, bool carriers, tac_arena *arena)
{
    tac_tree *t = NULL;
    scratch s;
    layout(&t, &s, d, carriers, arena);
    t->n_element = tac_element_count(d);

    int unset = s.unset = 2 * d->n_body; // above every node index: home not found yet
    tac_status status = tac_read_elements(t, d, unset);
    if (status.code != TAC_OK) {
        return status;
    }
    tac_find_kept(t, &s.kept, d);
    if (carriers) {
        tac_find_carriers(t, d, &s.kept, s.hanging, &s.carrying);
    }
    t->n_node = d->n_body;
    make_leaves(t, &s, d->n_body, unset);
    for (int n = d->n_body; n > 0;) {
        n = join_round(t, &s, d->n_body, n, unset);
    }
    close_roots(t, unset);
    if (t->n_carrier > 0) {
        tac_place_carriers(t, d->n_body, &s.kept, s.hanging, &s.carrying);
    }
    sort_elements(t, &s);

    t->n_root = t->height = 0;
    for (int i = 0; i < t->n_node; i++) {
        t->n_root += t->parent[i] == TAC_NONE;
        t->height = t->level[i] > t->height ? t->level[i] : t->height;
    }
    *tree = t;
    return status;
}

// Trees of groups with steps of their own.
static tac_status build_substepped(tac_tree *t, const tac_desc *d, tac_arena *arena)
{
    tac_status status = {TAC_OK, TAC_NOTHING, 0, 0.0};
    t->n_substepped = tac_substepped_count(d);
    t->substepped = tac_take(arena, (size_t)t->n_substepped, sizeof *t->substepped);
    for (int k = 0; k < t->n_substepped && status.code == TAC_OK; k++) {
        tac_layout_substepped(&t->substepped[k], d, k, arena);
        status = build(&t->substepped[k].tree, &t->substepped[k].desc, false, arena);
    }
    return status;
}

tac_status tac_tree_init(tac_tree **tree, const tac_desc *d, void *mem, size_t size)
{
    if (tac_misaligned(mem)) {
        return tac_fail(TAC_MISALIGNED, TAC_NOTHING, 0, 0.0);
    }
    if (size < tac_tree_size(d)) {
        return tac_fail(TAC_TOO_SMALL, TAC_NOTHING, 0, (double)size);
    }
    tac_arena arena = {mem, 0};
    tac_tree *by_rows = NULL, *carried = NULL;
    tac_status status = build(&by_rows, d, false, &arena);
    if (status.code != TAC_OK) {
        return status;
    }
    *tree = by_rows;
    if (tac_may_carry(d)) {
        status = build(&carried, d, true, &arena);
        by_rows->light_rows = carried->light_rows;
        double cost[2], path;
        tac_tree_cost(by_rows, NULL, &cost[0], &path);
        tac_tree_cost(carried, NULL, &cost[1], &path);
        if (carried->n_carrier > 0 && (cost[1] < cost[0] || d->carriers > 1)) {
            carried->by_rows = by_rows;
            *tree = carried;
        }
    }
    return status.code == TAC_OK ? build_substepped(*tree, d, &arena) : status;
}
