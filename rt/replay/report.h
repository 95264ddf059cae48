// What a replay found, in words and as JUnit XML.
#ifndef TAC_REPLAY_REPORT_H
#define TAC_REPLAY_REPORT_H

#include <stdio.h>

#include "replay.h"

typedef struct tac_replay_case { // one log of several
    char *path;
    tac_replay_result result;
    char changed[512]; // a file of the model that is another one here now, "": none
    char why[1280];    // result.why, or the reason why there was nothing to replay
    double dt;         // s
    int by_value;
} tac_replay_case;

void tac_replay_print(FILE *out, const tac_replay_case *c);

// A bit pattern as "0x3ff0000000000000 = 1".
void tac_log_value_print(uint64_t word, int whole, char *out, size_t size);

// One test suite with one case per log; 0 when it cannot be written.
int tac_replay_junit(const char *path, const tac_replay_case *c, size_t n);

#endif
