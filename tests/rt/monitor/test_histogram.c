// The histogram against sorted arrays.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "kernel/rng.h"
#include "monitor/histogram.h"

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static tac_histogram *new_histogram(void)
{
    tac_histogram *h = malloc(sizeof *h);
    cr_assert_not_null(h);
    tac_histogram_clear(h);
    return h;
}

Test(histogram, empty_is_zero)
{
    tac_histogram *h = new_histogram();
    cr_expect_eq(tac_histogram_quantile(h, 0.5), 0);
    cr_expect_eq(tac_histogram_quantile(h, 1.0), 0);
    cr_expect(h->n == 0 && h->min == 0 && h->max == 0 && h->sum == 0 && h->negative == 0);
    free(h);
}

Test(histogram, buckets_follow_one_another_without_gap)
{
    cr_expect_eq(tac_histogram_edge(0), 0);
    for (int i = 0; i < TAC_HISTOGRAM_BUCKETS; i++) {
        int64_t low = tac_histogram_edge(i), high = tac_histogram_edge(i + 1);
        cr_assert_lt(low, high);
        cr_assert((high - low) * TAC_HISTOGRAM_LINEAR <= low || high - low == 1, "bucket %d", i);
    }
    cr_expect_eq(tac_histogram_edge(TAC_HISTOGRAM_BUCKETS), INT64_C(1) << 40);
}

Test(histogram, edges_fall_into_their_bucket)
{
    tac_histogram *h = new_histogram();
    for (int i = 0; i < TAC_HISTOGRAM_BUCKETS; i++) {
        tac_histogram_add(h, tac_histogram_edge(i));
        tac_histogram_add(h, tac_histogram_edge(i + 1) - 1);
        cr_assert_eq(h->count[i], 2, "bucket %d holds %ld", i, (long)h->count[i]);
    }
    free(h);
}

// Values over many powers of two, some negative, some equal.
static int64_t random_value(rng *g, int kind)
{
    int64_t x = (int64_t)(random_bits(g) >> (24 + uniform_int(g, 40)));
    return kind == 0 ? x : kind == 1 ? 20000 + uniform_int(g, 3000) : uniform_int(g, 4) ? x : -x;
}

static void check_quantiles(const tac_histogram *h, const int64_t *sorted, int n)
{
    const double share[] = {1e-9, 0.01, 0.1, 0.25, 0.5, 0.9, 0.99, 0.999, 0.9999, 1.0};
    for (size_t k = 0; k < sizeof share / sizeof *share; k++) {
        int64_t rank = (int64_t)(share[k] * n);
        rank += (double)rank < share[k] * n;
        int64_t exact = sorted[rank < 1 ? 0 : rank - 1];
        int64_t got = tac_histogram_quantile(h, share[k]);
        if (exact < 0) {
            cr_assert(got < 0);
        } else {
            cr_assert(got >= exact && got - exact <= exact / TAC_HISTOGRAM_LINEAR,
                      "share %g of %d: %ld instead of %ld", share[k], n, (long)got, (long)exact);
        }
        cr_assert_leq(got, h->max);
    }
}

Test(histogram, quantiles_are_those_of_the_sorted_values)
{
    rng g = {5};
    for (int round = 0; round < 300; round++) {
        tac_histogram *h = new_histogram();
        int n = 1 + uniform_int(&g, 5000), kind = round % 3;
        int64_t *x = calloc((size_t)n, sizeof *x), sum = 0, negative = 0;
        for (int i = 0; i < n; i++) {
            x[i] = random_value(&g, kind);
            sum += x[i];
            negative += x[i] < 0;
            tac_histogram_add(h, x[i]);
        }
        qsort(x, (size_t)n, sizeof *x, compare);
        cr_assert(h->n == n && h->min == x[0] && h->max == x[n - 1] && h->sum == sum &&
                  h->negative == negative);
        check_quantiles(h, x, n);
        free(x);
        free(h);
    }
}

Test(histogram, extremes_are_kept_and_nothing_overflows)
{
    tac_histogram *h = new_histogram();
    for (int i = 0; i < 3; i++) {
        tac_histogram_add(h, INT64_MAX);
    }
    cr_expect_eq(h->sum, INT64_MAX, "the sum stops");
    cr_expect_eq(tac_histogram_quantile(h, 0.5), INT64_MAX);
    tac_histogram_add(h, 0);
    tac_histogram_add(h, INT64_MIN);
    tac_histogram_add(h, INT64_MIN);
    tac_histogram_add(h, INT64_MIN);
    cr_expect(h->n == 7 && h->negative == 3 && h->min == INT64_MIN && h->max == INT64_MAX);
    cr_expect_eq(tac_histogram_quantile(h, 3.0 / 7.0), -1);
    cr_expect_eq(tac_histogram_quantile(h, 4.0 / 7.0), 0);
    cr_expect_eq(tac_histogram_quantile(h, 1.0), INT64_MAX);
    free(h);
}

Test(histogram, only_negative_values)
{
    tac_histogram *h = new_histogram();
    tac_histogram_add(h, -5);
    tac_histogram_add(h, -9);
    cr_expect_eq(tac_histogram_quantile(h, 1.0), -5, "at most the maximum");
    cr_expect(h->min == -9 && h->max == -5 && h->sum == -14);
    free(h);
}

Test(histogram, values_beyond_the_last_bucket_are_counted_there)
{
    tac_histogram *h = new_histogram();
    tac_histogram_add(h, (INT64_C(1) << 40) - 1);
    tac_histogram_add(h, INT64_C(1) << 40);
    tac_histogram_add(h, INT64_C(1) << 60);
    cr_expect_eq(h->count[TAC_HISTOGRAM_BUCKETS - 1], 3);
    cr_expect_eq(tac_histogram_quantile(h, 0.5), INT64_C(1) << 60, "known by the maximum only");
    free(h);
}

Test(histogram, clear_forgets_everything)
{
    tac_histogram *h = new_histogram();
    tac_histogram_add(h, 17);
    tac_histogram_add(h, -17);
    tac_histogram_clear(h);
    cr_expect(h->n == 0 && h->min == 0 && h->max == 0 && h->sum == 0 && h->negative == 0);
    cr_expect_eq(tac_histogram_quantile(h, 1.0), 0);
    free(h);
}

// ---- rows ----------------------------------------------------------------------------------------

Test(histogram, rows_hold_all_values_that_are_not_negative)
{
    enum { N = 12 };
    rng g = {7};
    tac_histogram *h = new_histogram();
    int64_t count[N], sum = 0;
    for (int i = 0; i < 1000; i++) {
        tac_histogram_add(h, 20000 + uniform_int(&g, 3000));
    }
    tac_histogram_rows r = tac_histogram_count(h, 0.999, count, N);
    for (int i = 0; i < N; i++) {
        sum += count[i];
    }
    cr_expect_eq(r.low, h->min);
    cr_expect(r.low + N * r.width >= tac_histogram_quantile(h, 0.999));
    cr_expect_eq(sum, 1000);
    free(h);
}

// A damaged segment. Runs under UBSan in the sanitized builds.
Test(histogram, rows_bear_whatever_a_segment_holds)
{
    static const int64_t all[] = {INT64_MIN,      INT64_MIN + 1, -1,       0, 1, 1000,
                                  INT64_MAX / 12, INT64_MAX - 1, INT64_MAX};
    enum { N = 12, K = sizeof all / sizeof *all };
    tac_histogram *h = new_histogram();
    for (int i = 0; i < K * K * K; i++) {
        int64_t count[N];
        h->min = all[i % K];
        h->max = all[i / K % K];
        h->count[0] = h->count[700] = h->count[TAC_HISTOGRAM_BUCKETS - 1] = all[i / K / K];
        tac_histogram_rows r = tac_histogram_count(h, 0.999, count, N);
        cr_assert(r.low >= 0 && r.width >= 1 && r.low <= INT64_MAX - N * r.width);
        for (int k = 0; k < N; k++) {
            cr_assert_geq(count[k], 0);
        }
    }
    free(h);
}
