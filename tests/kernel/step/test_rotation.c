// Rotations of a step: the rotation vector and its predictor against long double sines, the geometric stiffness of
// reactions against differences of the Jacobian, the tangent of a body against differences of its residual, and a
// body that tumbles.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "step/element_lanes.h"
#define origin world_origin // lanes have a function of the name
#include "prepared.h"
#undef origin

// Numbers between -1 and 1 that look unordered; rng.h has names that lanes have too.
static double scatter(int *g)
{
    *g = (int)(*g * 48271LL % 2147483647LL);
    return (double)*g / 1073741823.5 - 1.0;
}

static double sqr(double a)
{
    return a * a;
}

static double between(int *g, double low, double high)
{
    return low + 0.5 * (high - low) * (1.0 + scatter(g));
}

static vec3 any_vector(int *g)
{
    double x = scatter(g), y = scatter(g), z = scatter(g);
    return (vec3){x, y, z};
}

static vec3 any_direction(int *g)
{
    vec3 a = any_vector(g);
    return scale3(1.0 / norm3(a), a);
}

static quat any_rotation(int *g)
{
    vec3 e = any_vector(g);
    return unitq((quat){between(g, 0.1, 1.0), e.x, e.y, e.z});
}

// Rotation by an angle about a direction, sines rounded once.
static quat rotation_by(double angle, vec3 along)
{
    double s = (double)sinl(0.5L * (long double)angle);
    return (quat){(double)cosl(0.5L * (long double)angle), s * along.x, s * along.y, s * along.z};
}

// ---- increments --------------------------------------------------------------------------------

static double vector_error(int *g, double angle)
{
    vec3 along = any_direction(g);
    quat p = any_rotation(g);
    vec3 psi = turned_byv(arc_between(p, mulq(p, rotation_by(angle, along))));
    return norm3(axpy3(-angle, along, psi));
}

Test(rotation, vectors_are_those_of_long_double_sines)
{
    static const struct {
        double most, bound; // rad
    } range[] = {{1e-3, 5e-16}, {0.3, 3e-14}, {0.63, 1e-11}, {1.3, 2.6e-8}, {2.1, 7e-6}};
    int g = 1;
    for (size_t k = 0; k < sizeof range / sizeof *range; k++) {
        for (int i = 0; i < 200; i++) {
            double error = vector_error(&g, range[k].most * between(&g, 0.0, 1.0));
            cr_expect_leq(error, range[k].bound, "%g rad of up to %g", error, range[k].most);
        }
    }
}

Test(rotation, predictions_turn_by_what_they_are_given)
{
    int g = 2;
    for (int i = 0; i < 500; i++) {
        double angle = between(&g, 0.0, 2.0);
        vec3 along = any_direction(&g);
        quat p = any_rotation(&g), right = mulq(p, rotation_by(angle, along));
        quat got = along_arcv(p, arc_byv(scale3(angle, along)));
        double off = 2.0 * sqrt(sqr(got.e0 - right.e0) + sqr(got.e1 - right.e1) +
                                sqr(got.e2 - right.e2) + sqr(got.e3 - right.e3)); // rad
        double bound = 2.2e-5 * pow(0.5 * angle, 7) + 1e-15;
        cr_expect_leq(off, bound, "%g rad at %g", off, angle);
    }
}

Test(rotation, arcs_go_further_as_rotations_do)
{
    int g = 5;
    for (int i = 0; i < 500; i++) {
        vec3 a = scale3(between(&g, 0.0, 0.5), any_direction(&g));
        quat p = any_rotation(&g);
        arcv t = arc_byv(scale3(between(&g, 0.0, 2.0), any_direction(&g)));
        quat more = rotation_by(4.0 * atan(0.25 * norm3(a)), scale3(1.0 / norm3(a), a));
        quat right = mulq(along_arcv(p, t), more), got = along_arcv(p, arc_furtherv(t, a));
        quat off = axpyq(-1.0, right, got);
        cr_expect_leq(norm3((vec3){off.e1, off.e2, off.e3}) + fabs(off.e0), 2e-15);
        cr_expect_leq(fabs(dotq(got, got) - 1.0), 1e-15);
    }
}

// Of poses 1e-6 rad have ten figures.
Test(rotation, small_arcs_keep_their_figures)
{
    int g = 6;
    for (int i = 0; i < 100; i++) {
        vec3 sum = {0.0, 0.0, 0.0}, along = any_direction(&g);
        arcv t = {sum, 0.0};
        for (int k = 0; k < 10; k++) {
            vec3 a = scale3(1e-7 * between(&g, 0.0, 1.0), along);
            sum = add3(sum, a);
            t = arc_furtherv(t, a);
        }
        vec3 off = sub3(turned_byv(t), sum);
        cr_expect_leq(norm3(off), 2e-15 * norm3(sum), "%g of %g rad", norm3(off), norm3(sum));
    }
}

// ---- geometric stiffness -----------------------------------------------------------------------

typedef struct placed { // a body as elements read it
    double at[POSE_FIELDS];
} placed;

static placed place_at(vec3 r, quat p)
{
    mat3 A = rotation(p);
    return (placed){{r.x, r.y, r.z, A.x.x, A.x.y, A.x.z, A.y.x, A.y.y, A.y.z, A.z.x, A.z.y, A.z.z,
                     p.e0, p.e1, p.e2, p.e3}};
}

// A joint between two bodies somewhere, and multipliers.
typedef struct jointed {
    tac_element e;
    tac_cell c;
    double k[TAC_ELEMENT_FIELDS], y[TAC_MAX_ROWS];
    vec3 r[2];
    quat p[2];
} jointed;

static void look(const jointed *j, const placed body[2], elementv *e)
{
    *e = (elementv){.like = &j->e, .form = tac_form_of(&j->e), .k = j->k};
    e->body[0] = body[0].at;
    e->body[1] = body[1].at;
}

// Torque of the rows on a side, when that body is turned by a small vector.
static vec3 torque_at(const jointed *j, int side, vec3 turn)
{
    placed body[2] = {place_at(j->r[0], j->p[0]), place_at(j->r[1], j->p[1])};
    quat by = {1.0, 0.5 * turn.x, 0.5 * turn.y, 0.5 * turn.z};
    body[side] = place_at(j->r[side], unitq(mulq(j->p[side], by)));
    elementv e;
    look(j, body, &e);
    double J[2][12 * TAC_MAX_ROWS], phi[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS];
    rows_position(&e, J[0], J[1], phi, phi_t);
    return torque_on(&j->c, e.form, j->y, J[side]);
}

// Six numbers, as symv has them, of the symmetric part of the derivative.
static void differences(const jointed *j, int side, double *out)
{
    const double step = 1e-5;
    double K[3][3];
    for (int i = 0; i < 3; i++) {
        vec3 t = {i == 0 ? step : 0.0, i == 1 ? step : 0.0, i == 2 ? step : 0.0};
        vec3 d = sub3(torque_at(j, side, t), torque_at(j, side, scale3(-1.0, t)));
        K[0][i] = 0.5 * d.x / step;
        K[1][i] = 0.5 * d.y / step;
        K[2][i] = 0.5 * d.z / step;
    }
    const double sym[6] = {K[0][0],
                           K[1][1],
                           K[2][2],
                           0.5 * (K[0][1] + K[1][0]),
                           0.5 * (K[0][2] + K[2][0]),
                           0.5 * (K[1][2] + K[2][1])};
    memcpy(out, sym, sizeof sym);
}

// Rods stay as long as they are against the levers that turn: their own turning is not part of K.
static void draw_joint(int *g, tac_joint_kind kind, jointed *j)
{
    mechanism *m = mechanism_new();
    double apart = kind == TAC_ROD ? 1e6 : 1.0;
    vec3 at = any_vector(g);
    for (int b = 0; b < 2; b++) {
        vec3 r = scale3(b ? apart : 1.0, any_direction(g));
        double light =
            b == 1 && between(g, 0.0, 1.0) < 0.5 ? 0.5 : 1.0; // moments lie along its axes
        add_body(m, 1.0, scale3(light, (vec3){1.0, 2.0, 3.0}), r, any_rotation(g));
        j->r[b] = m->body[b].r;
        j->p[b] = m->body[b].p;
    }
    quat axes = any_rotation(g);
    vec3 far = kind == TAC_ROD ? m->body[1].r : at;
    add_joint_between(m, kind, 0, (spot){at, axes}, 1, (spot){far, axes});
    tac_options o = options_with(1e-3, 3);
    prepared r;
    prepared_open(&r, &m->d, &o);
    j->e = r.m->element[0];
    prepared_close(&r);
    mechanism_free(m);
    j->r[1] = add3(j->r[1], scale3(0.1, any_vector(g))); // joints need not be closed
    j->c = (tac_cell){.like = &j->e};
    tac_element_constants(&j->e, j->k, 1);
    for (int k = 0; k < j->e.n_row; k++) {
        j->y[k] = between(g, -10.0, 10.0);
    }
}

// Of a side, told from where the bodies are.
static void told_stiffness(const jointed *j, int side, double *K)
{
    placed body[2] = {place_at(j->r[0], j->p[0]), place_at(j->r[1], j->p[1])};
    double out[2 * TAC_SIDE_FIELDS];
    elementv e;
    look(j, body, &e);
    stiffen_on(out, &e, side, j->y, true);
    memcpy(K, told(out, side) + SIDE_STIFFNESS, 6 * sizeof *K);
}

Test(rotation, stiffness_of_reactions_is_how_their_torque_turns)
{
    int g = 3;
    for (int kind = 0; kind < TAC_N_JOINT_KIND; kind++) {
        for (int i = 0; i < 20; i++) {
            jointed j;
            draw_joint(&g, (tac_joint_kind)kind, &j);
            for (int side = 0; side < 2; side++) {
                double K[6], right[6], apart = 0.0, size = 0.0;
                told_stiffness(&j, side, K);
                differences(&j, side, right);
                for (int f = 0; f < 6; f++) {
                    apart = fmax(apart, fabs(K[f] - right[f]));
                    size = fmax(size, fabs(right[f]));
                }
                cr_expect_leq(apart, 1e-5 * (1.0 + size), "joint kind %d, side %d: %g of %g", kind,
                              side, apart, size);
            }
        }
    }
}

// ---- tangent of a body -------------------------------------------------------------------------

// Residual of a body that is turned by psi in a step, times h; J principal, with the momentum of shafts on it.
static vec3 residual(vec3 J, vec3 shafts, vec3 w0, vec3 psi, double dt)
{
    double k = 2.0 / dt, h = 0.25 * dt * dt;
    vec3 w = axpy3(k, psi, scale3(-1.0, w0)), wm = scale3(0.5, add3(w, w0));
    vec3 wd = scale3(k, axpy3(k, psi, scale3(-2.0, w0)));
    vec3 Jwd = {J.x * wd.x, J.y * wd.y, J.z * wd.z}, Jw = {J.x * wm.x, J.y * wm.y, J.z * wm.z};
    return scale3(h, axpy3(2.0, cross3(wm, add3(Jw, shafts)), Jwd));
}

Test(rotation, own_tangent_is_the_derivative_of_the_residual)
{
    const vec3 J = {1.0, 2.0, 3.0};
    const symv S = {J.x, J.y, J.z, 0.0, 0.0, 0.0};
    const double dt = 1e-2, step = 1e-6;
    int g = 4;
    for (int i = 0; i < 100; i++) {
        vec3 w0 = scale3(5.0, any_vector(&g)), psi = scale3(dt, w0), turn = any_direction(&g);
        quat by = {1.0, 0.5 * step * turn.x, 0.5 * step * turn.y, 0.5 * step * turn.z};
        quat p0 = {1.0, 0.0, 0.0, 0.0}, p = along_arcv(p0, arc_byv(psi));
        vec3 shafts = scale3(20.0 * (i % 2), any_vector(&g)), spin = scale3(0.5 * dt, shafts);
        const vec3 *of = i % 2 ? &spin : NULL;
        vec3 here = residual(J, shafts, w0, turned_byv(arc_between(p0, p)), dt);
        vec3 there = residual(J, shafts, w0, turned_byv(arc_between(p0, unitq(mulq(p, by)))), dt);
        vec3 right = scale3(1.0 / step, sub3(there, here));
        vec3 got = mul3(own_tangent(S, S, psi, of), turn);
        double apart = norm3(sub3(got, right)), bound = dot3(psi, psi) + 1e-6;
        cr_expect_leq(apart, bound, "%g of %g, %g rad", apart, norm3(right), norm3(psi));
        vec3 back = mul3(inverse3v(own_tangent(S, S, psi, of)), got);
        cr_expect_leq(norm3(sub3(back, turn)), 1e-14);
    }
}

// ---- a body that tumbles -----------------------------------------------------------------------

Test(rotation, tumbling_bodies_keep_energy_and_momentum)
{
    static const double bound[] = {[2] = 1e-12, [3] = 2e-10, [4] = 2e-11};
    for (int order = 2; order <= 4; order++) {
        mechanism *m = mechanism_new();
        add_body(m, 1.0, (vec3){1.0, 2.0, 3.0}, world_origin, upright);
        m->body[0].w = (vec3){0.01, 5.0, 0.01}; // about the axis that it does not keep
        tac_options o = options_with(1e-2, 3);
        o.order = order;
        prepared r;
        prepared_start(&r, &m->d, &o);
        vec3 spin = mul3(r.m->bodies.J[0], r.s.body[0].w);
        double energy = 0.5 * dot3(r.s.body[0].w, spin), most = 0.0, far = 0.0;
        for (int i = 0; i < 2000; i++) {
            prepared_run(&r, 1);
            vec3 w = r.s.body[0].w, own = mul3(r.m->bodies.J[0], w);
            most = fmax(most, fabs(0.5 * dot3(w, own) / energy - 1.0));
            far = fmax(far, norm3(sub3(mul3(rotation(r.s.body[0].p), own), spin)) / norm3(spin));
        }
        cr_expect_leq(most, bound[order], "order %d: energy off by %g", order, most);
        cr_expect_leq(far, 1e-12, "order %d: momentum off by %g", order, far);
        prepared_close(&r);
        mechanism_free(m);
    }
}
