#include "carriers.h"

#include "base/thresholds.h"
#include "tree_elements.h"

struct tac_hanging {
    double mass, turning; // sum of mass r^2 and of mean moments of inertia
    vec3 moment;          // sum of mass r
};

bool tac_may_carry(const tac_desc *d)
{
    return d->carriers && d->n_group > 0 && d->n_flex == 0;
}

void tac_layout_carriers(tac_tree *t, tac_carrying *c, size_t n_body, size_t n_element,
                         size_t n_group, tac_arena *a)
{
    t->carrier = tac_take(a, n_body, sizeof(int));
    t->carrier_home = tac_take(a, n_body, sizeof(int));
    t->carries = tac_take(a, n_body, sizeof(int));
    t->carried_first = tac_take(a, n_body + 1, sizeof(int));
    t->carried = tac_take(a, n_element, sizeof(int));
    t->hangs = tac_take(a, n_element, sizeof(int));
    t->n_x = tac_take(a, 2 * n_body, sizeof(int));
    c->waits = tac_take(a, n_body, sizeof(int));
    c->seen = tac_take(a, 2 * n_body, sizeof(int));
    c->hangs = tac_take(a, 2 * n_body, sizeof(int));
    c->hanging = tac_take(a, n_group, sizeof *c->hanging);
}

// ---- groups ------------------------------------------------------------------------------------

// The group around one; TAC_NONE at the top. Checks of the description come later: an index out of range is
// the top.
static int around(const tac_desc *d, int group)
{
    int parent = d->group[group].parent;
    return parent >= 0 && parent < group ? parent : TAC_NONE;
}

static int group_of(const tac_desc *d, int body)
{
    int group = d->body[body].group;
    return group >= 0 && group < d->n_group ? group : TAC_NONE;
}

static int depth_of(const tac_desc *d, int group)
{
    int depth = 0;
    for (; group != TAC_NONE; group = around(d, group)) {
        depth++;
    }
    return depth;
}

// The group of a depth that a body lies in, 1 for those at the top; TAC_NONE if it lies in none.
static int group_at(const tac_desc *d, int body, int depth)
{
    int group = group_of(d, body), at = depth_of(d, group);
    for (; at > depth; at--) {
        group = around(d, group);
    }
    return at == depth ? group : TAC_NONE;
}

// ---- what hangs --------------------------------------------------------------------------------

// Whether a term before this one has a row of the coupler between the same group and body.
static bool counts_already(const tac_tree *t, const tac_desc *d, int depth, int i, int side)
{
    bool counts = false;
    for (int k = t->lead[i]; k < i; k++) {
        for (int other = 0; other < 2; other++) {
            int inside = t->body[2 * k + !other];
            counts = counts ||
                     (t->body[2 * k + other] == t->body[2 * i + side] && inside != TAC_GROUND &&
                      group_at(d, inside, depth) == group_at(d, t->body[2 * i + !side], depth));
        }
    }
    return counts;
}

// Lists the rows between groups of a depth and bodies outside of them, by group and body. What is outside of a kept
// group hangs on none of its bodies: the unknowns of these are eliminated within it.
static int list_outside(const tac_tree *t, const tac_desc *d, const tac_kept *kept, int depth,
                        tac_pair *pair)
{
    int n = 0;
    for (int i = 0; i < t->n_element; i++) {
        const int *body = t->body + 2 * i;
        if (t->home[i] == TAC_NONE || body[0] == TAC_GROUND || body[1] == TAC_GROUND) {
            continue;
        }
        const int group[2] = {group_at(d, body[0], depth), group_at(d, body[1], depth)};
        for (int side = 0; side < 2 && group[0] != group[1]; side++) {
            bool apart = kept->n_group > 0 && tac_kept_apart(kept, d, body[side], body[!side]);
            if (group[!side] != TAC_NONE && !apart) {
                uint64_t key = (uint64_t)group[!side] << 32 | (uint64_t)body[side];
                int rows = counts_already(t, d, depth, i, side) ? 0 : t->rows[i];
                pair[n++] = (tac_pair){key, 2 * i + side, rows};
            }
        }
    }
    tac_sort_pairs(pair, n);
    return n;
}

static bool may_hang(const tac_tree *t, const tac_pair *p)
{
    int hangs = t->hangs[p->index / 2];
    return hangs == TAC_NONE || hangs == p->index % 2;
}

// What the bodies of every group of a depth weigh together.
static void weigh_groups(const tac_desc *d, int depth, struct tac_hanging *hanging)
{
    for (int i = 0; i < d->n_group; i++) {
        hanging[i] = (struct tac_hanging){0.0, 0.0, {0.0, 0.0, 0.0}};
    }
    for (int i = 0; i < d->n_body; i++) {
        const tac_body_desc *b = &d->body[i];
        int group = group_at(d, i, depth);
        if (group != TAC_NONE) {
            struct tac_hanging *h = &hanging[group];
            h->mass += b->mass;
            h->turning += b->mass * dot3(b->r, b->r) + (b->J[0] + b->J[1] + b->J[2]) / 3.0;
            h->moment = axpy3(b->mass, b->r, h->moment);
        }
    }
}

// By mass, or by the least of its moments of inertia: a third of that to all of it.
static bool is_light(const tac_body_desc *b, const struct tac_hanging *h)
{
    const double *J = b->J;
    double xx = J[1] * J[2] - J[5] * J[5], xy = J[5] * J[4] - J[3] * J[2],
           xz = J[3] * J[5] - J[1] * J[4];
    double minors = xx + J[0] * J[2] - J[4] * J[4] + J[0] * J[1] - J[3] * J[3];
    double least = (J[0] * xx + J[3] * xy + J[4] * xz) / minors;
    double turning = h->turning - 2.0 * dot3(b->r, h->moment) + h->mass * dot3(b->r, b->r);
    return b->mass < tac_light_carrier * h->mass || least < tac_light_carrier_to_turn * turning;
}

// Elements hang that have more than a few rows together, on bodies that are not too light.
static void hang(tac_tree *t, const tac_desc *d, const tac_pair *pair, int n, const tac_carrying *c)
{
    int few = c->last ? 0 : TAC_UNKNOWNS;
    for (int first = 0, end; first < n; first = end) {
        int rows = 0;
        for (end = first; end < n && pair[end].key == pair[first].key; end++) {
            rows += may_hang(t, &pair[end]) ? pair[end].rows : 0;
        }
        const struct tac_hanging *group = &c->hanging[pair[first].key >> 32];
        bool is_rows = !c->last && is_light(&d->body[pair[first].key & UINT32_MAX], group);
        t->light_rows |= is_rows && rows > few;
        for (int i = first; i < end && rows > few && !is_rows; i++) {
            if (may_hang(t, &pair[i])) {
                t->hangs[pair[i].index / 2] = pair[i].index % 2;
            }
        }
    }
}

// Where the columns of what hangs begin, each node once, by carrier and node: at the leaf of the
// body, or where its rows are eliminated. Rows of a carrier that hangs itself are eliminated above
// its leaf, which has them all the same. Those of couplers begin where they are eliminated; until
// that is known, all their leaves are listed.
static void list_carried(tac_tree *t, tac_pair *pair, int unset)
{
    int n = 0, listed = 0;
    for (int k = 0; k < t->n_coupler; k++) {
        int body[TAC_MOST_COUPLED], n_body = tac_coupled_bodies(t, k, body);
        if (!tac_coupler_is_open(t, k, unset)) {
            body[0] = t->home[t->coupler_term[k]];
            n_body = 1;
        }
        for (int i = t->coupler_term[k]; i < t->coupler_term[k + 1]; i++) {
            int on = t->hangs[i] == TAC_NONE ? TAC_NONE : t->body[2 * i + t->hangs[i]];
            for (int b = 0; b < n_body && on != TAC_NONE; b++) {
                uint64_t key = (uint64_t)t->carries[on] << 32 | (uint64_t)body[b];
                pair[n++] = (tac_pair){key, body[b], 0};
            }
        }
    }
    for (int i = 0; i < tac_first_term(t); i++) {
        if (t->hangs[i] != TAC_NONE) {
            int carrier = t->carries[t->body[2 * i + t->hangs[i]]];
            int leaf = t->body[2 * i + !t->hangs[i]];
            int node = t->carries[leaf] != TAC_NONE ? leaf : t->home[i];
            pair[n++] = (tac_pair){(uint64_t)carrier << 32 | (uint64_t)node, node, 0};
        }
    }
    tac_sort_pairs(pair, n);
    for (int k = 0, i = 0; k <= t->n_carrier; k++) {
        t->carried_first[k] = listed;
        for (; i < n && (int)(pair[i].key >> 32) == k; i++) {
            if (listed == t->carried_first[k] || t->carried[listed - 1] != pair[i].index) {
                t->carried[listed++] = pair[i].index;
            }
        }
    }
}

static void mark_carriers(tac_tree *t, int n_body)
{
    for (int i = 0; i < n_body; i++) {
        t->carries[i] = TAC_NONE;
    }
    for (int i = 0; i < t->n_element; i++) {
        if (t->hangs[i] != TAC_NONE) {
            t->carries[t->body[2 * i + t->hangs[i]]] = 0;
        }
    }
}

static bool hangs_anywhere(const tac_tree *t, int coupler)
{
    bool hangs = false;
    for (int i = t->coupler_term[coupler]; i < t->coupler_term[coupler + 1]; i++) {
        hangs = hangs || t->hangs[i] != TAC_NONE;
    }
    return hangs;
}

void tac_find_carriers(tac_tree *t, const tac_desc *d, const tac_kept *kept, tac_pair *pair,
                       tac_carrying *c)
{
    int depth = 0;
    c->last = d->carriers > 1;
    t->light_rows = 0;
    for (int i = 0; i < t->n_element; i++) {
        t->hangs[i] = TAC_NONE;
    }
    for (int i = 0; i < d->n_body; i++) {
        int own = depth_of(d, group_of(d, i));
        depth = c->last ? 1 : own > depth ? own : depth;
    }
    for (int at = 1; at <= depth; at++) { // outer groups first
        weigh_groups(d, at, c->hanging);
        hang(t, d, pair, list_outside(t, d, kept, at, pair), c);
    }
    for (int i = 0; i < d->n_body; i++) {
        c->hangs[i] = 0;
    }
    mark_carriers(t, d->n_body);
    if (t->n_coupler > 0) {
        tac_hang_couplers(t, d, kept);
        mark_carriers(t, d->n_body);
    }
    for (int i = 0; i < tac_first_term(t); i++) {
        if (t->hangs[i] != TAC_NONE) {
            t->home[i] = t->body[2 * i + !t->hangs[i]];
            c->hangs[t->home[i]] = 1;
        }
    }
    for (int k = 0; k < t->n_coupler; k++) {
        int body[TAC_MOST_COUPLED], n = tac_coupled_bodies(t, k, body);
        if (n == 1 && hangs_anywhere(t, k)) {
            tac_set_coupler_home(t, k, body[0]);
            c->hangs[body[0]] = 1;
        }
    }
    t->n_carrier = 0;
    for (int i = 0; i < d->n_body; i++) {
        if (t->carries[i] != TAC_NONE) {
            c->waits[t->n_carrier] = 1;
            t->carrier[t->n_carrier] = i;
            t->carries[i] = t->n_carrier++;
        }
    }
    list_carried(t, pair, 2 * d->n_body);
}

// ---- places in the tree ------------------------------------------------------------------------

// The lowest node that both lie in; children have lower numbers than parents.
static int common(const tac_tree *t, int a, int b)
{
    while (a != b) {
        int *low = a < b ? &a : &b;
        *low = t->parent[*low];
    }
    return a;
}

// The unknowns of a carrier go where all that has them as columns is joined.
static void find_homes(tac_tree *t)
{
    for (int k = 0; k < t->n_carrier; k++) {
        int home = t->carrier[k];
        for (int i = t->carried_first[k]; i < t->carried_first[k + 1]; i++) {
            home = common(t, home, t->carried[i]);
        }
        for (int i = tac_first_term(t); i < t->n_element; i++) { // where their columns begin
            bool on = t->hangs[i] != TAC_NONE && t->carries[t->body[2 * i + t->hangs[i]]] == k;
            home = on ? common(t, home, t->home[i]) : home;
        }
        t->carrier_home[k] = home;
    }
}

// A row has no share of a carrier before its unknowns are eliminated, and is itself after that.
// Returns whether the home of a coupler is another then.
static bool lift_homes(tac_tree *t)
{
    bool lifted = false;
    for (int i = 0; i < t->n_element; i++) {
        for (int side = 0; side < 2 && t->home[i] != TAC_NONE; side++) {
            int body = t->body[2 * i + side];
            int k = body == TAC_GROUND || t->hangs[i] == side ? TAC_NONE : t->carries[body];
            if (k != TAC_NONE && t->carrier_home[k] > t->home[i]) {
                t->home[i] = t->carrier_home[k];
                lifted = lifted || i >= tac_first_term(t);
            }
        }
    }
    for (int k = 0; k < t->n_coupler; k++) {
        int home = t->home[t->coupler_term[k]];
        for (int i = t->coupler_term[k]; i < t->coupler_term[k + 1]; i++) {
            home = t->home[i] > home ? t->home[i] : home;
        }
        tac_set_coupler_home(t, k, home);
    }
    return lifted;
}

// A leaf with no more rows than this leaves them to its parent if that eliminates others: columns begin later,
// and the leaf has nothing to substitute.
enum { FEW_ROWS = 2 };

static void defer_rows(tac_tree *t, int n_body, const tac_kept *kept, const tac_carrying *c)
{
    for (int i = 0; i < t->n_node; i++) {
        t->n_e[i] = 0;
    }
    for (int i = 0; i < t->n_element; i++) {
        if (t->home[i] != TAC_NONE && !tac_follows(t, i)) {
            t->n_e[t->home[i]] += t->rows[i];
        }
    }
    for (int i = 0; i < t->n_element; i++) {
        if (tac_follows(t, i)) {
            t->home[i] = t->home[t->lead[i]];
            continue;
        }
        int leaf = t->home[i], parent = leaf == TAC_NONE ? TAC_NONE : t->parent[leaf];
        bool may = parent != TAC_NONE && leaf < n_body && t->carries[leaf] == TAC_NONE &&
                   (kept->n_group == 0 || !kept->closed[leaf]);
        if (may && t->n_e[leaf] <= FEW_ROWS && t->n_e[parent] > FEW_ROWS && c->hangs[parent]) {
            t->home[i] = parent;
        }
    }
}

// Carriers in the order in which their unknowns are eliminated.
static void sort_carriers(tac_tree *t, tac_pair *pair)
{
    for (int k = 0; k < t->n_carrier; k++) {
        pair[k] = (tac_pair){(uint64_t)t->carrier_home[k], t->carrier[k], 0};
    }
    tac_sort_pairs(pair, t->n_carrier);
    for (int k = 0; k < t->n_carrier; k++) {
        t->carrier[k] = pair[k].index;
        t->carrier_home[k] = (int)pair[k].key;
        t->carries[t->carrier[k]] = k;
    }
    list_carried(t, pair, t->n_node);
}

// Adds rows to all nodes from a leaf up to the home that do not have them yet.
static void count_up(tac_tree *t, const tac_carrying *c, int leaf, int home, int rows, int stamp)
{
    for (int node = leaf; node != home && c->seen[node] != stamp; node = t->parent[node]) {
        c->seen[node] = stamp;
        t->n_r[node] += rows;
    }
}

static void count_rows(tac_tree *t, const tac_carrying *c)
{
    for (int i = 0; i < t->n_node; i++) {
        t->n_e[i] = t->n_r[i] = t->n_x[i] = 0;
        c->seen[i] = TAC_NONE;
    }
    for (int k = 0; k < t->n_carrier; k++) { // columns
        count_up(t, c, t->carrier[k], t->carrier_home[k], TAC_UNKNOWNS, k);
        for (int i = t->carried_first[k]; i < t->carried_first[k + 1]; i++) {
            count_up(t, c, t->carried[i], t->carrier_home[k], TAC_UNKNOWNS, k);
        }
        t->n_e[t->carrier_home[k]] += TAC_UNKNOWNS;
    }
    for (int i = 0; i < t->n_node; i++) {
        t->n_x[i] = t->n_e[i] + t->n_r[i];
    }
    for (int i = 0; i < t->n_element; i++) {
        for (int side = 0; side < 2 && t->home[i] != TAC_NONE; side++) {
            int body = t->body[2 * i + side];
            if (body != TAC_GROUND && t->hangs[i] != side) {
                count_up(t, c, body, t->home[i], t->rows[i], t->n_carrier + t->lead[i]);
            }
        }
        if (t->home[i] != TAC_NONE && !tac_follows(t, i)) {
            t->n_e[t->home[i]] += t->rows[i];
        }
    }
}

void tac_place_carriers(tac_tree *t, int n_body, const tac_kept *kept, tac_pair *pair,
                        const tac_carrying *c)
{
    do {
        find_homes(t);
    } while (lift_homes(t));
    defer_rows(t, n_body, kept, c);
    sort_carriers(t, pair);
    count_rows(t, c);
}
