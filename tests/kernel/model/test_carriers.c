// Carriers: what meets one body by more than six rows, seen from there as an apparent mass, moves as it does by
// rows; with the same bits in any lanes, whatever hangs on whatever.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grouped.h"
#include "lanes.h"
#include "method/modular/modular.h"

static tac_options option(int k)
{
    tac_options o = options_with(1e-3, 3);
    o.order = k % 4 == 1 ? 3 : k % 4 == 2 ? 4 : 2;
    o.tangent = k % 3 == 0 ? TAC_TANGENT_FULL : TAC_TANGENT_FIRST;
    o.acceleration = k % 8 == 3 ? TAC_PROJECTION : TAC_INDEX1;
    return o;
}

typedef struct seen {
    int carried, several, nested, blocks, good;
} seen;

// Whether a step with as many lanes goes over several blocks.
static bool has_blocks(const grouped *x, int lanes)
{
    prepared r;
    tac_options o = options_with(1e-3, 3);
    o.lanes = lanes;
    prepared_open(&r, &x->m->d, &o);
    bool several = r.w->space->plan->g->n_block > 1;
    prepared_close(&r);
    return several;
}

// Carriers on the boundary of other nodes than their own group's.
static void look(seen *n, const grouped *x)
{
    prepared r;
    tac_options o = options_with(1e-3, 3);
    x->m->d.carriers = 1;
    prepared_open(&r, &x->m->d, &o);
    int most = 0;
    for (int i = 0; i < r.tree->n_node && r.tree->n_carrier > 0; i++) {
        most = r.tree->n_x[i] > most ? r.tree->n_x[i] : most;
    }
    n->carried += r.tree->n_carrier > 0;
    n->several += r.tree->n_carrier > 1;
    n->nested += most > 6;
    n->blocks += r.tree->n_carrier > 0 && (has_blocks(x, 1) || has_blocks(x, 4));
    prepared_close(&r);
}

Test(carriers, random_groups_move_as_by_rows_with_the_same_bits_in_any_lanes)
{
    seen n = {0};
    double worst = 0.0, far = 0.0;
    for (int k = 0; k < 120; k++) {
        grouped x;
        grouped_open(&x, 1000u + (uint64_t)k);
        x.drives = k % 5 == 0;
        random_groups(&x);
        for (int more = 0; more < (k % 10 == 9 ? 8 : 0); more++) { // several blocks
            random_groups(&x);
        }
        turn_all(&x);
        look(&n, &x);
        tac_options o = option(k);
        o.lanes = 1;
        outcome *rows = run(&x, o, 0, TOGETHER, 5), *one = run(&x, o, 1, TOGETHER, 5);
        cr_expect_eq(rows->code, one->code, "%d: codes %d and %d", k, (int)rows->code,
                     (int)one->code);
        cr_expect(one->rank.rows == rows->rank.rows && one->rank.rank == rows->rank.rank &&
                      memcmp(one->redundant, rows->redundant, sizeof one->redundant) == 0,
                  "%d: rank %d, by rows %d", k, one->rank.rank, rows->rank.rank);
        if (rows->code == TAC_OK && one->code == TAC_OK) {
            double shift, a = apart(one, rows, &shift);
            n.good++;
            worst = fmax(worst, a);
            far = fmax(far, shift);
            cr_expect_leq(shift, 1e-8, "%d: %g m, accelerations %g", k, shift, a);
        }
        cr_expect(same_in_lanes(&x, o, one, 5), "%d", k);
        drop(rows);
        drop(one);
        mechanism_free(x.m);
    }
    cr_log_info("%d of 120 carried, %d several, %d nested, %d in blocks, %d stepped; accelerations "
                "%g, positions %g m",
                n.carried, n.several, n.nested, n.blocks, n.good, worst, far);
    cr_expect(n.carried >= 80 && n.several >= 40 && n.nested >= 20 && n.blocks >= 2 &&
              n.good >= 80);
}

// ---- two carriers ------------------------------------------------------------------------------

// An anti-roll bar: two halves on a hinge with a torsion spring, each tied to an arm of its own by ten rows; arms
// on a frame, which stands on ground or is free.
static void bar_between(grouped *x, int left, int right)
{
    int group = x->m->d.n_group++, half[2];
    const int arm[2] = {left, right};
    x->group[group].parent = TAC_NONE;
    for (int i = 0; i < 2; i++) {
        vec3 near = add3(x->m->body[arm[i]].r, random_vec3(&x->g, 0.3));
        half[i] = body_in(x, group, uniform(&x->g, 0.5, 2.0), near);
        tie(x, TAC_REVOLUTE, i ? half[i] : arm[i], i ? arm[i] : half[i]);
        tie(x, chance(&x->g, 0.5) ? TAC_POINT_ON_LINE : TAC_SPHERICAL, arm[i], half[i]);
        law_between(x, arm[i], half[i]);
    }
    tie(x, TAC_UNIVERSAL, half[0], half[1]);
    law_between(x, half[0], half[1]);
}

// Bars on two arms each, several on the same two, and in a circle of three arms, where carriers wait for each other.
static void random_bars(grouped *x, int n_arm, int n_bar)
{
    int frame = body_in(x, TAC_NONE, 10.0, origin), arm[3];
    if (chance(&x->g, 0.5)) {
        tie(x, TAC_SPHERICAL, TAC_GROUND, frame);
    }
    for (int i = 0; i < n_arm; i++) {
        arm[i] = body_in(x, TAC_NONE, 3.0, random_vec3(&x->g, 1.0));
        tie(x, TAC_SPHERICAL, frame, arm[i]);
    }
    for (int i = 0; i < n_bar; i++) {
        bar_between(x, arm[i % n_arm], arm[(i + 1) % n_arm]);
    }
}

Test(carriers, two_of_one_group_move_it_as_by_rows)
{
    int carried = 0, good = 0;
    double worst = 0.0, far = 0.0;
    for (int k = 0; k < 40; k++) {
        grouped x;
        grouped_open(&x, 5000u + (uint64_t)k);
        int n_arm = k % 4 == 3 ? 3 : 2;
        random_bars(&x, n_arm, k % 4 == 0 ? 1 : k % 4);
        turn_all(&x);
        tac_options o = option(k);
        o.lanes = 1;
        outcome *rows = run(&x, o, 0, TOGETHER, 5), *one = run(&x, o, 1, TOGETHER, 5);
        double shift, a = apart(one, rows, &shift);
        cr_expect(rows->code == TAC_OK && one->code == TAC_OK && shift <= 1e-8, "%d: %g m", k,
                  shift);
        cr_expect_eq(rows->rank.rank, one->rank.rank);
        cr_expect(same_in_lanes(&x, o, one, 5), "%d", k);
        carried += one->n_carrier == n_arm;
        good += shift > 0.0;
        worst = fmax(worst, a);
        far = fmax(far, shift);
        drop(rows);
        drop(one);
        mechanism_free(x.m);
    }
    cr_log_info("%d of 40 on all arms, %d moved otherwise; accelerations %g, positions %g m",
                carried, good, worst, far);
    cr_expect(carried == good && carried >= 20, "%d, %d", carried,
              good); // by rows is cheaper for others
}

// ---- one carrier -------------------------------------------------------------------------------

// Accelerations at the start of groups on a carrier of this mass, largest difference over the largest.
static double flat_difference(double mass, bool dependent, uint64_t seed)
{
    grouped x;
    grouped_open(&x, seed);
    int carrier = body_in(&x, TAC_NONE, mass, origin);
    tie(&x, TAC_SPHERICAL, TAC_GROUND, carrier);
    for (int k = 0; k < 2; k++) {
        int group = x.m->d.n_group++;
        x.group[group].parent = TAC_NONE;
        int a = body_in(&x, group, 1.0, (vec3){0.5, 0.0, k}), b = body_in(&x, group, 2.0, origin);
        tie(&x, TAC_SPHERICAL, a, b);
        tie(&x, TAC_REVOLUTE, carrier, a);
        tie(&x, TAC_POINT_ON_LINE, carrier, b);
        if (dependent) { // a second hinge in line with the first
            spot at = {x.m->body[a].r, upright};
            add_joint(x.m, TAC_REVOLUTE, carrier, a, at);
            at.at.z += 0.2;
            add_joint(x.m, TAC_REVOLUTE, carrier, a, at);
        }
    }
    turn_all(&x);
    tac_options o = options_with(1e-3, 3);
    outcome *rows = run(&x, o, 0, TOGETHER, 0), *carried = run(&x, o, 1, TOGETHER, 0);
    cr_expect(rows->code == TAC_OK && carried->code == TAC_OK && carried->n_carrier == 1);
    double shift, out = apart(carried, rows, &shift);
    drop(rows);
    drop(carried);
    mechanism_free(x.m);
    return out;
}

Test(carriers, of_a_gram_or_a_tonne_accelerate_as_by_rows)
{
    const double mass[] = {1e-3, 1.0, 1e3};
    for (int i = 0; i < 3; i++) {
        double worst = 0.0;
        for (uint64_t seed = 1; seed <= 20; seed++) {
            worst = fmax(worst, flat_difference(mass[i], false, seed));
        }
        cr_log_info("%g kg: %g", mass[i], worst);
        cr_expect_leq(worst, 1e-11, "%g kg: %g", mass[i], worst);
    }
}

Test(carriers, dependent_rows_to_a_carrier_accelerate_as_by_rows)
{
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        worst = fmax(worst, flat_difference(1.0, true, seed));
    }
    cr_log_info("%g", worst);
    cr_expect_leq(worst, 3e-10, "%g", worst);
}

static int carriers_of(const tac_desc *d)
{
    void *block = aligned_block(tac_tree_size(d));
    tac_tree *t;
    cr_assert_eq(tac_tree_init(&t, d, block, tac_tree_size(d)).code, TAC_OK);
    int n = t->n_carrier;
    free(block);
    return n;
}

// Six rows stay rows, many do not; but they do where the description does not ask for carriers.
Test(carriers, take_more_than_six_rows)
{
    grouped x;
    grouped_open(&x, 7);
    int carrier = body_in(&x, TAC_NONE, 5.0, origin), body[3];
    x.m->d.n_group = 1;
    x.group[0].parent = TAC_NONE;
    for (int i = 0; i < 3; i++) {
        body[i] = body_in(&x, 0, 1.0, (vec3){1.0, 0.0, i});
        if (i > 0) {
            tie(&x, TAC_SPHERICAL, body[i - 1], body[i]);
        }
    }
    tie(&x, TAC_SPHERICAL, carrier, body[0]);
    tie(&x, TAC_SPHERICAL, carrier, body[2]);
    cr_expect_eq(carriers_of(&x.m->d), 0);
    for (int i = 0; i < 3; i++) {
        tie(&x, TAC_REVOLUTE, body[i], carrier);
    }
    cr_expect_eq(carriers_of(&x.m->d), 1);
    x.m->d.carriers = 0;
    cr_expect_eq(carriers_of(&x.m->d), 0);
    mechanism_free(x.m);
}

// Thousands of bodies: each carrier with all that hangs on it in one block, shared by workers.
Test(carriers, many_keep_their_bits_in_blocks)
{
    enum { N_CARRIER = 64 };
    grouped x;
    grouped_open(&x, 11);
    rng same = x.g;
    for (int i = 0; i < N_CARRIER; i++) {
        x.g = same; // all alike
        int carrier = body_in(&x, TAC_NONE, 5.0, (vec3){3.0 * i, 0.0, 0.0});
        tie(&x, TAC_SPHERICAL, TAC_GROUND, carrier);
        x.drives = 0;
        hang_group(&x, carrier, TAC_NONE, 0, 1.0);
    }
    tac_options o = options_with(1e-3, 3);
    o.lanes = 1;
    outcome *rows = run(&x, o, 0, TOGETHER, 10), *one = run(&x, o, 1, TOGETHER, 10);
    cr_expect_eq(one->n_carrier, (int)N_CARRIER);
    double shift;
    (void)apart(one, rows, &shift);
    cr_expect(one->code == TAC_OK && shift < 1e-9, "%g m", shift);
    o.lanes = 0;
    outcome *wide = run(&x, o, 1, APART, 10);
    cr_expect_eq(memcmp(wide->state, one->state, one->size), 0);
    seen n = {0};
    look(&n, &x);
    cr_expect_eq(n.blocks, 1);
    drop(rows);
    drop(one);
    drop(wide);
    mechanism_free(x.m);
}

// ---- couplers -----------------------------------------------------------------------------------

static const tac_method *method_of(int k, tac_options *o)
{
    if (k % 4 == 3) { // of order 4
        o->acceleration = TAC_INDEX1;
        o->tangent = TAC_TANGENT_FIRST;
        o->order = 2;
        o->iterations = TAC_MODULAR_ITERATIONS;
        o->dt = 5e-5; // its laws are explicit
        return &tac_modular;
    }
    if (k % 4 == 2) {
        o->acceleration = TAC_INDEX1;
        o->tangent = TAC_TANGENT_FIRST;
        o->order = 2 + 2 * (k / 4 % 3);
        return &tac_canonical;
    }
    return NULL;
}

Test(carriers, couplers_move_as_by_rows_with_the_same_bits_in_any_lanes)
{
    int carried = 0, good = 0, hangs = 0;
    double worst = 0.0, far = 0.0;
    for (int k = 0; k < 120; k++) {
        grouped x;
        grouped_open(&x, 9000u + (uint64_t)k);
        tac_options o = option(k);
        x.method = method_of(k, &o);
        random_groups(&x);
        for (int more = 0; more < (k % 10 == 9 ? 8 : 0); more++) { // several blocks
            random_groups(&x);
        }
        if (x.method == &tac_modular) { // which has none
            x.m->d.n_contact = x.m->d.n_friction = 0;
        }
        random_couplers(x.m, &x.g, 1 + uniform_int(&x.g, 4), k % 2);
        if (k % 3 != 0) {
            soften_couplers(x.m, &x.g, x.method != &tac_modular);
        }
        turn_all(&x);
        prepared r;
        x.m->d.carriers = 1;
        tac_options plain = options_with(1e-3, 3);
        prepared_open(&r, &x.m->d, &plain);
        for (int i = r.m->couplers.first_term; i < r.m->n_element; i++) {
            hangs += r.m->element[i].hangs != TAC_NONE;
        }
        carried += r.tree->n_carrier > 0;
        prepared_close(&r);
        o.lanes = 1;
        outcome *rows = run(&x, o, 0, TOGETHER, 5), *one = run(&x, o, 1, TOGETHER, 5);
        cr_expect_eq(rows->code, one->code, "%d: codes %d and %d", k, (int)rows->code,
                     (int)one->code);
        if (rows->code == TAC_OK && one->code == TAC_OK) {
            double shift, a = apart(one, rows, &shift);
            good++;
            worst = fmax(worst, a);
            far = fmax(far, shift);
            cr_expect_leq(shift, 1e-8, "%d: %g m, accelerations %g", k, shift, a);
        }
        cr_expect(same_in_lanes(&x, o, one, 5), "%d", k);
        drop(rows);
        drop(one);
        mechanism_free(x.m);
    }
    cr_log_info("%d of 120 carried, %d terms hang, %d stepped; accelerations %g, positions %g m",
                carried, hangs, good, worst, far);
    cr_expect(carried >= 80 && hangs >= 40 && good >= 60);
}
