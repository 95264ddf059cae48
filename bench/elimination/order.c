#include "order.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

const char *const order_name[N_ORDER] = {"as numbered", "as the paper",      "folded",
                                         "AMD",         "nested dissection", "assembly tree"};

// ---- orders ----------------------------------------------------------------------------------------------

// Joint i + 1 is the i-th of the loop, joints between parts follow it around the ring the other way.
static void order_as_paper(const mechanism *m, int order[MOST_BODIES])
{
    int k = 0, cuts = 0;
    for (int i = 0; i < m->n_whole; i++) {
        order[k++] = (i + 1) % m->n;
        if (i % 2 == 1 && cuts < m->n_part - 1) {
            order[k++] = (m->n - cuts) % m->n;
            cuts++;
        }
    }
    for (; cuts < m->n_part - 1; cuts++) {
        order[k++] = (m->n - cuts) % m->n;
    }
}

static bool order_by_tree(const mechanism *m, int order[MOST_BODIES])
{
    static tac_body_desc body[MOST_BODIES];
    static tac_joint_desc joint[MOST_BODIES];
    for (int i = 0; i < m->n; i++) {
        body[i] =
            (tac_body_desc){.mass = 1.0, .J = {1.0, 1.0, 1.0}, .p = {.e0 = 1.0}, .group = TAC_NONE};
        joint[i] = (tac_joint_desc){.kind = m->fixed[i] ? TAC_FIXED : TAC_SPHERICAL,
                                    .drive_angle = TAC_NONE,
                                    .drive_displacement = TAC_NONE,
                                    .group = TAC_NONE};
        joint[i].a.body = i > 0 ? i - 1 : m->ring ? m->n - 1 : TAC_GROUND;
        joint[i].b.body = i;
        joint[i].a.q.e0 = joint[i].b.q.e0 = 1.0;
    }
    const tac_desc d = {.n_body = m->n, .n_joint = m->n, .body = body, .joint = joint};
    size_t size = (tac_tree_size(&d) + 63) / 64 * 64;
    void *mem = aligned_alloc(64, size);
    tac_tree *tree;
    bool good = mem && tac_tree_init(&tree, &d, mem, size).code == TAC_OK;
    if (good) {
        memcpy(order, tree->order, (size_t)m->n * sizeof *order);
    }
    free(mem);
    return good;
}

bool order_joints(const mechanism *m, order_kind kind, int order[MOST_BODIES])
{
    if (kind == BY_TREE) {
        return order_by_tree(m, order);
    }
    if (kind == AS_PAPER) {
        order_as_paper(m, order);
        return true;
    }
    for (int i = 0; i < m->n; i++) {
        order[i] = kind == FOLDED && i % 2 ? m->n - 1 - i / 2 : kind == FOLDED ? i / 2 : i;
    }
    return true;
}

// ---- cost ------------------------------------------------------------------------------------------------

enum { WORDS = (MOST_BODIES + 63) / 64 };

typedef uint64_t block_set[WORDS];

static void link(block_set *near, int i, int k)
{
    near[i][k / 64] |= (uint64_t)1 << k % 64;
    near[k][i / 64] |= (uint64_t)1 << i % 64;
}

static bool has(const block_set set, int i)
{
    return set[i / 64] >> i % 64 & 1;
}

// Blocks share a body with the next one, and the last with the first of a ring.
static void link_joints(const mechanism *m, const int order[MOST_BODIES], block_set *near, cost *c)
{
    int place[MOST_BODIES];
    for (int k = 0; k < m->n; k++) {
        place[order[k]] = k;
    }
    c->band = 1;
    for (int i = m->ring ? 0 : 1; i < m->n; i++) {
        int a = place[i > 0 ? i - 1 : m->n - 1], b = place[i];
        link(near, a, b);
        c->band = abs(a - b) + 1 > c->band ? abs(a - b) + 1 : c->band;
    }
}

// Eliminates place k: what it touches later touches each other. Rows below the block are returned.
static int eliminate(const mechanism *m, int k, const int *rows, block_set *near, cost *c)
{
    int below = 0;
    c->parent[k] = -1;
    for (int i = k + 1; i < m->n; i++) {
        if (!has(near[k], i)) {
            continue;
        }
        below += rows[i];
        if (c->parent[k] < 0) {
            c->parent[k] = i;
        }
        for (int w = 0; w < WORDS; w++) {
            near[i][w] |= near[k][w];
        }
    }
    return below;
}

static void add_longest(const mechanism *m, cost *c)
{
    static double path[MOST_BODIES];
    static int height[MOST_BODIES];
    memset(path, 0, sizeof path);
    memset(height, 0, sizeof height);
    for (int k = 0; k < m->n; k++) { // children come before parents
        path[k] += c->work[k];
        height[k]++;
        int p = c->parent[k];
        if (p >= 0) {
            path[p] = path[k] > path[p] ? path[k] : path[p];
            height[p] = height[k] > height[p] ? height[k] : height[p];
        }
        c->path = path[k] > c->path ? path[k] : c->path;
        c->height = height[k] > c->height ? height[k] : c->height;
    }
}

bool order_cost(const mechanism *m, const int order[MOST_BODIES], bool nine, cost *c)
{
    static int rows[MOST_BODIES];
    block_set *near = calloc(MOST_BODIES, sizeof *near);
    *c = (cost){0};
    if (!near) {
        return false;
    }
    link_joints(m, order, near, c);
    for (int k = 0; k < m->n; k++) {
        rows[k] = nine ? 9 : mechanism_rows(m, order[k]);
    }
    for (int k = 0; k < m->n; k++) {
        int below = eliminate(m, k, rows, near, c);
        for (int r = rows[k]; r > 0; r--) { // columns of the block
            double length = r + below;
            c->fill += length;
            c->work[k] += length * length;
        }
        c->operations += c->work[k];
    }
    add_longest(m, c);
    free(near);
    return true;
}

// ---- schedule --------------------------------------------------------------------------------------------

typedef struct plan {
    double way[MOST_BODIES];   // to the root, its own work included
    double ready[MOST_BODIES]; // when the last child is done
    int children[MOST_BODIES]; // not done
    bool done[MOST_BODIES];
} plan;

static int next_task(const mechanism *m, const plan *p)
{
    int best = -1;
    for (int k = 0; k < m->n; k++) {
        if (!p->done[k] && !p->children[k] && (best < 0 || p->way[k] > p->way[best])) {
            best = k;
        }
    }
    return best;
}

double order_schedule(const mechanism *m, const cost *c, double leaf, int processors)
{
    static plan p;
    double free_at[64], end = 0.0;
    memset(&p, 0, sizeof p);
    for (int i = 0; i < processors; i++) { // leaves first, shared out
        free_at[i] = leaf * ((m->n + processors - 1 - i) / processors);
    }
    for (int k = m->n - 1; k >= 0; k--) {
        p.way[k] = c->work[k] + (c->parent[k] >= 0 ? p.way[c->parent[k]] : 0.0);
        p.children[c->parent[k] >= 0 ? c->parent[k] : k] += c->parent[k] >= 0;
    }
    for (int done = 0; done < m->n; done++) {
        int k = next_task(m, &p), first = 0;
        for (int i = 1; i < processors; i++) {
            first = free_at[i] < free_at[first] ? i : first;
        }
        double start = p.ready[k] > free_at[first] ? p.ready[k] : free_at[first];
        free_at[first] = start + c->work[k];
        end = free_at[first] > end ? free_at[first] : end;
        p.done[k] = true;
        if (c->parent[k] >= 0) {
            int up = c->parent[k];
            p.children[up]--;
            p.ready[up] = free_at[first] > p.ready[up] ? free_at[first] : p.ready[up];
        }
    }
    return end;
}
