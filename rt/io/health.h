// How it is with an instance: the one place that judges it, for the library, the program and its page.
#ifndef TAC_IO_HEALTH_H
#define TAC_IO_HEALTH_H

#include <stdint.h>

#include "tactus_io.h"

typedef struct tac_io_signs { // what is known of it
    const char *instance;
    int file; // which its process keeps locked; -1: none
    int32_t pid;
    int64_t start;
    uint64_t pid_space;
    int is_over;       // it has taken its leave
    int run_state;     // as it says
    int64_t beat;      // ns, when it published last, 0: never
    int64_t period_ns; // from one time to the next
} tac_io_signs;

// Late is what has published nothing for its period and a quarter of a second more.
void tac_io_judge(const tac_io_signs *s, tac_io_health *out);

#endif
