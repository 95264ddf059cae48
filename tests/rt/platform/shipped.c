#include "shipped.h"

#include <stdio.h>
#include <stdlib.h>

tac_platform_file *read_shipped(void)
{
    tac_diag diag = {0};
    tac_platform_file *f = tac_platform_file_read(TAC_SOURCE_DIR "/" SHIPPED, &diag);
    if (!f) {
        fprintf(stderr, "%s\n", diag.text);
        abort();
    }
    return f;
}

static uint64_t next(uint64_t *seed) // xorshift64*
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * UINT64_C(2685821657736338717);
}

double chance(uint64_t *seed, double low, double high)
{
    return low + (high - low) * (double)(next(seed) >> 11) * 0x1p-53;
}

int one_in(uint64_t *seed, int n)
{
    return (next(seed) >> 33) % (uint64_t)n == 0;
}
