#include "hand_built.h"

#include <stdio.h>
#include <stdlib.h>

#include "arena.h"
#include "elementary.h"

static const tac_method *const method = &tac_index3;
static const quat upright = {1.0, 0.0, 0.0, 0.0};

static void must(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "machine: %s failed\n", what);
        abort();
    }
}

static void *block_of(size_t size)
{
    void *block = aligned_alloc(TAC_ALIGN, (size + TAC_ALIGN) / TAC_ALIGN * TAC_ALIGN);
    must(block != NULL, "memory");
    return block;
}

static void add_body(machine *m, vec3 r)
{
    m->body[m->d.n_body++] = (tac_body_desc){
        .mass = 1.0, .J = {1.0, 1.2, 0.9, 0.0, 0.0, 0.0}, .r = r, .p = upright, .group = TAC_NONE};
}

static tac_frame frame(const machine *m, int body, vec3 at)
{
    return (tac_frame){body, body == TAC_GROUND ? at : sub3(at, m->body[body].r), upright, 0,
                       false};
}

static void add_ball(machine *m, int a, int b, vec3 at)
{
    m->joint[m->d.n_joint++] = (tac_joint_desc){.kind = TAC_SPHERICAL,
                                                .a = frame(m, a, at),
                                                .b = frame(m, b, at),
                                                .drive_angle = TAC_NONE,
                                                .drive_displacement = TAC_NONE,
                                                .group = TAC_NONE};
}

// Point k of n on a circle.
static vec3 on_circle(double k, int n, double radius)
{
    tac_sincos_pair turn = tac_sincos(6.283185307179586 * k / n);
    return (vec3){radius * turn.cos, radius * turn.sin, 0.05 * k};
}

static void describe(machine *m, machine_shape shape, int n)
{
    m->d = (tac_desc){.gravity = {0.0, -9.81, 1.0}, .body = m->body, .joint = m->joint};
    for (int k = 0; k < n; k++) {
        add_body(m, shape == MACHINE_CHAIN  ? (vec3){k + 0.5, 0.0, 0.0}
                    : shape == MACHINE_RING ? on_circle(k, n, 0.3 * n)
                    : k == 0                ? (vec3){0.0, 0.0, 0.0}
                                            : on_circle(k, n - 1, 2.0));
    }
    add_ball(m, TAC_GROUND, 0, shape == MACHINE_CHAIN ? (vec3){0.0, 0.0, 0.0} : m->body[0].r);
    for (int k = 1; k < n; k++) {
        add_ball(m, shape == MACHINE_HUB ? 0 : k - 1, k,
                 shape == MACHINE_CHAIN  ? (vec3){k, 0.0, 0.0}
                 : shape == MACHINE_RING ? on_circle(k - 0.5, n, 0.3 * n)
                                         : on_circle(k, n - 1, 1.0));
    }
    if (shape == MACHINE_RING) {
        add_ball(m, n - 1, 0, on_circle(n - 0.5, n, 0.3 * n));
    }
}

machine *machine_new(machine_shape shape, int n_body, int iterations)
{
    machine *m = calloc(1, sizeof *m);
    must(m != NULL, "memory");
    m->body = calloc((size_t)n_body, sizeof *m->body);
    m->joint = calloc((size_t)n_body + 1, sizeof *m->joint);
    must(m->body && m->joint, "memory");
    describe(m, shape, n_body);

    tac_options o = tac_default_options();
    o.iterations = iterations;
    tac_tree *tree;
    tac_model *model;
    size_t size = tac_tree_size(&m->d);
    m->block[0] = block_of(size);
    must(tac_tree_init(&tree, &m->d, m->block[0], size).code == TAC_OK, "tree");
    size = tac_model_size(&m->d, tree);
    m->block[1] = block_of(size);
    must(tac_model_init(&model, &m->d, tree, m->block[1], size).code == TAC_OK, "model");
    size = method->work_size(model, &o);
    m->block[2] = block_of(size);
    must(method->work_init(model, &o, &m->work, m->block[2], size).code == TAC_OK, "work");
    size = method->state_size(model);
    m->block[3] = block_of(size);
    must(method->state_init(model, &m->state, m->block[3], size).code == TAC_OK, "state");
    must(method->start(m->work, &m->state, NULL, &m->start).code == TAC_OK, "start");
    return m;
}

void machine_free(machine *m)
{
    for (int i = 0; i < 4; i++) {
        free(m->block[i]);
    }
    free(m->body);
    free(m->joint);
    free(m);
}

int machine_step(machine *m)
{
    return tac_step(method, m->work, &m->state, NULL).code == TAC_OK;
}

int machine_team_step(machine *m, tac_team *t)
{
    method->begin(m->work, &m->state, NULL, 0);
    return tac_team_step(t, 0, NULL, NULL) && method->end(m->work, &m->state).code == TAC_OK;
}
