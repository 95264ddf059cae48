// Log-linear histogram of nanoseconds with fixed memory: 32 linear buckets per power of two, so that
// every value is known to about 3 %.
//
// Values up to 63 have buckets of their own; a bucket of the group [2^g, 2^(g+1)) is 2^g / 32 wide.
// Values of 2^40 ns (18 minutes) and more share the last bucket, max tells how large they were.
// Lives in shared memory: one writer, any readers. The fields are atomic only so that a reader in
// another thread sees whole numbers; fields that are written one after another may be one value apart.
#ifndef TAC_HISTOGRAM_H
#define TAC_HISTOGRAM_H

#include <stdatomic.h>
#include <stdint.h>

enum { TAC_HISTOGRAM_LINEAR = 32, TAC_HISTOGRAM_BUCKETS = 32 * 36 };

typedef struct tac_histogram {
    _Atomic int64_t n, min, max; // min and max are 0 while n is 0
    _Atomic int64_t sum;         // stops at the ends of its range
    _Atomic int64_t negative;    // values below zero: counted, min shows the lowest
    _Atomic int64_t count[TAC_HISTOGRAM_BUCKETS];
} tac_histogram;

void tac_histogram_clear(tac_histogram *h);
void tac_histogram_add(tac_histogram *h, int64_t ns); // no allocation, no system call, bounded

// Writes into a copy what the last value, ns, has changed. The copy is not read.
void tac_histogram_show(tac_histogram *copy, const tac_histogram *h, int64_t ns);

// Smallest value with at least share of all values at or below it (upper edge of its bucket, at most
// max; -1 stands for a value below zero); share in (0, 1]. 0 when the histogram is empty.
int64_t tac_histogram_quantile(const tac_histogram *h, double share);

// Smallest value of a bucket; the largest is tac_histogram_edge(bucket + 1) - 1.
int64_t tac_histogram_edge(int bucket);

// Rows of equal width between the smallest value and that of a share.
typedef struct tac_histogram_rows {
    int64_t low, width; // of the first row, at least 0; of each, at least 1
} tac_histogram_rows;

// Values per row (n); those beyond the last one count there, those below zero nowhere. A damaged segment may
// hold anything: counts are at least 0 and stop at the end of their range.
tac_histogram_rows tac_histogram_count(const tac_histogram *h, double share, int64_t *count, int n);

#endif
