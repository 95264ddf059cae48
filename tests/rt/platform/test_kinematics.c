// Leg lengths against forward kinematics: Newton's method with a rotation of its own finds the pose
// back. And the shipped geometry against the model that it drives.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model_file.h"
#include "platform/kinematics.h"
#include "shipped.h"

#define ROUNDING 1e-12
#define DEG (M_PI / 180.0)

// ---- forward kinematics ----------------------------------------------------------------------------

typedef struct place { // of the platform: its origin on the base, Euler parameters
    vec3 origin;
    quat q;
} place;

// Solves the linear system by elimination with pivots; 0 when it is singular.
static int solve(double A[6][7])
{
    for (int c = 0; c < 6; c++) {
        int pivot = c;
        for (int r = c + 1; r < 6; r++) {
            pivot = fabs(A[r][c]) > fabs(A[pivot][c]) ? r : pivot;
        }
        if (fabs(A[pivot][c]) < 1e-9) {
            return 0;
        }
        double row[7];
        memcpy(row, A[pivot], sizeof row);
        memcpy(A[pivot], A[c], sizeof row);
        memcpy(A[c], row, sizeof row);
        for (int r = 0; r < 6; r++) {
            double part = r == c ? 0.0 : A[r][c] / A[c][c];
            for (int k = c; k < 7; k++) {
                A[r][k] -= part * A[c][k];
            }
        }
    }
    for (int r = 0; r < 6; r++) {
        A[r][6] /= A[r][r];
    }
    return 1;
}

// One Newton step: a leg's length changes by its direction times dv + dw x arm. Returns the size of the
// step, -1 in a singular place.
static double improve(const tac_platform_geometry *g, const double length[TAC_LEGS], place *p)
{
    double A[6][7];
    for (int i = 0; i < TAC_LEGS; i++) {
        vec3 arm = mul3(rotation(p->q), g->top[i]);
        vec3 leg = sub3(add3(p->origin, arm), g->base[i]);
        vec3 n = scale3(1.0 / norm3(leg), leg), m = cross3(arm, n);
        const double row[7] = {n.x, n.y, n.z, m.x, m.y, m.z, length[i] - norm3(leg)};
        memcpy(A[i], row, sizeof row);
    }
    if (!solve(A)) {
        return -1.0;
    }
    vec3 dv = {A[0][6], A[1][6], A[2][6]}, dw = {A[3][6], A[4][6], A[5][6]};
    p->origin = add3(p->origin, dv);
    p->q = unitq(mulq((quat){1.0, 0.5 * dw.x, 0.5 * dw.y, 0.5 * dw.z}, p->q));
    return norm3(dv) + norm3(dw);
}

// Where the platform is when its legs have these lengths, starting at home; 0 when none is found.
static int forward(const tac_platform_geometry *g, const double length[TAC_LEGS], place *p)
{
    *p = (place){g->home, {1.0, 0.0, 0.0, 0.0}};
    for (int k = 0; k < 50; k++) {
        double size = improve(g, length, p);
        if (size < 0.0) {
            return 0;
        }
        if (size < 1e-14) {
            return 1;
        }
    }
    return 0;
}

static quat about(vec3 axis, double angle)
{
    double s = sin(0.5 * angle);
    return (quat){cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

// The place that a pose means, as its header says it: turned about x, then y, then z of the base; the
// driver's point moves by the position.
static place meaning(const tac_platform_geometry *g, const tac_platform_pose *pose)
{
    quat x = about((vec3){1, 0, 0}, pose->roll), y = about((vec3){0, 1, 0}, pose->pitch);
    quat z = about((vec3){0, 0, 1}, pose->yaw);
    place p = {.q = mulq(z, mulq(y, x))};
    vec3 driver = add3(add3(g->home, g->driver), pose->position);
    p.origin = sub3(driver, mul3(rotation(p.q), g->driver));
    return p;
}

static double distance(const place *a, const place *b)
{
    double turn = 1.0 - fabs(dotq(a->q, b->q));
    return norm3(sub3(a->origin, b->origin)) + sqrt(2.0 * fmax(turn, 0.0));
}

static tac_platform_pose random_pose(uint64_t *seed)
{
    const double far = 0.25, turn = 15.0 * DEG;
    return (tac_platform_pose){
        {chance(seed, -far, far), chance(seed, -far, far), chance(seed, -far, far)},
        chance(seed, -turn, turn),
        chance(seed, -turn, turn),
        chance(seed, -turn, turn)};
}

Test(kinematics, newton_finds_every_pose_back)
{
    tac_platform_file *f = read_shipped();
    uint64_t seed = 7;
    double worst = 0.0;
    for (int k = 0; k < 20000; k++) {
        tac_platform_pose pose = random_pose(&seed);
        double length[TAC_LEGS];
        tac_platform_inverse(&f->geometry, &pose, length);
        place found, meant = meaning(&f->geometry, &pose);
        cr_assert(forward(&f->geometry, length, &found));
        worst = fmax(worst, distance(&found, &meant));
    }
    // the angle between two rotations comes from 1 - cos, which loses half of the digits
    cr_expect_lt(worst, 1e-7, "%g", worst);
    tac_platform_file_free(f);
}

// The same for platforms of any shape, as long as they stand well.
Test(kinematics, for_other_platforms_too)
{
    tac_platform_file *f = read_shipped();
    tac_platform_geometry g = f->geometry;
    uint64_t seed = 11;
    for (int k = 0; k < 2000; k++) {
        for (int i = 0; i < TAC_LEGS; i++) {
            vec3 off = {chance(&seed, -0.1, 0.1), chance(&seed, -0.1, 0.1),
                        chance(&seed, -0.1, 0.1)};
            vec3 aside = {chance(&seed, -0.1, 0.1), chance(&seed, -0.1, 0.1),
                          chance(&seed, -0.1, 0.1)};
            g.base[i] = add3(f->geometry.base[i], off);
            g.top[i] = add3(f->geometry.top[i], aside);
        }
        g.driver = (vec3){chance(&seed, -1, 1), chance(&seed, -1, 1), chance(&seed, -1, 1)};
        tac_platform_pose pose = random_pose(&seed);
        pose.position = scale3(0.3, pose.position);
        double length[TAC_LEGS], again[TAC_LEGS];
        tac_platform_inverse(&g, &pose, length);
        place p = meaning(&g, &pose);
        for (int i = 0; i < TAC_LEGS; i++) {
            vec3 joint = add3(p.origin, mul3(rotation(p.q), g.top[i]));
            again[i] = norm3(sub3(joint, g.base[i]));
            cr_assert_float_eq(length[i], again[i], ROUNDING);
        }
    }
    tac_platform_file_free(f);
}

Test(kinematics, rotation_is_about_x_then_y_then_z)
{
    uint64_t seed = 3;
    for (int k = 0; k < 1000; k++) {
        tac_platform_pose pose = {.roll = chance(&seed, -3, 3),
                                  .pitch = chance(&seed, -1.5, 1.5),
                                  .yaw = chance(&seed, -3, 3)};
        tac_platform_geometry g = {.driver = {0, 0, 0}};
        mat3 R = tac_platform_rotation(&pose), Q = rotation(meaning(&g, &pose).q);
        for (int j = 0; j < 3; j++) {
            cr_assert_lt(norm3(sub3(col3(R, j), col3(Q, j))), ROUNDING);
        }
    }
}

// A positive pitch lowers the nose, a positive roll the right side, a positive yaw goes left.
Test(kinematics, signs)
{
    const tac_platform_pose pitch = {.pitch = 0.1}, roll = {.roll = 0.1}, yaw = {.yaw = 0.1};
    cr_expect_lt(mul3(tac_platform_rotation(&pitch), (vec3){1, 0, 0}).z, -0.09);
    cr_expect_gt(mul3(tac_platform_rotation(&roll), (vec3){0, 1, 0}).z, 0.09);
    cr_expect_gt(mul3(tac_platform_rotation(&yaw), (vec3){1, 0, 0}).y, 0.09);
}

// ---- the model that stands behind it ---------------------------------------------------------------

static const tac_joint_desc *joint(const tac_model_file *m, const char *format, int leg)
{
    char name[32];
    (void)snprintf(name, sizeof name, format, leg);
    for (int i = 0; i < m->desc.n_joint; i++) {
        if (strcmp(m->joint_name[i], name) == 0) {
            return &m->desc.joint[i];
        }
    }
    cr_assert_fail("no joint %s", name);
    return NULL;
}

Test(kinematics, shipped_geometry_is_that_of_the_model)
{
    tac_diag diag = {0};
    tac_platform_file *f = read_shipped();
    tac_model_file *m = tac_model_file_read(TAC_SOURCE_DIR "/config/models/p3_hexapod.yaml", &diag);
    cr_assert_not_null(m, "%s", diag.text);
    for (int i = 0; i < TAC_LEGS; i++) {
        const tac_joint_desc *hinge = joint(m, "leg%d/hinge", i + 1);
        const tac_joint_desc *ball = joint(m, "ball%d", i + 1);
        // written to 9 decimals; the platform's frame is level in the model
        cr_expect_lt(norm3(sub3(f->geometry.base[i], hinge->a.s)), 2e-9);
        cr_expect_lt(norm3(sub3(f->geometry.top[i], ball->b.s)), 2e-9);
    }
    tac_model_file_free(m);
    tac_platform_file_free(f);
}
