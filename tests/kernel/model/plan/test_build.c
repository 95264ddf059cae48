// Blocks of model, work and state: sizes, alignment, limits; the smallest models.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "prepared.h"
#include "random_model.h"

#define CANARY 256 // bytes on either side of a block

typedef struct guarded {
    unsigned char *whole, *block;
    size_t size;
} guarded;

static guarded guard(size_t size)
{
    unsigned char *whole = aligned_block(size + 2 * CANARY);
    memset(whole, 0xc3, size + 2 * CANARY);
    return (guarded){whole, whole + CANARY, size};
}

static void release(guarded g)
{
    for (size_t i = 0; i < CANARY; i++) {
        cr_assert(g.whole[i] == 0xc3 && g.block[g.size + i] == 0xc3, "written outside the block");
    }
    free(g.whole);
}

// All four blocks between canaries, dirty before, then a start and some steps.
static void expect_inside(const mechanism *m, const tac_options *o)
{
    guarded g[4];
    tac_tree *t;
    tac_model *model;
    tac_work *w;
    tac_state s;
    tac_start_report report;
    g[0] = guard(tac_tree_size(&m->d));
    cr_assert_eq(tac_tree_init(&t, &m->d, g[0].block, g[0].size).code, TAC_OK);
    g[1] = guard(tac_model_size(&m->d, t));
    cr_assert_eq(tac_model_init(&model, &m->d, t, g[1].block, g[1].size).code, TAC_OK);
    g[2] = guard(tac_index3.work_size(model, o));
    cr_assert_eq(tac_index3.work_init(model, o, &w, g[2].block, g[2].size).code, TAC_OK);
    g[3] = guard(tac_index3.state_size(model));
    cr_assert_eq(tac_index3.state_init(model, &s, g[3].block, g[3].size).code, TAC_OK);
    (void)tac_index3.start(w, &s, NULL, &report); // may fail: random loops need not close
    for (int i = 0; i < 3; i++) {
        (void)tac_step(&tac_index3, w, &s, NULL);
    }
    for (int i = 0; i < 4; i++) {
        release(g[i]);
    }
}

Test(build, nothing_is_written_outside_the_blocks)
{
    mechanism *m = mechanism_new();
    rng g = {1};
    for (int k = 0; k < 200; k++) {
        random_anything(m, &g, 12);
        tac_options o = options_with(1e-3, 2);
        o.order = 2 + k % 3;
        expect_inside(m, &o);
    }
    mechanism_free(m);
}

Test(build, blocks_too_small_or_misaligned_are_refused)
{
    mechanism *m = mechanism_new();
    rng g = {2};
    random_anything(m, &g, 12);
    tac_options o = tac_default_options();
    prepared r;
    prepared_open(&r, &m->d, &o);
    tac_model *model;
    tac_work *w;
    tac_state s;
    size_t size = tac_model_size(&m->d, r.tree);
    unsigned char *block = aligned_block(2 * size + r.method->work_size(r.m, &o));
    cr_expect_eq(tac_model_init(&model, &m->d, r.tree, block, size - 1).code, TAC_TOO_SMALL);
    cr_expect_eq(tac_model_init(&model, &m->d, r.tree, block + 32, size).code, TAC_MISALIGNED);
    size = r.method->work_size(r.m, &o);
    cr_expect_eq(r.method->work_init(r.m, &o, &w, block, size - 1).code, TAC_TOO_SMALL);
    cr_expect_eq(r.method->work_init(r.m, &o, &w, block + 32, size).code, TAC_MISALIGNED);
    size = r.method->state_size(r.m);
    cr_expect_eq(r.method->state_init(r.m, &s, block, size - 1).code, TAC_TOO_SMALL);
    cr_expect_eq(r.method->state_init(r.m, &s, block + 32, size).code, TAC_MISALIGNED);
    free(block);
    prepared_close(&r);
    mechanism_free(m);
}

static tac_code outcome(const prepared *r, tac_options o)
{
    size_t size = r->method->work_size(r->m, &o); // may be asked for whatever the options are
    void *block = aligned_block(size);
    tac_work *w;
    tac_code code = r->method->work_init(r->m, &o, &w, block, size).code;
    free(block);
    return code;
}

Test(build, options_out_of_range_are_refused)
{
    mechanism *m = mechanism_new();
    add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, origin, upright);
    tac_options good = tac_default_options(), o;
    prepared r;
    prepared_open(&r, &m->d, &good);
    const double bad[] = {0.0, -1e-3, (double)NAN, HUGE_VAL};
    for (int i = 0; i < 4; i++) {
        o = good;
        o.dt = bad[i];
        cr_expect_eq(outcome(&r, o), TAC_BAD_OPTION);
        o = good;
        o.penalty = bad[i];
        cr_expect_eq(outcome(&r, o), TAC_BAD_OPTION);
        o = good;
        o.alpha = bad[i];
        cr_expect_eq(outcome(&r, o), i == 0 ? TAC_OK : TAC_BAD_OPTION);
    }
    o = good;
    o.order = 1;
    cr_expect_eq(outcome(&r, o), TAC_BAD_OPTION);
    o.order = 5;
    cr_expect_eq(outcome(&r, o), TAC_BAD_OPTION);
    o = good;
    o.iterations = 0;
    cr_expect_eq(outcome(&r, o), TAC_BAD_OPTION);
    o.iterations = 51;
    cr_expect_eq(outcome(&r, o), TAC_BAD_OPTION);
    o.iterations = 50;
    cr_expect_eq(outcome(&r, o), TAC_OK);
    prepared_close(&r);
    mechanism_free(m);
}

Test(build, one_free_body)
{
    mechanism *m = mechanism_new();
    m->d.gravity = (vec3){0.0, 0.0, -10.0};
    add_body(m, 2.0, (vec3){1.0, 2.0, 2.5}, origin, upright);
    tac_options o = options_with(1e-2, 1);
    prepared r;
    prepared_start(&r, &m->d, &o);
    prepared_run(&r, 100);
    cr_expect_lt(fabs(r.s.body[0].r.z + 5.0), 1e-12);
    cr_expect_eq(tac_model_rows(r.m), 0);
    prepared_close(&r);
    mechanism_free(m);
}

Test(build, nothing_at_all)
{
    mechanism *m = mechanism_new();
    tac_options o = options_with(1e-2, 3);
    prepared r;
    prepared_start(&r, &m->d, &o);
    prepared_run(&r, 3);
    cr_expect_eq(*r.s.step, 3);
    expect_inside(m, &o);
    prepared_close(&r);
    mechanism_free(m);
}

// Model and tree keep nothing of the description, the model nothing of the tree.
Test(build, keeps_no_pointer_to_what_it_was_built_from)
{
    mechanism *m = mechanism_new();
    rng g = {3};
    recipe all = {.shape = LOOPS, .n_body = 8, .kinds = ALL_KINDS, .laws = 8, .drives = 1};
    random_model(m, &g, &all);
    tac_options o = tac_default_options();
    prepared kept, robbed;
    prepared_open(&kept, &m->d, &o);
    prepared_open(&robbed, &m->d, &o);
    memset(robbed.block[0], 0xee, tac_tree_size(&m->d)); // the tree
    memset(m, 0xee, sizeof *m);
    for (int i = 0; i < 3; i++) {
        tac_status a = tac_step(kept.method, kept.w, &kept.s, NULL);
        tac_status b = tac_step(robbed.method, robbed.w, &robbed.s, NULL);
        cr_assert_eq(a.code, b.code);
        cr_assert_eq(memcmp(kept.s.data, robbed.s.data, kept.s.size), 0);
    }
    prepared_close(&kept);
    prepared_close(&robbed);
    mechanism_free(m);
}

Test(build, counts_its_rows)
{
    mechanism *m = mechanism_new();
    rng g = {4};
    for (int k = 0; k < 100; k++) {
        random_anything(m, &g, 12);
        tac_options o = tac_default_options();
        prepared r;
        prepared_open(&r, &m->d, &o);
        int constraints = 0;
        for (int j = 0; j < m->d.n_joint; j++) {
            constraints += tac_joint_row_count(&m->joint[j]);
        }
        int laws = m->d.n_spring + 6 * m->d.n_bushing + m->d.n_friction + m->d.n_contact;
        cr_expect_eq(tac_model_constraint_rows(r.m), constraints);
        cr_expect_eq(tac_model_rows(r.m), constraints + laws);
        prepared_close(&r);
    }
    mechanism_free(m);
}
