// Parameters of a built model: every one found by name, set, read back and felt by the step.
#include "tune.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "prepared.h"
#include "random_model.h"

// One of each law between a body and ground, and a constant source as free length.
static void open(prepared *r, mechanism *m)
{
    int b = add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){1.0, 0.2, 0.3}, upright);
    spot at = {origin, upright}, tip = {m->body[b].r, upright};
    m->body[b].v = (vec3){0.3, 0.2, 0.1};
    m->body[b].w = (vec3){0.1, 0.2, 0.3};
    int s = add_spring(m, TAC_DISTANCE, TAC_GROUND, at, b, tip, 10.0, 1.0);
    m->spring[s].x0 = add_constant(m, 0.5);
    tac_frame fa = frame_at(m, TAC_GROUND, at), fb = frame_at(m, b, tip);
    m->bushing[m->d.n_bushing++] =
        (tac_bushing_desc){.a = fa, .b = fb, .k = {1.0}, .c = {1.0}, .implicit = 1};
    m->friction[m->d.n_friction++] = (tac_friction_desc){
        .coordinate = TAC_SLIDE, .a = fa, .b = fb, .coulomb = 1.0, .viscous = 1.0, .v0 = 0.1};
    m->contact[m->d.n_contact++] = (tac_contact_desc){fa, fb, 0.5, 10.0, 0.1, TAC_NONE, 0};
    int c = add_coupler(m);
    m->coupler[c].k = m->coupler[c].c = 1.0;
    m->coupler[c].gives = 1;
    add_term(m, TAC_SLIDE, TAC_GROUND, at, b, tip, 2.0);
    tac_options o = tac_default_options();
    prepared_start(r, &m->d, &o);
}

Test(tune, every_parameter_is_set_read_and_felt)
{
    static const int counts[] = {
        [TAC_SPRING] = 2,  [TAC_BUSHING] = 12, [TAC_FRICTION] = 2, [TAC_CONTACT] = 2,
        [TAC_COUPLER] = 2, [TAC_SOURCE] = 2,   [TAC_SENSOR] = 0};
    mechanism *m = mechanism_new();
    for (int subject = 0; subject <= TAC_SENSOR; subject++) {
        for (int field = 0; field < counts[subject]; field++) {
            prepared plain, tuned;
            double value;
            tac_parameter p = {(tac_subject)subject, 0, field};
            mechanism_clear(m);
            open(&plain, m);
            mechanism_clear(m);
            open(&tuned, m);
            cr_assert_not_null(tac_parameter_name(&m->d, p));
            cr_expect_eq(tac_parameter_set(tuned.m, p, 7.5).code, TAC_OK);
            cr_expect_eq(tac_parameter_get(tuned.m, p, &value).code, TAC_OK);
            cr_expect_eq(value, 7.5);
            prepared_run(&plain, 2);
            prepared_run(&tuned, 2);
            int same = memcmp(plain.s.data, tuned.s.data, plain.s.size) == 0;
            int unused = subject == TAC_SOURCE && field == 1; // a constant has no gain
            cr_expect_eq(same, unused, "subject %d field %d", subject, field);
            prepared_close(&plain);
            prepared_close(&tuned);
        }
        cr_expect_null(
            tac_parameter_name(&m->d, (tac_parameter){(tac_subject)subject, 0, counts[subject]}));
        cr_expect_null(tac_parameter_name(&m->d, (tac_parameter){(tac_subject)subject, 0, -1}));
    }
    mechanism_free(m);
}

Test(tune, refuses_what_is_not_there_or_makes_no_sense)
{
    mechanism *m = mechanism_new();
    prepared r;
    double value;
    open(&r, m);
    cr_expect_eq(tac_parameter_set(r.m, (tac_parameter){TAC_SPRING, 1, 0}, 1.0).code,
                 TAC_BAD_INDEX);
    cr_expect_eq(tac_parameter_set(r.m, (tac_parameter){TAC_SPRING, -1, 0}, 1.0).code,
                 TAC_BAD_INDEX);
    cr_expect_eq(tac_parameter_set(r.m, (tac_parameter){TAC_SPRING, 0, 2}, 1.0).code,
                 TAC_BAD_INDEX);
    cr_expect_eq(tac_parameter_get(r.m, (tac_parameter){TAC_BODY, 0, 0}, &value).code,
                 TAC_BAD_INDEX);
    tac_parameter stiffness = {TAC_SPRING, 0, 0}, offset = {TAC_SOURCE, 0, 0};
    tac_status s = tac_parameter_set(r.m, stiffness, -1.0);
    cr_expect(s.code == TAC_BAD_VALUE && s.subject == TAC_SPRING && s.index == 0);
    cr_expect_eq(tac_parameter_set(r.m, stiffness, (double)NAN).code, TAC_BAD_VALUE);
    tac_parameter_get(r.m, stiffness, &value);
    cr_expect_eq(value, 10.0);
    cr_expect_eq(tac_parameter_set(r.m, offset, -1.0).code, TAC_OK);
    cr_expect_eq(tac_parameter_set(r.m, offset, HUGE_VAL).code, TAC_BAD_VALUE);
    prepared_close(&r);
    mechanism_free(m);
}
