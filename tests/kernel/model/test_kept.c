// Kept groups: a subtree each, with the same joints inside whatever is around it, and the motion of the open tree.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grouped.h"

static tac_tree *tree_of(const tac_desc *d)
{
    tac_tree *t = NULL;
    size_t size = tac_tree_size(d);
    cr_assert_eq(tac_tree_init(&t, d, aligned_block(size), size).code, TAC_OK);
    return t;
}

static void drop_tree(tac_tree *t)
{
    free(t->by_rows ? t->by_rows : t); // the first one built begins the block
}

static bool lies_in(const tac_desc *d, int body, int group)
{
    int of = d->body[body].group;
    while (of != TAC_NONE && of != group) {
        of = d->group[of].parent;
    }
    return of == group;
}

// Bodies below a node that lie in the group, and that do not.
static void count_below(const tac_tree *t, const tac_desc *d, int node, int group, int n[2])
{
    for (int i = 0; i < d->n_body; i++) {
        int at = i;
        while (at != node && t->parent[at] != TAC_NONE) {
            at = t->parent[at];
        }
        if (at == node) {
            n[!lies_in(d, i, group)]++;
        }
    }
}

static int bodies_of(const tac_desc *d, int group)
{
    int n = 0;
    for (int i = 0; i < d->n_body; i++) {
        n += lies_in(d, i, group);
    }
    return n;
}

// No element inside a kept group, to ground or to its carrier is eliminated outside of it, and none outside within.
static void expect_inside(const tac_tree *t, const tac_desc *d, int group, int k)
{
    for (int e = 0; e < t->n_element; e++) {
        const int *body = t->body + 2 * e;
        bool in = true, touches = false;
        for (int side = 0; side < 2; side++) {
            bool own = body[side] != TAC_GROUND && lies_in(d, body[side], group);
            in &= own || body[side] == TAC_GROUND || tac_tree_hangs(t, e, side);
            touches |= own;
        }
        int at = t->home[e];
        while (at != TAC_NONE && at != t->kept[group]) {
            at = t->parent[at];
        }
        bool eliminated = t->home[e] != TAC_NONE && at == t->kept[group];
        cr_expect_eq(eliminated, t->home[e] != TAC_NONE && in && touches, "%d: element %d", k, e);
    }
}

static void expect_blocks(const tac_tree *t, const tac_desc *d, int k)
{
    for (int g = 0; g < d->n_group; g++) {
        if (!d->group[g].keep) {
            cr_expect_eq(t->kept[g], TAC_NONE);
            continue;
        }
        int n[2] = {0, 0};
        cr_assert_neq(t->kept[g], TAC_NONE, "%d: group %d", k, g);
        count_below(t, d, t->kept[g], g, n);
        cr_expect(n[0] == bodies_of(d, g) && n[1] == 0, "%d: %d of %d bodies, %d others", k, n[0],
                  bodies_of(d, g), n[1]);
        expect_inside(t, d, g, k);
    }
}

static void keep(grouped *x, double share)
{
    rng g = {x->g.state ^ 0x5bd1e995u};
    for (int i = 0; i < x->m->d.n_group; i++) {
        x->group[i].keep = chance(&g, share);
    }
}

static tac_options option(int k)
{
    tac_options o = options_with(1e-3, 3);
    o.order = k % 4 == 1 ? 3 : k % 4 == 2 ? 4 : 2;
    o.tangent = k % 3 == 0 ? TAC_TANGENT_FULL : TAC_TANGENT_FIRST;
    o.lanes = 1;
    return o;
}

// Blocks of all kept groups, by rows and on carriers; the bits in any lanes, and the motion of the open model.
Test(kept, groups_are_subtrees_and_move_as_open_ones)
{
    int blocks = 0, other = 0, good = 0;
    double far = 0.0;
    for (int k = 0; k < 100; k++) {
        grouped x;
        grouped_open(&x, 9000u + (uint64_t)k);
        random_groups(&x);
        turn_all(&x);
        tac_options o = option(k);
        outcome *open = run(&x, o, 1, TOGETHER, 5);
        keep(&x, 0.6);
        for (int carriers = 0; carriers < 2; carriers++) {
            x.m->d.carriers = carriers;
            tac_tree *t = tree_of(&x.m->d);
            if (t->kept) {
                expect_blocks(t, &x.m->d, k);
                blocks++;
            }
            drop_tree(t);
            outcome *kept = run(&x, o, carriers, TOGETHER, 5);
            cr_expect(kept->code == open->code && kept->rank.rank == open->rank.rank, "%d: %d, %d",
                      k, (int)kept->code, (int)open->code);
            other += memcmp(kept->state, open->state, open->size) != 0;
            if (open->code == TAC_OK) {
                double shift;
                (void)apart(kept, open, &shift);
                far = fmax(far, shift);
                good++;
                cr_expect_leq(shift, 1e-8, "%d: %g m", k, shift);
            }
            drop(kept);
        }
        outcome *one = run(&x, o, 1, TOGETHER, 5);
        cr_expect(same_in_lanes(&x, o, one, 5), "%d", k);
        drop(one);
        drop(open);
        mechanism_free(x.m);
    }
    cr_log_info("%d trees with blocks, %d with other bits, %d stepped, %g m", blocks, other, good,
                far);
    cr_expect(blocks >= 150 && other >= 50 && good >= 120);
}

// A node as text: its bodies, and the rows and columns of it and all below.
static int write_node(const tac_tree *t, int node, char *out, int size)
{
    int n = t->child[2 * node] == TAC_NONE ? snprintf(out, (size_t)size, "%d", node) : 0;
    for (int c = 0; c < 2 && t->child[2 * node] != TAC_NONE; c++) {
        n += snprintf(out + n, (size_t)(size - n), "(");
        n += write_node(t, t->child[2 * node + c], out + n, size - n);
    }
    int n_x = t->n_carrier > 0 ? t->n_x[node] : 0;
    n += snprintf(out + n, (size_t)(size - n), " %d+%d/%d)", t->n_e[node], t->n_r[node], n_x);
    return n;
}

// What is around a kept group changes nothing in it: bodies more outside, joined to those that are there.
Test(kept, groups_are_alike_whatever_is_around_them)
{
    int compared = 0, moved = 0;
    for (int k = 0; k < 60; k++) {
        grouped x;
        grouped_open(&x, 300u + (uint64_t)k);
        int carrier = body_in(&x, TAC_NONE, 5.0, origin), group = x.m->d.n_group;
        hang_group(&x, carrier, TAC_NONE, 2, 1.0);
        x.group[group].keep = 1;
        x.m->d.carriers = k % 2;
        tac_tree *alone = tree_of(&x.m->d);
        int last = carrier;
        for (int more = 0; more < 12; more++) {
            int b = body_in(&x, TAC_NONE, 2.0, origin);
            tie(&x, TAC_UNIVERSAL, more % 3 ? last : carrier, b);
            last = b;
        }
        tie(&x, TAC_SPHERICAL, TAC_GROUND, last);
        hang_group(&x, last, TAC_NONE, 1, 1.0);
        tac_tree *among = tree_of(&x.m->d);
        if ((alone->n_carrier > 0) == (among->n_carrier > 0)) {
            char a[4096], b[4096];
            write_node(alone, alone->kept[group], a, sizeof a);
            write_node(among, among->kept[group], b, sizeof b);
            cr_expect_str_eq(a, b, "%d", k);
            compared++;
            moved += alone->kept[group] != among->kept[group];
        }
        drop_tree(alone);
        drop_tree(among);
        mechanism_free(x.m);
    }
    cr_expect(compared >= 40 && moved >= 20, "%d, %d", compared, moved);
}

// Bodies that nothing connects within their group are one block; those of separate mechanisms are not joined.
Test(kept, what_is_apart_within_a_group)
{
    grouped x;
    grouped_open(&x, 77);
    x.m->d.n_group = 1;
    x.group[0] = (tac_group_desc){TAC_NONE, 1, 0};
    int outside = body_in(&x, TAC_NONE, 5.0, origin), lone[3];
    for (int i = 0; i < 3; i++) {
        lone[i] = body_in(&x, 0, 1.0, (vec3){1.0, i, 0.0});
        tie(&x, TAC_SPHERICAL, outside, lone[i]);
    }
    int other = body_in(&x, 0, 1.0, (vec3){5.0, 0.0, 0.0});
    tie(&x, TAC_SPHERICAL, TAC_GROUND, other);
    x.m->d.carriers = 0;
    tac_tree *t = tree_of(&x.m->d);
    int n[2] = {0, 0};
    count_below(t, &x.m->d, t->kept[0], 0, n);
    cr_expect(n[0] == 3 && n[1] == 0, "%d, %d", n[0], n[1]);
    cr_expect_eq(t->n_root, 2);
    cr_expect_eq(t->n_r[t->kept[0]], 9);
    drop_tree(t);
    mechanism_free(x.m);
}

// Elements of what is outside of a group that hang on one of its bodies.
static int hanging_on(const tac_tree *t, const tac_desc *d, int group)
{
    int n = 0;
    for (int e = 0; e < t->n_element && t->n_carrier > 0; e++) {
        int side = t->hangs[e];
        n += side != TAC_NONE && lies_in(d, t->body[2 * e + side], group) &&
             !lies_in(d, t->body[2 * e + !side], group);
    }
    return n;
}

// What hangs on a body of a kept group by many rows stays rows: its unknowns are eliminated within the group.
Test(kept, bodies_carry_nothing_from_outside)
{
    grouped x;
    grouped_open(&x, 78);
    int frame = body_in(&x, TAC_NONE, 5.0, origin), group = x.m->d.n_group;
    hang_group(&x, frame, TAC_NONE, 0, 1.0);
    int under = x.m->d.n_body - 1,
        inner = x.m->d.n_group; // stand on a body of the first one, and are none of it
    for (int i = 0; i < 3; i++) {
        hang_group(&x, under, TAC_NONE, 0, 0.3);
        hang_group(&x, frame, TAC_NONE, 0, 1.0);
    }
    tac_tree *open = tree_of(&x.m->d);
    x.group[group].keep = 1;
    tac_tree *kept = tree_of(&x.m->d);
    cr_expect_gt(hanging_on(open, &x.m->d, group), 0);
    cr_expect(kept->n_carrier > 0 && hanging_on(kept, &x.m->d, group) == 0);
    for (int i = 0; i < 3; i++) {
        x.group[inner + 2 * i].parent = group; // now they are
    }
    tac_tree *within = tree_of(&x.m->d);
    cr_expect_neq(within->carries[under], TAC_NONE);
    expect_blocks(within, &x.m->d, 0);
    drop_tree(open);
    drop_tree(kept);
    drop_tree(within);
    mechanism_free(x.m);
}
