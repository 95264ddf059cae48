// The number of vector lanes decides where numbers lie, never which they are: states have the same
// bytes with 1, 4 and 8 lanes, in mechanisms of every shape, of one block and of several.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lanes.h"
#include "random_model.h"
#include "rig.h"

typedef struct outcome {
    tac_code code;
    size_t size;
    unsigned char *state;
    tac_report report;
} outcome;

static outcome run(const mechanism *m, const tac_options *o, int steps)
{
    rig r;
    rig_open(&r, &m->d, o);
    outcome out = {r.method->start(r.w, &r.s, NULL, &r.started).code,
                   r.s.size,
                   aligned_block(r.s.size),
                   {.kinetic = 0.0}};
    for (int i = 0; i < steps && out.code == TAC_OK; i++) {
        out.code = tac_step(r.method, r.w, &r.s, NULL).code;
    }
    memcpy(out.state, r.s.data, r.s.size);
    r.method->report(r.w, &out.report);
    rig_close(&r);
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

Test(lanes, random_mechanisms_keep_their_bits)
{
    mechanism *m = mechanism_new();
    rng g = {11};
    for (int k = 0; k < 300; k++) {
        random_anything(m, &g, k % 10 == 0 ? 60 : 14);
        tac_options o = options_with(1e-3, 1 + k % 3);
        o.order = 2 + k % 3;
        o.acceleration = k % 2 ? TAC_INDEX1 : TAC_PROJECTION;
        expect_same(m, o, 10, "mechanism", k);
    }
    mechanism_free(m);
}

// A chain from the ground, links alternating between two joints; closed: the last link is held too.
static void chain(mechanism *m, int n, tac_joint_kind odd, tac_joint_kind even, int closed)
{
    mechanism_clear(m);
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    for (int i = 0; i <= n; i++) {
        spot s = {{0.1 * i, 0.0, 0.0}, about(0, 0.0)};
        if (i < n) {
            vec3 inertia = {1e-3, 2e-3, 3e-3};
            add_body(m, 1.0, inertia, (vec3){0.1 * i + 0.05, 0.0, 0.0}, about(0, 0.0));
        }
        if (i < n || closed) {
            add_joint(m, i % 2 ? odd : even, i > 0 ? i - 1 : TAC_GROUND, i < n ? i : TAC_GROUND, s);
        }
    }
}

Test(lanes, long_chains_keep_their_bits)
{
    mechanism *m = mechanism_new();
    static const int sizes[] = {2, 3, 7, 31, 64, 65, 100, 257};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        tac_options o = options_with(1e-3, 3);
        chain(m, sizes[k], TAC_SPHERICAL, TAC_SPHERICAL, 0);
        expect_same(m, o, 20, "spherical chain of", sizes[k]);
        chain(m, sizes[k], TAC_REVOLUTE, TAC_UNIVERSAL, 1);
        expect_same(m, o, 20, "held chain of", sizes[k]);
    }
    mechanism_free(m);
}
