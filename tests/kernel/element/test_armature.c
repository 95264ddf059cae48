// An armature, in any lanes: a double pendulum with askew axes has the same bits, and from the state that
// a step has left it goes on as it went.
#include <criterion/criterion.h>
#include <string.h>

#include "element_types.h"
#include "lanes.h"
#include "prepared.h"

extern const tac_force_type tac_armature_type;

static int armature(void)
{
    int i = 0;
    while (tac_force_type_of(i) != &tac_armature_type) {
        i++;
    }
    return i;
}

static tac_law_desc on_joint(const mechanism *m, int joint, double inertia)
{
    return (tac_law_desc){.type = armature(),
                          .coordinate = TAC_ANGLE,
                          .a = m->joint[joint].a,
                          .b = m->joint[joint].b,
                          .number = {inertia},
                          .source = {TAC_NONE, TAC_NONE},
                          .table = {TAC_NONE, TAC_NONE},
                          .implicit = 1};
}

static void askew(mechanism *m, tac_law_desc law[2])
{
    mechanism_clear(m);
    int a = add_body(m, 1.0, (vec3){0.02, 0.1, 0.1}, (vec3){0.25, 0.0, 0.0}, upright);
    int b = add_body(m, 1.5, (vec3){0.02, 0.1, 0.11}, (vec3){0.75, 0.1, 0.0}, upright);
    add_joint(m, TAC_REVOLUTE, TAC_GROUND, a,
              (spot){{0.0, 0.0, 0.0}, unitq((quat){1.0, 0.7, 0.1, 0.0})});
    add_joint(m, TAC_REVOLUTE, a, b, (spot){{0.5, 0.0, 0.0}, unitq((quat){1.0, 0.9, -0.2, 0.3})});
    law[0] = on_joint(m, 0, 0.3);
    law[1] = on_joint(m, 1, 0.4);
    m->d.law = law;
    m->d.n_law = 2;
}

static void start(prepared *r, const mechanism *m, int order, int lanes)
{
    tac_options o = options_with(2e-3, 3);
    o.order = order;
    o.lanes = lanes;
    prepared_start(r, &m->d, &o);
}

Test(armature, lanes_have_the_same_bits)
{
    mechanism *m = mechanism_new();
    tac_law_desc law[2];
    askew(m, law);
    for (int order = 2; order <= 4; order++) {
        prepared one;
        start(&one, m, order, 1);
        prepared_run(&one, 200);
        for (int lanes = 4; lanes <= tac_widest_lanes(); lanes *= 2) {
            prepared other;
            start(&other, m, order, lanes);
            prepared_run(&other, 200);
            cr_expect_eq(memcmp(one.s.body, other.s.body, 2 * sizeof *one.s.body), 0,
                         "order %d, %d lanes", order, lanes);
            cr_expect_eq(memcmp(one.s.memory, other.s.memory, 2 * sizeof(double)), 0);
            prepared_close(&other);
        }
        prepared_close(&one);
    }
    mechanism_free(m);
}
