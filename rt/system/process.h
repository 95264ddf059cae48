// Other programs, run for their output or for what they do meanwhile. They end when this program does,
// however it ends.
#ifndef TAC_PROCESS_H
#define TAC_PROCESS_H

#include <stdio.h>
#include <sys/types.h>

typedef enum tac_process_mode {
    TAC_PROCESS_READ,  // standard output and error come through `out`
    TAC_PROCESS_WRITE, // standard input goes through `in`, error is ours
    TAC_PROCESS_QUIET, // nothing in, standard output nowhere, error is ours
} tac_process_mode;

typedef struct tac_process {
    pid_t pid;
    FILE *out, *in;
} tac_process;

// argv[0] is searched in PATH unless it holds a '/'. 0 when it cannot be started.
int tac_process_start(tac_process *p, const char *const *argv, tac_process_mode mode);

// Whether it has ended; its code is then found by tac_process_end.
int tac_process_has_ended(const tac_process *p);

// Closes the pipes and waits. Returns the exit code, 128 + number after a signal.
int tac_process_end(tac_process *p);

// Asks it to end, then waits.
int tac_process_stop(tac_process *p);

#endif
