// Carriers: what meets one body by more than six rows, seen from there as an apparent mass, moves as it does by
// rows; with the same bits in any lanes, whatever hangs on whatever.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lanes.h"
#include "prepared.h"
#include "random_model.h"
#include "rank.h"

enum { MOST_GROUPS = 64 };

typedef struct grouped {
    mechanism *m;
    tac_group_desc group[MOST_GROUPS];
    rng g;
    int drives; // of some hinges; a locked one fails at the start, which is compared as well
} grouped;

static void grouped_open(grouped *x, uint64_t seed)
{
    *x = (grouped){.m = mechanism_new(), .g = {seed}};
    x->m->d.gravity = (vec3){0.0, 0.0, -9.81};
    x->m->d.group = x->group;
    x->m->d.carriers = 1;
}

static int body_in(grouped *x, int group, double mass, vec3 near)
{
    int i = add_body(x->m, mass, (vec3){0.1 * mass, 0.12 * mass, 0.15 * mass},
                     add3(near, random_vec3(&x->g, 0.4)), random_quat(&x->g));
    x->m->body[i].group = group;
    return i;
}

static void tie(grouped *x, tac_joint_kind kind, int a, int b)
{
    vec3 at = a == TAC_GROUND ? origin : x->m->body[a].r;
    spot sa = random_spot(&x->g, scale3(0.5, add3(at, x->m->body[b].r)), 0.3);
    double angle, displacement;
    spot sb = joint_partner(&x->g, kind, sa, 0.1, &angle, &displacement);
    int j = add_joint_between(x->m, kind, a, sa, b, sb);
    x->m->joint[j].lead = 0.1;
    if (kind == TAC_REVOLUTE && x->drives && chance(&x->g, 0.3)) {
        x->m->joint[j].drive_angle = add_sine(x->m, angle, 0.1, 1.0);
    }
}

static void law_between(grouped *x, int a, int b)
{
    vec3 middle = scale3(0.5, add3(x->m->body[a].r, x->m->body[b].r));
    spot sa = random_spot(&x->g, middle, 0.3), sb = random_spot(&x->g, middle, 0.3);
    add_spring(x->m, TAC_DISTANCE, a, sa, b, sb, 1e4, 50.0);
    x->m->spring[x->m->d.n_spring - 1].implicit = chance(&x->g, 0.8);
    tac_frame fa = frame_at(x->m, a, sa), fb = frame_at(x->m, b, sa);
    if (chance(&x->g, 0.4)) {
        x->m->bushing[x->m->d.n_bushing++] = (tac_bushing_desc){
            fa, fb, {1e4, 2e4, 3e4, 1e2, 2e2, 3e2}, {50.0, 50.0, 50.0, 1.0, 1.0, 1.0}, 1};
    }
    if (chance(&x->g, 0.4)) {
        x->m->friction[x->m->d.n_friction++] =
            (tac_friction_desc){TAC_ANGLE, fa, fb, 2.0, 0.1, 0.01, 1};
    }
    if (chance(&x->g, 0.4)) {
        x->m->contact[x->m->d.n_contact++] =
            (tac_contact_desc){fa, fb, 0.05, 1e4, 0.1, TAC_NONE, 1};
    }
}

// A group that hangs on a body: two rods of it on balls, bound to the carrier by eight rows or more, and
// other groups on its bodies.
static void hang_group(grouped *x, int carrier, int parent, int depth, double mass)
{
    static const tac_joint_kind kinds[] = {TAC_SPHERICAL, TAC_REVOLUTE,  TAC_UNIVERSAL,
                                           TAC_ROD,       TAC_PRISMATIC, TAC_CYLINDRICAL};
    int group = x->m->d.n_group++, n = 2 + pick(&x->g, 2), body[4];
    x->group[group].parent = parent;
    vec3 near = add3(x->m->body[carrier].r, random_vec3(&x->g, 0.5));
    for (int i = 0; i < n; i++) {
        body[i] = body_in(x, group, mass * uniform(&x->g, 0.5, 2.0), near);
        if (i > 0) {
            tie(x, TAC_SPHERICAL, body[i - 1], body[i]);
        }
    }
    if (chance(&x->g, 0.5)) {
        tie(x, TAC_REVOLUTE, body[0], carrier);
    } else {
        tie(x, TAC_REVOLUTE, carrier, body[0]);
    }
    tie(x, kinds[pick(&x->g, 6)], carrier, body[n - 1]);
    tie(x, TAC_ROD, carrier, body[pick(&x->g, n)]);
    if (chance(&x->g, 0.3)) {
        tie(x, TAC_REVOLUTE, carrier, body[0]); // dependent rows
    }
    law_between(x, carrier, body[n - 1]);
    if (depth > 0) {
        hang_group(x, body[pick(&x->g, n)], group, depth - 1, 0.3 * mass);
    }
}

// Carriers on ground or free, some joined to each other, groups on them.
static void random_groups(grouped *x)
{
    int n = 1 + pick(&x->g, 3), carrier[3];
    for (int i = 0; i < n; i++) {
        carrier[i] = body_in(x, TAC_NONE, 5.0, random_vec3(&x->g, 1.0));
        if (i > 0 && chance(&x->g, 0.7)) {
            tie(x, TAC_UNIVERSAL, carrier[i - 1], carrier[i]);
        }
        int groups = 1 + pick(&x->g, 3);
        for (int k = 0; k < groups; k++) {
            hang_group(x, carrier[i], TAC_NONE, pick(&x->g, 3), 1.0);
        }
    }
    if (chance(&x->g, 0.6)) {
        tie(x, TAC_SPHERICAL, TAC_GROUND, carrier[0]);
    }
    if (n > 1 && chance(&x->g, 0.5)) { // a part that meets two bodies
        int last = x->m->d.n_body - 1;
        tie(x, TAC_ROD, carrier[0] == last ? carrier[1] : carrier[0], last);
    }
}

// All bodies turn together at the start: a mechanism without ground that has no spin at all is turned by rounding.
static void turn_all(grouped *x)
{
    const vec3 spin = {0.3, 0.2, 0.5};
    for (int i = 0; i < x->m->d.n_body; i++) {
        x->m->body[i].v = cross3(spin, x->m->body[i].r);
        x->m->body[i].w = tmul3(rotation(x->m->body[i].p), spin);
    }
}

// ---- steps -------------------------------------------------------------------------------------

typedef struct outcome {
    tac_code code;
    int n_body, n_carrier;
    unsigned char *state;
    size_t size;
    tac_state s;
    tac_rank rank;
    int redundant[MAX_JOINTS];
} outcome;

// A step whose items run one by one, the last first, as those of many workers might.
static tac_code step_apart(prepared *r)
{
    const tac_phase *phase;
    r->method->begin(r->w, &r->s, NULL, 0);
    int n = r->method->phases(r->w, &phase);
    for (int k = 0; k < n; k++) {
        for (int i = phase[k].n - 1; i >= 0; i--) {
            run_items(&phase[k], phase[k].first + i, phase[k].first + i + 1);
        }
    }
    return r->method->end(r->w, &r->s).code;
}

typedef enum way { TOGETHER, APART } way;

static outcome *run(const grouped *x, tac_options o, int carriers, way how, int steps)
{
    outcome *out = calloc(1, sizeof *out);
    prepared r;
    x->m->d.carriers = carriers;
    prepared_open(&r, &x->m->d, &o);
    out->code = r.method->start(r.w, &r.s, NULL, &r.started).code;
    int *redundant = calloc((size_t)r.m->n_element, sizeof *redundant);
    out->rank = tac_count_rank(r.w, &r.s, redundant);
    for (int i = 0; i < r.m->n_joint; i++) {
        out->redundant[i] = redundant[i];
    }
    for (int i = 0; i < steps && out->code == TAC_OK; i++) {
        out->code = how == APART ? step_apart(&r) : tac_step(r.method, r.w, &r.s, NULL).code;
    }
    out->n_body = r.m->n_body;
    out->n_carrier = r.m->n_carrier;
    out->size = r.s.size;
    out->state = aligned_block(r.s.size);
    memcpy(out->state, r.s.data, r.s.size);
    out->s = r.s;
    out->s.body = (tac_body_state *)(void *)(out->state + ((unsigned char *)r.s.body -
                                                           (unsigned char *)r.s.data));
    free(redundant);
    prepared_close(&r);
    return out;
}

static void drop(outcome *o)
{
    free(o->state);
    free(o);
}

// Largest difference of accelerations over the largest acceleration, and of positions.
static double apart(const outcome *a, const outcome *b, double *shift)
{
    double most = 1e-3, worst = 0.0;
    *shift = 0.0;
    for (int i = 0; i < a->n_body; i++) {
        const tac_body_state *p = &a->s.body[i], *q = &b->s.body[i];
        most = fmax(most, fmax(norm3(q->a), norm3(q->wd)));
        worst = fmax(worst, fmax(norm3(sub3(p->a, q->a)), norm3(sub3(p->wd, q->wd))));
        *shift = fmax(*shift, norm3(sub3(p->r, q->r)));
    }
    return worst / most;
}

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
    n->blocks += r.tree->n_carrier > 0 && r.w->space->plan->g->n_block > 1;
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
        for (int lanes = 1; lanes <= tac_widest_lanes(); lanes = lanes == 1 ? 4 : 2 * lanes) {
            o.lanes = lanes;
            outcome *wide = run(&x, o, 1, lanes == 4 ? TOGETHER : APART, 5);
            cr_expect(wide->code == one->code && wide->size == one->size &&
                          memcmp(wide->state, one->state, one->size) == 0,
                      "%d with %d lanes", k, lanes);
            drop(wide);
        }
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
    grouped x;
    grouped_open(&x, 11);
    rng same = x.g;
    for (int i = 0; i < MOST_GROUPS; i++) {
        x.g = same; // all alike
        int carrier = body_in(&x, TAC_NONE, 5.0, (vec3){3.0 * i, 0.0, 0.0});
        tie(&x, TAC_SPHERICAL, TAC_GROUND, carrier);
        x.drives = 0;
        hang_group(&x, carrier, TAC_NONE, 0, 1.0);
    }
    tac_options o = options_with(1e-3, 3);
    o.lanes = 1;
    outcome *rows = run(&x, o, 0, TOGETHER, 10), *one = run(&x, o, 1, TOGETHER, 10);
    cr_expect_eq(one->n_carrier, MOST_GROUPS);
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
