// Rank of the constraints against a pivoted QR factorization in extended precision.
#include "rank.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dense.h"
#include "elementary.h"
#include "prepared.h"
#include "random_model.h"

// Rows of Phi with bodies scaled to balls as large as what meets them, then to unit length, as the pivots of
// the elimination see them. Returns the number of rows.
static int scaled_jacobian(const prepared *r, real *A)
{
    const tac_model *m = r->m;
    int n = 0, cols = 6 * m->n_body;
    for (int row = 0; row < m->n_tree_row; row++) {
        const tac_element *e = &m->element[m->rows.row_element[row]];
        real *line = A + n * cols, sum = 0.0L;
        for (int side = 0; side < 2 && e->what == TAC_JOINTS; side++) {
            int b = e->body[side];
            if (b < m->n_body) {
                tac_slot J0 = tac_row_slot(r->w->space, row, side), *s = &J0;
                real gyration2 = (real)m->bodies.mass_inv[b] / 2.0L *
                                 ((real)m->bodies.J[b].x.x + (real)m->bodies.J[b].y.y +
                                  (real)m->bodies.J[b].z.z);
                real arm = (real)m->bodies.arm[b], inv = 1.0L / sqrtl(fmaxl(gyration2, arm * arm));
                const real all[6] = {(real)s->l.x,       (real)s->l.y,       (real)s->l.z,
                                     inv * (real)s->a.x, inv * (real)s->a.y, inv * (real)s->a.z};
                for (int c = 0; c < 6; c++) {
                    line[6 * b + c] += all[c];
                    sum += all[c] * all[c];
                }
            }
        }
        for (int c = 0; c < cols && e->what == TAC_JOINTS; c++) {
            line[c] /= sqrtl(sum);
        }
        n += e->what == TAC_JOINTS;
    }
    return n;
}

typedef struct reference {
    int rank;
    real smallest, noise; // distance of the last independent row, of the first dependent one
} reference;

static reference reference_rank(const prepared *r)
{
    int cols = 6 * r->m->n_body;
    real *A = dense_new(r->m->n_row, cols), *d = dense_new(r->m->n_row + cols, 1);
    int n = dense_row_distances(A, scaled_jacobian(r, A), cols, d);
    reference ref = {0, 1.0L, 0.0L};
    for (int k = 0; k < n; k++) {
        if (d[k] > 1e-7L) {
            ref.rank++;
            ref.smallest = d[k];
        } else {
            ref.noise = fmaxl(ref.noise, d[k]);
        }
    }
    free(A);
    free(d);
    return ref;
}

static tac_rank count(prepared *r, int *redundant)
{
    tac_rank k = tac_count_rank(r->w, &r->s, redundant);
    int sum = 0;
    for (int i = 0; i < r->m->n_element; i++) {
        cr_assert(redundant[i] >= 0 && redundant[i] <= r->m->element[i].n_row);
        cr_assert(redundant[i] == 0 || r->m->element[i].what == TAC_JOINTS);
        sum += redundant[i];
    }
    cr_assert_eq(k.rows, tac_model_constraint_rows(r->m));
    cr_assert_eq(k.rank, k.rows - sum);
    cr_assert_eq(k.freedom, 6 * r->m->n_body - k.rank);
    return k;
}

// Pivots below 4e-9 count as cancelled, distances below 6e-5: models within a decade of that are
// left out.
Test(rank, equals_a_pivoted_factorization)
{
    mechanism *m = mechanism_new();
    rng g = {1};
    static int redundant[4096];
    int unclear = 0, deficient = 0, models = 1500;
    real smallest = 1.0L, noise = 0.0L;
    for (int k = 0; k < models; k++) {
        random_anything(m, &g, 12);
        tac_options o = tac_default_options();
        prepared r;
        prepared_open(&r, &m->d, &o);
        tac_rank got = count(&r, redundant);
        reference ref = reference_rank(&r);
        if (ref.smallest < 3e-4L) {
            unclear++;
        } else {
            cr_expect_eq(got.rank, ref.rank, "model %d: %d of %d, not %d", k, got.rank, got.rows,
                         ref.rank);
            smallest = fminl(smallest, ref.smallest);
            noise = fmaxl(noise, ref.noise);
        }
        deficient += ref.rank < got.rows;
        prepared_close(&r);
    }
    cr_log_info("%d of %d rank deficient, %d unclear; distances down to %.1Le, noise to %.1Le",
                deficient, models, unclear, smallest, noise);
    cr_expect_gt(deficient, models / 5);
    cr_expect_lt(unclear, models / 50);
    mechanism_free(m);
}

// ---- mechanisms with known redundancy ----------------------------------------------------------

static tac_rank rank_of(const mechanism *m)
{
    static int redundant[256];
    tac_options o = tac_default_options();
    prepared r;
    prepared_open(&r, &m->d, &o);
    tac_rank k = count(&r, redundant);
    cr_expect_eq(k.rank, reference_rank(&r).rank);
    prepared_close(&r);
    return k;
}

// A milligram hanging between tonnes: nothing is redundant, whatever the masses.
Test(rank, knows_no_masses)
{
    for (int k = 0; k < 2; k++) {
        mechanism *m = mechanism_new();
        double heavy = k ? 1e6 : 1.0, light = k ? 1e-6 : 1.0;
        vec3 round = {0.1, 0.1, 0.1};
        add_body(m, heavy, scale3(heavy, round), origin, upright);
        add_body(m, light, scale3(light, round), (vec3){1.0, 0.0, 0.0}, upright);
        add_body(m, heavy, scale3(heavy, round), (vec3){2.0, 0.0, 0.0}, upright);
        add_joint(m, TAC_SPHERICAL, TAC_GROUND, 0, (spot){{0.0, 0.0, 0.5}, upright});
        add_joint(m, TAC_SPHERICAL, 0, 1, (spot){{0.5, 0.0, 0.0}, upright});
        add_joint(m, TAC_REVOLUTE, 1, 2, (spot){{1.5, 0.0, 0.1}, upright});
        add_joint(m, TAC_POINT_ON_LINE, 2, TAC_GROUND, (spot){{2.0, 0.0, 0.3}, about(1, 1.0)});
        tac_rank got = rank_of(m);
        cr_expect_eq(got.freedom, 18 - 3 - 3 - 5 - 2);
        cr_expect_eq(got.rank, got.rows);
        mechanism_free(m);
    }
}

static void loop_of_bodies(mechanism *m, int n, const vec3 *at, rng *g)
{
    for (int i = 0; i < n - 1; i++) {
        add_body(m, 1.0, (vec3){0.1, 0.2, 0.25}, scale3(0.5, add3(at[i], at[i + 1])),
                 random_quat(g));
    }
}

// Planar four-bar with revolute joints: 20 rows, 18 coordinates, one freedom.
static tac_rank four_bar(const vec3 *at)
{
    mechanism *m = mechanism_new();
    rng g = {2};
    loop_of_bodies(m, 4, at, &g);
    for (int i = 0; i < 4; i++) {
        add_joint(m, TAC_REVOLUTE, i - 1, i < 3 ? i : TAC_GROUND, (spot){at[i], upright});
    }
    tac_rank k = rank_of(m);
    mechanism_free(m);
    return k;
}

Test(rank, planar_four_bar_has_three_redundant_rows)
{
    const vec3 at[4] = {{0.0, 0.0, 0.0}, {0.3, 1.0, 0.0}, {2.1, 1.4, 0.0}, {2.0, 0.0, 0.0}};
    tac_rank k = four_bar(at);
    cr_expect(k.rows == 20 && k.rank == 17 && k.freedom == 1);
}

// Links a millionth as thick as long: what they are about their own axes is no measure of a joint.
Test(rank, knows_no_shapes)
{
    const vec3 at[4] = {{0.0, 0.0, 0.0}, {0.3, 1.0, 0.0}, {2.1, 1.4, 0.0}, {2.0, 0.0, 0.0}};
    for (double thin = 1.0; thin > 1e-13; thin *= 0.1) {
        mechanism *m = mechanism_new();
        for (int i = 0; i < 3; i++) {
            vec3 along = sub3(at[i + 1], at[i]), J = {0.1 * thin, 0.1, 0.1};
            quat turned = about(2, tac_atan2(along.y, along.x));
            add_body(m, 1.0, J, scale3(0.5, add3(at[i], at[i + 1])), turned);
        }
        for (int i = 0; i < 4; i++) {
            add_joint(m, TAC_REVOLUTE, i - 1, i < 3 ? i : TAC_GROUND, (spot){at[i], upright});
        }
        cr_expect_eq(rank_of(m).freedom, 1, "%g as thick", sqrt(thin));
        mechanism_free(m);
    }
}

// When all links of a parallelogram lie on one line it may go on as an antiparallelogram.
Test(rank, flat_parallelogram_loses_one_more)
{
    const vec3 open[4] = {{0.0, 0.0, 0.0}, {0.6, 0.8, 0.0}, {2.6, 0.8, 0.0}, {2.0, 0.0, 0.0}};
    const vec3 flat[4] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {3.0, 0.0, 0.0}, {2.0, 0.0, 0.0}};
    cr_expect_eq(four_bar(open).freedom, 1);
    cr_expect_eq(four_bar(flat).freedom, 2);
}

// Random closed loops of n revolute joints: mobility n - 6, none for fewer than seven.
Test(rank, spatial_revolute_loops)
{
    rng g = {3};
    for (int n = 4; n <= 9; n++) {
        mechanism *m = mechanism_new();
        vec3 at[9];
        for (int i = 0; i < n; i++) {
            at[i] = random_vec3(&g, 1.0);
        }
        loop_of_bodies(m, n, at, &g);
        for (int i = 0; i < n; i++) {
            add_joint(m, TAC_REVOLUTE, i - 1, i < n - 1 ? i : TAC_GROUND,
                      (spot){at[i], random_quat(&g)});
        }
        tac_rank k = rank_of(m);
        int freedom = n > 6 ? n - 6 : 0;
        cr_expect_eq(k.freedom, freedom, "%d joints: freedom %d", n, k.freedom);
        mechanism_free(m);
    }
}

typedef struct transform {
    quat q;
    vec3 r;
} transform;

static transform link(transform t, double angle, double length, double twist)
{
    t.q = mulq(t.q, about(2, angle));
    t.r = axpy3(length, col3(rotation(t.q), 0), t.r);
    t.q = mulq(t.q, about(0, twist));
    return t;
}

// Bennett's linkage: four revolute joints in space that move although 20 rows bind 18 coordinates.
// Opposite links are equal, a / sin(alpha) = b / sin(beta).
Test(rank, bennett_linkage_moves)
{
    const double alpha = 0.7, beta = 1.4;
    double a = 1.0, b = tac_sincos(beta).sin / tac_sincos(alpha).sin;
    tac_sincos_pair sum = tac_sincos(0.5 * (beta + alpha)), less = tac_sincos(0.5 * (beta - alpha));
    for (int trial = 0; trial < 5; trial++) {
        double theta = 0.4 + 0.5 * trial;
        tac_sincos_pair half = tac_sincos(0.5 * theta);
        double phi = 2.0 * tac_atan2(sum.sin * half.cos, less.sin * half.sin);
        const double angle[4] = {theta, phi, -theta, -phi};
        transform t = {upright, origin};
        mechanism *m = mechanism_new();
        rng g = {4};
        spot joint[5];
        for (int i = 0; i < 4; i++) {
            joint[i] = (spot){t.r, t.q};
            t = link(t, angle[i], i % 2 ? b : a, i % 2 ? beta : alpha);
        }
        cr_assert_lt(norm3(t.r), 1e-12, "the linkage does not close: %g", norm3(t.r));
        vec3 at[4] = {joint[0].at, joint[1].at, joint[2].at, joint[3].at};
        loop_of_bodies(m, 4, at, &g);
        for (int i = 0; i < 4; i++) {
            add_joint(m, TAC_REVOLUTE, i - 1, i < 3 ? i : TAC_GROUND, joint[i]);
        }
        tac_rank k = rank_of(m);
        cr_expect(k.rank == 17 && k.freedom == 1, "rank %d at %g", k.rank, theta);
        mechanism_free(m);
    }
}

Test(rank, parallel_joints_count_once)
{
    mechanism *m = mechanism_new();
    add_body(m, 1.0, (vec3){0.1, 0.2, 0.3}, (vec3){1.0, 0.0, 0.0}, upright);
    for (int i = 0; i < 4; i++) {
        add_joint(m, TAC_FIXED, TAC_GROUND, 0, (spot){{0.3 * i, 0.1, 0.0}, about(i % 3, 0.4)});
    }
    tac_rank k = rank_of(m);
    cr_expect(k.rows == 24 && k.rank == 6 && k.freedom == 0);
    mechanism_free(m);
}

// Two hinges on one axis: the second adds nothing; beside each other they lock the door.
Test(rank, hinges_of_a_door)
{
    for (int aligned = 0; aligned < 2; aligned++) {
        mechanism *m = mechanism_new();
        add_body(m, 1.0, (vec3){0.1, 0.2, 0.3}, (vec3){1.0, 0.0, 0.0}, upright);
        add_joint(m, TAC_REVOLUTE, TAC_GROUND, 0, (spot){origin, upright});
        add_joint(m, TAC_REVOLUTE, TAC_GROUND, 0, (spot){{aligned ? 0.0 : 0.1, 0.0, 1.0}, upright});
        cr_expect_eq(rank_of(m).freedom, aligned);
        mechanism_free(m);
    }
}

Test(rank, laws_do_not_constrain)
{
    mechanism *m = mechanism_new();
    spot at = {{1.0, 0.2, 0.0}, upright};
    add_body(m, 1.0, (vec3){0.1, 0.2, 0.3}, (vec3){1.0, 0.0, 0.0}, upright);
    m->bushing[0] = (tac_bushing_desc){.a = frame_at(m, TAC_GROUND, at),
                                       .b = frame_at(m, 0, at),
                                       .k = {1e9, 1e9, 1e9, 1e9, 1e9, 1e9},
                                       .implicit = 1};
    m->d.n_bushing = 1;
    add_spring(m, TAC_DISTANCE, TAC_GROUND, (spot){origin, upright}, 0, at, 1e9, 1e9);
    tac_rank k = rank_of(m);
    cr_expect(k.rows == 0 && k.rank == 0 && k.freedom == 6);
    add_joint(m, TAC_REVOLUTE, TAC_GROUND, 0, at);
    cr_expect_eq(rank_of(m).freedom, 1);
    mechanism_free(m);
}

// Counting uses the work as scratch and must leave no trace in what the step does next.
static void expect_no_trace(const recipe *of, const char *what)
{
    mechanism *m = mechanism_new();
    rng g = {5};
    static int redundant[4096];
    random_model(m, &g, of);
    tac_options o = tac_default_options();
    prepared a, b;
    prepared_start(&a, &m->d, &o);
    prepared_start(&b, &m->d, &o);
    for (int i = 0; i < 10; i++) {
        prepared_run(&a, 1);
        (void)tac_count_rank(b.w, &b.s, redundant);
        prepared_run(&b, 1);
    }
    cr_expect_eq(memcmp(a.s.data, b.s.data, a.s.size), 0, "%s", what);
    prepared_close(&a);
    prepared_close(&b);
    mechanism_free(m);
}

Test(rank, counting_does_not_disturb_the_step)
{
    const recipe all = {
        .shape = TREE, .n_body = 8, .kinds = ALL_KINDS, .laws = 6, .drives = 1, .speed = 1.0};
    const recipe hinges = {.shape = CHAIN, .n_body = 1000, .kinds = KIND(TAC_REVOLUTE)};
    expect_no_trace(&all, "a tree of everything");
    expect_no_trace(&hinges, "a long chain of hinges");
}
