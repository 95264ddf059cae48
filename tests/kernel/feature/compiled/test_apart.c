// A sub-model apart beside the same bodies in one model.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "feature/compiled/apart.h"
#include "feature/compiled/apart_cost.h"
#include "lanes.h"
#include "observe.h"
#include "prepared.h"
#include "schedule.h"
#include "step/memory.h"

// ---- a corner on a car ---------------------------------------------------------------------------

// An arm and a hub on a car: bodies from `first` on, joined to body `car`.
static void add_corner(mechanism *m, int car, int first)
{
    spot in = {{0.0, 0.3, 0.0}, about(1, 1.5707963267948966)}, out = {{0.0, 0.7, -0.1}, upright};
    spot rod = {{0.2, 0.4, 0.1}, upright}, end = {{0.2, 0.75, 0.1}, upright};
    spot top = {{0.0, 0.5, 0.5}, upright}, low = {{0.0, 0.65, -0.05}, upright};
    int arm = first, hub = first + 1;
    add_joint(m, TAC_REVOLUTE, car, arm, in);
    add_joint(m, TAC_SPHERICAL, arm, hub, out);
    int j = add_joint_between(m, TAC_ROD, car, rod, hub, end);
    m->joint[j].length = norm3(sub3(end.at, rod.at));
    add_spring(m, TAC_DISTANCE, car, top, arm, low, 2e4, 1500.0);
    m->spring[m->d.n_spring - 1].x0 = add_constant(m, norm3(sub3(top.at, low.at)) + 0.02);
    m->bushing[m->d.n_bushing++] = (tac_bushing_desc){.a = frame_at(m, car, top),
                                                      .b = frame_at(m, hub, end),
                                                      .k = {1e3, 1e3, 1e3, 100, 100, 100},
                                                      .c = {10, 10, 10, 1, 1, 1},
                                                      .implicit = 1};
    add_spring(m, TAC_DISTANCE, TAC_GROUND, (spot){{0.0, 0.75, -0.5}, upright}, hub,
               (spot){{0.0, 0.75, 0.0}, upright}, 1e5, 100.0);
    m->spring[m->d.n_spring - 1].x0 = add_constant(m, 0.51);
    int load = add_load(m, hub, m->body[hub].r);
    m->load[load].force[2] = add_sine(m, 0.0, 300.0, 3.0);
}

static void add_corner_bodies(mechanism *m, int n)
{
    for (int k = 0; k < n; k++) {
        add_body(m, 4.0, (vec3){0.1, 0.2, 0.15}, (vec3){0.0, 0.5, -0.05}, about(0, 0.2));
        add_body(m, 25.0 - 3.0 * k, (vec3){0.5, 0.8, 0.5}, (vec3){0.0, 0.75, 0.0}, upright);
    }
}

static int add_car(mechanism *m)
{
    int car = add_body(m, 300.0, (vec3){40.0, 60.0, 70.0}, (vec3){0.0, 0.0, 0.3}, upright);
    m->body[car].w = (vec3){0.1, 0.0, 0.0};
    return car;
}

static void add_air(mechanism *m, int car)
{
    spot at = {{0.0, 0.0, 0.2}, upright};
    m->bushing[m->d.n_bushing++] = (tac_bushing_desc){.a = frame_at(m, TAC_GROUND, at),
                                                      .b = frame_at(m, car, at),
                                                      .k = {1e4, 1e4, 3e4, 2e3, 3e3, 4e3},
                                                      .c = {100, 100, 100, 10, 10, 10},
                                                      .implicit = 1};
}

// ---- the same as a part ----------------------------------------------------------------------------

static mechanism *inner; // the corner and its carrier
static tac_model *inner_model;
static tac_options inner_options;

static uint64_t part_size(const tac_part_setup *setup)
{
    tac_arena a = {NULL, 0};
    tac_layout_apart(inner_model, setup->n, &inner_options, &a);
    return a.used;
}

static int part_init(const tac_part_setup *setup, void *memory)
{
    tac_arena a = {memory, 0};
    return tac_fill_apart(tac_layout_apart(inner_model, setup->n, &inner_options, &a));
}

static void part_mark(void *memory, tac_part_marking what, double number[2])
{
    tac_apart_mark(memory, what, number);
}

static void part_first(void *memory, const tac_part_own *own)
{
    const tac_apart *a = memory;
    for (int k = 0; k < a->n; k++) {
        tac_apart_take(a, &a->s, k, own[k].to);
    }
}

static void part_begin(void *memory, const tac_part_own *own, const double *carrier, int64_t step,
                       int starts)
{
    tac_apart_begin(memory, own, carrier, step, starts);
}

static void part_up(void *memory, tac_part_solve solve, tac_part_up *up)
{
    tac_apart_up(memory, solve, up);
}

static void part_down(void *memory, tac_part_solve solve, int is_last, double scale,
                      const double x[6], tac_part_down *down)
{
    tac_apart_down(memory, solve, is_last, scale, x, down);
}

static void part_move(void *memory, const double motion[TAC_PART_MOTION])
{
    tac_apart_move(memory, motion);
}

static void part_end(void *memory, const tac_part_own *own, tac_part_result *result)
{
    tac_apart_end(memory, own, result);
}

static tac_part_sharp sharp; // says that laws have sides
static tac_part_cost cost[TAC_PART_MOST_ALIKE];
static const tac_part_bodies bodies = {.size = part_size,
                                       .init = part_init,
                                       .mark = part_mark,
                                       .first = part_first,
                                       .begin = part_begin,
                                       .up = part_up,
                                       .down = part_down,
                                       .move = part_move,
                                       .end = part_end,
                                       .sharp = &sharp,
                                       .cost = cost};
static tac_part_table table = {
    .abi = TAC_PART_ABI, .size = sizeof(tac_part_table), .bodies = &bodies};

// ---- both beside each other --------------------------------------------------------------------------

typedef void add_joints(mechanism *m, int car, int first);

// The arm hinged twice, and the hub held by laws that are stiff for the step.
static void add_door(mechanism *m, int car, int first)
{
    spot low = {{-0.2, 0.3, 0.0}, about(1, 1.5707963267948966)}, high = low;
    high.at.x = 0.3;
    int arm = first, hub = first + 1;
    add_joint(m, TAC_REVOLUTE, car, arm, low);
    add_joint(m, TAC_REVOLUTE, car, arm, high);
    m->bushing[m->d.n_bushing++] = (tac_bushing_desc){.a = frame_at(m, arm, high),
                                                      .b = frame_at(m, hub, high),
                                                      .k = {1e7, 1e7, 1e7, 1e5, 1e5, 1e5},
                                                      .c = {1e3, 1e3, 1e3, 100, 100, 100},
                                                      .implicit = 1};
    add_spring(m, TAC_DISTANCE, car, (spot){{0.0, 0.5, 0.6}, upright}, arm, low, 1e5, 500.0);
    m->spring[m->d.n_spring - 1].x0 = add_constant(m, 0.6);
}

// A corner whose hinge rubs, with a bump stop from the car to the arm, a rope across both of its bodies, and a buffer on
// the car that the hub hits. With one of them no law is so sharp that the step needs its
// tangent in every iteration.
static void add_rough(mechanism *m, int car, int first)
{
    static const double x[] = {-1.0, -0.02, 0.0, 1.0};
    static const double stop[] = {-5e4, -500.0, 0.0, 0.0}, rope[] = {0.0, 0.0, 0.0, 2e4};
    int arm = first, hub = first + 1;
    add_corner(m, car, first);
    const tac_joint_desc *hinge = &m->joint[m->d.n_joint - 3];
    m->friction[m->d.n_friction++] = (tac_friction_desc){.coordinate = TAC_ANGLE,
                                                         .a = hinge->a,
                                                         .b = hinge->b,
                                                         .coulomb = 5.0,
                                                         .viscous = 1.0,
                                                         .v0 = 0.1};
    spot top = {{0.1, 0.5, 0.5}, upright}, low = {{0.1, 0.65, -0.05}, upright};
    add_spring(m, TAC_DISTANCE, car, top, arm, low, 0.0, 20.0);
    tac_spring_desc *s = &m->spring[m->d.n_spring - 1];
    s->x0 = add_constant(m, norm3(sub3(top.at, low.at)) - 0.002);
    s->spring_table = add_table(m, 4, x, stop, 0);
    spot on_arm = {{-0.1, 0.45, 0.0}, upright}, on_hub = {{-0.1, 0.8, 0.3}, upright};
    add_spring(m, TAC_DISTANCE, arm, on_arm, hub, on_hub, 0.0, 0.0);
    s = &m->spring[m->d.n_spring - 1];
    s->x0 = add_constant(m, norm3(sub3(on_arm.at, on_hub.at)) + 1e-3);
    s->spring_table = add_table(m, 4, x, rope, 0);
    spot floor = {{0.0, 0.75, 0.2}, about(0, 3.141592653589793)};
    spot foot = {{0.0, 0.75, 0.1}, upright};
    m->contact[m->d.n_contact++] = (tac_contact_desc){.a = frame_at(m, car, floor),
                                                      .b = frame_at(m, hub, foot),
                                                      .radius = 0.098,
                                                      .k = 2e5,
                                                      .damping = 0.1,
                                                      .offset = add_sine(m, 0.0, 1e-3, 5.0)};
}

enum { MOST = 4 };

// A car behind so many corners, each in a group.
static mechanism *with_corners(add_joints *add, int n)
{
    mechanism *m = mechanism_new();
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    add_corner_bodies(m, n);
    int car = add_car(m);
    for (int k = 0; k < n; k++) {
        add(m, car, 2 * k);
        m->body[2 * k].group = m->body[2 * k + 1].group = k;
    }
    m->body[car].group = TAC_NONE;
    return m;
}

// A step with so many iterations, 0 for all of them.
static void step_with(prepared *r, int iterations)
{
    const tac_phase *phase;
    r->method->begin(r->w, &r->s, NULL, iterations);
    int n = r->method->phases(r->w, &phase);
    for (int k = 0; k < n; k++) {
        if (iterations == 0 || phase[k].iteration <= iterations) {
            phase[k].run(phase[k].work, phase[k].first, phase[k].first + phase[k].n);
        }
    }
    tac_status status = r->method->end(r->w, &r->s);
    cr_expect_eq(status.code, TAC_OK, "step: %d", status.code);
}

static tac_body_state ended; // the car beside sub-models apart, after the last run

// What a car is off by, in m, from the same with its n corners in one model, in a second; of which steps are
// degraded to as few iterations, unless 0.
static double off_by(add_joints *add, int n_corner, const tac_options *o, int least)
{
    static const tac_group_desc group[MOST] = {
        {.parent = TAC_NONE}, {.parent = TAC_NONE}, {.parent = TAC_NONE}, {.parent = TAC_NONE}};
    mechanism *whole = with_corners(add, n_corner), *host = mechanism_new();
    prepared one, two, part;
    host->d.gravity = whole->d.gravity;
    int car = 2 * n_corner;
    add_air(whole, car);
    whole->d.group = group;
    whole->d.n_group = n_corner;
    prepared_start(&one, &whole->d, o);

    inner = with_corners(add, n_corner);
    inner->d.group = group;
    inner->d.n_group = n_corner;
    inner->d.carriers = 2;
    inner_options = o[0];
    prepared_open(&part, &inner->d, &inner_options);
    inner_model = part.m;
    sharp.sided.own = tac_model_unilateral(inner_model) > 0 ? 1.0 : 0.0;

    int alone = add_car(host);
    int size = (int)tac_apart_state_size(inner_model, n_corner);
    tac_part_desc desc[MOST];
    spot at = {whole->body[car].r, upright};
    for (int k = 0; k < n_corner; k++) {
        desc[k] = (tac_part_desc){.table = &table, .bushing = k, .n_state = size};
        host->bushing[host->d.n_bushing++] =
            (tac_bushing_desc){.a = frame_at(host, TAC_GROUND, at),
                               .b = frame_at(host, alone, at),
                               .k = {1e3, 1e3, 1e3, 10.0, 10.0, 10.0}, // of no account
                               .part = k + 1};
    }
    host->d.part = desc;
    host->d.n_part = n_corner;
    add_air(host, alone);
    prepared_start(&two, &host->d, o);
    double most = 0.0, moved = 0.0;
    for (int n = 0; n < 1000; n++) {
        int iterations = least > 0 && n % 5 < 3 ? least : 0;
        step_with(&one, iterations);
        step_with(&two, iterations);
        double off = norm3(sub3(one.s.body[car].r, two.s.body[alone].r));
        double way = norm3(sub3(one.s.body[car].r, at.at));
        most = off <= most ? most : off;
        moved = way > moved ? way : moved;
    }
    cr_expect_gt(moved, 1e-3, "it has moved by %g m", moved);
    ended = two.s.body[alone];
    prepared_close(&one);
    prepared_close(&two);
    prepared_close(&part);
    mechanism_free(inner);
    mechanism_free(whole);
    mechanism_free(host);
    return most;
}

static void expect_alike(add_joints *add, int n_corner, int lanes, int full, int least)
{
    tac_options o = options_with(1e-3, 3);
    o.lanes = lanes;
    o.tangent = full ? TAC_TANGENT_FULL : TAC_TANGENT_FIRST;
    double off = off_by(add, n_corner, &o, least);
    cr_expect_lt(off, 1e-12, "%d corners, %d lanes, full %d, at least %d: %g m", n_corner, lanes,
                 full, least, off);
}

Test(apart, moves_as_in_one_model)
{
    for (int lanes = 1; lanes <= 4; lanes += 3) {
        for (int full = 0; full < 2; full++) {
            for (int least = 0; least < 3; least++) {
                expect_alike(add_corner, 1, lanes, full, least);
                expect_alike(add_door, 1, lanes, full, least);
                expect_alike(add_rough, 1, lanes, full, least);
            }
        }
    }
}

Test(apart, several_in_a_batch)
{
    for (int n_corner = 2; n_corner <= MOST; n_corner++) {
        tac_body_state scalar[3];
        for (int k = 0; k < TAC_WIDTHS && tac_widths[k] <= tac_widest_lanes(); k++) {
            expect_alike(add_corner, n_corner, tac_widths[k], 0, 0);
            tac_body_state with[3] = {ended};
            expect_alike(add_door, n_corner, tac_widths[k], 1, 2);
            with[1] = ended;
            expect_alike(add_rough, n_corner, tac_widths[k], 1, 0);
            with[2] = ended;
            if (k == 0) {
                memcpy(scalar, with, sizeof scalar);
            }
            cr_expect_arr_eq(with, scalar, sizeof scalar, "the same bits with %d lanes",
                             tac_widths[k]);
        }
    }
}

// ---- what they take ------------------------------------------------------------------------------------

// A car with its corners as a batch, in a mechanism besides.
static void carry(mechanism *host, tac_part_desc *desc, int car, int n_corner)
{
    spot at = {host->body[car].r, upright};
    for (int k = 0; k < n_corner; k++) {
        desc[k] = (tac_part_desc){
            .table = &table,
            .bushing = host->d.n_bushing,
            .n_state = (int)tac_apart_state_size(inner_model, n_corner),
        };
        host->bushing[host->d.n_bushing++] = (tac_bushing_desc){.a = frame_at(host, TAC_GROUND, at),
                                                                .b = frame_at(host, car, at),
                                                                .k = {1e3, 1e3, 1e3, 10, 10, 10},
                                                                .part = k + 1};
    }
    host->d.part = desc;
    host->d.n_part = n_corner;
}

static double work_of(const prepared *r)
{
    const tac_schedule s = {r->method, r->w, 1, TAC_BARRIER_NS};
    return tac_schedule_forecast(&s).work;
}

static double operations_of(const prepared *r, const tac_desc *d, double *path)
{
    double more[64], total;
    cr_assert_leq(d->n_body, 64);
    tac_part_operations(d, more);
    tac_tree_cost(r->tree, more, &total, path);
    return total;
}

Test(apart, is_counted_where_it_is_done)
{
    static const tac_group_desc group[MOST] = {
        {.parent = TAC_NONE}, {.parent = TAC_NONE}, {.parent = TAC_NONE}, {.parent = TAC_NONE}};
    for (int n = 1; n <= MOST; n += MOST - 1) {
        mechanism *whole = with_corners(add_corner, n), *host = mechanism_new();
        tac_options o = options_with(1e-3, 3);
        prepared one, two, part;
        tac_part_desc desc[MOST];
        double path[2], whole_path;
        o.lanes = 4;
        inner_options = o;
        inner = whole;
        whole->d.group = group;
        whole->d.n_group = n;
        whole->d.carriers = 2;
        prepared_open(&part, &whole->d, &o);
        inner_model = part.m;
        tac_arena size = {NULL, 0};
        tac_layout_apart(inner_model, n, &o, &size);
        tac_arena arena = {aligned_alloc(TAC_ALIGN, size.used), 0};
        memset(arena.base, 0, size.used);
        void *memory = arena.base;
        tac_apart *a = tac_layout_apart(inner_model, n, &o, &arena);
        tac_fill_apart(a);
        tac_apart_cost(a, &cost[n - 1]);
        tac_tree_cost(part.tree, NULL, &cost[n - 1].operations, &whole_path);
        add_air(whole, 2 * n);
        whole->d.carriers = 1;
        prepared_open(&one, &whole->d, &o);
        add_car(host);
        carry(host, desc, 0, n);
        add_air(host, 0);
        prepared_open(&two, &host->d, &o);
        // the same work, and the exchange for it
        double here = work_of(&one), there = work_of(&two);
        cr_expect(there > here && there < 1.5 * here, "%d corners: %g ns, in one model %g", n,
                  there, here);
        double all = operations_of(&one, &whole->d, path),
               apart = operations_of(&two, &host->d, path + 1);
        cr_expect(apart > all && apart < 1.3 * all, "%d corners: %g operations, in one model %g", n,
                  apart, all);
        cr_expect_gt(path[1], cost[n - 1].operations, "on the path of one worker");
        // an object that does not say
        tac_part_bodies silent = bodies;
        silent.cost = NULL;
        table.bodies = &silent;
        cr_expect_lt(work_of(&two), 0.5 * here);
        cr_expect_lt(operations_of(&two, &host->d, path), 0.5 * all);
        table.bodies = &bodies;
        free(memory);
        prepared_close(&one);
        prepared_close(&two);
        prepared_close(&part);
        mechanism_free(whole);
        mechanism_free(host);
    }
}

// A chain of several blocks, on whose first link hangs what takes as long as all of it.
Test(apart, workers_share_what_is_left)
{
    enum { LINKS = 300 };
    mechanism *m = mechanism_new();
    tac_options o = options_with(1e-3, 3);
    prepared r;
    tac_part_desc desc[MOST];
    inner = with_corners(add_corner, 1);
    inner->d.carriers = 2;
    static const tac_group_desc group = {.parent = TAC_NONE};
    inner->d.group = &group;
    inner->d.n_group = 1;
    prepared part;
    inner_options = o;
    prepared_open(&part, &inner->d, &o);
    inner_model = part.m;
    for (int i = 0; i < LINKS; i++) {
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){i + 0.5, 0.0, 0.0}, upright);
        add_joint(m, TAC_SPHERICAL, i == 0 ? TAC_GROUND : i - 1, i, (spot){{i, 0.0, 0.0}, upright});
    }
    carry(m, desc, 0, 1);
    cost[0] = (tac_part_cost){.begin = 0.0};
    prepared_open(&r, &m->d, &o);
    double even = 0.0, uneven = 0.0;
    for (int heavy = 0; heavy < 2; heavy++) {
        const tac_schedule s = {r.method, r.w, 2, TAC_BARRIER_NS};
        const tac_phase *phase;
        int n = r.method->phases(r.w, &phase);
        double work = work_of(&r), busy[2];
        int cut[3], parts = 1;
        for (int k = 0; k < n && parts == 1; k++) {
            parts = phase[k].cut > 0 ? tac_schedule_cut(&s, &phase[k], cut, busy) : 1;
        }
        cr_assert_eq(parts, 2);
        // the block of the first link is the first or the last
        int first = cut[1] - cut[0], last = cut[2] - cut[1];
        *(heavy ? &uneven : &even) = fabs((double)(first - last)) / (first + last);
        for (int solve = 0; solve < TAC_PART_SOLVES; solve++) {
            cost[0].up[solve] = 0.3 * work;
        }
    }
    cr_expect_gt(uneven, even + 0.2, "cut by %g, without its work %g", uneven, even);
    prepared_close(&r);
    prepared_close(&part);
    mechanism_free(inner);
    mechanism_free(m);
}
