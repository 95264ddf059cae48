// Sub-models with steps of their own share laws, loads and signals with the whole.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "prepared.h"
#include "tune.h"

static const tac_group_desc with_steps = {TAC_NONE, 0, 3};

// A body outside and one with steps of its own on it; of each class the second item is on the latter, behind one that
// is not.
static void build(mechanism *m, double stiffness)
{
    mechanism_clear(m);
    spot root = {{0.0, 0.0, 0.0}, about(0, 1.2)}, middle = {{1.0, 0.0, 0.0}, about(0, 0.4)};
    spot end = {{2.0, 0.3, 0.0}, upright}, above = {{1.0, 0.0, 1.0}, upright};
    int a = add_body(m, 3.0, (vec3){0.2, 0.3, 0.3}, (vec3){0.5, 0.0, 0.0}, upright);
    int b = add_body(m, 1.0, (vec3){0.1, 0.2, 0.2}, (vec3){1.5, 0.1, 0.0}, upright);
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    m->d.group = &with_steps;
    m->d.n_group = 1;
    m->body[a].group = TAC_NONE;
    m->body[b].group = 0;
    add_joint(m, TAC_REVOLUTE, TAC_GROUND, a, root);
    add_joint(m, TAC_REVOLUTE, a, b, middle);
    add_spring(m, TAC_DISTANCE, TAC_GROUND, above, a, middle, 50.0, 1.0);
    add_spring(m, TAC_DISTANCE, TAC_GROUND, above, b, end, stiffness, 0.5);
    m->spring[0].x0 = add_constant(m, 0.5);
    m->spring[1].x0 = add_sine(m, 1.0, 0.2, 3.0);
    int first = add_load(m, a, m->body[a].r), second = add_load(m, b, m->body[b].r);
    m->load[first].force[2] = add_constant(m, 3.0);
    m->load[second].torque[0] = add_sine(m, 0.0, 2.0, 2.0);
}

static void run(mechanism *m, prepared *r, int n)
{
    tac_options o = tac_default_options();
    prepared_start(r, &m->d, &o);
    prepared_run(r, n);
}

Test(multirate, feels_a_parameter_that_changes)
{
    mechanism *m = mechanism_new();
    prepared built, tuned, plain;
    tac_options o = tac_default_options();
    build(m, 80.0);
    run(m, &plain, 40);
    run(m, &built, 0);
    build(m, 20.0);
    prepared_start(&tuned, &m->d, &o);
    prepared_run(&tuned, 0);
    // the same start, then the same stiffness
    memcpy(tuned.s.data, built.s.data, built.s.size);
    cr_assert_eq(tac_parameter_set(tuned.m, (tac_parameter){TAC_SPRING, 1, 0}, 80.0).code, TAC_OK);
    prepared_run(&built, 40);
    prepared_run(&tuned, 40);
    cr_expect_eq(memcmp(tuned.s.data, built.s.data, built.s.size), 0);
    cr_expect_eq(memcmp(plain.s.data, built.s.data, built.s.size), 0);
    prepared_close(&plain);
    prepared_close(&built);
    prepared_close(&tuned);
    mechanism_free(m);
}

Test(multirate, has_its_own_laws_loads_and_signals)
{
    mechanism *m = mechanism_new();
    prepared own, whole;
    build(m, 80.0);
    run(m, &own, 500);
    m->d.n_group = 0;
    m->body[1].group = TAC_NONE;
    run(m, &whole, 500);
    for (int i = 0; i < 2; i++) {
        double off = norm3(sub3(own.s.body[i].r, whole.s.body[i].r));
        cr_expect_lt(off, 3e-5, "body %d: %g m apart after half a second", i, off);
    }
    cr_expect_gt(norm3(sub3(own.s.body[1].r, m->body[1].r)), 0.1, "it has moved");
    prepared_close(&own);
    prepared_close(&whole);
    mechanism_free(m);
}
