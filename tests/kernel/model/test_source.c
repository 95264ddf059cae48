// Sources: the values the description promises, and their derivatives against differences.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "element_types.h"
#include "elementary.h"
#include "model/source.h"
#include "rng.h"

// Sixth-order differences with this step: rounding 1e-16/h and h^6 times the seventh derivative.
static const double h = 1e-3;
static const double close_enough = 1e-9; // relative to the largest derivative; measured 6e-11

typedef struct bench { // a model with nothing but sources
    tac_model m;
    tac_source_desc source[4];
    int term[3];
    tac_curve table;
    double x[5], y[5], points[TAC_CURVE_ARRAYS * 5];
} bench;

static void make(bench *b, tac_source_desc s)
{
    *b = (bench){.source = {s}, .x = {0.0, 0.4, 1.0, 1.5, 2.0}, .y = {1.0, -1.0, 0.5, 0.25, 2.0}};
    b->table = tac_curve_make(5, b->x, b->y, 1, b->points);
    b->m.signals.n_source = 1;
    b->m.signals.source = b->source;
    b->m.signals.table = &b->table;
    b->m.signals.source_term = b->term;
}

static tac_signal at(const bench *b, double t)
{
    tac_signal out[4];
    tac_signals(&b->m, t, 0.0, 1e-3, NULL, out);
    return out[b->m.signals.n_source - 1];
}

static double difference(const bench *b, double t, int of_rate)
{
    static const double weight[4] = {0.0, 45.0, -9.0, 1.0};
    double sum = 0.0;
    for (int k = 1; k <= 3; k++) {
        tac_signal up = at(b, t + k * h), down = at(b, t - k * h);
        sum += weight[k] * (of_rate ? up.xd - down.xd : up.x - down.x);
    }
    return sum / (60.0 * h);
}

static void expect_derivatives(const bench *b, double from, double to)
{
    rng g = {1};
    double worst = 0.0;
    for (int k = 0; k < 300; k++) {
        double t = uniform(&g, from + 4.0 * h, to - 4.0 * h);
        tac_signal s = at(b, t);
        double scale = 1.0 + fabs(s.xd) + fabs(s.xdd);
        worst = fmax(worst, fabs(difference(b, t, 0) - s.xd) / scale);
        worst = fmax(worst, fabs(difference(b, t, 1) - s.xdd) / scale);
    }
    cr_log_info("derivatives: %.1e", worst);
    cr_expect_lt(worst, close_enough);
}

static void expect_near(double a, double b)
{
    cr_expect_lt(fabs(a - b), 1e-12, "%.17g is not %.17g", a, b);
}

Test(source, constant)
{
    bench b;
    make(&b, (tac_source_desc){.kind = TAC_CONSTANT, .c = {3.5}});
    tac_signal s = at(&b, 17.0);
    cr_expect(s.x == 3.5 && s.xd == 0.0 && s.xdd == 0.0);
}

Test(source, step_changes_at_its_time)
{
    bench b;
    make(&b, (tac_source_desc){.kind = TAC_STEP, .c = {1.0, 4.0, 0.5}});
    cr_expect_eq(at(&b, 0.499999).x, 1.0);
    cr_expect_eq(at(&b, 0.5).x, 4.0);
    cr_expect_eq(at(&b, 9.0).x, 4.0);
    cr_expect_eq(at(&b, 0.5).xd, 0.0);
}

Test(source, ramp_is_linear_between_its_times)
{
    bench b;
    make(&b, (tac_source_desc){.kind = TAC_RAMP, .c = {1.0, 4.0, 0.5, 2.0}});
    cr_expect_eq(at(&b, 0.2).x, 1.0);
    expect_near(at(&b, 1.25).x, 2.5);
    cr_expect_eq(at(&b, 2.0).x, 4.0);
    cr_expect_eq(at(&b, 3.0).xd, 0.0);
    expect_derivatives(&b, -1.0, 0.5);
    expect_derivatives(&b, 0.5, 2.0);
    expect_derivatives(&b, 2.0, 3.0);
}

Test(source, sine)
{
    bench b;
    make(&b, (tac_source_desc){.kind = TAC_SINE, .c = {0.5, 2.0, 3.0, 0.7}});
    expect_near(at(&b, 0.25).x, 0.5 + 2.0 * sin(6.0 * TAC_PI * 0.25 + 0.7));
    expect_derivatives(&b, -1.0, 5.0);
}

// A month at 1 kHz has more radians than sine and cosine take. Time has steps of 5e-10 s there.
Test(source, waves_go_on_for_a_month)
{
    const double month = 2.5e6;
    const tac_source_desc wave = {.kind = TAC_SINE, .c = {3.0, 2.0, 1000.0, 0.4}};
    const tac_source_desc sweep = {.kind = TAC_CHIRP, .c = {3.0, 2.0, 10.0, 1000.0, 0.0, 10.0}};
    bench b;
    for (int k = 0; k < 4; k++) {
        double turn = 0.25 * k;
        make(&b, wave);
        double x = 3.0 + 2.0 * sin(2.0 * TAC_PI * turn + 0.4);
        cr_expect_lt(fabs(at(&b, month + turn / 1000.0).x - x), 1e-5);
        make(&b, sweep); // 5050 turns while it sweeps
        x = 3.0 + 2.0 * sin(2.0 * TAC_PI * turn);
        cr_expect_lt(fabs(at(&b, month + turn / 1000.0).x - x), 1e-5);
    }
    cr_expect(isfinite(at(&b, 1e30).xdd));
}

Test(source, chirp_sweeps_and_goes_on)
{
    bench b;
    make(&b, (tac_source_desc){.kind = TAC_CHIRP, .c = {0.5, 2.0, 1.0, 5.0, 0.3, 2.0}});
    cr_expect_eq(at(&b, 0.2).x, 0.5);
    double u = 0.8, phase = 2.0 * TAC_PI * (1.0 * u + 4.0 * u * u / (2.0 * 2.0));
    expect_near(at(&b, 0.3 + u).x, 0.5 + 2.0 * sin(phase));
    expect_derivatives(&b, -1.0, 0.3);
    expect_derivatives(&b, 0.3, 2.3);
    expect_derivatives(&b, 2.3, 4.0);
}

// Value and rate do not jump where the sweep ends; the value does not where it begins.
Test(source, chirp_is_continuous)
{
    bench b;
    make(&b, (tac_source_desc){.kind = TAC_CHIRP, .c = {0.5, 2.0, 1.0, 5.0, 0.3, 2.0}});
    const double eps = 1e-13;
    tac_signal before = at(&b, 2.3 - eps), after = at(&b, 2.3 + eps);
    cr_expect_lt(fabs(before.x - after.x), 1e-10);
    cr_expect_lt(fabs(before.xd - after.xd), 1e-8);
    cr_expect_lt(fabs(at(&b, 0.3 - eps).x - at(&b, 0.3 + eps).x), 1e-11);
}

Test(source, table_is_a_spline_that_keeps_its_end_values)
{
    bench b;
    make(&b, (tac_source_desc){.kind = TAC_TABLE, .c = {10.0, 2.0}, .table = 0});
    for (int i = 0; i < 5; i++) {
        expect_near(at(&b, b.x[i]).x, 10.0 + 2.0 * b.y[i]);
    }
    for (int i = 0; i < 4; i++) {
        expect_derivatives(&b, b.x[i], b.x[i + 1]);
    }
    tac_signal before = at(&b, -0.5), after = at(&b, 2.5);
    expect_near(before.x, 12.0);
    expect_near(after.x, 14.0);
    cr_expect(before.xd == 0.0 && before.xdd == 0.0 && after.xd == 0.0 && after.xdd == 0.0);
}

Test(source, sum_adds_terms_and_scales_them)
{
    bench b;
    make(&b, (tac_source_desc){.kind = TAC_SINE, .c = {0.0, 1.0, 2.0, 0.0}});
    b.source[1] = (tac_source_desc){.kind = TAC_RAMP, .c = {0.0, 6.0, -10.0, 20.0}};
    b.source[2] =
        (tac_source_desc){.kind = TAC_SUM, .c = {1.0, -3.0}, .first_term = 0, .n_term = 3};
    b.term[0] = 0;
    b.term[1] = 1;
    b.term[2] = 0; // twice the same is allowed
    b.m.signals.n_source = 3;
    expect_near(at(&b, 0.1).x, 1.0 - 3.0 * (2.0 * sin(0.4 * TAC_PI) + 0.2 * 10.1));
    expect_derivatives(&b, -1.0, 5.0);
}

// The parabola through the last three samples: exact for quadratics, at the end and inside a step.
Test(source, inputs_are_exact_for_quadratics)
{
    bench b;
    make(&b, (tac_source_desc){.kind = TAC_INPUT, .c = {2.0, 0.5}, .input = 1});
    b.m.signals.n_input = 2;
    const double dt = 1e-2, end = 0.7;
    double history[6] = {9.0, 9.0, 9.0};
    for (int k = 0; k < 3; k++) {
        double s = end - k * dt;
        history[3 + k] = 1.0 - 2.0 * s + 3.0 * s * s;
    }
    for (int k = 0; k <= 4; k++) {
        double ahead = 0.25 * k * dt, t = end - ahead;
        tac_signal out;
        tac_signals(&b.m, end, ahead, dt, history, &out);
        expect_near(out.x, 2.0 + 0.5 * (1.0 - 2.0 * t + 3.0 * t * t));
        cr_expect_lt(fabs(out.xd - 0.5 * (-2.0 + 6.0 * t)), 1e-12); // rounding over dt
        cr_expect_lt(fabs(out.xdd - 3.0), 1e-10);                   // rounding over dt^2
    }
}

// Inside a step all other sources are those of the earlier time.
Test(source, ahead_is_an_earlier_time)
{
    bench b;
    make(&b, (tac_source_desc){.kind = TAC_SINE, .c = {0.5, 2.0, 3.0, 0.7}});
    tac_signal ahead, plain;
    tac_signals(&b.m, 0.75, 0.25, 1.0, NULL, &ahead);
    tac_signals(&b.m, 0.5, 0.0, 1.0, NULL, &plain);
    cr_expect(ahead.x == plain.x && ahead.xd == plain.xd && ahead.xdd == plain.xdd);
}

// ---- over a step -------------------------------------------------------------------------------

// The mean by 2000 Gauss points of third order, and what the function says.
static double mean_error(const bench *b, double from, double to)
{
    double sum = 0.0, part = (to - from) / 2000.0;
    for (int i = 0; i < 2000; i++) {
        double middle = from + (i + 0.5) * part, away = part / sqrt(12.0);
        sum += 0.5 * (at(b, middle - away).x + at(b, middle + away).x);
    }
    tac_signal end[4], mean[4], push[4];
    const tac_signal_span of = {from, to, to - from};
    int last = b->m.signals.n_source - 1;
    tac_signals(&b->m, to, 0.0, to - from, NULL, end);
    tac_step_signals(&b->m, &of, to - from, &(tac_inputs){NULL, NULL}, end, mean, push);
    double start = at(b, from).x, rate = (end[last].x - start) / (to - from);
    expect_near(mean[last].xd * (to - from), rate * (to - from));
    expect_near(0.5 * (push[last].x + start), mean[last].x);
    return fabs(mean[last].x - sum / 2000.0);
}

Test(source, means_are_exact)
{
    static const tac_source_desc kinds[] = {
        {.kind = TAC_CONSTANT, .c = {3.5}},
        {.kind = TAC_RAMP, .c = {1.0, 4.0, 0.5, 1.0}},
        {.kind = TAC_SINE, .c = {0.5, 2.0, 3.0, 0.7}},
        {.kind = TAC_SINE, .c = {0.5, 2.0, 70.0, 0.7}},
        {.kind = TAC_TABLE, .c = {10.0, 2.0}, .table = 0},
    };
    rng g = {5};
    for (int k = 0; k < 5; k++) {
        double worst = 0.0;
        for (int trial = 0; trial < 100; trial++) {
            bench b;
            make(&b, kinds[k]);
            double from = uniform(&g, -0.5, 2.5), length = uniform(&g, 1e-3, 0.3);
            worst = fmax(worst, mean_error(&b, from, from + length));
        }
        cr_log_info("kind %d: %.1e", k, worst);
        cr_expect_lt(worst, k == 1 || k == 4 ? 2e-7 : 1e-10, "kind %d: %.1e", k, worst);
    }
}

// A jump counts from where it is; one at either end of a step belongs to that step or not at all.
Test(source, mean_of_a_jump_is_the_part_behind_it)
{
    bench b;
    make(&b, (tac_source_desc){.kind = TAC_STEP, .c = {1.0, 4.0, 0.5}});
    tac_signal end, mean, push;
    static const double from[] = {0.25, 0.5, 0.3, 0.45};
    static const double part[] = {0.0, 1.0, 0.2, 0.8};
    for (int i = 0; i < 4; i++) {
        const tac_signal_span of = {from[i], from[i] + 0.25, 0.25};
        tac_signals(&b.m, from[i] + 0.25, 0.0, 0.25, NULL, &end);
        tac_step_signals(&b.m, &of, 0.25, &(tac_inputs){NULL, NULL}, &end, &mean, &push);
        expect_near(mean.x, 1.0 + 3.0 * part[i]);
    }
}

// Sweeps by Gauss points: a tenth of a turn in a step.
Test(source, means_of_sweeps_are_close)
{
    bench b;
    make(&b, (tac_source_desc){.kind = TAC_CHIRP, .c = {0.5, 2.0, 1.0, 5.0, 0.3, 2.0}});
    for (double t = 0.4; t < 2.2; t += 0.07) {
        cr_expect_lt(mean_error(&b, t, t + 0.02), 1e-7);
    }
}

// ---- what begins again -------------------------------------------------------------------------

static tac_source_kind kind_of(const char *word)
{
    int i = 0;
    while (strcmp(tac_source_type_of((tac_source_kind)i)->type.word, word) != 0) {
        i++;
    }
    return (tac_source_kind)i;
}

static double mean_of(const bench *b, double from, double to)
{
    tac_signal end[4], mean[4], push[4];
    const tac_signal_span of = {from, to, to - from};
    int last = b->m.signals.n_source - 1;
    tac_signals(&b->m, to, 0.0, to - from, NULL, end);
    tac_step_signals(&b->m, &of, to - from, &(tac_inputs){NULL, NULL}, end, mean, push);
    return mean[last].x;
}

// Means add up over any steps, and over a whole round wherever it begins they are those of the round.
static void expect_rounds(const bench *b, double round, double mean)
{
    rng g = {7};
    double apart = 0.0, off = 0.0;
    for (int trial = 0; trial < 300; trial++) {
        double a = uniform(&g, -2.0, 40.0) * round, c = a + uniform(&g, 1e-3, 3.0) * round;
        double m = a + uniform(&g, 0.01, 0.99) * (c - a);
        double both = mean_of(b, a, m) * (m - a) + mean_of(b, m, c) * (c - m);
        apart = fmax(apart, fabs(both - mean_of(b, a, c) * (c - a)));
        off = fmax(off, fabs(mean_of(b, a, a + round) - mean));
    }
    cr_log_info("parts apart by %.1e, rounds off by %.1e", apart, off);
    cr_expect_lt(apart, 1e-12);
    cr_expect_lt(off, 1e-12);
}

// From 3 to -1 by 0.2 of a period of 0.4 s, which begins a quarter of it before time zero.
Test(source, square_waves_have_exact_means)
{
    bench b;
    make(&b,
         (tac_source_desc){.kind = kind_of("square"), .c = {3.0, -1.0, 2.5, 0.5 * TAC_PI, 0.2}});
    static const double time[] = {0.0, 0.29, 0.31, 0.37, 0.39, 0.69, 0.71, 0.77};
    static const double value[] = {3.0, 3.0, -1.0, -1.0, 3.0, 3.0, -1.0, -1.0};
    for (int i = 0; i < 8; i++) {
        tac_signal s = at(&b, time[i]);
        cr_expect(s.x == value[i] && s.xd == 0.0 && s.xdd == 0.0, "at %g: %g", time[i], s.x);
    }
    expect_near(mean_of(&b, 0.25, 0.35), 1.0);
    expect_near(mean_of(&b, 0.31, 0.36), -1.0);
    expect_rounds(&b, 0.4, 3.0 - 4.0 * 0.2);
}

Test(source, tables_begin_again)
{
    bench b, once;
    tac_source_desc s = {.kind = TAC_TABLE, .c = {10.0, 2.0}, .table = 0};
    make(&once, s);
    s.repeats = 1;
    make(&b, s);
    rng g = {8};
    for (int k = 0; k < 100; k++) {
        double t = uniform(&g, 0.01, 1.99), to = t + uniform(&g, 1e-3, 1.999 - t);
        tac_signal first = at(&once, t), again = at(&b, t + 6.0), before = at(&b, t - 4.0);
        cr_expect_lt(fabs(again.x - first.x) + fabs(before.x - first.x), 1e-12);
        cr_expect_lt(fabs(again.xd - first.xd) + fabs(again.xdd - first.xdd), 1e-10);
        expect_near(mean_of(&b, t, to), mean_of(&once, t, to));
    }
    expect_rounds(&b, 2.0, mean_of(&once, 0.0, 2.0));
}
