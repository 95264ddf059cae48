// The process in which an FMU lives, tactus-fmu-host, from the side of the one that starts it: it has a folder of its own
// for the unpacked archive, says on a page what it does, and is killed when that takes too long. However it ends, this
// process goes on with a line about it.
#ifndef TAC_COSIM_HOST_PROCESS_H
#define TAC_COSIM_HOST_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "diag.h"
#include "page.h"

enum { TAC_HOST_FOLDER = 512 };

typedef struct tac_host {
    const char *path; // of the FMU, in lines
    pid_t pid;        // 0: none runs
    tac_cosim_page *page;
    int page_file;
    char folder[TAC_HOST_FOLDER]; // "" for none
    int lock;                     // descriptor of the folder, locked while it is used
    int to, from;                 // pipes, -1: none
} tac_host;

typedef struct tac_host_times { // s
    double start;               // for everything up to the first step
    double call;                // for one call after that
} tac_host_times;

// How a process of an FMU ended.
typedef struct tac_host_end {
    bool by_itself;                   // with a code of tactus, after lines of its own
    int code;                         // exit code
    char line[TAC_HOST_FOLDER + 256]; // otherwise: what happened
} tac_host_end;

// Starts it with words (ends with NULL) behind its mode and what it needs from here. has_pipes: one to it and one from it.
// False with a line; what failed to start may be closed.
bool tac_host_start(tac_host *h, const char *mode, const char *path, const char *const *words,
                    bool has_pipes, tac_diag *diag);

// Whether it has ended, and how. One that is in a call for too long is killed.
bool tac_host_has_ended(tac_host *h, tac_host_times times, tac_host_end *end);

// Asks it to end, waits so many seconds, and kills it then.
void tac_host_stop(tac_host *h, double seconds);

// Kills it if it still runs, and removes its folder.
void tac_host_close(tac_host *h);

#endif
