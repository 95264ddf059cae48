#include "loop/faults.h"

#include <criterion/criterion.h>
#include <math.h>

static tac_faults f;

static void begin(void)
{
    const tac_rig_file rig = {.faults_allowed = 1};
    cr_assert(tac_faults_open(&f, &rig));
}

static void end(void)
{
    tac_faults_close(&f);
}

// What becomes of x in a cycle.
static double through(int signal, int64_t cycle, double x)
{
    double value = x;
    tac_faults_apply(&f, signal, cycle, -1.0, &value, 1);
    return value;
}

static void put(tac_fault_kind kind, int signal, double value, int64_t cycles)
{
    const tac_fault_order o = {kind, signal, value, cycles};
    cr_assert(tac_faults_put(&f, &o));
}

// A cycle is over; how many faults were with it.
static int turn(void)
{
    tac_fault_order over;
    int n = 0;
    while (tac_faults_next_over(&f, &over)) {
        n++;
    }
    tac_faults_count(&f);
    return n;
}

Test(faults, each_kind_does_what_it_says_to_its_signal_alone, .init = begin, .fini = end)
{
    put(TAC_FAULT_DROP, 0, 0.0, 0);
    put(TAC_FAULT_FREEZE, 1, 0.0, 0);
    put(TAC_FAULT_NOISE, 2, 0.5, 0);
    put(TAC_FAULT_DELAY, 3, 3.0, 0);
    put(TAC_FAULT_STEP, 4, 10.0, 0);
    double least = 1.0, most = -1.0;
    for (int k = 0; k < 2000; k++) {
        double x = 100.0 + k;
        cr_expect_eq(through(0, k, x), -1.0);
        cr_expect_eq(through(1, k, x), 100.0);
        double noise = through(2, k, x) - x;
        least = fmin(least, noise);
        most = fmax(most, noise);
        cr_expect_eq(through(3, k, x), k < 3 ? 100.0 : x - 3.0);
        cr_expect_eq(through(4, k, x), x + 10.0);
        cr_expect_eq(through(5, k, x), x);
    }
    cr_expect(least >= -0.5 && least < -0.49 && most <= 0.5 && most > 0.49, "%g to %g", least,
              most);
}

Test(faults, noise_follows_from_cycle_and_signal, .init = begin, .fini = end)
{
    put(TAC_FAULT_NOISE, 2, 1.0, 0);
    put(TAC_FAULT_NOISE, 3, 1.0, 0);
    double first = through(2, 17, 0.0);
    cr_expect_eq(through(2, 17, 0.0), first);
    cr_expect_neq(through(2, 18, 0.0), first);
    cr_expect_neq(through(3, 17, 0.0), first);
}

Test(faults, one_lasts_as_many_cycles_as_it_was_told, .init = begin, .fini = end)
{
    put(TAC_FAULT_STEP, 0, 1.0, 5);
    put(TAC_FAULT_STEP, 1, 1.0, 0);
    put(TAC_FAULT_STEP, 2, 1.0, 1);
    int over = 0;
    for (int k = 0; k < 10; k++) {
        cr_expect_eq(through(0, k, 0.0), k < 5 ? 1.0 : 0.0);
        cr_expect_eq(through(1, k, 0.0), 1.0);
        cr_expect_eq(through(2, k, 0.0), k < 1 ? 1.0 : 0.0);
        over += turn();
    }
    cr_expect_eq(over, 2);
    tac_faults_clear(&f, 1);
    cr_expect_eq(turn(), 1);
    cr_expect_eq(through(1, 11, 0.0), 0.0);
    cr_expect_eq(f.n, 0);
}

Test(faults, there_are_so_many_and_one_of_a_kind_replaces_another, .init = begin, .fini = end)
{
    for (int i = 0; i < TAC_MOST_FAULTS; i++) {
        put(TAC_FAULT_STEP, i, 1.0, 0);
    }
    const tac_fault_order one_more = {TAC_FAULT_STEP, TAC_MOST_FAULTS, 1.0, 0};
    const tac_fault_order again = {TAC_FAULT_STEP, 3, 7.0, 0};
    cr_expect_not(tac_faults_put(&f, &one_more));
    cr_expect(tac_faults_put(&f, &again));
    cr_expect_eq(f.n, TAC_MOST_FAULTS);
    cr_expect_eq(through(3, 0, 0.0), 7.0);
    tac_faults_clear(&f, -1);
    cr_expect_eq(turn(), TAC_MOST_FAULTS);
}

Test(faults, the_longest_delay_is_kept, .init = begin, .fini = end)
{
    put(TAC_FAULT_DELAY, 0, TAC_FAULT_PAST - 1, 0);
    for (int k = 0; k < 3 * TAC_FAULT_PAST; k++) {
        int from = k - (TAC_FAULT_PAST - 1);
        cr_expect_eq(through(0, k, k), from > 0 ? from : 0.0);
    }
}
