// Latency figures: merging of slices, the text of cyclictest, ratios and verdict.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "latency/cyclictest.h"
#include "latency/latency.h"

static tac_latency *fresh(void)
{
    tac_latency *l = aligned_alloc(64, (sizeof *l + 63) / 64 * 64);
    tac_latency_clear(l);
    return l;
}

Test(latency, merged_histograms_hold_all_values)
{
    tac_histogram a, b, all;
    tac_histogram_clear(&a);
    tac_histogram_clear(&b);
    tac_histogram_clear(&all);
    for (int i = -5; i < 1000; i++) {
        tac_histogram_add(i % 3 ? &a : &b, 17 * i);
        tac_histogram_add(&all, 17 * i);
    }
    tac_histogram empty;
    tac_histogram_clear(&empty);
    tac_histogram_merge(&empty, &a);
    tac_histogram_merge(&empty, &b);
    cr_expect_eq(memcmp(&empty, &all, sizeof all), 0);
}

Test(latency, merging_nothing_changes_nothing)
{
    tac_histogram a, none;
    tac_histogram_clear(&a);
    tac_histogram_clear(&none);
    tac_histogram_add(&a, 100);
    tac_histogram_merge(&a, &none);
    cr_expect_eq(a.n, 1);
    cr_expect_eq(a.min, 100);
    cr_expect_eq(a.max, 100);
}

static int parse(const char *text, tac_histogram *h, tac_diag *diag)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    *diag = (tac_diag){0};
    tac_histogram_clear(h);
    int ok = tac_cyclictest_parse(in, h, diag);
    fclose(in);
    return ok;
}

static const char measured[] =
    "# /dev/cpu_dma_latency set to 0us\n# Histogram\n"
    "000000 000000\n007000 000003\n009000 000006\n020000 000001\n"
    "# Total: 000000010\n# Min Latencies: 07000\n# Avg Latencies: 09000\n"
    "# Max Latencies: 20000\n# Histogram Overflows: 00000\n"
    "# Histogram Overflow at cycle number:\n# Thread 0:\n";

Test(cyclictest, histogram_is_read)
{
    tac_histogram h;
    tac_diag diag = {0};
    cr_assert(parse(measured, &h, &diag), "%s", diag.text);
    tac_quantiles q = tac_quantiles_of(&h);
    cr_expect_eq(q.n, 10);
    cr_expect_eq(q.min, 7000);
    cr_expect_eq(q.max, 20000);
    cr_expect_geq(q.p50, 9000);
    cr_expect_lt(q.p50, 9300);
}

Test(cyclictest, overflows_count_as_the_largest)
{
    static const char text[] = "# Histogram\n000100 000008\n# Total: 000000008\n"
                               "# Max Latencies: 5000000\n# Histogram Overflows: 00002\n";
    tac_histogram h;
    tac_diag diag = {0};
    cr_assert(parse(text, &h, &diag), "%s", diag.text);
    cr_expect_eq(h.n, 10);
    cr_expect_eq(h.max, 5000000);
}

Test(cyclictest, other_text_is_refused_with_its_last_line)
{
    tac_histogram h;
    tac_diag diag = {0};
    cr_expect_not(parse("Unable to change scheduling policy!\n", &h, &diag));
    cr_expect_str_eq(diag.text, "cyclictest: Unable to change scheduling policy!");
    cr_expect_not(parse("# Histogram\n# Total: 000000000\n", &h, &diag));
    cr_expect_not(parse("000100 000008\n# Total: 000000007\n", &h, &diag));
    cr_expect_str_eq(diag.text, "cyclictest: its histogram does not add up");
}

// A condition in which both sides have all their values at one place.
static tac_latency *measured_at(int64_t wake, int64_t yardstick, int64_t overhead)
{
    tac_latency *l = fresh();
    tac_histogram_add_times(&l->wake, wake, 100);
    tac_histogram_add_times(&l->overhead, overhead, 100);
    tac_histogram_add_times(&l->cyclictest, yardstick, yardstick > 0 ? 100 : 0);
    l->count.cycles = l->count.on_time = 100;
    return l;
}

Test(latency, ratio_is_ours_over_theirs)
{
    tac_latency *l = measured_at(11000, 10000, 500);
    tac_ratio r = tac_latency_ratio(l);
    cr_expect_float_eq(r.p50, 1.1, 1e-12); // the quantile of equal values is that value
    cr_expect_float_eq(r.p999, 1.1, 1e-12);
    free(l);
}

enum { P50, P99, P999, MAX, OVERHEAD, CYCLES, CAUSES }; // the bands

// The verdict; and which of its bands alone fails; -1: none.
static tac_result verdict(tac_latency *l, int *failing)
{
    tac_band band[TAC_BANDS];
    tac_result result = tac_latency_bands(l, band), worst = TAC_PASS;
    int n = 0;
    *failing = -1;
    for (int i = 0; i < TAC_BANDS; i++) {
        worst = band[i].result > worst ? band[i].result : worst;
        *failing = band[i].result == TAC_FAIL ? i : *failing;
        n += band[i].result == TAC_FAIL;
    }
    cr_expect_eq(result, worst);
    cr_expect_leq(n, 1);
    free(l);
    return result;
}

// At the limit a ratio is good, one unit of the histogram beyond it is not.
Test(latency, ratios_may_reach_their_limit)
{
    int failing;
    cr_expect_eq(TAC_PASS, verdict(measured_at(11500, 10000, 500), &failing));
    tac_latency *l = measured_at(11000, 10000, 500); // half of them 1.2 times as long
    tac_histogram_add_times(&l->wake, 12000, 101);
    tac_histogram_add_times(&l->cyclictest, 12000, 10);
    cr_expect_eq(TAC_FAIL, verdict(l, &failing));
    cr_expect_eq(failing, P50, "p50 alone");
    l = measured_at(10000, 10000, 500); // two in a hundred
    tac_histogram_add_times(&l->wake, 12000, 3);
    cr_expect_eq(TAC_FAIL, verdict(l, &failing));
    cr_expect_eq(failing, P99, "p99 alone");
}

Test(latency, overhead_has_to_stay_below_its_limit)
{
    int failing;
    cr_expect_eq(TAC_PASS, verdict(measured_at(10000, 10000, TAC_LIMIT_OVERHEAD_NS - 1), &failing));
    cr_expect_eq(TAC_FAIL, verdict(measured_at(10000, 10000, TAC_LIMIT_OVERHEAD_NS), &failing));
    cr_expect_eq(failing, OVERHEAD);
    tac_latency *l = measured_at(10000, 10000, 500); // long ones that are not the median
    tac_histogram_add_times(&l->overhead, 1000000, 99);
    cr_expect_eq(TAC_PASS, verdict(l, &failing));
}

Test(latency, without_the_yardstick_there_is_no_ratio)
{
    tac_band band[TAC_BANDS];
    tac_latency *l = measured_at(50000, 0, 500);
    cr_expect(isnan(tac_latency_ratio(l).p50));
    cr_expect_eq(tac_latency_bands(l, band), TAC_PASS, "what was not measured does not fail");
    cr_expect(isnan(band[0].value));
    cr_expect_eq(tac_latency_overdue(l, 1000), 0);
    free(l);
}

static tac_latency *with_counts(int64_t cycles, int64_t on_time, int64_t missed, int64_t causes)
{
    tac_latency *l = measured_at(10000, 10000, 500);
    l->count.cycles = cycles;
    l->count.on_time = on_time;
    l->count.missed = missed;
    l->count.cause[TAC_WOKEN_LATE] = causes / 2;
    l->count.cause[TAC_BLOCKED] = causes - causes / 2;
    return l;
}

// Misses that are accounted for are the machine's; cycles and misses that are not are ours.
Test(latency, every_cycle_and_miss_is_accounted_for)
{
    int failing;
    cr_expect_eq(TAC_PASS, verdict(with_counts(100, 100, 0, 0), &failing));
    cr_expect_eq(TAC_PASS, verdict(with_counts(100, 97, 3, 3), &failing),
                 "misses with their causes");
    cr_expect_eq(TAC_PASS, verdict(with_counts(100, 0, 100, 100), &failing), "nothing but misses");
    cr_expect_eq(TAC_FAIL, verdict(with_counts(100, 98, 0, 0), &failing));
    cr_expect_eq(failing, CYCLES, "two cycles too few");
    cr_expect_eq(TAC_FAIL, verdict(with_counts(100, 98, 3, 3), &failing));
    cr_expect_eq(failing, CYCLES, "one too many");
    cr_expect_eq(TAC_FAIL, verdict(with_counts(100, 97, 3, 2), &failing));
    cr_expect_eq(failing, CAUSES, "a miss without a cause");
    cr_expect_eq(TAC_FAIL, verdict(with_counts(100, 97, 3, 4), &failing));
    cr_expect_eq(failing, CAUSES, "a cause without a miss");
}

Test(latency, late_wake_ups_of_the_yardstick_are_counted)
{
    tac_latency *l = measured_at(10000, 10000, 500);
    tac_histogram_add_times(&l->cyclictest, 990000, 5);
    tac_histogram_add_times(&l->cyclictest, 1048576, 3);
    tac_histogram_add_times(&l->cyclictest, 40000000, 2);
    cr_expect_eq(tac_latency_overdue(l, 1000000), 5);
    cr_expect_eq(tac_latency_overdue(l, 10000000), 2);
    cr_expect_eq(tac_latency_overdue(l, 100000000), 0);
    free(l);
}

// ---- the tail ------------------------------------------------------------------------------------

enum { SLICES = 15, CYCLES_PER_SLICE = 2000 };

// Slices of both in which every wake-up takes 10 us, but for one of ours in each of the first `n`.
static tac_latency *with_tail(int n, int64_t ours, int64_t theirs)
{
    static tac_monitor m;
    tac_latency *l = fresh();
    for (int i = 0; i < SLICES; i++) {
        tac_histogram h;
        tac_histogram_clear(&h);
        tac_histogram_add_times(&h, 10000, CYCLES_PER_SLICE - 1);
        tac_histogram_add(&h, theirs);
        tac_latency_add_cyclictest(l, &h);
        tac_histogram_clear(&m.wake);
        tac_histogram_clear(&m.step);
        tac_histogram_clear(&m.slack);
        tac_histogram_clear(&m.publish_jitter);
        tac_histogram_clear(&m.overhead);
        tac_histogram_add_times(&m.wake, 10000, CYCLES_PER_SLICE - 1);
        tac_histogram_add(&m.wake, i < n ? ours : 10000);
        cr_assert(tac_latency_add(l, &m));
    }
    cr_assert_eq(l->ours.n, SLICES);
    cr_assert_eq(l->theirs.n, SLICES);
    return l;
}

// What a first user saw pass: 4.4 ms beside 0.2 ms.
Test(latency, one_bad_moment_is_no_pass_and_no_failure)
{
    tac_band band[TAC_BANDS];
    int failing;
    tac_latency *l = with_tail(1, 4400000, 200000);
    cr_expect_eq(tac_latency_bands(l, band), TAC_OPEN);
    cr_expect_eq(band[MAX].result, TAC_OPEN);
    cr_expect_float_eq(band[MAX].value, 22.0, 1e-9);
    cr_expect_float_eq(band[MAX].chance, 0.5, 1e-12);
    cr_expect_eq(band[P999].result, TAC_PASS, "one in 30000");
    free(l);
    cr_expect_eq(TAC_OPEN, verdict(with_tail(3, 4400000, 200000), &failing), "11 %%");
    cr_expect_eq(TAC_FAIL, verdict(with_tail(4, 4400000, 200000), &failing), "4.98 %%");
    cr_expect_eq(failing, MAX);
    cr_expect_eq(TAC_PASS, verdict(with_tail(SLICES, 230000, 200000), &failing), "at the limit");
    cr_expect_eq(TAC_PASS, verdict(with_tail(1, 200000, 4400000), &failing), "theirs");
}

Test(latency, a_longer_tail_in_every_slice_fails)
{
    tac_band band[TAC_BANDS];
    tac_latency *l = fresh();
    for (int i = 0; i < SLICES; i++) {
        l->ours.p999[i] = 14000;
        l->theirs.p999[i] = l->ours.max[i] = l->theirs.max[i] = 10000;
    }
    l->ours.n = l->theirs.n = SLICES;
    tac_histogram_add_times(&l->wake, 10000, 9900);
    tac_histogram_add_times(&l->wake, 14000, 50);
    tac_histogram_add_times(&l->cyclictest, 10000, 9950);
    tac_histogram_add(&l->cyclictest, 20000);
    cr_expect_eq(tac_latency_bands(l, band), TAC_FAIL);
    cr_expect_eq(band[P999].result, TAC_FAIL);
    cr_expect_lt(band[P999].chance, 1e-6);
    cr_expect_eq(band[MAX].result, TAC_PASS);
    free(l);
}

Test(latency, chance_counts_the_ways_to_draw)
{
    const int64_t ours[] = {30, 10, 40, 20}, theirs[] = {15, 11, 12, 14};
    cr_expect_float_eq(tac_latency_chance(ours, 4, theirs, 4, 1.0), 4.0 / 8 * 3 / 7 * 2 / 6, 1e-12);
    cr_expect_float_eq(tac_latency_chance(ours, 4, theirs, 4, 2.0), 4.0 / 8, 1e-12);
    cr_expect_eq(tac_latency_chance(ours, 4, theirs, 4, 3.0), 1.0);
    cr_expect_eq(tac_latency_chance(ours, 0, theirs, 0, 1.0), 1.0);
}

Test(latency, slices_beyond_the_last_are_added_to_it)
{
    tac_latency *l = fresh();
    for (int i = 0; i < TAC_MAX_SLICES + 10; i++) {
        tac_histogram h;
        tac_histogram_clear(&h);
        tac_histogram_add(&h, i == TAC_MAX_SLICES + 3 ? 50000 : 1000);
        tac_latency_add_cyclictest(l, &h);
    }
    cr_expect_eq(l->theirs.n, TAC_MAX_SLICES);
    cr_expect_eq(l->theirs.max[TAC_MAX_SLICES - 1], 50000);
    cr_expect_eq(l->cyclictest.n, TAC_MAX_SLICES + 10);
    free(l);
}
