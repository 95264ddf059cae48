// The number of vector lanes decides where numbers lie, never which they are: states have the same
// bytes with 1, 4 and 8 lanes, in mechanisms of every shape, of one block and of several.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lanes.h"
#include "method/index3/stages.h"
#include "prepared.h"
#include "random_model.h"

typedef struct outcome {
    tac_code code;
    size_t size;
    unsigned char *state;
    tac_report report;
} outcome;

static outcome run(const mechanism *m, const tac_options *o, int steps)
{
    prepared r;
    prepared_open(&r, &m->d, o);
    outcome out = {r.method->start(r.w, &r.s, NULL, &r.started).code,
                   r.s.size,
                   aligned_block(r.s.size),
                   {.kinetic = 0.0}};
    for (int i = 0; i < steps && out.code == TAC_OK; i++) {
        out.code = tac_step(r.method, r.w, &r.s, NULL).code;
    }
    memcpy(out.state, r.s.data, r.s.size);
    r.method->report(r.w, &out.report);
    prepared_close(&r);
    return out;
}

static int moved(const outcome *a, const outcome *b)
{
    return a->code != b->code || a->size != b->size || memcmp(a->state, b->state, a->size) != 0 ||
           memcmp(&a->report, &b->report, sizeof a->report) != 0;
}

static void expect_same(const mechanism *m, tac_options o, int steps, const char *what, int number)
{
    o.lanes = 1;
    outcome one = run(m, &o, steps);
    for (int lanes = 4; lanes <= tac_widest_lanes(); lanes *= 2) {
        o.lanes = lanes;
        outcome wide = run(m, &o, steps);
        cr_expect(!moved(&one, &wide), "%s %d with %d lanes: codes %d and %d", what, number, lanes,
                  (int)one.code, (int)wide.code);
        free(wide.state);
    }
    free(one.state);
}

// Whether boundary rows of a node come in the same order in the parent. Only nodes of chains may have
// children where they do not.
static int keeps_order(const tac_model *m, int node)
{
    int same = 1;
    for (int k = m->nodes.n_e[node] + 1; k < m->nodes.n_e[node] + m->nodes.n_r[node]; k++) {
        same &=
            m->nodes.map[m->nodes.row_at[node] + k - 1] < m->nodes.map[m->nodes.row_at[node] + k];
    }
    return same;
}

// Whether rows first .. last - 1 of a node follow each other in the parent.
static int stay_together(const tac_model *m, int node, int first, int last)
{
    int same = 1;
    for (int k = first + 1; k < last && k < m->nodes.n_e[node] + m->nodes.n_r[node]; k++) {
        same &= m->nodes.map[m->nodes.row_at[node] + k] ==
                m->nodes.map[m->nodes.row_at[node] + k - 1] + 1;
    }
    return same;
}

// Every lane of a unit has its rows in the front, and finds as many boundary rows in its children as
// the first one has there. What a node of a chain has on its boundary are joints, whose rows its
// parent has side by side.
static void expect_children(const mechanism *m, tac_options o, const char *what, int number)
{
    for (o.lanes = 1; o.lanes <= tac_widest_lanes(); o.lanes = o.lanes == 1 ? 4 : 2 * o.lanes) {
        prepared r;
        prepared_open(&r, &m->d, &o);
        const tac_plan *p = r.w->space->plan;
        for (int i = 0; i < p->g->n_unit; i++) {
            const tac_node_cell *u = &p->unit[i];
            for (int l = 0; l < u->n; l++) {
                cr_expect(u->rows[l] <= u->size && (u->wide || u->size <= TAC_LANE_ROWS),
                          "%s %d, %d lanes, unit %d", what, number, o.lanes, i);
                int middle = u->n_e + u->chain / 8 % 8; // behind the rows of the first joint
                cr_expect(!u->chain || (stay_together(r.m, u->node[l], u->n_e, middle) &&
                                        stay_together(r.m, u->node[l], middle, u->size)),
                          "%s %d, %d lanes, unit %d of a chain", what, number, o.lanes, i);
            }
            for (int c = 0; c < 2 && !u->leaf; c++) {
                int rows = r.m->nodes.n_r[r.m->nodes.child[2 * u->node[0] + c]];
                for (int l = 0; l < u->n; l++) {
                    cr_expect(u->chain || keeps_order(r.m, r.m->nodes.child[2 * u->node[l] + c]),
                              "%s %d, %d lanes, unit %d", what, number, o.lanes, i);
                    const tac_node_cell *child = &p->unit[u->child_unit[c][l]];
                    cr_expect_geq(child->size - child->n_e, rows, "%s %d, %d lanes, unit %d", what,
                                  number, o.lanes, i);
                }
            }
        }
        prepared_close(&r);
    }
}

// The first ones, and rare ones further on: boundaries of several elements (560, 991) and lanes that
// repeat others (2549).
static int is_tried(int k)
{
    return k < 300 || k == 560 || k == 991 || k == 2549;
}

Test(lanes, every_stage_is_there_for_any_number_of_them)
{
    mechanism *m = mechanism_new();
    for (int lanes = 1; lanes <= tac_widest_lanes(); lanes = lanes == 1 ? 4 : 2 * lanes) {
        prepared r;
        tac_options o = options_with(1e-3, 3);
        o.lanes = lanes;
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){0.0, 0.0, 0.0}, upright);
        prepared_open(&r, &m->d, &o);
        for (int stage = TAC_NO_STAGE + 1; stage < TAC_INDEX3_STAGES; stage++) {
            cr_expect(r.w->space->stage[stage].run, "%d lanes: stage %d", lanes, stage);
        }
        prepared_close(&r);
    }
    mechanism_free(m);
}

Test(lanes, random_mechanisms_keep_their_bits)
{
    mechanism *m = mechanism_new();
    rng g = {11};
    for (int k = 0; k < 2550; k++) {
        random_anything(m, &g, k % 10 == 0 ? 60 : 14);
        if (!is_tried(k)) {
            continue;
        }
        tac_options o = options_with(1e-3, 1 + k % 3);
        o.order = 2 + k % 3;
        o.acceleration = k % 2 ? TAC_INDEX1 : TAC_PROJECTION;
        expect_same(m, o, 10, "mechanism", k);
        expect_children(m, o, "mechanism", k);
    }
    mechanism_free(m);
}

// Links in a row, alternating between two joints. The first one hangs on `hook`; held: the last link
// on ground.
static void add_links(mechanism *m, int hook, double y, int n, tac_joint_kind odd,
                      tac_joint_kind even, int held)
{
    int first = m->d.n_body;
    for (int i = 0; i <= n; i++) {
        spot s = {{0.1 * i, y, 0.0}, about(0, 0.0)};
        if (i < n) {
            vec3 inertia = {1e-3, 2e-3, 3e-3};
            add_body(m, 1.0, inertia, (vec3){0.1 * i + 0.05, y, 0.0}, about(0, 0.0));
        }
        if (i < n || held) {
            int a = i > 0 ? first + i - 1 : hook, b = i < n ? first + i : TAC_GROUND;
            add_joint(m, i % 2 ? odd : even, a, b, s);
        }
    }
}

// A chain from the ground.
static void chain(mechanism *m, int n, tac_joint_kind odd, tac_joint_kind even, int held)
{
    mechanism_clear(m);
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    add_links(m, TAC_GROUND, 0.0, n, odd, even, held);
}

Test(lanes, long_chains_keep_their_bits)
{
    mechanism *m = mechanism_new();
    static const int sizes[] = {2, 3, 7, 16, 31, 64, 65, 100, 128, 257};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        tac_options o = options_with(1e-3, 3);
        chain(m, sizes[k], TAC_SPHERICAL, TAC_SPHERICAL, 0);
        expect_same(m, o, 20, "spherical chain of", sizes[k]);
        chain(m, sizes[k], TAC_REVOLUTE, TAC_UNIVERSAL, 1);
        expect_same(m, o, 20, "held chain of", sizes[k]);
    }
    mechanism_free(m);
}

// Chains of several lengths from ground and from a body that is free, their ends open.
Test(lanes, several_chains_keep_their_bits)
{
    mechanism *m = mechanism_new();
    static const int lengths[][4] = {{64, 64, 0}, {32, 64, 0}, {31, 40, 32, 16}, {128, 9, 3, 1}};
    for (int k = 0; k < 8; k++) {
        tac_joint_kind kind = k % 4 < 2 ? TAC_SPHERICAL : TAC_REVOLUTE;
        mechanism_clear(m);
        m->d.gravity = (vec3){0.0, 0.0, -9.81};
        int hook = TAC_GROUND;
        if (k >= 4) {
            vec3 inertia = {1.0, 2.0, 3.0};
            hook = add_body(m, 9.0, inertia, (vec3){0.0, 0.15, 0.0}, about(0, 0.0));
        }
        for (int i = 0; i < 4 && lengths[k % 4][i] > 0; i++) {
            add_links(m, hook, 0.1 * i, lengths[k % 4][i], kind, kind, 0);
        }
        expect_same(m, options_with(1e-3, 3), 20, "chains", k);
        expect_children(m, options_with(1e-3, 3), "chains", k);
    }
    mechanism_free(m);
}

// Hubs that have less on their boundary than others of the same kind, in every order and number: at
// most a few share a unit with these, and never more rows than lanes hold.
Test(lanes, unlike_hubs_keep_their_bits)
{
    static const struct {
        tac_joint_kind kind;
        int arms[6];
    } sets[] = {{TAC_REVOLUTE, {7, 8, 8, 8}},
                {TAC_REVOLUTE, {8, 8, 7, 6}},
                {TAC_SPHERICAL, {6, 6, 5, 4, 3, 2}},
                {TAC_SPHERICAL, {2, 3, 4, 5, 6, 6}},
                {TAC_REVOLUTE, {4, 5, 6, 7, 7, 7}}};
    mechanism *m = mechanism_new();
    for (int k = 0; k < (int)(sizeof sets / sizeof *sets); k++) {
        mechanism_clear(m);
        m->d.gravity = (vec3){0.0, 0.0, -9.81};
        for (int i = 0; i < 6; i++) {
            add_body(m, 2.0, (vec3){1.0, 2.0, 3.0}, (vec3){i, 0.0, 0.0}, about(0, 0.0));
        }
        for (int i = 0; i < 6; i++) {
            for (int arm = 0; arm < sets[k].arms[i]; arm++) {
                vec3 at = {i, 0.3 * arm, 0.1};
                int body = add_body(m, 1.0, (vec3){0.1, 0.2, 0.3}, at, about(0, 0.0));
                add_joint(m, sets[k].kind, i, body, (spot){at, about(0, 0.1 * arm)});
            }
        }
        expect_same(m, options_with(1e-3, 3), 20, "hubs", k);
        expect_children(m, options_with(1e-3, 3), "hubs", k);
    }
    mechanism_free(m);
}

// Bodies and joints of a chain from the other end.
static void reverse(mechanism *m)
{
    tac_desc *d = &m->d;
    for (int i = 0, k = d->n_body - 1; i < k; i++, k--) {
        tac_body_desc body = m->body[i];
        m->body[i] = m->body[k];
        m->body[k] = body;
    }
    for (int i = 0, k = d->n_joint - 1; i < k; i++, k--) {
        tac_joint_desc joint = m->joint[i];
        m->joint[i] = m->joint[k];
        m->joint[k] = joint;
    }
    for (int i = 0; i < d->n_joint; i++) {
        int *body[] = {&m->joint[i].a.body, &m->joint[i].b.body};
        for (int side = 0; side < 2; side++) {
            *body[side] = *body[side] == TAC_GROUND ? TAC_GROUND : d->n_body - 1 - *body[side];
        }
    }
}

// The links of 128 fill all lanes, those at both ends as well, and so do all parts of the chain as
// long as there are enough of them.
Test(lanes, parts_of_a_chain_share_units)
{
    mechanism *m = mechanism_new();
    for (int k = 0; k < 3; k++) { // open, held, numbered from its open end
        chain(m, 128, TAC_SPHERICAL, TAC_SPHERICAL, k == 1);
        if (k == 2) {
            reverse(m);
            expect_same(m, options_with(1e-3, 3), 20, "reverse chain of", 128);
        }
        for (int lanes = 4; lanes <= tac_widest_lanes(); lanes *= 2) {
            tac_options o = options_with(1e-3, 3);
            o.lanes = lanes;
            prepared r;
            prepared_open(&r, &m->d, &o);
            const tac_plan *p = r.w->space->plan;
            int full = 0;
            for (int u = 0; u < p->g->n_unit; u++) {
                cr_expect(!p->unit[u].leaf || p->unit[u].n == lanes, "chain %d, %d lanes, unit %d",
                          k, lanes, u);
                full += p->unit[u].n == lanes;
            }
            int nodes = 2 * 128 - lanes; // of levels with `lanes` nodes or more
            cr_expect_eq(full, nodes / lanes, "chain %d, %d lanes: %d", k, lanes, full);
            prepared_close(&r);
        }
    }
    mechanism_free(m);
}

// Items whose blocks lie on both sides of the block in the middle.
static int across_middle(const tac_within *items, int middle)
{
    int n = 0;
    for (int i = 0; i < items->n; i++) {
        n += items->low[i] < middle && items->high[i] >= middle;
    }
    return n;
}

static int count_units(const mechanism *m, int lanes)
{
    tac_options o = options_with(1e-3, 3);
    o.lanes = lanes;
    prepared r;
    prepared_open(&r, &m->d, &o);
    int n = r.w->space->plan->g->n_unit;
    prepared_close(&r);
    return n;
}

// Which of its bodies a joint names first makes links no different: with every second joint the other
// way round, those that have the first end of both their joints lie beside those that have the second.
Test(lanes, ends_of_joints_may_be_swapped)
{
    mechanism *m = mechanism_new();
    for (int k = 0; k < 2; k++) {
        tac_joint_kind kind = k ? TAC_REVOLUTE : TAC_SPHERICAL;
        int units[2][TAC_MAX_LANES + 1];
        for (int swapped = 0; swapped < 2; swapped++) {
            chain(m, 64, kind, kind, 0);
            for (int i = 0; i < m->d.n_joint && swapped; i += 2) {
                tac_joint_desc *j = &m->joint[i];
                tac_frame a = j->a;
                j->a = j->b;
                j->b = a;
            }
            expect_same(m, options_with(1e-3, 3), 20, "chain with swapped joints", k);
            for (int lanes = 4; lanes <= tac_widest_lanes(); lanes *= 2) {
                units[swapped][lanes] = count_units(m, lanes);
            }
        }
        for (int lanes = 4; lanes <= tac_widest_lanes(); lanes *= 2) {
            cr_expect_eq(units[1][lanes], units[0][lanes], "%d lanes: %d units, not %d", lanes,
                         units[1][lanes], units[0][lanes]);
        }
    }
    mechanism_free(m);
}

// A tree of bodies, three in a row on every second one, so that no level of the assembly tree is like the
// one below. Blocks still fill up, and what lies side by side in the tree is in neighbouring blocks.
Test(lanes, blocks_of_a_tree_fill_up)
{
    enum { BODIES = 500 };
    mechanism *m = mechanism_new();
    mechanism_clear(m);
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    for (int i = 0; i < BODIES; i++) {
        vec3 at = {i, 0.0, 0.0};
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, at, about(0, 0.0));
        int to = i == 0 ? TAC_GROUND : i % 3 ? i - 1 : i / 2;
        add_joint(m, TAC_SPHERICAL, to, i, (spot){at, about(0, 0.0)});
    }
    expect_same(m, options_with(1e-3, 3), 20, "tree of", BODIES);
    for (int lanes = 4; lanes <= tac_widest_lanes(); lanes *= 2) {
        tac_options o = options_with(1e-3, 3);
        o.lanes = lanes;
        prepared r;
        prepared_open(&r, &m->d, &o);
        const tac_grouping *g = r.w->space->plan->g;
        int bodies = 0;
        for (int u = 0; u < g->block_unit[g->n_block]; u++) {
            bodies += r.w->space->plan->unit[u].leaf ? r.w->space->plan->unit[u].n : 0;
        }
        cr_expect_eq(bodies, BODIES);
        cr_expect_geq(bodies, 32 * g->n_block, "%d lanes: %d blocks", lanes, g->n_block);
        int across = across_middle(&r.w->space->plan->units, g->n_block / 2);
        cr_expect_leq(4 * across, 3 * r.w->space->plan->units.n, "%d lanes: %d across", lanes,
                      across);
        prepared_close(&r);
    }
    mechanism_free(m);
}

// Two members share the tree above the blocks of a long chain but for its very top.
Test(lanes, little_lies_across_two_stretches)
{
    mechanism *m = mechanism_new();
    for (int lanes = 4; lanes <= tac_widest_lanes(); lanes *= 2) {
        tac_options o = options_with(1e-3, 3);
        o.lanes = lanes;
        chain(m, 1024, TAC_SPHERICAL, TAC_SPHERICAL, 0);
        prepared r;
        prepared_open(&r, &m->d, &o);
        const tac_plan *p = r.w->space->plan;
        int middle = p->g->n_block / 2;
        cr_expect_eq(middle, 8);
        cr_expect_geq(p->units.n, 18);
        cr_expect_leq(across_middle(&p->units, middle), 5, "%d lanes", lanes);
        cr_expect_leq(across_middle(&p->cells, middle), 16 / lanes, "%d lanes", lanes);
        prepared_close(&r);
    }
    mechanism_free(m);
}
