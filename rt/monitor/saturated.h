// Sums and differences of numbers that a damaged file or segment may hold: they stop at the ends of their range.
#ifndef TAC_SATURATED_H
#define TAC_SATURATED_H

#include <stdint.h>

static inline int64_t add_saturated(int64_t a, int64_t b)
{
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? (b > 0 ? INT64_MAX : INT64_MIN) : sum;
}

static inline int64_t subtract_saturated(int64_t a, int64_t b)
{
    int64_t difference;
    return __builtin_sub_overflow(a, b, &difference) ? (b < 0 ? INT64_MAX : INT64_MIN) : difference;
}

#endif
