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

// The verdict, and which of its bands alone fails; -1: none.
static int verdict(tac_latency *l, int *failing)
{
    tac_band band[TAC_BANDS];
    int pass = tac_latency_bands(l, band), n = 0;
    *failing = -1;
    for (int i = 0; i < TAC_BANDS; i++) {
        *failing = band[i].pass ? *failing : i;
        n += !band[i].pass;
    }
    cr_expect_eq(pass, n == 0);
    cr_expect_leq(n, 1);
    free(l);
    return pass;
}

// At the limit a ratio is good, one unit of the histogram beyond it is not.
Test(latency, ratios_may_reach_their_limit)
{
    int failing;
    cr_expect(verdict(measured_at(11500, 10000, 500), &failing));
    tac_latency *l = measured_at(11000, 10000, 500); // half of them 1.2 times as long
    tac_histogram_add_times(&l->wake, 12000, 101);
    tac_histogram_add_times(&l->cyclictest, 12000, 10);
    cr_expect_not(verdict(l, &failing));
    cr_expect_eq(failing, 0, "p50 alone");
    l = measured_at(10000, 10000, 500); // two in a hundred
    tac_histogram_add_times(&l->wake, 12000, 3);
    cr_expect_not(verdict(l, &failing));
    cr_expect_eq(failing, 1, "p99 alone");
}

Test(latency, overhead_has_to_stay_below_its_limit)
{
    int failing;
    cr_expect(verdict(measured_at(10000, 10000, TAC_LIMIT_OVERHEAD_NS - 1), &failing));
    cr_expect_not(verdict(measured_at(10000, 10000, TAC_LIMIT_OVERHEAD_NS), &failing));
    cr_expect_eq(failing, 2);
    tac_latency *l = measured_at(10000, 10000, 500); // long ones that are not the median
    tac_histogram_add_times(&l->overhead, 1000000, 99);
    cr_expect(verdict(l, &failing));
}

Test(latency, without_the_yardstick_there_is_no_ratio)
{
    tac_band band[TAC_BANDS];
    tac_latency *l = measured_at(50000, 0, 500);
    cr_expect(isnan(tac_latency_ratio(l).p50));
    cr_expect(tac_latency_bands(l, band), "what was not measured does not fail");
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
    cr_expect(verdict(with_counts(100, 100, 0, 0), &failing));
    cr_expect(verdict(with_counts(100, 97, 3, 3), &failing), "misses with their causes");
    cr_expect(verdict(with_counts(100, 0, 100, 100), &failing), "nothing but misses");
    cr_expect_not(verdict(with_counts(100, 98, 0, 0), &failing));
    cr_expect_eq(failing, 3, "two cycles too few");
    cr_expect_not(verdict(with_counts(100, 98, 3, 3), &failing));
    cr_expect_eq(failing, 3, "one too many");
    cr_expect_not(verdict(with_counts(100, 97, 3, 2), &failing));
    cr_expect_eq(failing, 4, "a miss without a cause");
    cr_expect_not(verdict(with_counts(100, 97, 3, 4), &failing));
    cr_expect_eq(failing, 4, "a cause without a miss");
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
