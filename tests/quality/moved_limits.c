// program: tactus-limits with=../rt/command/main.c
// The table of kernel/quality/limits.c with one limit moved: TACTUS_MOVED=NAME=FACTOR in
// the environment. Linked in place of that source, it shows what a limit is noticed by.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define tac_limits shipped_limits
#include "quality/limits.c"
#undef tac_limits

extern tac_limit tac_limits[TAC_N_LIMIT];
tac_limit tac_limits[TAC_N_LIMIT];

static void __attribute__((constructor)) move_limit(void)
{
    const char *moved = getenv("TACTUS_MOVED");
    memcpy(tac_limits, shipped_limits, sizeof tac_limits);
    for (int i = 0; moved && i < TAC_N_LIMIT; i++) {
        size_t length = strlen(tac_limits[i].name);
        if (strncmp(moved, tac_limits[i].name, length) == 0 && moved[length] == '=') {
            tac_limits[i].value *= strtod(moved + length + 1, NULL);
            return;
        }
    }
    if (moved) {
        fprintf(stderr, "no limit '%s'\n", moved);
        exit(99);
    }
}
