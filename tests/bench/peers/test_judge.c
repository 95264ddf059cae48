// program: peers.judge with=../bench/peers/judge.c,../bench/peers/result.c include=../bench/peers
// test: peers.judge unit
#include "judge.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const contender order_2 = {TACTUS, OURS, 2, 0, 2},
                       order_4 = {TACTUS, "Tactus order 4", 4, 0, 4},
                       order_6 = {TACTUS, "Tactus canonical 6", 6, 0, 6},
                       euler = {MUJOCO, "Euler", 1, 0, 0}, verlet = {SIMBODY, "Verlet", 2, 0, 0},
                       rk4 = {MUJOCO, "RK4", 4, 0, 0};

static const mechanism_case chain_8 = {.name = "chain-spherical", .bodies = 8},
                            chain_4 = {.name = "chain-spherical", .bodies = 4},
                            four_bar = {.name = "m2_four_bar"};

static result r;

static void begin(const mechanism_case *c)
{
    r.m.of = c;
    r.n_entry = 0;
    r.good = 1;
    snprintf(r.m.label, sizeof r.m.label, "%s", c->name);
}

// A run whose steps take so many microseconds.
static entry *run(const contender *c, double dt, double us, double error)
{
    entry *e = &r.entry[r.n_entry++];
    *e = (entry){.of = c, .dt = dt, .us_p10 = us, .cost = us / dt, .error = error};
    return e;
}

// Judges; the lines that were written, to be freed.
static char *lines(int *missed)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    *missed = judge(&r, 1, f);
    fclose(f);
    return text;
}

static void expect(int missed, const char *text)
{
    int got;
    char *all = lines(&got);
    cr_expect_eq(got, missed, "%d missed, not %d:\n%s", got, missed, all);
    cr_expect(strstr(all, text), "'%s' is not in:\n%s", text, all);
    free(all);
}

// Steps of order 4 at 20 and 10 ms, as a method of order 4 has them: 100 and 200 us per second.
static void run_order_4(void)
{
    run(&order_4, 0.02, 2.0, 1.6e-4);
    run(&order_4, 0.01, 2.0, 1e-5);
}

Test(judge, nothing_is_missed_when_all_is_kept)
{
    begin(&chain_8);
    run(&order_2, 0.01, 1.0, 1e-3);
    run_order_4();
    run(&euler, 0.01, 1.5, 1e-1);
    run(&rk4, 0.01, 3.0, 1e-5);
    expect(0, "chains from 8   holds: 1 of 1");
    expect(0, "closer to the reference than first order           holds: 1 of 1");
    expect(0, "equal errors holds: 1 of 1");
}

Test(judge, a_quicker_first_order_integrator_is_named)
{
    begin(&chain_8);
    run(&order_2, 0.01, 1.0, 1e-3);
    run(&order_2, 0.001, 1.0, 1e-5);
    run(&euler, 0.01, 0.9, 1e-1);
    run(&euler, 0.001, 1.1, 1e-2);
    expect(1, "MISSED: 1 of 2");
    expect(1, "Euler at 10 ms: 0.90 us per step, Tactus 1.00");
}

Test(judge, quicker_is_promised_for_long_chains_and_first_order_only)
{
    const mechanism_case *const other[] = {&chain_4, &four_bar};
    for (int i = 0; i < 2; i++) {
        begin(other[i]);
        run(&order_2, 0.01, 1.0, 1e-3);
        run(&euler, 0.01, 0.9, 1e-1);
        expect(0, "chains from 8   not judged: 0 of 0");
    }
    begin(&chain_8);
    run(&order_2, 0.01, 1.0, 1e-3);
    run(&verlet, 0.01, 0.9, 1e-1);
    expect(0, "chains from 8   not judged: 0 of 0");
}

Test(judge, time_counts_of_runs_that_were_not_finished)
{
    begin(&chain_8);
    run(&order_2, 0.01, 1.0, 1e-3);
    run(&euler, 0.01, 0.9, NONE)->state = ENTRY_SLOW;
    expect(1, "MISSED: 0 of 1");
    run(&euler, 0.01, NONE, NONE)->state = ENTRY_REFUSED;
    expect(1, "MISSED: 0 of 1");
}

Test(judge, a_closer_first_order_integrator_is_named)
{
    begin(&four_bar);
    run(&order_2, 0.01, 1.0, 1e-3);
    run(&euler, 0.01, 0.5, 9e-4);
    expect(1, "Euler at 10 ms: 9.0e-04 m, Tactus 1.0e-03 m");
    r.entry[1].error = 2e-3;
    expect(0, "holds: 1 of 1");
    r.entry[0].state = ENTRY_FAILED;
    expect(1, "MISSED: 0 of 1");
    r.entry[1].state = ENTRY_FAILED;
    expect(0, "not judged: 0 of 0");
}

Test(judge, cost_lies_on_the_curve_between_steps)
{
    begin(&four_bar);
    run_order_4();
    cr_expect_float_eq(judge_cost(&r, 1.6e-4), 100.0, 1e-9);
    cr_expect_float_eq(judge_cost(&r, 4e-5), 100.0 * sqrt(2.0), 1e-9); // half the way
    cr_expect_float_eq(judge_cost(&r, 1e-5), 200.0, 1e-9);
    cr_expect_float_eq(judge_cost(&r, 1.0), 100.0, 1e-9, "no step is longer than the longest");
    cr_expect(isnan(judge_cost(&r, 9e-6)), "no step is shorter than the shortest");
}

// Neighbours are steps that follow each other: across one that failed nothing is known.
Test(judge, cost_has_no_curve_across_a_gap)
{
    begin(&four_bar);
    run(&order_4, 0.04, 2.0, 1e-3);
    run(&order_4, 0.02, 2.0, NONE)->state = ENTRY_FAILED;
    run(&order_4, 0.01, 2.0, 1e-5);
    cr_expect_float_eq(judge_cost(&r, 1e-4), 200.0, 1e-9);
}

Test(judge, the_cheaper_of_two_methods_counts_and_no_curve_joins_them)
{
    begin(&four_bar);
    run_order_4();
    run(&order_6, 0.04, 6.0, 2e-5); // 150 us per second
    run(&order_6, 0.02, 6.0, 1e-8);
    cr_expect_float_eq(judge_cost(&r, 1.6e-4), 100.0, 1e-9);
    cr_expect_float_eq(judge_cost(&r, 2e-5), 150.0, 1e-9);
    cr_expect_float_eq(judge_cost(&r, 1e-8), 300.0, 1e-9);
}

Test(judge, a_cheaper_runge_kutta_method_is_named)
{
    begin(&four_bar);
    run_order_4();
    run(&rk4, 0.01, 1.4, 4e-5); // 140 us per second
    expect(1, "RK4 at 10 ms: 4.0e-05 m for 140 us per s, Tactus 141");
    r.entry[2].cost = 142.0;
    expect(0, "holds: 1 of 1");
    r.entry[2] = (entry){.of = &rk4, .dt = 0.02, .cost = 99.0, .error = 1e-3};
    expect(1, "Tactus 100 with its longest step");
    r.entry[2] = (entry){.of = &rk4, .dt = 0.001, .cost = 1e4, .error = 1e-6};
    expect(1, "Tactus does not reach it");
}

Test(judge, errors_of_rounding_are_counted_and_not_judged)
{
    begin(&four_bar);
    run_order_4();
    run(&rk4, 0.001, 10.0, 0.9 * ERROR_FLOOR);
    expect(0, "equal errors not judged: 0 of 0");
    expect(0, "below 1e-08 m, not judged: 1, of which orders 4 and 6 lose 1");
}

Test(judge, no_error_is_too_large_to_count)
{
    begin(&four_bar);
    run(&order_2, 0.1, 1.0, NONE)->state = ENTRY_FAILED;
    run(&euler, 0.1, 0.5, 1.0);
    run_order_4();
    run(&rk4, 0.1, 9.0, 0.1);
    expect(2, "closer to the reference than first order           MISSED: 0 of 1");
    expect(2, "equal errors MISSED: 0 of 1");
}
