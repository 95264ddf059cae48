#include "latency.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static int64_t get(const _Atomic int64_t *x)
{
    return atomic_load_explicit(x, memory_order_relaxed);
}

static void increase(_Atomic int64_t *x, int64_t n)
{
    atomic_store_explicit(x, get(x) + n, memory_order_relaxed);
}

void tac_latency_clear(tac_latency *l)
{
    tac_histogram *const h[] = {&l->wake,           &l->step,     &l->slack,
                                &l->publish_jitter, &l->overhead, &l->cyclictest};
    for (size_t i = 0; i < sizeof h / sizeof *h; i++) {
        tac_histogram_clear(h[i]);
    }
    l->ours.n = l->theirs.n = 0;
    l->count = (tac_counters){0};
    l->slices = l->safe = 0;
}

static void widen(tac_histogram *h, int64_t min, int64_t max)
{
    int empty = get(&h->n) == 0;
    if (empty || min < get(&h->min)) {
        atomic_store_explicit(&h->min, min, memory_order_relaxed);
    }
    if (empty || max > get(&h->max)) {
        atomic_store_explicit(&h->max, max, memory_order_relaxed);
    }
}

void tac_histogram_merge(tac_histogram *to, const tac_histogram *from)
{
    if (get(&from->n) == 0) {
        return;
    }
    widen(to, get(&from->min), get(&from->max));
    increase(&to->n, get(&from->n));
    increase(&to->sum, get(&from->sum));
    increase(&to->negative, get(&from->negative));
    for (int i = 0; i < TAC_HISTOGRAM_BUCKETS; i++) {
        increase(&to->count[i], get(&from->count[i]));
    }
}

void tac_histogram_add_times(tac_histogram *h, int64_t ns, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        tac_histogram_add(h, ns);
    }
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void add_tail(tac_tails *t, const tac_histogram *h)
{
    tac_quantiles q = tac_quantiles_of(h);
    if (q.n == 0) {
        return;
    }
    if (t->n < TAC_MAX_SLICES) {
        t->p999[t->n] = t->max[t->n] = INT64_MIN;
        t->n++;
    }
    t->p999[t->n - 1] = larger(t->p999[t->n - 1], q.p999);
    t->max[t->n - 1] = larger(t->max[t->n - 1], q.max);
}

void tac_latency_add_cyclictest(tac_latency *l, const tac_histogram *h)
{
    tac_histogram_merge(&l->cyclictest, h);
    add_tail(&l->theirs, h);
}

int tac_latency_add(tac_latency *l, const tac_monitor *m)
{
    tac_counters n;
    if (!tac_monitor_counters(m, &n)) {
        return 0;
    }
    tac_histogram_merge(&l->wake, &m->wake);
    add_tail(&l->ours, &m->wake);
    tac_histogram_merge(&l->step, &m->step);
    tac_histogram_merge(&l->slack, &m->slack);
    tac_histogram_merge(&l->publish_jitter, &m->publish_jitter);
    tac_histogram_merge(&l->overhead, &m->overhead);
    l->count.cycles += n.cycles;
    l->count.on_time += n.on_time;
    l->count.missed += n.missed;
    l->count.skipped += n.skipped;
    l->count.steps += n.steps;
    l->count.doubtful += n.doubtful;
    l->count.start_cycles += n.start_cycles;
    l->count.missed_at_start += n.missed_at_start;
    for (int i = 0; i < TAC_N_CAUSE; i++) {
        l->count.cause[i] += n.cause[i];
    }
    l->safe += atomic_load(&m->safe_reason) != 0;
    l->slices++;
    return 1;
}

tac_quantiles tac_quantiles_of(const tac_histogram *h)
{
    return (tac_quantiles){.n = get(&h->n),
                           .min = get(&h->min),
                           .p50 = tac_histogram_quantile(h, 0.5),
                           .p99 = tac_histogram_quantile(h, 0.99),
                           .p999 = tac_histogram_quantile(h, 0.999),
                           .max = get(&h->max)};
}

static double ratio(int64_t a, int64_t b)
{
    return b > 0 ? (double)a / (double)b : (double)NAN;
}

tac_ratio tac_latency_ratio(const tac_latency *l)
{
    tac_quantiles ours = tac_quantiles_of(&l->wake), theirs = tac_quantiles_of(&l->cyclictest);
    if (ours.n == 0 || theirs.n == 0) {
        return (tac_ratio){(double)NAN, (double)NAN, (double)NAN, (double)NAN};
    }
    return (tac_ratio){ratio(ours.p50, theirs.p50), ratio(ours.p99, theirs.p99),
                       ratio(ours.p999, theirs.p999), ratio(ours.max, theirs.max)};
}

int64_t tac_latency_overdue(const tac_latency *l, int64_t period_ns)
{
    int64_t n = 0;
    for (int i = 0; i < TAC_HISTOGRAM_BUCKETS; i++) {
        n += tac_histogram_edge(i) >= period_ns ? get(&l->cyclictest.count[i]) : 0;
    }
    return n;
}

int64_t tac_latency_lost_cycles(const tac_latency *l)
{
    return llabs(l->count.cycles - l->count.on_time - l->count.missed);
}

int64_t tac_latency_lost_causes(const tac_latency *l)
{
    int64_t causes = 0;
    for (int i = TAC_ON_TIME + 1; i < TAC_N_CAUSE; i++) {
        causes += l->count.cause[i];
    }
    return llabs(l->count.missed - causes);
}

// ---- verdict -------------------------------------------------------------------------------------

double tac_latency_chance(const int64_t *ours, int n, const int64_t *theirs, int m, double limit)
{
    double most = 0.0, chance = 1.0;
    for (int i = 0; i < m; i++) {
        most = fmax(most, (double)theirs[i]);
    }
    // one after the other, the largest of what is left is ours; if all are of one kind, each is as likely
    for (int i = 0, k = 0; i < n; i++) {
        if ((double)ours[i] > limit * most) {
            chance *= (double)(n - k) / (double)(n + m - k);
            k++;
        }
    }
    return chance;
}

static tac_band ratio_band(const char *name, double value)
{
    return (tac_band){
        .name = name, .value = value, .limit = TAC_LIMIT_RATIO, .chance = (double)NAN};
}

static tac_band tail_band(const char *name, double value, const int64_t *ours, int n,
                          const int64_t *theirs, int m)
{
    tac_band b = ratio_band(name, value);
    b.chance = value > b.limit ? tac_latency_chance(ours, n, theirs, m, b.limit) : b.chance;
    return b;
}

static tac_result judge(const tac_band *b)
{
    // not measured passes
    bool within = b->below ? !(b->value >= b->limit) : !(b->value > b->limit);
    return within ? TAC_PASS : b->chance > TAC_LIMIT_CHANCE ? TAC_OPEN : TAC_FAIL;
}

tac_result tac_latency_bands(const tac_latency *l, tac_band band[TAC_BANDS])
{
    tac_ratio r = tac_latency_ratio(l);
    tac_quantiles overhead = tac_quantiles_of(&l->overhead);
    const tac_tails *a = &l->ours, *b = &l->theirs;
    const tac_band all[TAC_BANDS] = {
        ratio_band("wake p50 / cyclictest p50", r.p50),
        ratio_band("wake p99 / cyclictest p99", r.p99),
        tail_band("wake p99.9 / cyclictest p99.9", r.p999, a->p999, a->n, b->p999, b->n),
        tail_band("wake max / cyclictest max", r.max, a->max, a->n, b->max, b->n),
        {.name = "overhead p50, ns",
         .value = overhead.n > 0 ? (double)overhead.p50 : (double)NAN,
         .limit = TAC_LIMIT_OVERHEAD_NS,
         .below = 1,
         .chance = (double)NAN},
        {.name = "cycles neither on time nor late",
         .value = (double)tac_latency_lost_cycles(l),
         .chance = (double)NAN},
        {.name = "misses without a cause",
         .value = (double)tac_latency_lost_causes(l),
         .chance = (double)NAN},
    };
    tac_result worst = TAC_PASS;
    for (int i = 0; i < TAC_BANDS; i++) {
        band[i] = all[i];
        band[i].result = judge(&all[i]);
        worst = band[i].result > worst ? band[i].result : worst;
    }
    return worst;
}
