#include "tree.h"

#include "arena.h"
#include "one_sided.h"
#include "rows.h"

// ---- layout ------------------------------------------------------------------------------------

typedef struct pair {
    uint64_t key;
    int index; // breaks ties
    int rows;
} pair;

typedef struct scratch {
    int *active;  // compounds of this round                              (n_body)
    int *cluster; // compound of a body                                   (n_body)
    int *taken;   // node already joined in this round                    (2 n_body)
    int *only;    // the only neighbour of a node, TAC_NONE or MANY       (2 n_body)
    int *next;    // compound a node went into, itself when at the top    (2 n_body)
    int *best;    // smallest front a compound could be part of           (2 n_body)
    int *n_near;  // neighbours of a compound                             (2 n_body)
    int *lack;    // rows a compound would have more if chains went on    (2 n_body)
    pair *pairs;  // neighbouring compounds                               (n_element)
    pair *sorted; // the same by front size; later lonely compounds       (n_element + n_body)
} scratch;

enum { MANY = -2 };

// Links of a chain. Fewer do not fill vector lanes.
enum { LONG_CHAIN = 16 };

// Boundaries joined without a joint between them stay small, so that fronts do: this many rows, or
// half of the boundary of their hub.
enum { LONELY_ROWS = 12 };

// A round that joins fewer than one compound in this many is repeated with hubs that meet.
enum { FEW = 8 };

static int element_count(const tac_desc *d)
{
    return d->n_joint + d->n_spring + d->n_bushing + d->n_friction + d->n_contact;
}

static void layout(tac_tree **t, scratch *s, const tac_desc *d, tac_arena *a)
{
    size_t n = (size_t)d->n_body, e = (size_t)element_count(d);
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
    s->active = tac_take(a, n, sizeof(int));
    s->cluster = tac_take(a, n, sizeof(int));
    s->taken = tac_take(a, 2 * n, sizeof(int));
    s->only = tac_take(a, 2 * n, sizeof(int));
    s->next = tac_take(a, 2 * n, sizeof(int));
    s->best = tac_take(a, 2 * n, sizeof(int));
    s->n_near = tac_take(a, 2 * n, sizeof(int));
    s->lack = tac_take(a, 2 * n, sizeof(int));
    s->pairs = tac_take(a, e, sizeof(pair));
    s->sorted = tac_take(a, e + n, sizeof(pair));
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
    layout(&t, &s, d, &a);
    return a.used;
}

// ---- sorting -----------------------------------------------------------------------------------

static bool before(const pair *a, const pair *b)
{
    return a->key < b->key || (a->key == b->key && a->index < b->index);
}

static void sift(pair *v, int root, int n)
{
    for (int child = 2 * root + 1; child < n; child = 2 * root + 1) {
        if (child + 1 < n && before(&v[child], &v[child + 1])) {
            child++;
        }
        if (!before(&v[root], &v[child])) {
            return;
        }
        pair swap = v[root];
        v[root] = v[child];
        v[child] = swap;
        root = child;
    }
}

static void heap_sort(pair *v, int n)
{
    for (int root = n / 2 - 1; root >= 0; root--) {
        sift(v, root, n);
    }
    for (int end = n - 1; end > 0; end--) {
        pair swap = v[0];
        v[0] = v[end];
        v[end] = swap;
        sift(v, 0, end);
    }
}

// ---- elements of the description ---------------------------------------------------------------

typedef struct ends {
    int a, b, rows, implicit;
    tac_subject subject;
} ends;

static ends element_ends(const tac_desc *d, int i)
{
    if (i < d->n_joint) {
        const tac_joint_desc *j = &d->joint[i];
        bool known = j->kind < TAC_N_JOINT_KIND;
        return (ends){j->a.body, j->b.body, known ? tac_joint_row_count(j) : 0, 1, TAC_JOINT};
    }
    i -= d->n_joint;
    if (i < d->n_spring) {
        const tac_spring_desc *s = &d->spring[i];
        int implicit = s->implicit || tac_spring_is_one_sided(d, s);
        return (ends){s->a.body, s->b.body, 1, implicit, TAC_SPRING};
    }
    i -= d->n_spring;
    if (i < d->n_bushing) {
        const tac_bushing_desc *s = &d->bushing[i];
        return (ends){s->a.body, s->b.body, 6, s->implicit, TAC_BUSHING};
    }
    i -= d->n_bushing;
    if (i < d->n_friction) {
        const tac_friction_desc *s = &d->friction[i];
        return (ends){s->a.body, s->b.body, 1, s->implicit, TAC_FRICTION};
    }
    i -= d->n_friction;
    const tac_contact_desc *s = &d->contact[i];
    int implicit = s->implicit || tac_contact_is_one_sided(d);
    return (ends){s->a.body, s->b.body, 1, implicit, TAC_CONTACT};
}

static int first_of(const tac_desc *d, tac_subject subject)
{
    int first = 0;
    first += subject > TAC_JOINT ? d->n_joint : 0;
    first += subject > TAC_SPRING ? d->n_spring : 0;
    first += subject > TAC_BUSHING ? d->n_bushing : 0;
    first += subject > TAC_FRICTION ? d->n_friction : 0;
    return first;
}

static tac_status read_elements(tac_tree *t, const tac_desc *d, int unset)
{
    for (int i = 0; i < t->n_element; i++) {
        ends e = element_ends(d, i);
        int index = i - first_of(d, e.subject);
        bool a_ok = e.a >= TAC_GROUND && e.a < d->n_body;
        bool b_ok = e.b >= TAC_GROUND && e.b < d->n_body;
        if (!a_ok || !b_ok) {
            return tac_fail(TAC_BAD_INDEX, e.subject, index, a_ok ? e.b : e.a);
        }
        if (e.a == e.b || e.rows == 0) {
            return tac_fail(TAC_BAD_VALUE, e.subject, index, e.a);
        }
        t->body[2 * i] = e.a;
        t->body[2 * i + 1] = e.b;
        t->rows[i] = e.rows;
        t->home[i] = e.implicit ? unset : TAC_NONE;
    }
    return (tac_status){TAC_OK, TAC_NOTHING, 0, 0.0};
}

// ---- building ----------------------------------------------------------------------------------

static bool open_element(const tac_tree *t, int i, int unset)
{
    return t->home[i] == unset;
}

// Elements in the tree on every body, and the first two of them.
static void count_elements(const tac_tree *t, scratch *s, int n_body, int unset)
{
    for (int i = 0; i < n_body; i++) {
        s->only[i] = 0;
    }
    for (int i = 0; i < t->n_element; i++) {
        for (int side = 0; side < 2 && open_element(t, i, unset); side++) {
            int body = t->body[2 * i + side];
            if (body != TAC_GROUND) {
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
    while (!whole && links < n_body && s->only[body] <= 2) {
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

// Leaves: a body eliminates its joints to ground; its other joints are its boundary. The joint between ground
// and a long chain is left to the root, and an open end counts as if the chain went on, so that links
// at both ends are paired like all others.
static void make_leaves(tac_tree *t, scratch *s, int n_body, int unset)
{
    count_elements(t, s, n_body, unset);
    for (int i = 0; i < n_body; i++) {
        t->parent[i] = t->child[2 * i] = t->child[2 * i + 1] = TAC_NONE;
        t->level[i] = t->n_e[i] = t->n_r[i] = s->lack[i] = 0;
    }
    for (int i = 0; i < t->n_element; i++) {
        if (!open_element(t, i, unset)) {
            continue;
        }
        int a = t->body[2 * i], b = t->body[2 * i + 1], rows = t->rows[i];
        if (a == TAC_GROUND || b == TAC_GROUND) {
            int leaf = a == TAC_GROUND ? b : a;
            bool later = ends_chain(t, s, n_body, leaf, i);
            t->home[i] = later ? unset + 1 : leaf;
            *(later ? &t->n_r[leaf] : &t->n_e[leaf]) += rows;
        } else {
            t->n_r[a] += rows;
            t->n_r[b] += rows;
            int end = s->only[a] == 1 ? a : s->only[b] == 1 ? b : TAC_NONE;
            if (end != TAC_NONE && ends_chain(t, s, n_body, end, TAC_NONE)) {
                s->lack[end] = rows;
            }
        }
    }
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

static int low_of(const pair *p)
{
    return (int)(p->key >> 32);
}

static int high_of(const pair *p)
{
    return (int)(p->key & 0xffffffffu);
}

// Neighbouring compounds with the rows between them, in order of their indices.
static int find_neighbours(const tac_tree *t, scratch *s, int unset)
{
    int n = 0;
    for (int i = 0; i < t->n_element; i++) {
        if (open_element(t, i, unset)) {
            int a = s->cluster[t->body[2 * i]], b = s->cluster[t->body[2 * i + 1]];
            int low = a < b ? a : b, high = a < b ? b : a;
            s->pairs[n++] = (pair){(uint64_t)low << 32 | (uint64_t)high, i, t->rows[i]};
        }
    }
    heap_sort(s->pairs, n);
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

static void join(tac_tree *t, scratch *s, int a, int b, int rows)
{
    int c = t->n_node++;
    t->parent[c] = TAC_NONE;
    t->parent[a] = t->parent[b] = c;
    t->child[2 * c] = a;
    t->child[2 * c + 1] = b;
    t->level[c] = 1 + (t->level[a] > t->level[b] ? t->level[a] : t->level[b]);
    t->n_e[c] = rows;
    t->n_r[c] = t->n_r[a] + t->n_r[b] - 2 * rows;
    s->lack[c] = s->lack[a] + s->lack[b];
    s->taken[a] = s->taken[b] = 1;
    s->next[a] = s->next[b] = s->next[c] = c;
}

// Joins pairs, smallest front first; every compound at most once per round. A compound that has a
// neighbour with a much smaller front waits for it instead of filling up a hub. Two hubs, compounds
// with more than two neighbours, do not meet as long as there is something to take up.
static void join_sorted(tac_tree *t, scratch *s, int n_pair, bool hubs_meet)
{
    for (int i = 0; i < n_pair; i++) {
        const pair *p = &s->pairs[s->sorted[i].index];
        int a = low_of(p), b = high_of(p), front = (int)s->sorted[i].key;
        int least = s->best[a] < s->best[b] ? s->best[a] : s->best[b];
        bool waits = 2 * front > 3 * least || (!hubs_meet && s->n_near[a] > 2 && s->n_near[b] > 2);
        if (!s->taken[a] && !s->taken[b] && !waits) {
            join(t, s, a, b, p->rows);
        }
    }
}

// Hubs that wait for their branches keep fronts small: a tree of bodies takes up its leaves, then
// theirs. Where few compounds are no hubs, as in a truss, they do not wait: the height stays
// logarithmic.
static void join_neighbours(tac_tree *t, scratch *s, int n_pair)
{
    int n_with = 0; // compounds that have a neighbour
    for (int i = 0; i < n_pair; i++) {
        int a = low_of(&s->pairs[i]), b = high_of(&s->pairs[i]);
        s->best[a] = s->best[b] = INT32_MAX;
        s->n_near[a] = s->n_near[b] = 0;
    }
    for (int i = 0; i < n_pair; i++) {
        int a = low_of(&s->pairs[i]), b = high_of(&s->pairs[i]);
        int front = t->n_r[a] + s->lack[a] + t->n_r[b] + s->lack[b] - s->pairs[i].rows;
        s->best[a] = front < s->best[a] ? front : s->best[a];
        s->best[b] = front < s->best[b] ? front : s->best[b];
        n_with += (s->n_near[a] == 0) + (s->n_near[b] == 0);
        s->n_near[a]++;
        s->n_near[b]++;
        s->sorted[i] = (pair){(uint64_t)front, i, s->pairs[i].rows};
    }
    heap_sort(s->sorted, n_pair);
    int before = t->n_node;
    join_sorted(t, s, n_pair, false);
    if (FEW * (t->n_node - before) < n_with) {
        join_sorted(t, s, n_pair, true);
    }
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
            s->sorted[n++] = (pair){(uint64_t)s->only[a] << 32 | (uint64_t)t->n_r[a], a, 0};
        }
    }
    heap_sort(s->sorted, n);
    for (int i = 0; i + 1 < n; i++) {
        int a = s->sorted[i].index, b = s->sorted[i + 1].index;
        int half = t->n_r[s->only[a]] / 2, limit = half > LONELY_ROWS ? half : LONELY_ROWS;
        if (s->only[a] == s->only[b] && t->n_r[a] + t->n_r[b] <= limit) {
            join(t, s, a, b, 0);
            i++;
        }
    }
}

// One round of joining; returns the number of compounds left.
static int join_round(tac_tree *t, scratch *s, int n_body, int n_active, int unset)
{
    int n_pair = find_neighbours(t, s, unset);
    if (n_pair == 0) {
        return 0;
    }
    for (int i = 0; i < n_active; i++) {
        s->taken[s->active[i]] = 0;
    }
    int first_new = t->n_node;
    join_neighbours(t, s, n_pair);
    join_lonely(t, s, n_pair, n_active);

    // elements that now lie inside one compound have found their home
    for (int i = 0; i < n_body; i++) {
        s->cluster[i] = s->next[s->cluster[i]];
    }
    for (int i = 0; i < t->n_element; i++) {
        if (open_element(t, i, unset)) {
            int a = s->cluster[t->body[2 * i]], b = s->cluster[t->body[2 * i + 1]];
            t->home[i] = a == b ? a : unset;
        }
    }
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
            s->pairs[n++] = (pair){(uint64_t)t->home[i], i, 0};
        }
    }
    heap_sort(s->pairs, n);
    for (int i = 0; i < t->n_element; i++) {
        t->order[i] = i < n ? s->pairs[i].index : TAC_NONE;
    }
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
    tac_tree *t = NULL;
    scratch s;
    layout(&t, &s, d, &arena);
    t->n_element = element_count(d);

    int unset = 2 * d->n_body; // above every node index: home not found yet
    tac_status status = read_elements(t, d, unset);
    if (status.code != TAC_OK) {
        return status;
    }
    t->n_node = d->n_body;
    make_leaves(t, &s, d->n_body, unset);
    for (int n = d->n_body; n > 0;) {
        n = join_round(t, &s, d->n_body, n, unset);
    }
    close_roots(t, unset);
    sort_elements(t, &s);

    t->n_root = t->height = 0;
    for (int i = 0; i < t->n_node; i++) {
        t->n_root += t->parent[i] == TAC_NONE;
        t->height = t->level[i] > t->height ? t->level[i] : t->height;
    }
    *tree = t;
    return status;
}

// ---- cost --------------------------------------------------------------------------------------

static double node_cost(const tac_tree *t, int i)
{
    double n = t->n_e[i] + t->n_r[i], flops = 0.0;
    for (int k = 0; k < t->n_e[i]; k++) { // pivot, column, symmetric rank-one update
        double rest = n - k - 1.0;
        flops += 2.0 + rest + rest * (rest + 1.0);
    }
    return flops + (t->level[i] == 0 ? 6.0 * n * (n + 1.0) + 36.0 * n : n * (n + 1.0));
}

// Children come before parents, so one sweep accumulates the longest path without extra memory:
// the path of a node is recomputed from its children only.
static double path_cost(const tac_tree *t, int i)
{
    double own = node_cost(t, i);
    if (t->child[2 * i] == TAC_NONE) {
        return own;
    }
    double a = path_cost(t, t->child[2 * i]), b = path_cost(t, t->child[2 * i + 1]);
    return own + (a > b ? a : b);
}

void tac_tree_cost(const tac_tree *t, double *total, double *critical_path)
{
    *total = *critical_path = 0.0;
    for (int i = 0; i < t->n_node; i++) {
        *total += node_cost(t, i);
        if (t->parent[i] == TAC_NONE) {
            double path = path_cost(t, i);
            *critical_path = path > *critical_path ? path : *critical_path;
        }
    }
}
