// The assembly tree against its definition, on generated graphs: where every element is eliminated,
// how many rows every node has, how high the tree grows.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "element_types.h"
#include "prepared.h"
#include "random_model.h"

static const spot somewhere = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};

static void add_bodies(mechanism *m, int n)
{
    mechanism_clear(m);
    for (int i = 0; i < n; i++) {
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, origin, upright);
    }
}

static tac_tree *build(const tac_desc *d, void **block, int fill)
{
    size_t size = tac_tree_size(d);
    *block = aligned_block(size);
    memset(*block, fill, size);
    tac_tree *t = NULL;
    tac_status s = tac_tree_init(&t, d, *block, size);
    cr_assert_eq(s.code, TAC_OK);
    return t;
}

// ---- the definition ----------------------------------------------------------------------------

static int contains(const tac_tree *t, int node, int body)
{
    for (int i = body; i != TAC_NONE; i = t->parent[i]) {
        if (i == node) {
            return 1;
        }
    }
    return 0;
}

static int is_implicit(const tac_desc *d, int element)
{
    int i = element - d->n_joint;
    if (i < 0) {
        return 1;
    }
    if (i < d->n_spring) {
        return d->spring[i].implicit || tac_spring_is_unilateral(d, &d->spring[i]);
    }
    i -= d->n_spring;
    return i >= d->n_bushing || d->bushing[i].implicit;
}

static void expect_shape(const tac_tree *t, int n_body)
{
    int roots = 0, height = 0;
    for (int i = 0; i < t->n_node; i++) {
        const int *child = &t->child[2 * i];
        int level = 0;
        cr_assert_eq(child[0] == TAC_NONE, i < n_body, "leaves come first");
        for (int k = 0; k < 2 && i >= n_body; k++) {
            cr_assert(child[k] >= 0 && child[k] < i, "children come before parents");
            cr_assert_eq(t->parent[child[k]], i);
            level = t->level[child[k]] + 1 > level ? t->level[child[k]] + 1 : level;
        }
        cr_assert_eq(t->level[i], level);
        height = level > height ? level : height;
        roots += t->parent[i] == TAC_NONE;
    }
    cr_assert_eq(t->n_root, roots);
    cr_assert_eq(t->height, height);
}

// Whether a body is part of a mechanism that is a chain of 16 links or more, held by ground: no body has
// more than two elements, and all elements have as many rows. Its joints to ground belong to the root.
static int in_long_chain(const tac_tree *t, const tac_desc *d, int body)
{
    static int inside[MAX_BODIES], degree[MAX_BODIES];
    int links = 1, rows = 0, chain = 1;
    memset(inside, 0, sizeof inside);
    memset(degree, 0, sizeof degree);
    inside[body] = 1;
    for (int grown = 1; grown;) {
        grown = 0;
        for (int i = 0; i < t->n_element; i++) {
            int a = t->body[2 * i], b = t->body[2 * i + 1];
            if (a != TAC_GROUND && b != TAC_GROUND && is_implicit(d, i) && inside[a] != inside[b]) {
                inside[a] = inside[b] = grown = 1;
                links++;
            }
        }
    }
    for (int i = 0; i < t->n_element; i++) {
        for (int side = 0; side < 2 && is_implicit(d, i); side++) {
            int at = t->body[2 * i + side];
            if (at != TAC_GROUND && inside[at]) {
                rows = rows > 0 ? rows : t->rows[i];
                chain &= ++degree[at] <= 2 && t->rows[i] == rows;
            }
        }
    }
    return chain && links >= 16;
}

// Home: the smallest compound around both bodies. Boundary: what leaves the compound.
static void expect_homes(const tac_tree *t, const tac_desc *d)
{
    int *n_e = calloc((size_t)t->n_node + 1, sizeof *n_e);
    int *n_r = calloc((size_t)t->n_node + 1, sizeof *n_r);
    for (int i = 0; i < t->n_element; i++) {
        int a = t->body[2 * i], b = t->body[2 * i + 1], home = TAC_NONE;
        for (int node = t->n_node - 1; node >= 0 && is_implicit(d, i); node--) {
            int has_a = a != TAC_GROUND && contains(t, node, a);
            int has_b = b != TAC_GROUND && contains(t, node, b);
            int whole = (has_a || a == TAC_GROUND) && (has_b || b == TAC_GROUND);
            int later = (a == TAC_GROUND || b == TAC_GROUND) && t->parent[node] != TAC_NONE &&
                        in_long_chain(t, d, a == TAC_GROUND ? b : a);
            whole &= !later;
            home = whole ? node : home; // parents come after children: the last one is the smallest
            n_r[node] += (has_a || has_b) && !whole ? t->rows[i] : 0;
        }
        cr_assert_eq(t->home[i], home, "element %d", i);
        n_e[home == TAC_NONE ? t->n_node : home] += t->rows[i];
    }
    for (int node = 0; node < t->n_node; node++) {
        cr_assert_eq(t->n_e[node], n_e[node], "node %d", node);
        cr_assert_eq(t->n_r[node], n_r[node], "node %d", node);
    }
    free(n_e);
    free(n_r);
}

static void expect_order(const tac_tree *t)
{
    int n = 0;
    for (int i = 0; i < t->n_element; i++) {
        n += t->home[i] != TAC_NONE;
    }
    for (int k = 0; k < t->n_element; k++) {
        cr_assert_eq(t->order[k] == TAC_NONE, k >= n);
        if (k > 0 && k < n) {
            int before = t->order[k - 1], now = t->order[k];
            cr_assert(t->home[before] < t->home[now] ||
                      (t->home[before] == t->home[now] && before < now));
        }
    }
}

static void expect_tree(const mechanism *m)
{
    void *block;
    tac_tree *t = build(&m->d, &block, 0xa5);
    const tac_desc *d = &m->d;
    int n_element = d->n_joint + d->n_spring + d->n_bushing + d->n_friction + d->n_contact;
    cr_assert_eq(t->n_element, n_element);
    expect_shape(t, m->d.n_body);
    expect_homes(t, &m->d);
    expect_order(t);
    free(block);
}

Test(tree, follows_its_definition_on_random_graphs)
{
    mechanism *m = mechanism_new();
    rng g = {1};
    for (int k = 0; k < 2000; k++) {
        random_anything(m, &g, 30);
        expect_tree(m);
    }
    mechanism_free(m);
}

Test(tree, one_body_and_none)
{
    mechanism *m = mechanism_new();
    expect_tree(m);
    add_bodies(m, 1);
    expect_tree(m);
    mechanism_free(m);
}

// ---- determinism -------------------------------------------------------------------------------

static int same(const int *a, const int *b, int n)
{
    return n == 0 || memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

Test(tree, depends_on_the_description_alone)
{
    mechanism *m = mechanism_new();
    rng g = {2};
    for (int k = 0; k < 300; k++) {
        random_anything(m, &g, 60);
        void *block[2];
        tac_tree *a = build(&m->d, &block[0], 0x00), *b = build(&m->d, &block[1], 0xff);
        int n = a->n_node, e = a->n_element;
        cr_assert(n == b->n_node && e == b->n_element && a->height == b->height);
        cr_assert(same(a->parent, b->parent, n) && same(a->child, b->child, 2 * n));
        cr_assert(same(a->n_e, b->n_e, n) && same(a->n_r, b->n_r, n));
        cr_assert(same(a->home, b->home, e) && same(a->order, b->order, e));
        free(block[0]);
        free(block[1]);
    }
    mechanism_free(m);
}

// ---- height ------------------------------------------------------------------------------------

static int logarithm(int n) // rounded up
{
    int k = 0;
    while ((1 << k) < n) {
        k++;
    }
    return k;
}

typedef void graph(mechanism *m, int n);

static void chain(mechanism *m, int n)
{
    add_bodies(m, n);
    for (int i = 0; i < n; i++) {
        add_joint(m, TAC_SPHERICAL, i - 1, i, somewhere);
    }
}

static void ring(mechanism *m, int n)
{
    chain(m, n);
    add_joint(m, TAC_REVOLUTE, n - 1, TAC_GROUND, somewhere);
}

static void free_ring(mechanism *m, int n)
{
    add_bodies(m, n);
    for (int i = 0; i < n; i++) {
        add_joint(m, TAC_REVOLUTE, i, (i + 1) % n, somewhere);
    }
}

static void binary(mechanism *m, int n)
{
    add_bodies(m, n);
    for (int i = 1; i < n; i++) {
        add_joint(m, TAC_REVOLUTE, (i - 1) / 2, i, somewhere);
    }
}

static void hub(mechanism *m, int n) // legs of three rows
{
    add_bodies(m, n);
    for (int i = 1; i < n; i++) {
        add_joint(m, TAC_SPHERICAL, 0, i, somewhere);
    }
}

static void ladder(mechanism *m, int n)
{
    chain(m, n);
    for (int i = 2; i < n; i += 2) {
        add_joint(m, TAC_SPHERICAL, i, TAC_GROUND, somewhere);
        add_joint(m, TAC_SPHERICAL, i - 2, i, somewhere);
    }
}

static void strip(mechanism *m, int n) // of triangles: nearly all have four neighbours
{
    chain(m, n);
    for (int i = 2; i < n; i++) {
        add_joint(m, TAC_SPHERICAL, i - 2, i, somewhere);
    }
}

static void caterpillar(mechanism *m, int n) // a leg on every link of a chain
{
    add_bodies(m, n);
    for (int i = 0; i < n; i++) {
        add_joint(m, TAC_REVOLUTE, i % 2 ? i - 1 : i - 2 < 0 ? TAC_GROUND : i - 2, i, somewhere);
    }
}

static void expect_height(graph *make, const int *sizes, const char *name)
{
    mechanism *m = mechanism_new();
    for (int k = 0; sizes[k] > 0; k++) {
        make(m, sizes[k]);
        void *block;
        tac_tree *t = build(&m->d, &block, 0x11);
        int bound = 2 * logarithm(sizes[k]) + 4;
        cr_log_info("%s of %d: height %d, bound %d", name, sizes[k], t->height, bound);
        cr_expect_leq(t->height, bound, "%s of %d: height %d", name, sizes[k], t->height);
        expect_shape(t, sizes[k]);
        free(block);
    }
    mechanism_free(m);
}

Test(tree, height_grows_with_the_logarithm)
{
    static const int sizes[] = {2, 3, 7, 32, 100, 512, 1000, 2000, 0};
    expect_height(chain, sizes, "chain");
    expect_height(ring, sizes, "ring");
    expect_height(free_ring, sizes + 1, "free ring");
    expect_height(binary, sizes, "binary tree");
    expect_height(ladder, sizes, "ladder");
    expect_height(strip, sizes, "strip");
    expect_height(caterpillar, sizes, "caterpillar");
}

// Around hubs only up to a bound: compounds of more than a few boundary rows are not joined.
Test(tree, height_around_hubs)
{
    static const int sizes[] = {2, 3, 7, 17, 33, 65, 0};
    expect_height(hub, sizes, "hub");
}

// Bodies with branches wait for them, so that a compound is one branch or what lies between two joints.
Test(tree, branches_come_before_their_hubs_meet)
{
    graph *const make[] = {binary, caterpillar, binary};
    mechanism *m = mechanism_new();
    for (int k = 0; k < 3; k++) {
        make[k](m, k == 2 ? 127 : 1023);
        for (int i = 0; i < 1800 && k == 2; i++) { // beside bodies without joints
            add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){0.0, i, 0.0}, about(0, 0.0));
        }
        void *block;
        tac_tree *t = build(&m->d, &block, 0);
        for (int i = m->d.n_body; i < t->n_node; i++) {
            cr_expect_leq(t->n_r[i], 15, "graph %d, node %d: %d rows", k, i, t->n_r[i]);
        }
        free(block);
    }
    mechanism_free(m);
}

// Compounds of neighbouring links keep one joint on either side.
Test(tree, compounds_of_a_chain_have_two_joints)
{
    mechanism *m = mechanism_new();
    chain(m, 777);
    void *block;
    tac_tree *t = build(&m->d, &block, 0);
    for (int i = 0; i < t->n_node; i++) { // the root eliminates the joint with ground as well
        cr_expect_leq(t->n_r[i], 6);
        cr_expect_leq(t->n_e[i], t->parent[i] == TAC_NONE ? 6 : 3);
    }
    free(block);
    mechanism_free(m);
}

// Nodes of a level of a chain of a power of two are alike, but for the open end.
Test(tree, ends_of_a_chain_are_like_its_middle)
{
    mechanism *m = mechanism_new();
    chain(m, 64);
    void *block;
    tac_tree *t = build(&m->d, &block, 0);
    int n[8] = {0};
    for (int i = 0; i < t->n_node - 1; i++) {
        cr_expect_eq(t->n_e[i], t->level[i] == 0 ? 0 : 3);
        cr_expect_eq(t->n_r[i], contains(t, i, 63) ? 3 : 6);
        n[t->level[i]]++;
    }
    for (int level = 0; level < 6; level++) {
        cr_expect_eq(n[level], 64 >> level);
    }
    free(block);
    mechanism_free(m);
}

// Struts between ground and a beam start like chains; their joints to ground stay with them.
Test(tree, struts_do_not_fill_the_root)
{
    mechanism *m = mechanism_new();
    enum { STRUTS = 40 };
    add_bodies(m, STRUTS + 1);
    for (int i = 1; i <= STRUTS; i++) {
        add_joint(m, TAC_REVOLUTE, TAC_GROUND, i, somewhere);
        add_joint(m, TAC_REVOLUTE, i, 0, somewhere);
    }
    void *block;
    tac_tree *t = build(&m->d, &block, 0);
    for (int i = 1; i <= STRUTS; i++) {
        cr_expect_eq(t->n_e[i], 5);
        cr_expect_eq(t->n_r[i], 5);
    }
    free(block);
    mechanism_free(m);
}

// ---- elements outside the tree, cost, failures -------------------------------------------------

Test(tree, explicit_elements_are_left_out)
{
    mechanism *m = mechanism_new();
    chain(m, 4);
    int s = add_spring(m, TAC_DISTANCE, 0, somewhere, 3, somewhere, 1.0, 0.0);
    m->spring[s].implicit = 0;
    void *block;
    tac_tree *t = build(&m->d, &block, 0);
    cr_expect_eq(t->home[4], TAC_NONE);
    cr_expect_eq(t->rows[4], 1);
    cr_expect_eq(t->order[4], TAC_NONE);
    free(block);
    expect_tree(m);
    mechanism_free(m);
}

// Operations of tac_front_factor, counted by walking its loops.
static double count_factor(int n, int n_e)
{
    double flops = 0.0;
    for (int k = 0; k < n_e; k++) {
        flops += 2.0; // root and reciprocal
        for (int i = k + 1; i < n; i++) {
            flops += 1.0 + 2.0 * (i - k);
        }
    }
    return flops;
}

static double own_cost(const tac_tree *t, int i)
{
    int n = t->n_e[i] + t->n_r[i];
    double assembly = t->level[i] == 0 ? 6.0 * n * (n + 1) + 36.0 * n : 1.0 * n * (n + 1);
    return count_factor(n, t->n_e[i]) + assembly;
}

Test(tree, cost_follows_the_counts)
{
    mechanism *m = mechanism_new();
    rng g = {3};
    for (int k = 0; k < 300; k++) {
        random_anything(m, &g, 40);
        void *block;
        tac_tree *t = build(&m->d, &block, 0);
        double total, critical, sum = 0.0, longest = 0.0;
        double *path = calloc((size_t)t->n_node + 1, sizeof *path);
        for (int i = 0; i < t->n_node; i++) {
            double below = 0.0;
            for (int c = 0; c < 2 && t->child[2 * i] != TAC_NONE; c++) {
                below = fmax(below, path[t->child[2 * i + c]]);
            }
            path[i] = own_cost(t, i) + below;
            sum += own_cost(t, i);
            longest = fmax(longest, path[i]);
        }
        tac_tree_cost(t, NULL, &total, &critical);
        cr_expect_eq(total, sum);
        cr_expect_eq(critical, longest);
        free(path);
        free(block);
    }
    mechanism_free(m);
}

static tac_status try(const tac_desc *d)
{
    size_t size = tac_tree_size(d);
    void *block = aligned_block(size);
    tac_tree *t;
    tac_status s = tac_tree_init(&t, d, block, size);
    free(block);
    return s;
}

static void expect_refused(const mechanism *m, tac_code code, tac_subject subject, int index)
{
    tac_status s = try(&m->d);
    cr_expect_eq(s.code, code);
    cr_expect_eq(s.subject, subject);
    cr_expect_eq(s.index, index);
}

Test(tree, refuses_elements_without_two_bodies)
{
    mechanism *m = mechanism_new();
    chain(m, 5);
    m->joint[3].b.body = 5;
    expect_refused(m, TAC_BAD_INDEX, TAC_JOINT, 3);
    m->joint[3].b.body = -2;
    expect_refused(m, TAC_BAD_INDEX, TAC_JOINT, 3);
    m->joint[3].b.body = m->joint[3].a.body;
    expect_refused(m, TAC_BAD_VALUE, TAC_JOINT, 3);
    chain(m, 5);
    m->joint[0].b.body = TAC_GROUND; // both sides on ground
    expect_refused(m, TAC_BAD_VALUE, TAC_JOINT, 0);
    chain(m, 5);
    m->joint[2].kind = (tac_joint_kind)tac_joint_type_count();
    expect_refused(m, TAC_BAD_VALUE, TAC_JOINT, 2);
    mechanism_free(m);
}

Test(tree, names_the_class_of_the_bad_element)
{
    mechanism *m = mechanism_new();
    tac_frame f[2] = {{0, origin, upright, 0, false}, {7, origin, upright, 0, false}},
              ok = {1, origin, upright, 0, false};
    for (int what = 0; what < 4; what++) {
        chain(m, 2);
        for (int i = 0; i < 2; i++) { // of two elements the second is bad
            m->spring[i] = (tac_spring_desc){.a = f[0], .b = i && what == 0 ? f[1] : ok};
            m->bushing[i] = (tac_bushing_desc){.a = f[0], .b = i && what == 1 ? f[1] : ok};
            m->friction[i] = (tac_friction_desc){.a = i && what == 2 ? f[1] : f[0], .b = ok};
            m->contact[i] = (tac_contact_desc){.a = i && what == 3 ? f[1] : f[0], .b = ok};
        }
        m->d.n_spring = m->d.n_bushing = m->d.n_friction = m->d.n_contact = 2;
        expect_refused(m, TAC_BAD_INDEX, (tac_subject)(TAC_SPRING + what), 1);
    }
    mechanism_free(m);
}

Test(tree, refuses_a_bad_block)
{
    mechanism *m = mechanism_new();
    chain(m, 9);
    size_t size = tac_tree_size(&m->d);
    unsigned char *block = aligned_block(size + 64);
    tac_tree *t;
    cr_expect_eq(tac_tree_init(&t, &m->d, block, size - 1).code, TAC_TOO_SMALL);
    cr_expect_eq(tac_tree_init(&t, &m->d, block + 8, size).code, TAC_MISALIGNED);
    memset(block, 0x5a, size + 64);
    cr_expect_eq(tac_tree_init(&t, &m->d, block, size).code, TAC_OK);
    for (size_t i = size; i < size + 64; i++) {
        cr_expect_eq(block[i], 0x5a, "written beyond the block");
    }
    free(block);
    mechanism_free(m);
}
