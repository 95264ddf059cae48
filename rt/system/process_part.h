// A part of this program in a process of its own: for libraries that do not survive what they read. However it ends,
// this program goes on, and nothing is left of it, a core file neither.
#ifndef TAC_PROCESS_PART_H
#define TAC_PROCESS_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "system/process.h"

// Runs work on a copy of this process as it is now. What it writes to out is read from p->out; nothing of what it
// prints is seen. tac_process_end says how it ended: 0 when work returned and all it wrote was taken. 0 when it cannot
// be started, with errno. Only where the program has a single thread.
int tac_process_part(tac_process *p, void (*work)(FILE *out, void *context), void *context);

// Within work: ends this process by SIGXCPU after so many seconds of computing, and lets it have so many bytes more
// than now. A later call replaces the seconds.
bool tac_process_limit_time(uint64_t seconds);
bool tac_process_limit_memory(uint64_t bytes);

#endif
