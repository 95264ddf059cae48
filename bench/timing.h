// What benchmarks share: a clock, lists of times in order, a thread on a core.
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>

#include "system/clock.h"

static inline int64_t timing_now(void) // ns
{
    return tac_real_clock.now(NULL);
}

static inline int timing_by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Puts times in order, the shortest one first.
static inline void timing_sort(double *time, size_t n)
{
    qsort(time, n, sizeof *time, timing_by_size);
}

static inline int timing_by_size_ns(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static inline void timing_sort_ns(int64_t *ns, size_t n)
{
    qsort(ns, n, sizeof *ns, timing_by_size_ns);
}

// A core that is not there is left out: the thread then runs where the kernel puts it.
static inline void timing_pin(pthread_t thread, int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)core, &set);
    (void)pthread_setaffinity_np(thread, sizeof set, &set);
}

#endif
