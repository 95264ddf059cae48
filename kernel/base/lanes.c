#include "lanes.h"

#include <cpuid.h>

const int tac_widths[TAC_WIDTHS] = {1, 4, 8};

// Registers that the operating system saves, XCR0 bits: SSE and AVX; mask, upper halves, upper 16.
enum { SAVES_256 = 0x06, SAVES_512 = 0xe6 };

static unsigned saved_registers(void)
{
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

int tac_widest_lanes(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) {
        return 1;
    }
    unsigned fused = c & bit_FMA;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        return 1;
    }
    unsigned saved = saved_registers(), wide = bit_AVX512F | bit_AVX512DQ | bit_AVX512VL;
    if ((b & wide) == wide && (saved & SAVES_512) == SAVES_512) {
        return 8;
    }
    return (b & bit_AVX2) && fused && (saved & SAVES_256) == SAVES_256 ? 4 : 1;
}
