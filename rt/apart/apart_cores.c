#include "apart_cores.h"

#include <sched.h>
#include <stdbool.h>
#include <string.h>

// Off the first n of the executive's cores; false where that leaves none.
static bool keep_off(const int64_t *core, const cpu_set_t *may, int64_t n)
{
    cpu_set_t off = *may;
    for (int64_t i = 0; i < n && i < TAC_APART_CORES; i++) {
        if (core[i] >= 0 && core[i] < CPU_SETSIZE) {
            CPU_CLR((size_t)core[i], &off);
        }
    }
    return sched_setaffinity(0, sizeof off, &off) == 0;
}

// An executive of real time waits on its core for an answer, and whoever is there gives none. Where the workers' cores are
// all there are, at least the cycle's own is left.
tac_apart_place tac_apart_choose_place(const int64_t core[TAC_APART_CORES], int64_t n)
{
    cpu_set_t may, all;
    memset(&all, 0xff, sizeof all); // the system takes those that there are
    if (n <= 0 || sched_getaffinity(0, sizeof may, &may) != 0 || keep_off(core, &may, n)) {
        return TAC_APART_OFF;
    }
    if (keep_off(core, &all, n)) {
        return TAC_APART_MOVED;
    }
    return keep_off(core, &may, 1)   ? TAC_APART_OFF
           : keep_off(core, &all, 1) ? TAC_APART_MOVED
                                     : TAC_APART_ON;
}
