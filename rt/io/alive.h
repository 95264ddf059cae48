// Who a process is: number and start time, because numbers are used again, and the namespace they count in,
// because a container counts its own.
//
// Who makes a segment keeps it locked for writing as long as it lives. Nobody else can take that lock, since only its
// user may write the file, and everybody who reads the file can ask for it, in whatever namespace: it is the truth
// about a process that cannot be seen.
#ifndef TAC_ALIVE_H
#define TAC_ALIVE_H

#include <stdint.h>

// Start time in clock ticks since boot (/proc/PID/stat, field 22); -1 when it cannot be read.
int64_t tac_pid_start(int32_t pid);

// 1 while that very process runs. One that cannot be looked at counts as living, a zombie as dead.
int tac_pid_lives(int32_t pid, int64_t start);

// The namespace in which this process counts processes, by its inode; 0: not known.
uint64_t tac_pid_space(void);

// 1 when that very process is seen from here and is a state of /proc/PID/stat, "T": stopped.
int tac_pid_is_in(int32_t pid, int64_t start, char state);

// The byte that is locked, behind the end of every file: others lock bytes of their own.
#define TAC_LIVES_AT (INT64_C(1) << 62)

// Locks a file for writing until all descriptors and mappings made of this one are gone. 0: somebody reads-locks it.
int tac_file_lock(int file);

// 1 while a process has the file locked for writing.
int tac_file_is_locked(int file);

// 1 while the process that made the segment lives: it has the file locked (-1: no file), or it is seen from here.
int tac_maker_lives(int file, int32_t pid, int64_t start, uint64_t pid_space);

#endif
