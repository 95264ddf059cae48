// Who a process is: number and start time, because numbers are used again.
#ifndef TAC_ALIVE_H
#define TAC_ALIVE_H

#include <stdint.h>

// Start time in clock ticks since boot (/proc/PID/stat, field 22); -1 when it cannot be read.
int64_t tac_pid_start(int32_t pid);

// 1 while that very process runs. One that cannot be looked at counts as living, a zombie as dead.
int tac_pid_lives(int32_t pid, int64_t start);

#endif
