// program: changed_log
// changed_log FROM TO STEP: a log again whose hash of one step is another one, as if that step had been computed
// otherwise; all checksums are made to fit.
#include <stdio.h>
#include <stdlib.h>

#include "log_fixture.h"

static void change(const tac_log_shape *s, tac_log_block *b, size_t index, void *step)
{
    const tac_log_table *t = &b->table[TAC_LOG_STEP];
    (void)s;
    (void)index;
    for (size_t i = 0; i < t->n; i++) {
        uint64_t *row = t->row + i * t->words;
        row[TAC_LOG_AT_HASH] ^= row[TAC_LOG_AT_STEP] == *(uint64_t *)step;
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fputs("changed_log FROM TO STEP\n", stderr);
        return 2;
    }
    uint64_t step = strtoull(argv[3], NULL, 10);
    return rewrite(argv[1], argv[2], change, &step) ? 0 : 1;
}
