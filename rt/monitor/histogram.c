#include "histogram.h"

#include <stddef.h>

#include "saturated.h"

enum { LINEAR_BITS = 5 }; // 2^5 buckets per power of two

#define FURTHEST (INT64_MAX / 4) // ns; sums of two are in range

// One writer, so that a plain load and store replace an atomic addition. Relaxed everywhere: nothing
// else becomes visible with a value; readers accept that fields are one value apart.
static int64_t get(const _Atomic int64_t *x)
{
    return atomic_load_explicit(x, memory_order_relaxed);
}

static void set(_Atomic int64_t *x, int64_t value)
{
    atomic_store_explicit(x, value, memory_order_relaxed);
}

// Bucket of a value: group g > 0 holds [32 << (g - 1), 64 << (g - 1)), group 0 the values below 32.
static int bucket_of(int64_t ns)
{
    if (ns < TAC_HISTOGRAM_LINEAR) {
        return (int)ns;
    }
    int shift = 63 - __builtin_clzll((unsigned long long)ns) - LINEAR_BITS;
    int64_t bucket =
        (int64_t)(shift + 1) * TAC_HISTOGRAM_LINEAR + (ns >> shift) - TAC_HISTOGRAM_LINEAR;
    return bucket < TAC_HISTOGRAM_BUCKETS ? (int)bucket : TAC_HISTOGRAM_BUCKETS - 1;
}

int64_t tac_histogram_edge(int bucket)
{
    int group = bucket / TAC_HISTOGRAM_LINEAR, place = bucket % TAC_HISTOGRAM_LINEAR;
    return group == 0 ? place : (int64_t)(TAC_HISTOGRAM_LINEAR + place) << (group - 1);
}

void tac_histogram_clear(tac_histogram *h)
{
    _Atomic int64_t *const field[] = {&h->n, &h->min, &h->max, &h->sum, &h->negative};
    for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
        set(field[i], 0);
    }
    for (int i = 0; i < TAC_HISTOGRAM_BUCKETS; i++) {
        set(&h->count[i], 0);
    }
}

void tac_histogram_add(tac_histogram *h, int64_t ns)
{
    int64_t n = get(&h->n);
    if (n == 0 || ns < get(&h->min)) {
        set(&h->min, ns);
    }
    if (n == 0 || ns > get(&h->max)) {
        set(&h->max, ns);
    }
    set(&h->sum, add_saturated(get(&h->sum), ns));
    _Atomic int64_t *count = ns < 0 ? &h->negative : &h->count[bucket_of(ns)];
    set(count, get(count) + 1);
    set(&h->n, n + 1);
}

void tac_histogram_show(tac_histogram *copy, const tac_histogram *h, int64_t ns)
{
    int bucket = ns < 0 ? 0 : bucket_of(ns);
    set(&copy->min, get(&h->min));
    set(&copy->max, get(&h->max));
    set(&copy->sum, get(&h->sum));
    set(&copy->negative, get(&h->negative));
    set(&copy->count[bucket], get(&h->count[bucket]));
    set(&copy->n, get(&h->n));
}

// Values in all buckets; n may be one ahead or behind while the writer is at work. Sums stop at the
// ends of their range, because a damaged segment may hold anything.
static int64_t total(const tac_histogram *h)
{
    int64_t n = get(&h->negative);
    for (int i = 0; i < TAC_HISTOGRAM_BUCKETS; i++) {
        n = add_saturated(n, get(&h->count[i]));
    }
    return n;
}

// Values that lie at or below the wanted one: the smallest whole number >= share * n, in 1 .. n.
static int64_t rank(int64_t n, double share)
{
    double wanted = share * (double)n;
    int64_t r = wanted < 0x1p62 ? (int64_t)wanted : n;
    r += (double)r < wanted;
    return r < 1 ? 1 : r > n ? n : r;
}

int64_t tac_histogram_quantile(const tac_histogram *h, double share)
{
    int64_t n = total(h), max = get(&h->max);
    if (n == 0) {
        return 0;
    }
    int64_t wanted = rank(n, share), below = get(&h->negative);
    if (wanted <= below) {
        return max < -1 ? max : -1;
    }
    for (int i = 0; i < TAC_HISTOGRAM_BUCKETS - 1; i++) {
        below = add_saturated(below, get(&h->count[i]));
        if (wanted <= below) {
            int64_t edge = tac_histogram_edge(i + 1) - 1;
            return edge < max ? edge : max;
        }
    }
    return max;
}

static int64_t within(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

tac_histogram_rows tac_histogram_count(const tac_histogram *h, double share, int64_t *count, int n)
{
    int64_t low = within(get(&h->min), 0, FURTHEST);
    int64_t high = within(tac_histogram_quantile(h, share), 0, FURTHEST);
    const tac_histogram_rows r = {low, high > low && n > 0 ? (high - low) / n + 1 : 1};
    if (n < 1) {
        return r;
    }
    for (int i = 0; i < n; i++) {
        count[i] = 0;
    }
    for (int b = 0; b < TAC_HISTOGRAM_BUCKETS; b++) {
        int64_t edge = tac_histogram_edge(b);
        if (edge + r.width > low) { // the smallest value lies inside a bucket
            int64_t *row = &count[within((edge - low) / r.width, 0, n - 1)];
            *row = add_saturated(*row, within(get(&h->count[b]), 0, INT64_MAX));
        }
    }
    return r;
}
