// program: needs=tests-parts
// The parts of docs/parts, which others start from: forces against formulas of their own, stiffness against
// differences of the wrench.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "part/part_file.h"

enum { RADIUS, STIFFNESS, DAMPING, LONGITUDINAL, CORNERING, FRICTION, RELAXATION, SLOW };
enum { LOAD, SLIP, LATERAL };

// One place of a part.
typedef struct place {
    tac_part_file file;
    double parameter[TAC_PART_MOST_VALUES], input[TAC_PART_MOST_VALUES];
    double output[TAC_PART_MOST_VALUES];
    double from[TAC_PART_MOST_STATE], to[TAC_PART_MOST_STATE];
    tac_part_call call;
    tac_part_answer answer;
} place;

static void ask(place *p, void (*function)(const tac_part_call *, tac_part_answer *))
{
    memset(p->to, 0, sizeof p->to);
    memset(p->output, 0, sizeof p->output);
    p->call.parameter = p->parameter;
    p->call.input = p->input;
    p->call.from = p->from;
    p->answer = (tac_part_answer){.to = p->to, .output = p->output};
    function(&p->call, &p->answer);
}

static void step(place *p)
{
    ask(p, p->file.table->step);
}

static void open_part(place *p, const char *path)
{
    char error[512];
    *p = (place){0};
    cr_assert(tac_part_open(&p->file, path, error, sizeof error), "%s", error);
    const tac_part_table *t = p->file.table;
    for (uint32_t i = 0; i < t->n_parameter; i++) {
        p->parameter[i] = t->parameter[i].value;
    }
    cr_expect_null(t->check(p->parameter));
    for (int i = 0; i < 3; i++) {
        p->call.a.A[i][i] = p->call.b.A[i][i] = 1;
    }
    p->call.dt = 1e-3;
}

// A wheel on a road, pressed in by `depth`, that rolls at V without slip and slides to the left at `aside`.
static void open_tyre(place *p, double depth, double V, double aside)
{
    open_part(p, PARTS "/tyre.so");
    const double z = p->parameter[RADIUS] - depth;
    p->call.b.r[2] = z;
    p->call.b.v[0] = V;
    p->call.b.v[1] = aside;
    p->call.b.w[1] = V / z;
}

static bool near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance * (1 + fabs(b));
}

Test(tyre, carries_in_proportion_to_its_depth)
{
    place p;
    open_tyre(&p, 0.02, 0, 0);
    step(&p);
    const double load = 200e3 * 0.02;
    cr_expect(near(p.answer.wrench[2], load, 1e-12));
    for (int i = 0; i < 6; i++) {
        cr_expect(i == 2 || p.answer.wrench[i] == 0);
    }
    cr_expect(near(p.output[LOAD], load, 1e-12) && p.output[SLIP] == 0 && p.output[LATERAL] == 0);
    cr_expect(near(p.answer.energy, load * 0.02 / 2, 1e-12));
    p.call.b.v[2] = -0.5; // sinks
    step(&p);
    cr_expect(near(p.output[LOAD], load + 200 * 0.5, 1e-12));
    p.call.b.v[2] = 0;
    p.input[0] = p.from[1] = 0.01; // a road that is higher, and was
    step(&p);
    cr_expect(near(p.output[LOAD], 200e3 * 0.03, 1e-12));
    cr_expect_eq(p.to[1], 0.01);
    p.from[1] = 0.0095; // and one that rises by 0.5 m/s
    step(&p);
    cr_expect(near(p.output[LOAD], 200e3 * 0.03 + 200 * 0.5, 1e-9));
    tac_part_close(&p.file);
}

Test(tyre, never_pulls)
{
    place p;
    open_tyre(&p, -0.001, 5, 1);
    p.call.b.v[2] = -3; // falls, and is not there yet
    step(&p);
    for (int i = 0; i < 6; i++) {
        cr_expect_eq(p.answer.wrench[i], 0);
        cr_expect_eq(p.answer.stiffness[i][i], 0);
    }
    cr_expect_eq(p.answer.energy, 0);
    tac_part_close(&p.file);
    open_tyre(&p, 0.001, 5, 1);
    p.call.b.v[2] = 3; // leaves faster than the spring follows
    step(&p);
    cr_expect(p.output[LOAD] == 0 && p.answer.wrench[0] == 0 && p.answer.wrench[1] == 0);
    tac_part_close(&p.file);
}

Test(tyre, drives_and_brakes_by_slip)
{
    place p;
    open_tyre(&p, 0.02, 20, 0);
    step(&p);
    cr_expect(fabs(p.answer.wrench[0]) < 1e-9, "rolls freely");
    const double load = p.output[LOAD], free = p.call.b.w[1], z = p.call.b.r[2];
    p.call.b.w[1] = 1.001 * free;
    step(&p);
    const double V = sqrt(20 * 20 + 0.5 * 0.5), g = 100e3 * 0.001 * 20 / V;
    cr_expect(near(p.output[SLIP], 0.001 * 20 / V, 1e-9));
    cr_expect(near(p.answer.wrench[0], load * g / sqrt(load * load + g * g), 1e-9));
    cr_expect(near(p.answer.wrench[4], -z * p.answer.wrench[0], 1e-12),
              "brakes the wheel that drives");
    p.call.b.w[1] = 0; // locked
    step(&p);
    cr_expect(p.answer.wrench[0] < -0.99 * load && p.answer.wrench[0] > -load);
    for (int i = -6; i <= 6; i++) {
        const double aside = 3.3 * i;
        p.call.b.v[1] = aside;
        p.from[0] = -aside / 20;
        step(&p);
        cr_expect(hypot(p.answer.wrench[0], p.answer.wrench[1]) < load, "friction bounds both");
    }
    tac_part_close(&p.file);
}

// A step of the lateral speed: an exponential over the way, of first order in the step, that ends at the slip.
static double error_of_relaxation(double dt, double *force)
{
    place p;
    double worst = 0;
    open_tyre(&p, 0.02, 10, 0.1);
    p.call.dt = dt;
    const double V = sqrt(10 * 10 + 0.5 * 0.5), steady = -0.1 / V;
    for (int i = 1; i <= (int)(0.4 / dt + 0.5); i++) {
        p.call.t = i * dt;
        step(&p);
        p.from[0] = p.to[0];
        worst = fmax(worst, fabs(p.to[0] - steady * (1 - exp(-V * i * dt / 0.4))));
    }
    cr_expect(near(p.to[0] / steady, 1, 1e-4));
    *force = p.output[LATERAL];
    cr_expect_eq(*force, p.answer.wrench[1]);
    tac_part_close(&p.file);
    return worst / fabs(steady);
}

Test(tyre, feels_lateral_slip_after_its_relaxation_length)
{
    double force;
    const double fine = error_of_relaxation(1e-3, &force),
                 coarse = error_of_relaxation(2e-3, &force);
    const double L = 4000, g = 60e3 * 0.1 / sqrt(10 * 10 + 0.5 * 0.5);
    cr_expect(near(force, -L * g / sqrt(L * L + g * g), 1e-3), "against the sliding: %g", force);
    cr_expect_lt(fine, 0.01);
    cr_expect(coarse / fine > 1.9 && coarse / fine < 2.1, "%g", coarse / fine);
    place p;
    open_tyre(&p, 0.02, 10, 0.1);
    ask(&p, p.file.table->start);
    cr_expect(near(p.answer.wrench[1], force, 1e-3), "starts as after a long way");
    tac_part_close(&p.file);
}

// Turns a mount and its velocity by a small rotation about axis i, or moves it along; velocities follow by 2/dt.
static tac_part_mount moved(const tac_part_mount *m, int i, double h, double dt)
{
    tac_part_mount to = *m;
    if (i < 3) {
        to.r[i] += h;
        to.v[i] += 2 / dt * h;
        return to;
    }
    const int j = (i - 3 + 1) % 3, k = (i - 3 + 2) % 3;
    for (int column = 0; column < 3; column++) {
        to.A[j][column] = cos(h) * m->A[j][column] - sin(h) * m->A[k][column];
        to.A[k][column] = sin(h) * m->A[j][column] + cos(h) * m->A[k][column];
    }
    to.w[i - 3] += 2 / dt * h;
    return to;
}

// By how much entry j of the wrench falls per displacement i, of b by differences.
static double falls(place *p, int i, int j, double h)
{
    const tac_part_mount kept = p->call.b;
    p->call.b = moved(&kept, i, h, p->call.dt);
    step(p);
    const double above = p->answer.wrench[j];
    p->call.b = moved(&kept, i, -h, p->call.dt);
    step(p);
    const double below = p->answer.wrench[j];
    p->call.b = kept;
    return -(above - below) / (2 * h);
}

static void expect_stiffness(place *p, int from, int to, double tolerance)
{
    step(p);
    const tac_part_answer answer = p->answer;
    for (int i = from; i < to; i++) {
        for (int j = i; j < to; j++) {
            const double largest = sqrt(answer.stiffness[i][i] * answer.stiffness[j][j]) + 1;
            const double difference = falls(p, i, j, 1e-8);
            cr_expect(fabs(answer.stiffness[i][j] - difference) < tolerance * largest,
                      "%d, %d: %g, by differences %g", i, j, answer.stiffness[i][j], difference);
        }
    }
}

Test(tyre, stiffness_is_the_derivative_of_its_wrench)
{
    place p;
    open_tyre(&p, 0.02, 0, 0);
    expect_stiffness(&p, 0, 6, 1e-5);
    step(&p);
    cr_expect(near(p.answer.stiffness[2][2], 200e3 + 2 / 1e-3 * 200, 1e-12));
    tac_part_close(&p.file);
    open_tyre(&p, 0.02, 20, 0.6); // across and up, at a slip that friction bounds
    p.from[0] = -0.03;
    expect_stiffness(&p, 1, 3, 0.3); // the load acts on the lateral force, which is not symmetric
    step(&p);
    const double K[2] = {p.answer.stiffness[1][1], p.answer.stiffness[2][2]};
    cr_expect(near(K[0], falls(&p, 1, 1, 1e-8), 1e-5) && near(K[1], falls(&p, 2, 2, 1e-8), 1e-5));
    tac_part_close(&p.file);
}

static double draw(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15U;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / (double)(1ull << 52) - 1; // -1 .. 1
}

static void expect_not_negative(const place *p)
{
    for (int n = 0; n < 20; n++) {
        double x[6], sum = 0, size = 0;
        for (int i = 0; i < 6; i++) {
            x[i] = draw();
        }
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                const double K = p->answer.stiffness[i < j ? i : j][i < j ? j : i];
                sum += x[i] * K * x[j];
                size += fabs(x[i] * K * x[j]);
            }
        }
        cr_assert(sum >= -1e-12 * size, "%g of %g", sum, size);
    }
}

Test(tyre, stiffness_is_never_negative)
{
    place p;
    open_tyre(&p, 0, 0, 0);
    for (int n = 0; n < 2000; n++) {
        p.call.b.r[2] = p.parameter[RADIUS] - 0.03 * draw();
        p.from[0] = 0.3 * draw();
        for (int i = 0; i < 3; i++) {
            p.call.b.v[i] = 10 * draw();
            p.call.b.w[i] = 50 * draw();
        }
        step(&p);
        expect_not_negative(&p);
    }
    tac_part_close(&p.file);
}

// R x, by a rotation from quaternion numbers that are no special case.
static void turn(const double R[3][3], const double x[3], double y[3])
{
    double result[3];
    for (int i = 0; i < 3; i++) {
        result[i] = R[i][0] * x[0] + R[i][1] * x[1] + R[i][2] * x[2];
    }
    memcpy(y, result, sizeof result);
}

static void add_cross(const double a[3], const double b[3], double c[3])
{
    c[0] += a[1] * b[2] - a[2] * b[1];
    c[1] += a[2] * b[0] - a[0] * b[2];
    c[2] += a[0] * b[1] - a[1] * b[0];
}

// Everything seen from a frame that is elsewhere, turned, moves and turns.
static void seen_from_elsewhere(const double R[3][3], tac_part_mount *m)
{
    static const double r[3] = {1, -2, 0.5}, v[3] = {3, 1, -2}, w[3] = {0.4, -0.7, 0.2};
    double axes[3][3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            axes[i][j] = R[i][0] * m->A[0][j] + R[i][1] * m->A[1][j] + R[i][2] * m->A[2][j];
        }
    }
    memcpy(m->A, axes, sizeof axes);
    turn(R, m->r, m->r);
    turn(R, m->v, m->v);
    turn(R, m->w, m->w);
    for (int i = 0; i < 3; i++) {
        m->r[i] += r[i];
        m->v[i] += v[i];
        m->w[i] += w[i];
    }
    add_cross(w, m->r, m->v);
}

Test(tyre, does_not_know_the_world)
{
    static const double R[3][3] = {// of the quaternion (4, 1, 2, 2) / 5
                                   {9. / 25, -12. / 25, 20. / 25},
                                   {20. / 25, 15. / 25, 0},
                                   {-12. / 25, 16. / 25, 15. / 25}};
    place p;
    open_tyre(&p, 0.02, 12, 0.4);
    p.call.b.A[1][1] = p.call.b.A[2][2] = 0.96; // cambered
    p.call.b.A[2][1] = 0.28;
    p.call.b.A[1][2] = -0.28;
    p.from[0] = -0.02;
    step(&p);
    double expected[6];
    turn(R, p.answer.wrench, expected);
    turn(R, p.answer.wrench + 3, expected + 3);
    const double load = p.output[LOAD], slip = p.output[SLIP];
    seen_from_elsewhere(R, &p.call.a);
    seen_from_elsewhere(R, &p.call.b);
    step(&p);
    for (int i = 0; i < 6; i++) {
        cr_expect(near(p.answer.wrench[i], expected[i], 1e-9), "%d: %g, %g", i, p.answer.wrench[i],
                  expected[i]);
    }
    cr_expect(near(p.output[LOAD], load, 1e-9) && near(p.output[SLIP], slip, 1e-9));
    tac_part_close(&p.file);
}

Test(tyre, says_what_is_wrong_with_its_parameters)
{
    static const struct {
        int parameter;
        double value;
        const char *line;
    } wrong[] = {{RADIUS, 0, "radius should be above 0 m"},
                 {STIFFNESS, NAN, "stiffness should be above 0 N/m"},
                 {FRICTION, INFINITY, "friction should be above 0"},
                 {RELAXATION, -1, "relaxation should be above 0 m"},
                 {SLOW, 0, "slow should be above 0 m/s"},
                 {DAMPING, -1, "damping, longitudinal and cornering should not be below 0"},
                 {CORNERING, -1, "damping, longitudinal and cornering should not be below 0"}};
    place p;
    open_tyre(&p, 0, 0, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const double kept = p.parameter[wrong[i].parameter];
        p.parameter[wrong[i].parameter] = wrong[i].value;
        cr_expect_str_eq(p.file.table->check(p.parameter), wrong[i].line);
        p.parameter[wrong[i].parameter] = kept;
    }
    tac_part_close(&p.file);
}

Test(gap_spring, rests_in_its_gap_and_acts_beyond)
{
    place p;
    open_part(&p, PARTS "/gap_spring.so"); // 0.5 m, gap 0.01 m, 1e5 N/m
    const double d[3] = {2. / 7, 3. / 7, 6. / 7};
    for (int n = -18; n <= 18; n++) {
        const double distance = 0.5 + 0.0011 * n;
        const double longer = distance - 0.5;
        const double way = fabs(longer) > 0.005 ? longer - copysign(0.005, longer) : 0;
        for (int i = 0; i < 3; i++) {
            p.call.a.r[i] = i;
            p.call.b.r[i] = i + distance * d[i];
        }
        step(&p);
        for (int i = 0; i < 3; i++) {
            cr_expect(fabs(p.answer.wrench[i] + 1e5 * way * d[i]) < 1e-7);
            cr_expect_eq(p.answer.wrench[3 + i], 0);
        }
        cr_expect(near(p.output[0], distance, 1e-12) && fabs(p.output[1] - 1e5 * way) < 1e-7);
        cr_expect(near(p.answer.energy, 1e5 * way * way / 2, 1e-7));
        expect_not_negative(&p);
        if (way >= 0) { // pressed together it leaves out what would be negative
            expect_stiffness(&p, 0, 3, 1e-4);
        }
    }
    tac_part_close(&p.file);
}
