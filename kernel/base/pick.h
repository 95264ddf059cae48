// Choice without a branch.
//
// A step takes the same number of instructions whatever the numbers are (bench/instructions). Of
// `condition ? a : b` compilers make a jump when they like; here both are computed and one is taken
// by its bits, so that the result is the one of `?:`, NaN and signed zeros included. Choices that
// depend on the model, its options or the state of starting stay branches.
#ifndef TAC_PICK_H
#define TAC_PICK_H

#include <stdint.h>
#include <string.h>

// All bits if yes, else none; where they come from is hidden from the compiler, else the jump may be
// back.
static inline uint64_t pick_mask(int yes)
{
    uint64_t mask = -(uint64_t)(yes != 0);
    __asm__("" : "+r"(mask));
    return mask;
}

// Where processors choose between two numbers by one instruction, it is written out: compilers might
// make a jump of what stands for it. The mask's sign decides.
#if defined __AVX__ && defined __GNUC__
typedef long long pick_bits __attribute__((vector_size(16))); // first of both: all bits, or none

static inline pick_bits pick_less(double a, double b)
{
    pick_bits mask;
    __asm__("vcmpltsd %2, %1, %0" : "=x"(mask) : "x"(a), "x"(b));
    return mask;
}

static inline double pick_by(pick_bits mask, double a, double b)
{
    double out;
    __asm__("vblendvpd %3, %1, %2, %0" : "=x"(out) : "x"(a), "x"(b), "x"(mask));
    return out;
}

static inline double pick(int yes, double a, double b)
{
    return pick_by((pick_bits){(long long)pick_mask(yes), 0}, a, b);
}
#else
typedef uint64_t pick_bits;

static inline pick_bits pick_less(double a, double b)
{
    return pick_mask(a < b);
}

static inline double pick_by(pick_bits mask, double a, double b)
{
    uint64_t bits_a, bits_b;
    memcpy(&bits_a, &a, sizeof a);
    memcpy(&bits_b, &b, sizeof b);
    bits_a = (bits_a & mask) | (bits_b & ~mask);
    memcpy(&a, &bits_a, sizeof a);
    return a;
}

static inline double pick(int yes, double a, double b)
{
    return pick_by(pick_mask(yes), a, b);
}
#endif

static inline int pick_index(int yes, int a, int b)
{
    return b ^ ((a ^ b) & (int)pick_mask(yes));
}

#endif
