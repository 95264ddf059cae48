// Loops over the modes of flexible bodies on vector lanes.
//
// With one lane the modes of a body lie four by four (four.h); with more, bodies lie side by side and their modes one
// after another. A `chunk` is what is worked on at a time: four modes of a body, or one mode of every body. Arrays over
// modes are chunks, several rows over modes (chunks, rows). Sums over modes have every fourth mode in one part and then add the
// parts, in both, and no sum is a negative zero: bodies get the same bits with any number of lanes.
#ifndef TAC_MODES_LANE_H
#define TAC_MODES_LANE_H

#include <stdbool.h>

#include "four.h"
#include "lane.h"

// Rows of numbers that do not change: the same ones for all lanes, as (n_four, rows, 4), or those of each, as chunks.
typedef struct modal_rows {
    const double *at;
    bool same;
} modal_rows;

#if TAC_LANES == 1

typedef four chunk;
typedef double number; // of all lanes, in memory
enum { TAC_CHUNK = 4 };

#define CHUNK_ADD TAC_FOUR_ADD
#define CHUNK_SUBTRACT TAC_FOUR_SUBTRACT
#define CHUNK_SET(x) ((four){x, x, x, x})
#define MODAL(a, rows, c, k) (((const four *)(a).at)[(c) * (rows) + (k)])
#define MODAL_OF_MODE(a, n, rows, c, j, k) \
    MODAL(a, rows, (c) * (n) + (j), k) // (chunks, n modes, rows)

// Mode j of chunks.
TAC_INLINE lane mode_of(const chunk *x, int j)
{
    return ((const double *)x)[j];
}

#else

typedef lane_memory chunk;
typedef lane_memory number;
enum { TAC_CHUNK = TAC_LANES };

#define CHUNK_ADD(sum, a, b) ((sum) = lane_fma(a, b, sum))
#define CHUNK_SUBTRACT(sum, a, b) ((sum) = lane_fnma(a, b, sum))
#define CHUNK_SET(x) (x)
#define MODAL(a, rows, c, k) modal_at(a, rows, c, k)
#define MODAL_OF_MODE(a, n, rows, c, j, k) modal_of_mode(a, n, rows, c, j, k)

TAC_INLINE lane modal_at(modal_rows a, int rows, int c, int k)
{
    return a.same ? lane_set(a.at[(c / 4 * rows + k) * 4 + c % 4])
                  : lane_load(a.at + (c * rows + k) * TAC_LANES);
}

// Of (chunks, n modes, rows).
TAC_INLINE lane modal_of_mode(modal_rows a, int n, int rows, int c, int j, int k)
{
    return a.same ? lane_set(a.at[((c / 4 * n + j) * rows + k) * 4 + c % 4])
                  : lane_load(a.at + ((c * n + j) * rows + k) * TAC_LANES);
}

TAC_INLINE lane mode_of(const chunk *x, int j)
{
    return x[j];
}

#endif

enum { TAC_MOST_CHUNKS = TAC_LANES == 1 ? TAC_MOST_MODES / 4 : TAC_MOST_MODES };

// Chunks of modes, of which there are some.
TAC_INLINE int chunks_in(int n)
{
    if (n < 1) {
        __builtin_unreachable();
    }
    return TAC_LANES == 1 ? (n + 3) / 4 : n;
}

// Numbers of all lanes that a number of constants takes.
TAC_INLINE int lanes_of(bool same)
{
    return 1 + (TAC_LANES - 1) * !same;
}

// Rows of chunks that change with the motion.
TAC_INLINE modal_rows changing(const chunk *a)
{
    return (modal_rows){(const double *)a, false};
}

// ---- for rows that are the same in all lanes, or not --------------------------------------------

#if TAC_LANES == 1
// Sums over chunks.
TAC_INLINE void sum_chunks(int count, const chunk *parts, lane *to)
{
    double sum[12];
    sum_parts(count, parts, sum);
    TAC_UNROLL
    for (int k = 0; k < count; k++) {
        to[k] = sum[k] + 0.0;
    }
}

// Sums over modes of each of `count` rows of `rows` in all times a number in x, `step` chunks apart.
TAC_INLINE void sum_rows_of(int count, int rows, modal_rows a, int chunks, const chunk *x, int step,
                            lane *to)
{
    four sum[12];
    TAC_UNROLL
    for (int k = 0; k < count; k++) {
        sum[k] = MODAL(a, rows, 0, k) * x[0];
    }
    for (int i = 1; i < chunks; i++) {
        TAC_UNROLL
        for (int k = 0; k < count; k++) {
            TAC_FOUR_ADD(sum[k], MODAL(a, rows, i, k), x[i * step]);
        }
    }
    sum_chunks(count, sum, to);
}
#else
// Sums of four parts each, (4, count).
TAC_INLINE void sum_chunks(int count, const chunk *parts, lane *to)
{
    TAC_UNROLL
    for (int k = 0; k < count; k++) {
        lane first = parts[k] + parts[count + k],
             second = parts[2 * count + k] + parts[3 * count + k];
        to[k] = first + second + 0.0;
    }
}

// Mode c of up to three sums, in part nth of each.
TAC_INLINE void add_mode(int count, int rows, modal_rows a, int c, int k, lane x, int nth,
                         lane sum[3][4])
{
    TAC_UNROLL
    for (int n = 0; n < count; n++) {
        sum[n][nth] = lane_fma(MODAL(a, rows, c, k + n), x, sum[n][nth]);
    }
}

TAC_INLINE void sum_rows_of(int count, int rows, modal_rows a, int chunks, const chunk *x, int step,
                            lane *to)
{
    TAC_UNROLL
    for (int k = 0; k < count; k += 3) { // twelve parts of sums in registers
        int more = count - k < 3 ? count - k : 3, i = 0;
        lane sum[3][4];
        TAC_UNROLL
        for (int n = 0; n < more; n++) {
            sum[n][0] = sum[n][1] = sum[n][2] = sum[n][3] = lane_set(0.0);
        }
        for (; i + 4 <= chunks; i += 4) {
            TAC_UNROLL
            for (int nth = 0; nth < 4; nth++) {
                add_mode(more, rows, a, i + nth, k, x[(i + nth) * step], nth, sum);
            }
        }
        TAC_UNROLL
        for (int nth = 0; nth < 3; nth++) {
            if (i + nth < chunks) {
                add_mode(more, rows, a, i + nth, k, x[(i + nth) * step], nth, sum);
            }
        }
        TAC_UNROLL
        for (int n = 0; n < more; n++) {
            to[k + n] = (sum[n][0] + sum[n][1]) + (sum[n][2] + sum[n][3]) + 0.0;
        }
    }
}
#endif

TAC_INLINE void add_rows_of(int count, int rows, modal_rows a, int chunks, const lane *y,
                            const chunk *from, chunk *to)
{
    for (int c = 0; c < chunks; c++) {
        chunk sum = from[c];
        TAC_UNROLL
        for (int k = 0; k < count; k++) {
            CHUNK_ADD(sum, MODAL(a, rows, c, k), CHUNK_SET(y[k]));
        }
        to[c] = sum;
    }
}

TAC_INLINE void mix_rows_of(int count, int rows, modal_rows a, int chunks, const lane *y, chunk *to)
{
    for (int c = 0; c < chunks; c++) {
        chunk sum = MODAL(a, rows, c, 0) * y[0];
        TAC_UNROLL
        for (int k = 1; k < count; k++) {
            CHUNK_ADD(sum, MODAL(a, rows, c, k), CHUNK_SET(y[k]));
        }
        to[c] = sum;
    }
}

// ---- rows over modes ----------------------------------------------------------------------------

// Sums over modes of x times each of the first `count` rows of `rows` in all.
TAC_INLINE void sum_rows(int count, int rows, modal_rows a, int chunks, const chunk *x, lane *to)
{
    if (a.same) {
        sum_rows_of(count, rows, (modal_rows){a.at, true}, chunks, x, 1, to);
    } else {
        sum_rows_of(count, rows, (modal_rows){a.at, false}, chunks, x, 1, to);
    }
}

// For all modes from + the sum over rows, as above, times y of each.
TAC_INLINE void add_rows(int count, int rows, modal_rows a, int chunks, const lane *y,
                         const chunk *from, chunk *to)
{
    if (a.same) {
        add_rows_of(count, rows, (modal_rows){a.at, true}, chunks, y, from, to);
    } else {
        add_rows_of(count, rows, (modal_rows){a.at, false}, chunks, y, from, to);
    }
}

// The sum alone.
TAC_INLINE void mix_rows(int count, int rows, modal_rows a, int chunks, const lane *y, chunk *to)
{
    if (a.same) {
        mix_rows_of(count, rows, (modal_rows){a.at, true}, chunks, y, to);
    } else {
        mix_rows_of(count, rows, (modal_rows){a.at, false}, chunks, y, to);
    }
}

#endif
