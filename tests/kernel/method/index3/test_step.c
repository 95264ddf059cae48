// The step as a program: phases in any order and on any number of threads, states as checkpoints,
// failures that leave the state alone.
#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lanes.h"
#include "method/index3/stages.h"
#include "prepared.h"
#include "random_model.h"

#define STEPS 20

// ---- the same bits in any order ----------------------------------------------------------------

// Phases that have to be cut alike find the same seed.
typedef void walker(const tac_phase *phase, uint64_t seed, rng *g);

static void plain(const tac_phase *phase, uint64_t seed, rng *g)
{
    (void)seed;
    (void)g;
    run_items(phase, phase->first, phase->first + phase->n);
}

static void one_by_one_backward(const tac_phase *phase, uint64_t seed, rng *g)
{
    (void)seed;
    (void)g;
    for (int i = phase->first + phase->n - 1; i >= phase->first; i--) {
        run_items(phase, i, i + 1);
    }
}

// Cut at random places, the pieces in random order.
static void shuffled_pieces(const tac_phase *phase, uint64_t seed, rng *g)
{
    enum { MOST = 64 };
    rng alike = {seed}, *cutter = phase->cut > 0 ? &alike : g;
    int from[MOST], to[MOST], n = 0, end = phase->first + phase->n;
    for (int i = phase->first; i < end; i = to[n++]) {
        int last = n == MOST - 1 ? end : i + 1 + uniform_int(cutter, 4);
        from[n] = i;
        to[n] = last < end ? last : end;
    }
    for (; n > 0; n--) {
        int k = uniform_int(g, n);
        run_items(phase, from[k], to[k]);
        from[k] = from[n - 1];
        to[k] = to[n - 1];
    }
}

static tac_status walk(prepared *r, walker *w, rng *g)
{
    const tac_phase *phase;
    r->method->begin(r->w, &r->s, NULL, 0);
    int n = r->method->phases(r->w, &phase);
    uint64_t seed = 1 + (uint64_t)uniform_int(g, 1000);
    for (int k = 0; k < n; k++) {
        w(&phase[k], seed, g);
    }
    return r->method->end(r->w, &r->s);
}

static void expect_same_bits(walker *other, uint64_t seed)
{
    mechanism *m = mechanism_new();
    rng g = {seed};
    int compared = 0;
    for (int k = 0; k < 60; k++) {
        random_anything(m, &g, 24);
        tac_options o = options_with(1e-3, 2);
        o.acceleration = uniform_int(&g, 2) ? TAC_INDEX1 : TAC_PROJECTION;
        o.order = 2 + uniform_int(&g, 3);
        prepared a, b;
        prepared_open(&a, &m->d, &o);
        prepared_open(&b, &m->d, &o);
        tac_code started = a.method->start(a.w, &a.s, NULL, &a.started).code;
        cr_assert_eq(b.method->start(b.w, &b.s, NULL, &b.started).code, started);
        for (int i = 0; i < STEPS && started == TAC_OK; i++) {
            tac_code code = walk(&a, plain, &g).code;
            cr_assert_eq(walk(&b, other, &g).code, code);
            cr_assert_eq(memcmp(a.s.data, b.s.data, a.s.size), 0, "model %d, step %d", k, i);
            compared++;
        }
        prepared_close(&a);
        prepared_close(&b);
    }
    cr_expect_gt(compared, 30 * STEPS);
    mechanism_free(m);
}

Test(step, items_of_a_phase_are_independent)
{
    expect_same_bits(one_by_one_backward, 1);
}

Test(step, phases_may_be_split_anywhere)
{
    expect_same_bits(shuffled_pieces, 2);
}

// ---- sweeps over many blocks -------------------------------------------------------------------

// More bodies than a block holds, in every shape.
static void large_model(mechanism *m, rng *g, int k, int n_body)
{
    recipe r = {.shape = (shape)(k % N_SHAPE),
                .n_body = n_body,
                .kinds = ALL_KINDS,
                .speed = 0.1,
                .gravity = 9.81,
                .floating = k % 5 == 0,
                .laws = k % 3 == 0 ? 40 : 0};
    random_model(m, g, &r);
}

static tac_options large_options(int k)
{
    tac_options o = options_with(1e-4, 2);
    o.order = 2 + k % 3;
    o.lanes = (const int[]){0, 1, 4}[k / 3 % 3];
    return o;
}

Test(step, blocks_may_be_swept_in_any_pieces)
{
    mechanism *m = mechanism_new();
    rng g = {7};
    int compared = 0;
    for (int k = 0; k < 18; k++) {
        large_model(m, &g, k, 100 + 20 * k);
        tac_options o = large_options(k);
        prepared a, b;
        prepared_open(&a, &m->d, &o);
        prepared_open(&b, &m->d, &o);
        tac_code started = a.method->start(a.w, &a.s, NULL, &a.started).code;
        cr_assert_eq(b.method->start(b.w, &b.s, NULL, &b.started).code, started);
        for (int i = 0; i < 4 && started == TAC_OK; i++) {
            tac_code code = walk(&a, plain, &g).code;
            cr_assert_eq(walk(&b, i % 2 ? one_by_one_backward : shuffled_pieces, &g).code, code);
            cr_assert_eq(memcmp(a.s.data, b.s.data, a.s.size), 0, "model %d, step %d", k, i);
            compared += code == TAC_OK;
        }
        prepared_close(&a);
        prepared_close(&b);
    }
    cr_expect_gt(compared, 40);
    mechanism_free(m);
}

// Whatever a step had done when it was given up, the next one begins anew.
Test(step, a_step_given_up_leaves_no_trace)
{
    mechanism *m = mechanism_new();
    rng g = {8};
    for (int k = 0; k < 3; k++) {
        large_model(m, &g, k, 200);
        tac_options o = large_options(k);
        prepared a, b;
        prepared_start(&a, &m->d, &o);
        prepared_start(&b, &m->d, &o);
        cr_assert_eq(walk(&a, plain, &g).code, TAC_OK);
        const tac_phase *phase;
        int n = b.method->phases(b.w, &phase);
        for (int last = 0; last < n; last += 1 + n / 40) {
            b.method->begin(b.w, &b.s, NULL, 0);
            for (int p = 0; p < last; p++) {
                plain(&phase[p], 0, &g);
            }
            run_items(&phase[last], phase[last].first, phase[last].first + phase[last].n / 2);
        }
        cr_assert_eq(walk(&b, one_by_one_backward, &g).code, TAC_OK);
        cr_expect_eq(memcmp(a.s.data, b.s.data, a.s.size), 0, "order %d", o.order);
        prepared_close(&a);
        prepared_close(&b);
    }
    mechanism_free(m);
}

// ---- sweeps over the blocks --------------------------------------------------------------------

enum { MOST_VISITS = 256 };
static const tac_workspace *watched; // and its stages, which go on after a visit was noted
static tac_stage_entry unwatched[TAC_MOST_STAGES];
static int visited[MOST_VISITS], n_visited;

// Blocks are known by the first cell of their bodies.
static void watch(tac_workspace *w, tac_index3_stage stage, int first, int last)
{
    if (w == watched && n_visited < MOST_VISITS) {
        visited[n_visited++] = first;
    }
    unwatched[stage].run(w, first, last);
}

static void watch_predict(tac_workspace *w, int first, int last)
{
    watch(w, TAC_BODIES_PREDICT, first, last);
}

static void watch_newton(tac_workspace *w, int first, int last)
{
    watch(w, TAC_BODIES_UPDATE_NEWTON, first, last);
}

static void watch_own(tac_workspace *w, int first, int last)
{
    watch(w, TAC_BODIES_UPDATE_OWN, first, last);
}

static void watch_velocity(tac_workspace *w, int first, int last)
{
    watch(w, TAC_BODIES_UPDATE_VELOCITY, first, last);
}

static void watch_acceleration(tac_workspace *w, int first, int last)
{
    watch(w, TAC_BODIES_UPDATE_ACCELERATION, first, last);
}

static void add_long_chain(mechanism *m)
{
    mechanism_clear(m);
    for (int i = 0; i < 300; i++) {
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){i + 0.5, 0.0, 0.0}, upright);
        add_joint(m, TAC_SPHERICAL, i == 0 ? TAC_GROUND : i - 1, i, (spot){{i, 0.0, 0.0}, upright});
    }
}

// Each way down begins where the last one ended: with the data that are still in the cache.
Test(step, sweeps_over_the_blocks_go_to_and_fro)
{
    mechanism *m = mechanism_new();
    tac_options o = options_with(1e-3, 3);
    prepared r;
    add_long_chain(m);
    prepared_start(&r, &m->d, &o);
    tac_workspace *w = r.w->space;
    watched = w;
    memcpy(unwatched, w->stage, sizeof unwatched);
    w->stage[TAC_BODIES_PREDICT].run = watch_predict;
    w->stage[TAC_BODIES_UPDATE_NEWTON].run = watch_newton;
    w->stage[TAC_BODIES_UPDATE_OWN].run = watch_own; // of all but the last iteration
    w->stage[TAC_BODIES_UPDATE_VELOCITY].run = watch_velocity;
    w->stage[TAC_BODIES_UPDATE_ACCELERATION].run = watch_acceleration;
    prepared_run(&r, 1);
    int n = r.w->space->plan->g->n_block;
    cr_assert_geq(n, 4);
    cr_assert_eq(n_visited, 6 * n, "predicted, three iterations, velocities, accelerations");
    for (int k = 0; k < n_visited; k++) {
        int at = k % n, block = k / n % 2 == 0 ? at : n - 1 - at;
        cr_expect_eq(visited[k], r.w->space->plan->g->block_body[block], "sweep %d, block %d",
                     k / n, at);
    }
    prepared_close(&r);
    mechanism_free(m);
}

static void in_halves(const tac_phase *phase, uint64_t seed, rng *g)
{
    int end = phase->first + phase->n, middle = phase->first + phase->n / 2;
    (void)seed;
    (void)g;
    run_items(phase, phase->first, middle);
    run_items(phase, middle, end);
}

// Blocks that one worker does one after the other use the same memory for what each needs only meanwhile.
Test(step, blocks_in_one_stretch_share_a_room)
{
    mechanism *m = mechanism_new();
    tac_options o = options_with(1e-3, 3);
    rng g = {9};
    prepared r;
    add_long_chain(m);
    prepared_start(&r, &m->d, &o);
    int n = r.w->space->plan->g->n_block;
    double *const *scratch = r.w->space->sweep.scratch + 1;
    cr_assert_geq(n, 4);
    for (int stretches = 1; stretches <= 2; stretches++) {
        cr_assert_eq(walk(&r, stretches == 1 ? plain : in_halves, &g).code, TAC_OK);
        for (int k = 0; k < n; k++) {
            int first = stretches == 2 && k >= n / 2 ? n / 2 : 0;
            cr_expect_eq(scratch[k], r.w->space->fronts.front + r.w->space->plan->scratch[first],
                         "block %d of %d", k, n);
        }
    }
    prepared_close(&r);
    mechanism_free(m);
}

// However unlike the blocks are: here a chain of ball joints and many that are one vector of free bodies.
Test(step, rooms_take_no_more_memory_than_whole_fronts)
{
    enum { FREE = 500 };
    mechanism *m = mechanism_new();
    tac_options o = options_with(1e-3, 3);
    prepared r;
    add_long_chain(m);
    for (int i = 0; i < FREE; i++) {
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){i, 5.0, 0.0}, upright);
    }
    prepared_start(&r, &m->d, &o);
    const tac_plan *p = r.w->space->plan;
    size_t whole = (size_t)((E_S - E_REACT) * p->g->n_cell * p->g->lanes); // reactions
    for (int u = 0; u < p->g->n_unit; u++) {
        whole += (size_t)p->unit[u].size * (size_t)p->unit[u].stride;
    }
    cr_assert_gt(p->g->n_block, 20);
    int above = p->g->n_unit - p->g->block_unit[p->g->n_block], gaps = above + p->g->n_part - 1;
    cr_expect_leq(p->front, whole + (size_t)p->g->n_block * (TAC_ALIGN / sizeof(double)) +
                                (size_t)(gaps * TAC_GAP));
    prepared_close(&r);
    mechanism_free(m);
}

// Doubles between the slots of whole cells.
static int between(const tac_plan *p, const tac_cell *a, const tac_cell *b)
{
    return (b->slot[0] - a->slot[0] - TAC_SLOTS(a->like->n_row)) * p->g->lanes;
}

// Workers that read one item do not fetch lines of another that is about to be written.
Test(step, what_lies_above_the_blocks_keeps_apart)
{
    mechanism *m = mechanism_new();
    tac_options o = options_with(1e-3, 3);
    prepared r;
    add_long_chain(m);
    prepared_start(&r, &m->d, &o);
    const tac_plan *p = r.w->space->plan;
    int lanes = p->g->lanes, top_cell = p->g->block_cell[p->g->n_block];
    int top_unit = p->g->block_unit[p->g->n_block];
    const tac_cell *whole = &p->cell[top_cell - 1];
    cr_assert(top_cell > 0 && top_cell < p->g->n_cell && top_unit < p->g->n_unit);
    for (int i = top_cell; i < p->g->n_cell; i++) {
        const tac_cell *c = &p->cell[i], *before = c - 1;
        int rows = c->row - before->row - before->like->n_row;
        cr_expect_geq(rows * TAC_ROW_FIELDS * lanes, TAC_GAP, "rows of cell %d", i);
        if (!c->split) {
            cr_expect_geq(between(p, whole, c), TAC_GAP, "Jacobians of cell %d", i);
            whole = c;
        }
    }
    cr_expect_gt(whole - p->cell, top_cell);
    for (int i = top_unit; i < p->g->n_unit; i++) {
        const tac_node_cell *u = &p->unit[i], *before = u - 1;
        cr_expect_geq(u->b - before->b - before->stride, TAC_GAP, "right-hand side of unit %d", i);
        cr_expect_geq(u->front - before->front, (size_t)TAC_GAP, "front of unit %d", i);
    }
    prepared_close(&r);
    mechanism_free(m);
}

// What two workers have of it, cut between parts.
static void expect_parts_apart(const tac_plan *p)
{
    const tac_grouping *g = p->g;
    for (int part = 1; part < g->n_part; part++) {
        int k = g->part_first[part], body = g->block_body[k], unit = g->block_unit[k];
        const tac_cell *c = &p->cell[g->block_cell[k]];
        int bodies = p->body[body].at - p->body[body - 1].at - TAC_BODY_FIELDS * g->lanes;
        int rows = c->row - c[-1].row - c[-1].like->n_row;
        cr_expect_geq(bodies, TAC_GAP, "bodies of part %d", part);
        cr_expect_geq(rows * TAC_ROW_FIELDS * g->lanes, TAC_GAP, "rows of part %d", part);
        cr_expect_geq(between(p, c - 1, c), TAC_GAP, "slots of part %d", part);
        const tac_node_cell *u = &p->unit[unit], *before = u - 1;
        cr_expect_geq(u->b - before->b - before->stride, TAC_GAP, "unit of part %d", part);
        const tac_joint_end *h = &p->joint_end[p->block_joint_end[k]];
        int slots = p->cell[h->cell].slot[h->side] - p->cell[h[-1].cell].slot[h[-1].side];
        cr_expect_geq((slots - TAC_END_FIELDS) * g->lanes, TAC_GAP, "ends in part %d", part);
    }
}

Test(step, parts_of_a_chain_keep_apart_and_wait_for_nobody)
{
    mechanism *m = mechanism_new();
    tac_options o = options_with(1e-3, 3);
    prepared r;
    add_long_chain(m);
    for (o.lanes = 1; o.lanes <= tac_widest_lanes(); o.lanes = o.lanes == 1 ? 4 : 2 * o.lanes) {
        prepared_start(&r, &m->d, &o);
        const tac_plan *p = r.w->space->plan;
        const tac_grouping *g = p->g;
        cr_assert_geq(g->n_block, 2 * g->n_part);
        expect_parts_apart(p);
        for (int k = 0; k < g->n_block; k++) {
            int low = p->waits[TAC_BLOCKS].low[k], high = p->waits[TAC_BLOCKS].high[k];
            cr_expect_eq(tac_part_of(g, low), tac_part_of(g, k), "block %d of %d", k, g->n_block);
            cr_expect_eq(tac_part_of(g, high), tac_part_of(g, k), "block %d of %d", k, g->n_block);
        }
        prepared_close(&r);
    }
    mechanism_free(m);
}

// ---- threads -----------------------------------------------------------------------------------

#define THREADS 3

typedef struct team {
    prepared *r;
    pthread_barrier_t barrier;
    tac_code code;
} team;

typedef struct member {
    team *of;
    int index;
} member;

// Every thread takes each third item of a phase; one of them begins and ends the steps.
static void *work(void *argument)
{
    const member *me = argument;
    prepared *r = me->of->r;
    for (int step = 0; step < STEPS; step++) {
        const tac_phase *phase;
        if (me->index == 0) {
            r->method->begin(r->w, &r->s, NULL, 0);
        }
        pthread_barrier_wait(&me->of->barrier);
        int n = r->method->phases(r->w, &phase);
        for (int k = 0; k < n; k++) {
            for (int i = me->index; i < phase[k].n; i += THREADS) {
                run_items(&phase[k], phase[k].first + i, phase[k].first + i + 1);
            }
            pthread_barrier_wait(&me->of->barrier);
        }
        if (me->index == 0) {
            me->of->code = r->method->end(r->w, &r->s).code;
        }
        pthread_barrier_wait(&me->of->barrier);
    }
    return NULL;
}

static void run_team(prepared *r)
{
    team t = {.r = r};
    member m[THREADS];
    pthread_t thread[THREADS];
    pthread_barrier_init(&t.barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        m[i] = (member){&t, i};
        cr_assert_eq(pthread_create(&thread[i], NULL, work, &m[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
    }
    pthread_barrier_destroy(&t.barrier);
    cr_assert_eq(t.code, TAC_OK);
}

Test(step, threads_give_the_same_bits)
{
    mechanism *m = mechanism_new();
    rng g = {3};
    for (int k = 0; k < 4; k++) {
        recipe recipes = {.shape = (shape)k,
                          .n_body = 40,
                          .kinds = ALL_KINDS,
                          .floating = 1,
                          .speed = 1.0,
                          .laws = 10};
        random_model(m, &g, &recipes);
        tac_options o = options_with(1e-4, 2);
        o.order = 2 + k % 3;
        prepared alone, many;
        prepared_start(&alone, &m->d, &o);
        prepared_start(&many, &m->d, &o);
        prepared_run(&alone, STEPS);
        run_team(&many);
        cr_expect_eq(memcmp(alone.s.data, many.s.data, alone.s.size), 0);
        prepared_close(&alone);
        prepared_close(&many);
    }
    mechanism_free(m);
}

// ---- cuts --------------------------------------------------------------------------------------

enum { MOST_STRETCHES = 6 };

static void draw_cut(rng *g, int n, int stretches, int *cut)
{
    cut[0] = 0;
    cut[stretches] = n;
    for (int k = 1; k < stretches; k++) {
        int at = k;
        for (cut[at] = uniform_int(g, n + 1); at > 1 && cut[at - 1] > cut[at]; at--) {
            int swap = cut[at];
            cut[at] = cut[at - 1];
            cut[at - 1] = swap;
        }
    }
}

// Stretches in any order; sweeps are all cut alike.
static void step_in_stretches(prepared *r, rng *g)
{
    const tac_phase *phase;
    int n = r->method->phases(r->w, &phase), stretches = 2 + uniform_int(g, MOST_STRETCHES - 1);
    int of_sweeps[MOST_STRETCHES + 1], own[MOST_STRETCHES + 1];
    draw_cut(g, r->w->space->plan->g->n_block, stretches, of_sweeps);
    r->method->begin(r->w, &r->s, NULL, 0);
    for (int k = 0; k < n; k++) {
        draw_cut(g, phase[k].n, stretches, own);
        const int *cut = phase[k].cut > 0 ? of_sweeps : own;
        for (int i = 0, at = uniform_int(g, stretches); i < stretches;
             i++, at = (at + 1) % stretches) {
            if (cut[at + 1] > cut[at]) {
                run_items(&phase[k], phase[k].first + cut[at], phase[k].first + cut[at + 1]);
            }
        }
    }
    cr_expect_eq(r->method->end(r->w, &r->s).code, TAC_OK);
}

Test(step, blocks_may_be_cut_anywhere)
{
    enum { MODELS = 24 };
    const shape shapes[] = {CHAIN, TREE, RING, LOOPS, SEVERAL};
    mechanism *m = mechanism_new();
    rng g = {31};
    int ends = 0;
    for (int i = 0; i < MODELS; i++) {
        recipe balls = {.shape = shapes[i % 5],
                        .n_body = 80 + uniform_int(&g, 250),
                        .kinds = KIND(TAC_SPHERICAL) | (i % 3 == 0 ? KIND(TAC_REVOLUTE) : 0u),
                        .speed = 1.0,
                        .laws = i % 2 ? 5 : 0};
        random_model(m, &g, &balls);
        tac_options o = options_with(1e-4, 3);
        o.order = 2 + (i % 4 == 3) * (1 + i % 2);
        o.acceleration = i % 4 == 2 ? TAC_PROJECTION : TAC_INDEX1;
        o.lanes = tac_widths[i % 7 == 6 ? 0 : 1];
        prepared alone, cut;
        prepared_start(&alone, &m->d, &o);
        prepared_start(&cut, &m->d, &o);
        ends += alone.w->space->plan->block_joint_end[alone.w->space->plan->g->n_block];
        for (int step = 0; step < STEPS; step++) {
            prepared_run(&alone, 1);
            step_in_stretches(&cut, &g);
            cr_assert_eq(memcmp(alone.s.data, cut.s.data, alone.s.size), 0, "model %d, step %d", i,
                         step);
        }
        prepared_close(&alone);
        prepared_close(&cut);
    }
    cr_expect_gt(ends, 100, "%d ends", ends);
    mechanism_free(m);
}

// ---- states and work ---------------------------------------------------------------------------

static void lively_model(mechanism *m, uint64_t seed)
{
    rng g = {seed};
    recipe r = {.shape = TREE,
                .n_body = 12,
                .kinds = ALL_KINDS,
                .speed = 1.0,
                .laws = 8,
                .drives = 1,
                .gravity = 9.81};
    random_model(m, &g, &r);
}

Test(step, state_bytes_are_a_checkpoint)
{
    mechanism *m = mechanism_new();
    lively_model(m, 4);
    tac_options o = options_with(1e-3, 3);
    prepared r, other;
    prepared_start(&r, &m->d, &o);
    prepared_run(&r, STEPS);
    tac_state kept = state_copy(&r);
    prepared_run(&r, STEPS);
    // goes on from the bytes with another model and work
    prepared_open(&other, &m->d, &o);
    memcpy(other.s.data, kept.data, kept.size);
    prepared_run(&other, STEPS);
    cr_expect_eq(memcmp(r.s.data, other.s.data, r.s.size), 0);
    // and with the same work, dirty from later steps
    memcpy(r.s.data, kept.data, kept.size);
    prepared_run(&r, STEPS);
    cr_expect_eq(memcmp(r.s.data, other.s.data, r.s.size), 0);
    state_free(&kept);
    prepared_close(&r);
    prepared_close(&other);
    mechanism_free(m);
}

Test(step, start_may_be_called_again)
{
    mechanism *m = mechanism_new();
    lively_model(m, 5);
    tac_options o = options_with(1e-3, 3);
    prepared r;
    prepared_start(&r, &m->d, &o);
    tac_state first = state_copy(&r);
    tac_start_report report = r.started;
    prepared_run(&r, STEPS);
    size_t size = r.method->state_size(r.m);
    cr_assert_eq(r.method->state_init(r.m, &r.s, r.block[3], size).code, TAC_OK);
    cr_assert_eq(r.method->start(r.w, &r.s, NULL, &r.started).code, TAC_OK);
    cr_expect_eq(memcmp(r.s.data, first.data, first.size), 0);
    cr_expect_eq(r.started.iterations, report.iterations);
    cr_expect_eq(r.started.max_shift, report.max_shift);
    state_free(&first);
    prepared_close(&r);
    mechanism_free(m);
}

// Starting from where the start has led changes next to nothing.
Test(step, start_is_a_fixed_point)
{
    mechanism *m = mechanism_new();
    lively_model(m, 6);
    tac_options o = options_with(1e-3, 3);
    prepared r;
    prepared_start(&r, &m->d, &o);
    cr_assert_eq(r.method->start(r.w, &r.s, NULL, &r.started).code, TAC_OK);
    cr_expect_lt(r.started.max_shift, 1e-12);
    cr_expect_lt(r.started.max_velocity_change, 1e-11);
    prepared_close(&r);
    mechanism_free(m);
}

Test(step, work_keeps_nothing_between_steps)
{
    mechanism *m = mechanism_new();
    lively_model(m, 7);
    tac_options o = options_with(1e-3, 3);
    prepared r;
    prepared_start(&r, &m->d, &o);
    tac_state other = state_copy(&r);
    prepared_run(&r, STEPS);
    for (int i = 0; i < STEPS; i++) { // the same work alternates between two states
        cr_assert_eq(tac_step(r.method, r.w, &other, NULL).code, TAC_OK);
        tac_state third = state_copy(&r);
        cr_assert_eq(tac_step(r.method, r.w, &third, NULL).code, TAC_OK);
        state_free(&third);
    }
    cr_expect_eq(memcmp(r.s.data, other.data, r.s.size), 0);
    state_free(&other);
    prepared_close(&r);
    mechanism_free(m);
}

Test(step, counts_steps_and_time)
{
    mechanism *m = mechanism_new();
    lively_model(m, 8);
    tac_options o = options_with(2e-3, 3);
    prepared r;
    prepared_start(&r, &m->d, &o);
    cr_expect_eq(*r.s.step, 0);
    cr_expect_eq(*r.s.dt, 2e-3);
    prepared_run(&r, 17);
    cr_expect_eq(*r.s.step, 17);
    prepared_close(&r);
    mechanism_free(m);
}

// ---- failures ----------------------------------------------------------------------------------

static void expect_untouched(prepared *r, const double *input, tac_code code)
{
    tac_state before = state_copy(r);
    tac_status s = tac_step(r->method, r->w, &r->s, input);
    cr_expect_eq(s.code, code, "code %d", (int)s.code);
    cr_expect(s.subject == TAC_BODY || s.subject == TAC_JOINT);
    cr_expect(s.index >= 0 && s.index < (s.subject == TAC_BODY ? r->m->n_body : r->m->n_joint));
    cr_expect_eq(memcmp(before.data, r->s.data, before.size), 0);
    state_free(&before);
}

// Two separate pendulums; inputs push the second.
static void two_pendulums(mechanism *m)
{
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    for (int i = 0; i < 2; i++) {
        vec3 at = {1.0, 3.0 * i, 0.0};
        spot pivot = {{0.0, 3.0 * i, 0.0}, about(0, 1.5)};
        add_body(m, 1.0, (vec3){0.1, 0.1, 0.1}, at, upright);
        add_joint(m, TAC_REVOLUTE, TAC_GROUND, i, pivot);
    }
    m->load[add_load(m, 1, origin)].force[2] = add_input(m, 0.0);
}

Test(step, input_that_is_not_finite_fails_and_names_the_body)
{
    mechanism *m = mechanism_new();
    two_pendulums(m);
    tac_options o = tac_default_options();
    prepared r;
    prepared_start(&r, &m->d, &o);
    prepared_run(&r, 10);
    const double bad[] = {(double)NAN, HUGE_VAL, 1e300};
    for (int i = 0; i < 3; i++) {
        tac_state before = state_copy(&r);
        tac_status s = tac_step(r.method, r.w, &r.s, &bad[i]);
        cr_expect(s.code != TAC_OK && s.subject == TAC_BODY && s.index == 1);
        cr_expect_eq(memcmp(before.data, r.s.data, before.size), 0);
        state_free(&before);
    }
    expect_untouched(&r, &bad[0], TAC_NOT_FINITE);
    prepared_run(&r, 10); // and goes on
    prepared_close(&r);
    mechanism_free(m);
}

// After failures the future is the same as without them.
Test(step, failed_steps_leave_no_trace)
{
    mechanism *m = mechanism_new();
    two_pendulums(m);
    tac_options o = tac_default_options();
    prepared a, b;
    prepared_start(&a, &m->d, &o);
    prepared_start(&b, &m->d, &o);
    const double bad = (double)NAN;
    for (int i = 0; i < 10; i++) {
        prepared_run(&a, 1);
        prepared_run(&b, 1);
        cr_assert_neq(tac_step(b.method, b.w, &b.s, &bad).code, TAC_OK);
    }
    cr_expect_eq(memcmp(a.s.data, b.s.data, a.s.size), 0);
    prepared_close(&a);
    prepared_close(&b);
    mechanism_free(m);
}

Test(step, absurd_steps_diverge_and_leave_the_state)
{
    mechanism *m = mechanism_new();
    two_pendulums(m);
    m->body[0].v = (vec3){0.0, 0.0, 0.6};
    m->body[0].w = (vec3){0.0, -0.6, 0.0};
    tac_options o = options_with(3.0, 2);
    prepared r;
    prepared_start(&r, &m->d, &o);
    expect_untouched(&r, NULL, TAC_DIVERGED);
    prepared_close(&r);
    mechanism_free(m);
}

// Known before anything is turned: beyond half a turn all residuals may be small. The body that turns most is
// named, with its angle.
Test(step, steps_that_turn_a_body_too_far_are_refused)
{
    mechanism *m = mechanism_new();
    two_pendulums(m);
    m->d.gravity = origin;
    tac_options o = options_with(1e-2, 3);
    for (int order = 2; order <= 4; order++) {
        static const double w[] = {209.0, 211.0, 628.0};
        for (int i = 0; i < 3; i++) {
            m->body[1].v = (vec3){0.0, 0.0, w[i]};
            m->body[1].w = (vec3){0.0, -w[i], 0.0};
            m->body[0].w = (vec3){0.0, -100.0, 0.0};
            m->body[0].v = (vec3){0.0, 0.0, 100.0};
            o.order = order;
            prepared r;
            prepared_start(&r, &m->d, &o);
            tac_state before = state_copy(&r);
            tac_status s = tac_step(r.method, r.w, &r.s, NULL);
            cr_expect_eq(s.code, i == 0 ? TAC_OK : TAC_TURNS_TOO_FAR, "order %d, %g: code %d",
                         order, w[i], (int)s.code);
            if (i > 0) {
                cr_expect(s.subject == TAC_BODY && s.index == 1);
                cr_expect_float_eq(s.value, w[i] * o.dt, 2e-2); // the axis is not quite that of w
                cr_expect_eq(memcmp(before.data, r.s.data, before.size), 0);
            }
            state_free(&before);
            prepared_close(&r);
        }
    }
    mechanism_free(m);
}

// A drive that jumps far out of reach: the joint or a body is named.
Test(step, impossible_drives_fail)
{
    mechanism *m = mechanism_new();
    two_pendulums(m);
    spot end = {{2.0, 0.0, 0.0}, upright}, wall = {{2.0, 0.0, -1.0}, upright};
    int rod = add_joint_between(m, TAC_ROD, TAC_GROUND, wall, 0, end);
    m->joint[rod].drive_displacement = add_input(m, 1.0);
    tac_options o = tac_default_options();
    prepared r;
    prepared_start(&r, &m->d, &o);
    const double jump[2] = {0.0, 50.0};
    expect_untouched(&r, jump, TAC_DIVERGED);
    prepared_close(&r);
    mechanism_free(m);
}

Test(step, every_code_has_its_own_words)
{
    for (int i = TAC_OK; i <= TAC_NOT_FINITE; i++) {
        for (int k = i + 1; k <= TAC_NOT_FINITE + 1; k++) {
            cr_expect_str_neq(tac_code_text((tac_code)i), tac_code_text((tac_code)k));
        }
    }
}
