// How a thread computes: round to nearest, no traps, subnormal numbers are zero.
//
// A processor takes many times as long for an operation on subnormal numbers as for any other, and
// motion that dies away along a chain leaves thousands of them: a step would take half as long again
// for other data. With operands and results below 2.2e-308 taken as zero every operation costs the
// same whatever the data, and the bits are the same on every x86-64 processor. The mode belongs to the
// thread. A step sets it from begin to end where its caller has another one; threads that run phases
// for others set it once.
#ifndef TAC_FLOAT_MODE_H
#define TAC_FLOAT_MODE_H

#include <immintrin.h>

enum {
    TAC_FLOAT_FLAGS = 0x003f, // of what has happened; of no influence
    TAC_FLOAT_MODE = 0x9fc0   // traps masked 0x1f80, to nearest, operands 0x0040 and results 0x8000
};

// Sets the mode and returns what it was, for tac_restore_float_mode.
static inline unsigned tac_set_float_mode(void)
{
    unsigned was = _mm_getcsr();
    if ((was & ~(unsigned)TAC_FLOAT_FLAGS) != TAC_FLOAT_MODE) {
        _mm_setcsr(TAC_FLOAT_MODE);
    }
    return was;
}

static inline void tac_restore_float_mode(unsigned was)
{
    if ((was & ~(unsigned)TAC_FLOAT_FLAGS) != TAC_FLOAT_MODE) {
        _mm_setcsr(was);
    }
}

#endif
