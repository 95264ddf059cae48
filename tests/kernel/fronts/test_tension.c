// Which joints stiffen the bodies that they hold, and in which mechanisms laws are too stiff for that.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "prepared.h"
#include "random_model.h"

static void opened(prepared *r, const mechanism *m)
{
    tac_options o = options_with(1e-3, 3);
    prepared_open(r, &m->d, &o);
}

// E_TAUT, E_LOOSE or E_YIELD of joints first .. last - 1.
static void expect_mark(const mechanism *m, int first, int last, int field, double mark,
                        const char *what)
{
    prepared r;
    opened(&r, m);
    for (int j = first; j < last; j++) {
        cr_expect_eq(*tac_element_field(r.w->space, j, field), mark, "%s: joint %d", what, j);
    }
    prepared_close(&r);
}

static void expect_taut(const mechanism *m, int first, int last, double taut, const char *what)
{
    expect_mark(m, first, last, E_TAUT, taut, what);
}

static void corner(vec3 *at, int i, int n, double bend)
{
    double turn = 2.0 * 3.14159265358979 * i / n;
    *at = (vec3){cos(turn), sin(turn), i % 2 ? bend : 0.0};
}

// n bodies in a ring that begins and ends on ground.
static void ring(mechanism *m, tac_joint_kind kind, int n, double bend)
{
    mechanism_clear(m);
    for (int i = 0; i <= n; i++) {
        vec3 at, next;
        corner(&at, i, n + 1, bend);
        corner(&next, i + 1, n + 1, bend);
        if (i < n) {
            vec3 inertia = {0.1, 0.1, 0.1};
            add_body(m, 1.0, inertia, scale3(0.5, add3(at, next)), about(0, 0.0));
        }
        add_joint(m, kind, i == 0 ? TAC_GROUND : i - 1, i < n ? i : TAC_GROUND,
                  (spot){at, about(0, 0.0)});
    }
}

Test(tension, joints_in_no_loop_stiffen_bodies)
{
    mechanism *m = mechanism_new();
    rng g = {1};
    for (int i = 0; i < 20; i++) {
        recipe tree = {.shape = i % 2 ? TREE : CHAIN, .n_body = 2 + i, .kinds = SOME_TREE_KINDS};
        random_model(m, &g, &tree);
        expect_taut(m, 0, m->d.n_joint, 1.0, "tree");
    }
    mechanism_free(m);
}

Test(tension, loops_do_as_far_as_their_rows_leave_them_a_motion)
{
    mechanism *m = mechanism_new();
    ring(m, TAC_SPHERICAL, 3, 0.3); // 18 - 12 rows
    expect_taut(m, 0, m->d.n_joint, 1.0, "balls");
    ring(m, TAC_REVOLUTE, 6, 0.3); // 36 - 35
    expect_taut(m, 0, m->d.n_joint, 1.0, "seven hinges");
    ring(m, TAC_REVOLUTE, 3, 0.0); // 18 - 20
    expect_taut(m, 0, m->d.n_joint, 0.0, "four hinges in a plane");
    // what hangs on a loop is in none
    int tail = add_body(m, 1.0, (vec3){0.1, 0.1, 0.1}, (vec3){3.0, 0.0, 0.0}, about(0, 0.0));
    add_joint(m, TAC_SPHERICAL, 0, tail, (spot){(vec3){2.0, 0.0, 0.0}, about(0, 0.0)});
    expect_taut(m, 0, m->d.n_joint - 1, 0.0, "loop with a tail");
    expect_taut(m, m->d.n_joint - 1, m->d.n_joint, 1.0, "tail of a loop");
    mechanism_free(m);
}

Test(tension, rows_that_a_drive_moves_take_no_motion)
{
    mechanism *m = mechanism_new();
    ring(m, TAC_REVOLUTE, 6, 0.3);
    m->joint[0].drive_angle = add_constant(m, 0.0);
    expect_taut(m, 0, m->d.n_joint, 1.0, "seven hinges, one driven");
    mechanism_free(m);
}

Test(tension, loops_with_redundant_rows_are_loose_by_whether_a_drive_moves_them)
{
    mechanism *m = mechanism_new();
    ring(m, TAC_SPHERICAL, 3, 0.3);
    expect_mark(m, 0, m->d.n_joint, E_LOOSE, 0.0, "balls");
    ring(m, TAC_REVOLUTE, 3, 0.0);
    expect_mark(m, 0, m->d.n_joint, E_LOOSE, 1e-4, "four hinges in a plane");
    expect_mark(m, 0, m->d.n_joint, E_YIELD, 0.25, "with the square of the step's turn");
    expect_mark(m, 0, m->d.n_joint, E_YIELD + 1, 0.0, "with its fourth power");
    m->joint[0].drive_angle = add_constant(m, 0.0);
    expect_mark(m, 0, m->d.n_joint, E_LOOSE, 2e-3, "the same, driven");
    expect_mark(m, 0, m->d.n_joint, E_YIELD, 0.0, "driven, square");
    expect_mark(m, 0, m->d.n_joint, E_YIELD + 1, 1e-2, "driven, fourth power");
    mechanism_free(m);
}

// ---- singular configurations ----------------------------------------------------------------------

enum { IN_A_ROW = 6 };

// Cranks 0 to IN_A_ROW upright on ground, then couplers between their tips: thin rods of 1 m and 1 kg, cranks at 1 rad/s.
static void parallelograms(mechanism *m)
{
    const vec3 thin = {1.0 / 12.0, 1.0 / 12.0, 1.0 / 12.0};
    mechanism_clear(m);
    m->d.gravity = (vec3){0.0, -9.81, 0.0};
    for (int i = 0; i <= IN_A_ROW; i++) {
        int crank = add_body(m, 1.0, thin, (vec3){i, 0.5, 0.0}, upright);
        m->body[crank].v = (vec3){0.5, 0.0, 0.0};
        m->body[crank].w = (vec3){0.0, 0.0, -1.0};
        add_joint(m, TAC_REVOLUTE, TAC_GROUND, crank, (spot){{i, 0.0, 0.0}, upright});
    }
    for (int i = 0; i < IN_A_ROW; i++) {
        int coupler = add_body(m, 1.0, thin, (vec3){i + 0.5, 1.0, 0.0}, upright);
        m->body[coupler].v = (vec3){1.0, 0.0, 0.0};
        add_joint(m, TAC_REVOLUTE, i, coupler, (spot){{i, 1.0, 0.0}, upright});
        add_joint(m, TAC_REVOLUTE, i + 1, coupler, (spot){{i + 1.0, 1.0, 0.0}, upright});
    }
}

// theta'' = -k cos theta, by the classical rule of order 4.
static double next_angle(double *rate, double theta, double h)
{
    const double k = (0.5 * (IN_A_ROW + 1) + IN_A_ROW) * 9.81 / ((IN_A_ROW + 1) / 3.0 + IN_A_ROW);
    double w = *rate, dw[4], dt[4];
    for (int i = 0; i < 4; i++) {
        double by = i == 0 ? 0.0 : i == 3 ? h : 0.5 * h;
        dt[i] = w + by * (i == 0 ? 0.0 : dw[i - 1]);
        dw[i] = -k * cos(theta + by * (i == 0 ? 0.0 : dt[i - 1]));
    }
    *rate = w + h / 6.0 * (dw[0] + 2.0 * dw[1] + 2.0 * dw[2] + dw[3]);
    return theta + h / 6.0 * (dt[0] + 2.0 * dt[1] + 2.0 * dt[2] + dt[3]);
}

// Largest error of the first crank's tip through ten singular configurations in ten seconds.
static double tip_error(const mechanism *m, int order, double dt)
{
    enum { FINE = 20 };
    prepared r;
    tac_options o = options_with(dt, 3);
    o.order = order;
    double theta = 0.5 * 3.14159265358979, rate = -1.0, most = 0.0;
    prepared_start(&r, &m->d, &o);
    for (int i = 0; i < (int)lround(10.0 / dt); i++) {
        prepared_run(&r, 1);
        for (int k = 0; k < FINE; k++) {
            theta = next_angle(&rate, theta, dt / FINE);
        }
        vec3 tip = scale3(2.0, r.s.body[0].r);
        most = fmax(most, norm3(sub3(tip, (vec3){cos(theta), sin(theta), 0.0})));
    }
    prepared_close(&r);
    return most;
}

Test(tension, loops_pass_singular_configurations_together)
{
    mechanism *m = mechanism_new();
    parallelograms(m);
    double third = tip_error(m, 3, 2e-3), fourth = tip_error(m, 4, 2e-3);
    printf("through singular configurations: %.2g m at order 3, %.2g m at order 4\n", third,
           fourth);
    cr_expect(third < 9e-6, "order 3: %g m", third);
    cr_expect(fourth < 2e-6, "order 4: %g m", fourth);
    mechanism_free(m);
}

static void expect_following(const mechanism *m, int order, double follows)
{
    prepared r;
    tac_options o = options_with(1e-3, 3);
    o.order = order;
    prepared_open(&r, &m->d, &o);
    for (int i = 0; i < m->d.n_body; i++) {
        cr_expect_eq(*tac_body_field(r.w->space, i, B_ALL_FOLLOWS), follows, "order %d", order);
    }
    for (int j = 0; j < m->d.n_joint; j++) {
        cr_expect_eq(*tac_element_field(r.w->space, j, E_LOOSE), follows > 0.0 ? 1e-5 : 1e-4);
    }
    prepared_close(&r);
}

Test(tension, reactions_of_several_redundant_loops_follow_at_order_4)
{
    mechanism *m = mechanism_new();
    parallelograms(m);
    expect_following(m, 3, 0.0);
    expect_following(m, 4, 1.0);
    ring(m, TAC_REVOLUTE, 3, 0.0);
    expect_following(m, 4, 0.0); // one loop
    mechanism_free(m);
}

// ---- laws that are too stiff -------------------------------------------------------------------

// Two pendulums of two bodies, with a spring of stiffness k at the tip of the first.
static void pendulums(mechanism *m, double k, double damping)
{
    mechanism_clear(m);
    for (int i = 0; i < 4; i++) {
        vec3 at = {0.0, i / 2 * 5.0, -(i % 2)};
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, at, about(0, 0.0));
        add_joint(m, TAC_SPHERICAL, i % 2 ? i - 1 : TAC_GROUND, i, (spot){at, about(0, 0.0)});
    }
    spot tip = {(vec3){1.0, 0.0, -1.0}, about(0, 0.0)},
         wall = {(vec3){2.0, 0.0, -1.0}, about(0, 0.0)};
    add_spring(m, TAC_DISTANCE, TAC_GROUND, wall, 1, tip, k, damping);
}

static void expect_beside(const mechanism *m, double first, const char *what)
{
    prepared r;
    opened(&r, m);
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(*tac_body_field(r.w->space, i, B_ALL_FOLLOWS), i < 2 ? first : 0.0,
                     "%s: body %d", what, i);
    }
    prepared_close(&r);
}

Test(tension, stiff_laws_are_told_to_their_mechanism_alone)
{
    mechanism *m = mechanism_new();
    pendulums(m, 1e6, 0.0); // dt^2/4 w k = 0.25 or so
    expect_beside(m, 0.0, "spring that a step resolves");
    pendulums(m, 1e10, 0.0);
    expect_beside(m, 1.0, "spring that it does not");
    pendulums(m, 0.0, 1e6);
    expect_beside(m, 1.0, "damper that it does not");
    mechanism_free(m);
}
