// Coordinates that are held at the start: bodies follow as they follow a drive that begins so, in any lanes.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "elementary.h"
#include "lanes.h"
#include "observe.h"
#include "prepared.h"
#include "random_model.h"

static bool turns(tac_joint_kind kind)
{
    return kind == TAC_REVOLUTE;
}

static void random_loops(mechanism *m, rng *g)
{
    recipe r = {.shape = (shape)uniform_int(g, HUB),
                .n_body = 2 + uniform_int(g, 10),
                .kinds = KIND(TAC_REVOLUTE) | KIND(TAC_PRISMATIC) | KIND(TAC_SPHERICAL) |
                         KIND(TAC_UNIVERSAL),
                .laws = 2,
                .speed = 1.0};
    random_model(m, g, &r);
}

// Coordinates of the joints as the model starts without any holding.
static void find_coordinates(const mechanism *m, double *q)
{
    tac_options o = tac_default_options();
    prepared r;
    prepared_start(&r, &m->d, &o);
    for (int j = 0; j < m->d.n_joint; j++) {
        double all[TAC_MAX_COORDINATES], rates[TAC_MAX_COORDINATES];
        q[j] = tac_joint_coordinates(r.m, &r.s, j, all, rates) == 1 ? all[0] : 0.0;
    }
    prepared_close(&r);
}

// Largest difference of places and velocities.
static double apart(const prepared *a, const prepared *b)
{
    double most = 0.0;
    for (int i = 0; i < a->m->n_body; i++) {
        const tac_body_state *x = &a->s.body[i], *y = &b->s.body[i];
        most = fmax(most, norm3(sub3(x->r, y->r)) + norm3(sub3(x->v, y->v)));
        most = fmax(most, norm3(sub3(x->w, y->w)));
    }
    return most;
}

// Starts of the mechanism without a drive; the code is 0 where it can be.
static tac_code start(const mechanism *m, prepared *r, int lanes)
{
    tac_options o = tac_default_options();
    o.lanes = lanes;
    prepared_open(r, &m->d, &o);
    return r->method->start(r->w, &r->s, NULL, &r->started).code;
}

// Up to two joints with one coordinate.
static int choose(const mechanism *m, int held[2])
{
    int n = 0;
    for (int j = 0; j < m->d.n_joint && n < 2; j++) {
        if (turns(m->joint[j].kind) || m->joint[j].kind == TAC_PRISMATIC) {
            held[n++] = j;
        }
    }
    return n;
}

// How far bodies start from where drives would put them, below zero where that cannot be: the first n of the joints that
// are chosen, moved by a shift.
static double compare(mechanism *m, int most, double shift)
{
    static const double rate[2] = {2.0, -3.0};
    double q[64];
    int held[2], n = choose(m, held);
    n = n < most ? n : most;
    find_coordinates(m, q);
    for (int k = 0; k < n; k++) {
        m->joint[held[k]].start = (tac_joint_start){.has_position = shift != 0.0,
                                                    .has_rate = 1,
                                                    .position = {q[held[k]] + shift},
                                                    .rate = {rate[k]}};
    }
    prepared by_start, by_drive;
    tac_code code = start(m, &by_start, 0);
    for (int k = 0; k < n; k++) {
        tac_joint_desc *j = &m->joint[held[k]];
        j->start = (tac_joint_start){0};
        int drive = add_sine(m, q[held[k]] + shift, rate[k] / (2.0 * TAC_PI), 1.0);
        *(turns(j->kind) ? &j->drive_angle : &j->drive_displacement) = drive;
    }
    double by = -1.0;
    if (code == TAC_OK && n == most) {
        by = start(m, &by_drive, 0) == TAC_OK ? apart(&by_start, &by_drive) : by;
        prepared_close(&by_drive);
    }
    prepared_close(&by_start);
    return code == TAC_NO_START ? -2.0 : by;
}

static void compare_many(int most, double shift, double bound)
{
    enum { MODELS = 100 };
    mechanism *m = mechanism_new();
    rng g = {31};
    int tried = 0, refused = 0;
    double worst = 0.0;
    for (int k = 0; k < MODELS; k++) {
        random_loops(m, &g);
        double by = compare(m, most, shift);
        tried += by >= 0.0;
        refused += by == -2.0;
        worst = fmax(worst, by);
    }
    cr_log_info("%d starts, apart by up to %.1e; %d refused", tried, worst, refused);
    cr_expect_gt(tried, MODELS / 3);
    cr_expect_gt(refused, 5);
    cr_expect_lt(worst, bound);
    mechanism_free(m);
}

// Drives change as sines. Joints of random loops are often locked. A drive yields by 1e-8 in each correction of places.
Test(held, two_joints_change_as_drives_would)
{
    compare_many(2, 0.0, 1e-9);
}

Test(held, a_joint_starts_where_a_drive_would)
{
    compare_many(1, 0.01, 1e-7);
}

Test(held, lanes_have_the_same_bits)
{
    mechanism *m = mechanism_new();
    rng g = {32};
    for (int k = 0; k < 40; k++) {
        random_loops(m, &g);
        for (int j = 0; j < m->d.n_joint && j < 2; j++) {
            bool one = turns(m->joint[j].kind) || m->joint[j].kind == TAC_PRISMATIC;
            m->joint[j].start = (tac_joint_start){.has_rate = one, .rate = {1.0 + j}};
        }
        prepared first, other;
        tac_code code = start(m, &first, 1);
        for (int lanes = 4; lanes <= tac_widest_lanes(); lanes *= 2) {
            cr_expect_eq(start(m, &other, lanes), code);
            cr_expect(code != TAC_OK || memcmp(first.s.data, other.s.data, first.s.size) == 0);
            prepared_close(&other);
        }
        prepared_close(&first);
    }
    mechanism_free(m);
}
